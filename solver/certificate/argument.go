package certificate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// ErrWrong is wrapped when a certificate does not prove what it says, or when a
// layer was recomputed and differs.
var ErrWrong = errors.New("the certificate is wrong")

func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrWrong, fmt.Sprintf(format, args...))
}

// Finding is what Check found.
type Finding struct {
	Puzzle *puzzles.Puzzle
	Lower  int      // that the steps prove, if their layers are right
	Gains  []int    // F(0) …, by the steps
	Claims []string // what each step adds, in words
	// Impossible is set when the steps prove that there is no line.
	Impossible bool
	// Written lists what was neither worked out nor can be recomputed.
	Written []string
}

// Check replays the line and derives the lower bound from the steps, strictly:
// every field has a value that it can have, bounds are proven by other steps,
// layers follow without gap to an empty one or to the end, no length is left out,
// nothing contradicts the line or anything else, and no step is there that the
// bound does not need. Row counts and prices are worked out. The layers' counts and
// digests are taken as they are written; [Certificate.Recheck] makes them again.
// Errors wrap [ErrText] or [ErrWrong].
//
// The time it takes is bounded by the size of the text, but for the row counts:
// see [MaxRowCounts].
func (c *Certificate) Check() (*Finding, error) {
	p, err := c.Puzzle.puzzle()
	if err != nil {
		return nil, err
	}
	if err := c.checkLine(p); err != nil {
		return nil, err
	}
	a, err := derive(p, c.Steps, MaxRowCounts)
	if err != nil {
		return nil, err
	}
	if a.idle != "" {
		return nil, wrong("%s: nothing needs this step", a.idle)
	}
	if c.Upper != nil {
		if err := a.met(a.own(), *c.Upper, "the line"); err != nil {
			return nil, err
		}
	}
	if a.Lower != c.Lower {
		return nil, wrong("the steps prove at least %d %s, not %d", a.Lower, p.Unit(), c.Lower)
	}
	if want := status(a.Impossible, c.Lower, c.Upper); c.Status != want {
		return nil, wrong("the status is %.20q and should be %q", c.Status, want)
	}
	return &a.Finding, nil
}

func status(impossible bool, lower int, upper *int) string {
	switch {
	case impossible:
		return "impossible"
	case upper == nil:
		return "unknown"
	case lower == *upper:
		return "optimal"
	}
	return "bounded"
}

func (c *Certificate) checkLine(p *puzzles.Puzzle) error {
	if (c.Line == nil) != (c.Upper == nil) {
		return wrong("there is a line without an upper bound or the other way round")
	}
	if c.Line == nil {
		return nil
	}
	line, err := c.line(p)
	if err != nil {
		return err
	}
	if _, err := verify.Replay(p, line); err != nil {
		return wrong("line: %v", err)
	}
	if cost := p.Cost(line); cost != *c.Upper {
		return wrong("the line has %d %s, the upper bound is %d", cost, p.Unit(), *c.Upper)
	}
	return nil
}

// Prune returns those of the steps that prove the lower bound of a puzzle (or that
// it is impossible), as [Certificate.Check] wants them: without what older searches
// left behind. It takes a millisecond or so: row counts are worked out only if they
// are few. The error wraps [ErrWrong] when the steps do not prove as much.
func Prune(p *puzzles.Puzzle, steps []Step, lower int, impossible bool) ([]Step, error) {
	a, err := derive(p, tidy(steps), fewRowCounts)
	switch {
	case err != nil:
		return nil, err
	case a.Lower < lower:
		return nil, wrong("the steps prove at least %d %s, not %d", a.Lower, p.Unit(), lower)
	case impossible && !a.Impossible:
		return nil, wrong("no step proves that there is no line")
	}
	var out []Step
	for i, s := range a.steps {
		if !a.used[i] {
			continue
		}
		if s.Kind == Part {
			if s.Whole, err = s.Whole.prune(s.Value); err != nil {
				return nil, err
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// prune returns what proves a lower bound of the whole.
func (w *Whole) prune(lower int) (*Whole, error) {
	p, err := w.Puzzle.puzzle()
	if err != nil {
		return nil, err
	}
	steps, err := Prune(p, w.Steps, lower, false)
	return &Whole{w.Puzzle, steps}, err
}

// fewRowCounts is up to how many row counts Prune works out a distance.
const fewRowCounts = 200_000

// tidy drops what a search leaves in its steps that they do not need: bounds that
// no layer was pruned by, and a second list of the positions near the start.
func tidy(steps []Step) []Step {
	var out []Step
	for _, s := range steps {
		switch {
		case s.Kind == Refutation:
			s = s.withoutIdleBounds()
		case s.Kind == Part && s.Whole != nil:
			s.Whole = &Whole{s.Whole.Puzzle, tidy(s.Whole.Steps)}
		}
		same := func(o Step) bool { return o.Kind == s.Kind && o.Marked == s.Marked }
		if i := slices.IndexFunc(out, same); s.Kind == Near && i >= 0 {
			if s.Moves > out[i].Moves {
				out[i] = s
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

// withoutIdleBounds returns a refutation without bounds that no layer was pruned by.
func (s Step) withoutIdleBounds() Step {
	var used []Bounds
	now := map[int]int{} // number of each that is in use
	layers := slices.Clone(s.Layers)
	for i, l := range layers {
		if l.Bounds < 0 || l.Bounds >= len(s.Bounds) {
			return s
		}
		if _, ok := now[l.Bounds]; !ok {
			now[l.Bounds] = len(used)
			used = append(used, s.Bounds[l.Bounds])
		}
		layers[i].Bounds = now[l.Bounds]
	}
	s.Bounds, s.Layers = used, layers
	return s
}

// game is one of the games that a step can be about: the puzzle's own, or one that
// asks for less. A bound of a game holds for all that ask for more; a line of one
// is a line of all that ask for less.
type game struct{ booklet, marked bool }

// games lists all of them.
var games = [...]game{{false, false}, {false, true}, {true, false}, {true, true}}

// asksAll reports whether every line of g is one of o.
func (g game) asksAll(o game) bool { return (g.booklet || !o.booklet) && (g.marked || !o.marked) }

// gameOf is the game that a puzzle is.
func gameOf(p *puzzles.Puzzle) game {
	return game{p.Arrival.KeepsGoal(), p.Marked.Len() > 0}
}

// game is the game that a step is about.
func (s Step) game() game {
	return game{s.Kind != Part && s.Rules != "" && s.Rules != RulesFree, s.Marked}
}
