package together

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// hunt looks for games of one length, turn by turn.
type hunt[W positions.Words] struct {
	sweep[W]
	plan []W // where the winner is to stand after each of his turns, up to the mirror; nil for anywhere
}

// newHunt returns one for games of so many turns: with a width a beam, without a complete
// one, so that no line is a proof.
func newHunt[W positions.Words](r *session.Run, s *space[W], turns, width int) *hunt[W] {
	return &hunt[W]{sweep: sweep[W]{Run: r, space: s, turns: turns, width: width, end: turns}}
}

// winnerMoves reports whether the winner makes the turn after so many.
func (h *hunt[W]) winnerMoves(made int) bool { return (h.turns-made)%2 == 1 }

// left returns the turns of both sides after so many.
func (h *hunt[W]) left(made int) (winner, helpers int) {
	return (h.turns - made + 1) / 2, (h.turns - made) / 2
}

// beamPlies is how far ahead beams ask what can enter: farther costs more time than it
// is worth where most positions are dropped anyway.
const beamPlies = 2

// search returns a line of the length, nil if there is none or the beam missed it. It
// pauses with [session.ErrBudget] rather than expand more positions than budget in all.
// What it did before it paused counts as work again, as in [late].
func (h *hunt[W]) search(budget int64) (puzzles.Line, error) {
	s := h.space
	h.Work += h.done
	if len(h.layers) == 0 {
		a, b := h.left(0)
		first := s.judge()
		if s.mayLast(h.turns) && first.inTime(positions.Widen(s.start.winner), positions.Widen(s.start.helpers), a, b, h.winnerMoves(0)) {
			h.begin(stocked[W]{position: s.canonical(s.start)})
		} else {
			h.begin()
		}
	}
	for h.more() {
		err := h.grow(budget, func(t *table[W]) worker[W] { return newExpander(h, t) }, h.keep)
		if err != nil {
			return nil, err
		}
	}
	return h.line()
}

// keep returns the positions of a layer that are gone on from.
func (h *hunt[W]) keep(all []stocked[W]) []stocked[W] {
	if h.width > 0 && len(all) > h.width {
		return h.best(all)
	}
	return all
}

// best returns the positions with the greatest scores: the rows that the winner's men
// still have to go, those of men far behind counting more; half of those from the
// helpers' court to the middle; and how far all stand aside of the middle. It proves
// nothing; which ones are taken does not hang on the order of the workers. (Measured
// 2026-11 on the 9×9 rhombus with 10 men, games of 32 turns: width 1,000 finds one; with
// 2 instead of 5 for a column aside it takes 2,000, without the square more.)
func (h *hunt[W]) best(list []stocked[W]) []stocked[W] {
	type scored struct {
		stocked[W]
		score int
	}
	board, goal := h.space.puzzle.Board, h.space.puzzle.Goal
	middle, home := board.Advance(positions.Cell(board.Len()-1))/2, board.Advance(positions.Cell(board.Len()-1))
	for _, c := range goal.Cells() {
		home = min(home, board.Advance(c))
	}
	all := make([]scored, len(list))
	for i, p := range list {
		all[i].stocked = p
		each(&p.winner, func(c uint8) {
			rows := max(home-board.Advance(positions.Cell(c)), 0)
			all[i].score -= 20*rows + rows*rows + 5*h.space.aside(c)
		})
		each(&p.helpers, func(c uint8) {
			all[i].score -= 10*max(board.Advance(positions.Cell(c))-middle, 0) + 5*h.space.aside(c)
		})
	}
	slices.SortFunc(all, func(p, q scored) int {
		return cmp.Or(cmp.Compare(q.score, p.score), p.compare(&q.position))
	})
	kept := make([]stocked[W], h.width)
	for i := range kept {
		kept[i] = all[i].stocked
	}
	return kept
}

// aside is how far a cell is from its mirror image, and so from the line between the
// courts; 0 on a board without one.
func (s *space[W]) aside(c uint8) int {
	if s.mirror == nil {
		return 0
	}
	p, q := s.puzzle.Board.Point(positions.Cell(c)), s.puzzle.Board.Point(s.mirror[c])
	return max(p.X-q.X, q.X-p.X)
}

// expander is a goroutine's share of a layer.
type expander[W positions.Words] struct {
	*walker[W]
	*judge
	tally
	hunt   *hunt[W]
	table  *table[W]
	a, b   int // turns left after the next one
	winner bool
	plan   [2]W // where the winner is to stand after the turn, and the mirror image
}

func newExpander[W positions.Words](h *hunt[W], t *table[W]) *expander[W] {
	e := &expander[W]{
		walker: newWalker(h.space), judge: h.space.judge(),
		hunt: h, table: t, winner: h.winnerMoves(h.made),
	}
	if h.width > 0 {
		e.horizon = beamPlies
	}
	e.a, e.b = h.left(h.made + 1)
	if h.plan != nil && e.winner {
		e.plan[0] = h.plan[h.made/2]
		if e.plan[1] = e.plan[0]; h.space.mirror != nil {
			e.plan[1] = h.space.image(e.plan[0])
		}
	}
	return e
}

// expand puts the positions after a turn of p into the table.
func (e *expander[W]) expand(p *stocked[W], at int) {
	with, planned := source{from: int32(at)}, e.plan != [2]W{}
	e.turns(p.position, e.winner, func(_ positions.Move, after position[W]) bool {
		e.generated++
		winner, helpers := positions.Widen(after.winner), positions.Widen(after.helpers)
		if e.over(&after) || planned && after.winner != e.plan[0] && after.winner != e.plan[1] {
			return true
		}
		if !e.counts(winner, helpers, e.a, e.b) {
			e.pruned++
			return true
		}
		after = e.hunt.space.canonical(after)
		switch {
		case e.table.has(&after, with):
			e.duplicates++
		case e.inTime(winner, helpers, e.a, e.b, !e.winner):
			e.table.put(&after, with)
		default:
			e.pruned++
		}
		return true
	})
}

// over reports whether the game has ended before its last turn: the winner's court is
// full of helpers, or the goal of winners while turns are left, in a shorter game.
func (e *expander[W]) over(p *position[W]) bool {
	s := e.hunt.space
	return p.helpers == s.home || p.winner == s.goal && e.a+e.b > 0
}

// line returns a game through the layers: back from a won position to the start, then
// forward with the turns themselves.
func (h *hunt[W]) line() (puzzles.Line, error) {
	s, w := h.space, newWalker(h.space)
	end := slices.IndexFunc(h.last(), func(p stocked[W]) bool { return p.winner == s.goal })
	if end < 0 {
		return nil, nil
	}
	way := h.way(end)
	var line puzzles.Line
	at := s.start
	for made := range h.turns {
		found := false
		w.turns(at, h.winnerMoves(made), func(m positions.Move, after position[W]) bool {
			if found = s.canonical(after) == way[made+1]; found {
				men := positions.Widen(at.winner).Or(positions.Widen(at.helpers))
				line = append(line, positions.Path(s.table, men, positions.Cell(m.From), positions.Cell(m.To)))
				at = after
			}
			return !found
		})
		if !found {
			return nil, fmt.Errorf("a position after %d turns does not come from the one before", made+1)
		}
	}
	return line, nil
}

// way returns the positions that lead to one of the last layer, layer by layer.
func (s *sweep[W]) way(end int) []position[W] {
	way := make([]position[W], len(s.layers))
	for made := len(way) - 1; made >= 0; made-- {
		p := &s.layers[made][end]
		way[made], end = p.position, int(p.from)
	}
	return way
}
