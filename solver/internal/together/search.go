package together

import (
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Search settles a puzzle of the game shortest: in rounds of growing effort, beams for
// a shorter game and complete searches for a greater bound.
func Search(k *session.Knowledge) error {
	switch positions.WordsFor(k.Puzzle().Board.Len()) {
	case 1:
		return search[[1]uint64](k)
	case 2:
		return search[[2]uint64](k)
	default:
		return search[[4]uint64](k)
	}
}

// search is Search in the width of the board.
func search[W positions.Words](k *session.Knowledge) error {
	a := &attack[W]{Run: k.Run, Knowledge: k, space: newSpace[W](k.Puzzle())}
	if err := a.count(); err != nil {
		return err
	}
	return k.InRounds(session.Rounds{
		BeamsWait: func() bool { return k.Run.Standing.Round > 0 && !k.Run.Standing.BeamsLag(k.Run.Work) },
		Beams:     a.beams,
		Exhaust:   func() error { return nil },
		Prove:     a.refutations,
	})
}

// attack is one search for a puzzle.
type attack[W positions.Words] struct {
	*session.Run
	*session.Knowledge
	space *space[W]
}

// tries says how much longer than the bound the games are that a first beam looks for.
const tries = 32

// count raises the bound by what the judge says of the start.
func (a *attack[W]) count() error {
	p := a.space.puzzle
	j := newJudge(a.space.table, p.Board, p.Goal)
	length := a.Lower()
	for ; !j.inTime(p.Marked, p.Start.AndNot(p.Marked), (length+1)/2, length/2, length%2 == 1); length++ {
	}
	return a.Raise(length, "the turns that the armies need at least, man by man")
}

// beams looks for a game: while none is known, for longer and longer ones, then for
// shorter ones, one turn at a time.
func (a *attack[W]) beams() error {
	width := a.Standing.Width
	return a.Phase(fmt.Sprintf("beam %d", width), func() (string, int, error) {
		widest := 0
		length, step := a.Lower()+tries/4, tries/4
		if a.Upper() != session.NoUpper {
			length, step = a.Upper()-1, -1
		}
		for last := a.Lower() + 2*tries; length >= a.Lower() && length <= last; length += step {
			line, w, err := a.ofLength(length, width, 1<<62)
			widest = max(widest, w)
			switch {
			case err != nil:
				return "", widest, err
			case line == nil && step < 0:
				last = 0 // nothing shorter for this width
			case line != nil:
				if err := a.Offer(line); err != nil {
					return "", widest, err
				}
				step = -1
			}
		}
		if a.Upper() == session.NoUpper {
			return "no game", widest, nil
		}
		return fmt.Sprintf("%d turns", a.Upper()), widest, nil
	})
}

// ofLength looks for a game of so many turns by a beam of some width, or completely
// with width 0.
func (a *attack[W]) ofLength(length, width int, budget int64) (puzzles.Line, int, error) {
	h := &hunt[W]{Run: a.Run, space: a.space, turns: length, width: width}
	line, err := h.search(budget)
	a.Hold(0, nil)
	return line, h.widest, err
}

// refutations settles the lengths from the lower bound up until the puzzle is settled
// or the round's budget is spent.
func (a *attack[W]) refutations() error {
	defer a.MeterProof()()
	budget := int64(a.Standing.Budget)
	for !a.Settled() {
		length := a.Lower()
		var line puzzles.Line
		err := a.Phase(fmt.Sprintf("all games of %d", length), func() (string, int, error) {
			began := a.Work
			found, widest, err := a.ofLength(length, 0, budget)
			budget -= a.Work - began
			if line = found; line != nil {
				return fmt.Sprintf("%d turns", length), widest, err
			}
			return "none", widest, err
		})
		switch {
		case errors.Is(err, session.ErrBudget):
			return nil
		case err != nil:
			return err
		case line != nil:
			return a.Offer(line)
		}
		if err := a.Raise(length+1, fmt.Sprintf("a complete search found no game of %d turns; shorter ones were refuted the same way or by counting the turns that the armies need", length)); err != nil {
			return err
		}
	}
	return nil
}
