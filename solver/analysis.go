package solver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Remaining is what is known of the moves that are still needed from a position,
// in the puzzle's count.
type Remaining struct {
	Lower int
	Upper int          // NoUpper without a line
	Line  puzzles.Line // of length Upper, from the position to the goal; nil if Upper comes from the player's line or from a neighbour
	Dead  bool         // proven: no line leads to the goal from here
}

// Analysis is what is known along a line.
type Analysis struct {
	Puzzle    *puzzles.Puzzle
	Line      puzzles.Line
	Positions []Remaining // before each move, and after the last one
	Solved    bool        // the line ends on the goal
	// Interrupted is the limit that ended the analysis, as in [Result].
	Interrupted string
}

// Loss returns by how much move i (from 0) makes the game longer: at least
// least, and at most most; most is NoUpper if nothing is known. A move of a
// shortest line loses nothing.
//
// With d moves needed before the move and e after it, and c the cost of the move,
// the loss is e + c − d, so the bounds on d and e bound it. It is never negative.
func (a *Analysis) Loss(i int) (least, most int) {
	before, after := a.Positions[i], a.Positions[i+1]
	cost := a.Puzzle.Cost(a.Line[i : i+1])
	least, most = 0, NoUpper
	if before.Upper != NoUpper {
		least = max(0, after.Lower+cost-before.Upper)
	}
	if after.Upper != NoUpper {
		most = max(0, after.Upper+cost-before.Lower)
	}
	return least, most
}

// Better returns the first move of a known line from before move i (from 0) that
// is shorter than any known one through that move, and the cost of the whole with
// the moves before it. ok is false if none is known.
func (a *Analysis) Better(i int) (path []positions.Cell, total int, ok bool) {
	before, after := a.Positions[i], a.Positions[i+1]
	if len(before.Line) == 0 || !after.Dead && after.Upper != NoUpper && before.Upper >= after.Upper+a.Puzzle.Cost(a.Line[i:i+1]) {
		return nil, 0, false
	}
	return before.Line[0], a.Puzzle.Cost(a.Line[:i]) + before.Upper, true
}

// Fatal reports whether move i (from 0) turned a game that can be won into one
// that cannot.
func (a *Analysis) Fatal(i int) bool {
	return a.Positions[i+1].Dead && !a.Positions[i].Dead && a.Positions[i].Upper != NoUpper
}

// Analyze bounds the moves that are needed from every position of a legal line,
// which need not reach the goal, within o.Time in all. What one position tells
// about its neighbours is used. dead, which may be nil, knows of some positions
// that no line leads from them to the goal, as a [peg.WinTable] does. An error is one
// of [Solve].
func Analyze(ctx context.Context, p *puzzles.Puzzle, line puzzles.Line, dead func(positions.Bits) bool, o Options) (*Analysis, error) {
	a := &Analysis{Puzzle: p, Line: line, Positions: make([]Remaining, len(line)+1)}
	for i := range a.Positions {
		a.Positions[i].Upper = NoUpper
	}
	a.Solved = p.Ended(p.After(line, len(line)), p.MarkedAfter(line, len(line)))
	a.own()
	if dead != nil {
		for i := range a.Positions {
			a.Positions[i].Dead = dead(p.After(line, i))
		}
	}
	at := func(i int) *puzzles.Puzzle { return p.Rest(line, i) }
	// What is known already may settle all: if the line is as short as any, so is
	// every rest of it. All of it is asked, so that what is said does not depend on
	// what a neighbour told first.
	for i := 0; i <= len(line) && o.Store != nil; i++ {
		if !a.Positions[i].settled() { // such as one on the goal
			a.learn(i, Recall(at(i), o.Store))
		}
	}
	a.share()
	began := time.Now()
	// From the end, where the questions are easy and the answers help those before.
	for i := len(line); i >= 0; i-- {
		if a.Positions[i].settled() {
			continue
		}
		part := afterMove(o, fmt.Sprintf("move %d", i))
		if o.Time > 0 {
			part.Time = max((o.Time-time.Since(began))/time.Duration(i+1), time.Millisecond)
		}
		r, err := Solve(ctx, at(i), part)
		if err != nil {
			return a, err
		}
		a.learn(i, r)
		if a.share(); r.Interrupted != "" {
			a.Interrupted = r.Interrupted
		}
		if ctx.Err() != nil {
			break
		}
	}
	if !slices.ContainsFunc(a.Positions, func(r Remaining) bool { return !r.settled() }) {
		a.Interrupted = ""
	}
	return a, nil
}

// afterMove returns the options of one search among several: its progress says after which
// move it is.
func afterMove(o Options, move string) Options {
	show := o.Progress
	if show == nil {
		return o
	}
	o.Progress = func(e Event) {
		e.Phase = strings.TrimSuffix("after "+move+": "+e.Phase, ": ")
		show(e)
	}
	return o
}

func (r Remaining) settled() bool { return r.Dead || r.Upper != NoUpper && r.Lower >= r.Upper }

// own takes the player's line as an upper bound wherever it leads to the goal.
func (a *Analysis) own() {
	if !a.Solved {
		return
	}
	for i := range a.Positions {
		a.Positions[i].Upper = a.Puzzle.Cost(a.Line[i:])
	}
}

// learn takes over a result from position i.
func (a *Analysis) learn(i int, r *Result) {
	at := &a.Positions[i]
	at.Lower = max(at.Lower, r.Lower)
	at.Dead = at.Dead || r.Status == Impossible
	if r.Upper != NoUpper && (at.Upper == NoUpper || r.Upper < at.Upper || r.Upper == at.Upper && at.Line == nil) {
		at.Upper, at.Line = r.Upper, r.Line
	}
}

// share passes bounds along the line. With c the cost of the move between two
// positions, d moves needed before it and e after it:
//
//   - d ≤ c + e, since the move may be made: so an upper bound of e gives one of d,
//     and a lower bound of d gives one of e.
//   - If e is dead, nothing follows for d; if d is dead, so is e.
//   - Under free rules a move can be taken back at the same cost, so e ≤ c + d; but
//     not where it is another army's turn then.
func (a *Analysis) share() {
	back := !a.Puzzle.Arrival.KeepsGoal() && !a.Puzzle.Game.Pegs() && !a.Puzzle.Alternates()
	for changed := true; changed; {
		changed = false
		for i := range a.Line {
			c := a.Puzzle.Cost(a.Line[i : i+1])
			d, e := &a.Positions[i], &a.Positions[i+1]
			changed = lowerUpper(d, e, c) || changed
			changed = raiseLower(e, d, c) || changed
			if back {
				changed = lowerUpper(e, d, c) || changed
				changed = raiseLower(d, e, c) || changed
			}
			if d.Dead && !e.Dead {
				e.Dead, changed = true, true
			}
		}
	}
}

// lowerUpper uses that from one position the other is reached at cost c.
func lowerUpper(from, to *Remaining, c int) bool {
	if to.Upper == NoUpper || from.Upper != NoUpper && from.Upper <= to.Upper+c {
		return false
	}
	from.Upper, from.Line = to.Upper+c, nil
	return true
}

// raiseLower uses that to is reached at cost c from a position with a lower bound.
func raiseLower(to, from *Remaining, c int) bool {
	if from.Lower-c <= to.Lower {
		return false
	}
	to.Lower = from.Lower - c
	return true
}
