package together

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
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
	if a.space.start.helpers == a.space.home {
		return a.Deny("the game is over: the army without mark fills the court of the marked one")
	}
	stopped := a.askRows()
	if err := a.count(); err != nil {
		return err
	}
	if stopped != nil {
		return stopped
	}
	if err := a.TakeUp(); err != nil {
		return err
	}
	a.Rough = false // nothing is left to make better of a game that is short enough
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
	games *hunt[W] // all of the last length that was tried; may be nil
	late  *late[W] // the same with late helpers
}

// mostOver is how much longer than the bound a game is that a beam looks for at most.
const mostOver = 64

// askRows has the rows of all men asked, if there are few of them and the table takes a
// small part of the memory.
func (a *attack[W]) askRows() error {
	t := bounds.NewArmyRows[W](a.Puzzle())
	if t == nil || t.Bytes() > a.Memory/4 {
		return nil
	}
	return a.Phase("row abstraction", func() (string, int, error) {
		if err := t.Fill(a.Puzzle().Goal, a.Stop); err != nil {
			return "", 0, err
		}
		a.Run.Table("row abstraction", t.Bytes())
		a.space.rows = t
		return fmt.Sprintf("%d row counts", t.Pairs()), 0, nil
	})
}

// count raises the bound by what the judge says of the start.
func (a *attack[W]) count() error {
	p := a.space.puzzle
	j := a.space.judge()
	length := a.Lower()
	for ; !a.space.mayLast(length) || !j.inTime(p.Marked, p.Start.AndNot(p.Marked), (length+1)/2, length/2, length%2 == 1); length++ {
	}
	var steps []certificate.Step
	if a.space.certifiable() {
		steps = []certificate.Step{{Kind: certificate.Turns, Value: length, Rows: a.space.rows != nil}}
	}
	if a.space.rows != nil {
		return a.Raise(length, "the turns that the armies need at least, man by man and by the rows of all men", steps...)
	}
	return a.Raise(length, "the turns that the armies need at least, man by man", steps...)
}

// beams looks for a game of the lengths that [ascent] names. A beam is told the length,
// so that the theorems prune it: one for a game that is too short soon ends, and one for
// few turns finds better games than one for many. (Measured 2026-11 on the 9×9 rhombus
// with 10 men: width 1,000 finds a game of 32 turns in a second, width 12,000 one of 30.)
func (a *attack[W]) beams() error {
	width := a.Standing.Width
	return a.Phase(fmt.Sprintf("beam %d", width), func() (string, int, error) {
		widest := 0
		next := ascent{Most: a.Lower() + mostOver}
		if saved := a.Standing.Beaming; saved != nil && json.Unmarshal(saved, &next) != nil {
			next = ascent{Most: a.Lower() + mostOver}
		}
		next.Failed = max(next.Failed, a.Lower()-1)
		for length := next.length(a.Upper()); length > 0; length = next.length(a.Upper()) {
			line, err := a.beam(length, width, &widest)
			if err != nil {
				return "", widest, err
			}
			if line == nil {
				next.Failed = length
			} else if err := a.Offer(line); err != nil {
				return "", widest, err
			}
			next.Found = next.Found || line != nil
			if a.Standing.Beaming, err = json.Marshal(next); err != nil {
				return "", widest, err
			}
			if err := a.Save(false); err != nil {
				return "", widest, err
			}
		}
		if a.Upper() == session.NoUpper {
			return "no game", widest, nil
		}
		return fmt.Sprintf("%d turns", a.Upper()), widest, nil
	})
}

// beam looks for a game of a length, and raises widest to the size of its widest layer.
func (a *attack[W]) beam(length, width int, widest *int) (puzzles.Line, error) {
	h := newHunt(a.Run, a.space, length, width)
	if err := h.takeUp(a.Savings(), "beam.bin"); err != nil {
		return nil, err
	}
	line, err := h.search(1 << 62)
	*widest = max(*widest, h.widest)
	return line, err
}

// ascent names lengths for the beams of a round: longer and longer ones, the more of
// them were tried in vain by the longer steps, until a game is found; then the middle of
// those between the longest that was tried in vain and the game. It begins at the bound
// because beams for short games are the quick ones.
type ascent struct {
	Failed int  `json:"failed"` // the longest length without a game
	Found  bool `json:"found"`  // there is a game by this round
	Most   int  `json:"most"`   // the last length to try without a game
	Tried  int  `json:"tried"`
}

// length returns the next length, 0 after the last; the shortest game has upper turns, or
// that is [session.NoUpper].
func (l *ascent) length(upper int) int {
	l.Tried++
	next := min(l.Failed+max(1, l.Tried/4-2), l.Most)
	if upper != session.NoUpper {
		next = min(next, upper-1)
	}
	if l.Found {
		next = (l.Failed + upper) / 2
	}
	if next <= l.Failed {
		return 0
	}
	return next
}

// dearer is how much longer a position takes in a complete search than in a beam, about.
const dearer = 8

// fewGames is how many positions of games of one length are expanded before late helpers
// are tried. (Star, 10 men each, 29 turns: they take ten seconds of two cores, and all of
// them were never done; late helpers refute the length. 2026-11.)
const fewGames = 50_000

// refutations settles the lengths from the lower bound up until the puzzle is settled
// or the round's budget is spent.
func (a *attack[W]) refutations() error {
	defer a.MeterProof()()
	defer a.park(true, true)
	budget := int64(a.Standing.Budget) / dearer
	for !a.Settled() {
		length := a.Lower()
		line, steps, err := a.allGames(length, min(budget, fewGames), &budget)
		if errors.Is(err, session.ErrBudget) {
			var refuted bool
			switch refuted, line, err = a.byLate(length); {
			case errors.Is(err, session.ErrBudget):
				return nil
			case refuted:
				steps = []certificate.Step{{Kind: certificate.Late, Moves: length}}
			case err == nil && line == nil:
				line, steps, err = a.allGames(length, budget, &budget)
			}
		}
		switch {
		case errors.Is(err, session.ErrBudget):
			return nil
		case err != nil:
			return err
		case line != nil:
			return a.Offer(line)
		}
		if err := a.Raise(length+1, fmt.Sprintf("a complete search found no game of %d turns; shorter ones were refuted the same way or by counting the turns that the armies need", length), steps...); err != nil {
			return err
		}
		if err := a.Save(true); err != nil {
			return err
		}
	}
	return nil
}

// allGames looks for a game of a length by turns, which may take so many positions, and
// takes what it did from left. Without a line the steps prove that there is none.
func (a *attack[W]) allGames(length int, most int64, left *int64) (line puzzles.Line, steps []certificate.Step, err error) {
	if a.games == nil || a.games.turns != length {
		h := newHunt(a.Run, a.space, length, 0)
		if err := h.takeUp(a.Savings(), "games.bin"); err != nil {
			return nil, nil, err
		}
		a.games = h
	}
	h := a.games
	a.park(false, true)
	err = a.Phase(fmt.Sprintf("all games of %d", length), func() (string, int, error) {
		began := a.Work
		found, err := h.search(most)
		*left -= a.Work - began
		if line = found; line != nil {
			return fmt.Sprintf("%d turns", length), h.widest, err
		}
		if err == nil {
			steps = h.proof()
		}
		return "none", h.widest, err
	})
	return line, steps, err
}

// byLate tries to refute a length that is too much for a search by turns with one that has
// helpers move as late as they can; what that does not refute may give it a line. It has a
// budget of its own.
func (a *attack[W]) byLate(length int) (refuted bool, line puzzles.Line, err error) {
	if a.space.table.Long() || a.space.rows != nil {
		return false, nil, nil // its rules are for short jumps; what rows tell spares more
	}
	if a.late == nil || a.late.turns != length {
		l := newLate(a.Run, a.space, length)
		if err := l.takeUp(a.Savings(), "late.bin"); err != nil {
			return false, nil, err
		}
		a.late = l
	}
	l := a.late
	a.park(true, false)
	err = a.Phase(fmt.Sprintf("late helpers, %d", length), func() (string, int, error) {
		refuted, err = l.refutes(int64(a.Standing.Budget) / dearer)
		if refuted {
			return "no game", l.widest, err
		}
		return "not refuted", l.widest, err
	})
	if err == nil && !refuted && l.layers != nil {
		line, err = a.byPlans(length)
	}
	return refuted, line, err
}

// byPlans looks for games in which the winner goes as in one that late helpers did not
// refute, for each such way. All of these together may take as long as late helpers did.
// Most often the first way has one, and it takes some thousand positions. (2026-11, rhombus
// 7×7 with six men, 20 turns: 154 ways, the first has a game, after 23,000 positions.)
func (a *attack[W]) byPlans(length int) (line puzzles.Line, err error) {
	plans := a.late.plans()
	left, work := a.late.done, a.Work
	a.late.layers = nil
	a.park(true, false)
	err = a.Phase(fmt.Sprintf("ways of the winner, %d", length), func() (string, int, error) {
		widest := 0
		for _, plan := range plans {
			if left <= 0 {
				break
			}
			h := newHunt(a.Run, a.space, length, 0)
			h.plan = plan
			found, err := h.search(min(left, fewGames))
			widest = max(widest, h.widest)
			if line = found; line != nil {
				return fmt.Sprintf("%d turns", length), widest, nil
			}
			if err != nil && !errors.Is(err, session.ErrBudget) {
				return "", widest, err
			}
			left -= max(h.done, 1)
		}
		return "none", widest, nil
	})
	a.late.planned = a.Work - work
	return line, err
}

// park says what is held by complete searches that have paused, those of games or of late
// helpers.
func (a *attack[W]) park(games, late bool) {
	held := int64(0)
	if games && a.games != nil {
		held += a.games.held()
	}
	if late && a.late != nil {
		held += a.late.held()
	}
	a.Park(held)
}
