package together

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
)

// position is where the two armies stand.
type position[W positions.Words] struct{ winner, helpers W }

// less orders positions.
func (p *position[W]) less(q *position[W]) bool {
	if p.winner != q.winner {
		return positions.Less(&p.winner, &q.winner)
	}
	return positions.Less(&p.helpers, &q.helpers)
}

// compare orders positions as less does.
func (p *position[W]) compare(q *position[W]) int {
	switch {
	case p.less(q):
		return -1
	case q.less(p):
		return 1
	}
	return 0
}

// space is the board of a puzzle with its symmetry.
type space[W positions.Words] struct {
	puzzle *puzzles.Puzzle
	table  *positions.MoveTable
	mirror positions.Permutation // keeps both courts; nil if the board has none
	start  position[W]
	goal   W
	home   W                // the court of the winner: the game is over, too, when helpers fill it
	rows   *bounds.ArmyRows // nil if rows are not asked
}

func newSpace[W positions.Words](p *puzzles.Puzzle) *space[W] {
	s := &space[W]{
		puzzle: p, table: positions.NewMoveTable(p.Board, p.Jumps), goal: positions.Narrow[W](p.Goal),
		home:  positions.Narrow[W](puzzles.HalfTurn(p.Board).Apply(p.Goal)),
		start: position[W]{positions.Narrow[W](p.Marked), positions.Narrow[W](p.Start.AndNot(p.Marked))},
	}
	for _, m := range p.Board.Symmetries() {
		moves := slices.ContainsFunc(m, func(c positions.Cell) bool { return m[c] != c })
		if moves && m.Apply(p.Goal) == p.Goal { // and so the court opposite
			s.mirror = m
		}
	}
	return s
}

// judge returns one for a goroutine.
func (s *space[W]) judge() *judge {
	j := newJudge(s.table, s.puzzle.Board, s.puzzle.Goal)
	j.rows = s.rows
	return j
}

// certifiable reports whether a certificate may say that rows were asked: the plain program
// makes their table again only if it is not too large.
func (s *space[W]) certifiable() bool {
	return s.rows == nil || s.rows.Pairs() <= certificate.MostRowPairs
}

// mayLast reports whether a game may have so many turns: the winner makes the last one,
// so the number says who begins.
func (s *space[W]) mayLast(turns int) bool {
	switch s.puzzle.Next {
	case puzzles.MarkedArmy:
		return turns%2 == 1
	case puzzles.PlainArmy:
		return turns%2 == 0
	}
	return true
}

// canonical returns the lesser of a position and its mirror image. The mirror keeps
// both courts, so a game goes on from both alike.
func (s *space[W]) canonical(p position[W]) position[W] {
	if s.mirror == nil {
		return p
	}
	image := position[W]{s.image(p.winner), s.image(p.helpers)}
	if image.less(&p) {
		return image
	}
	return p
}

func (s *space[W]) image(w W) (out W) {
	each(&w, func(c uint8) { positions.Flip(&out, uint8(s.mirror[c])) })
	return out
}

// each calls f for the cells of a set.
func each[W positions.Words](w *W, f func(c uint8)) {
	for k := range len(*w) {
		for m := (*w)[k]; m != 0; m &= m - 1 {
			f(uint8(k<<6 + trailing(m)))
		}
	}
}

// walker lists the positions after one turn. It belongs to one goroutine.
type walker[W positions.Words] struct {
	moves *positions.Generator
	list  []positions.Move
}

func newWalker[W positions.Words](s *space[W]) *walker[W] {
	return &walker[W]{moves: positions.NewGenerator(s.table, nil, positions.Moves)}
}

// turns calls f for each turn of an army of p, with the position after it, until f
// returns false.
func (w *walker[W]) turns(p position[W], winner bool, f func(m positions.Move, after position[W]) bool) {
	all, own := p.winner, p.helpers
	for k := range len(all) {
		all[k] |= p.helpers[k]
	}
	if winner {
		own = p.winner
	}
	positions.Load(w.moves, &all)
	w.list = w.list[:0]
	each(&own, func(c uint8) { w.list = w.moves.AppendFrom(w.list, c) })
	for _, m := range w.list {
		after := p
		army := &after.helpers
		if winner {
			army = &after.winner
		}
		positions.Flip(army, m.From)
		positions.Flip(army, m.To)
		if !f(m, after) {
			return
		}
	}
}
