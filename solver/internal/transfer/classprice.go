package transfer

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// What the men of a position still have to do one by one bounds the moves, or
// hops, that are left of a transfer as it does those of a figure, the goal being
// one: each goal cell is filled by a man of its own. Two bounds of the figures are
// in use:
//
//   - ClassBound: a chain of jumps keeps the parities of a man's coordinates, so
//     who has to change them needs a step, and in most cases two moves;
//   - PriceBound, when hops are counted: no man needs fewer than over a board on
//     which every step and jump is possible. From the start it is the cheapest
//     assignment of men to goal cells, a lower bound of all lines. Moves are asked
//     for it one by one, and what layers are made of for the Assignment itself.
//
// And where hops are short and there are eight directions, DiagonalBound: what the men
// of each diagonal lose of four rows a hop.
//
// A position at depth d with a bound above L − d is on no line of L moves. Mirrored
// reversals of lines are lines from the start to the goal, so this holds in both
// halves of a refutation. What forgets the mark of treffhalma bounds it, too.
//
// The classes matter where an army is large for its board: refuting 21 and 22 moves
// of 15 men on 10×10 they leave 131,000 of 725,000 positions to expand, on 8×8 with
// 10 men 684,000 of 2,390,000 in all; on the star nothing changes (2026-11).

// transferPrices are prices of the goal's cells.
type transferPrices[W positions.Words] struct {
	holes []int                // the prices of the goal's cells in their order
	bound bounds.PriceBound[W] // with the start loaded
	exact *exactPrices[W]      // nil for none

	distances *bounds.HopDistances
	images    bounds.CellMaps
}

// exactPrices asks for the cheapest assignment of a position's men itself. Where a man is
// marked his cell is his own affair, and the others share the rest of the goal.
type exactPrices[W positions.Words] struct {
	space  *layers.Space[W]
	others *bounds.Assignment[W] // all, if none is marked
	marked []int                 // by cell: the hops of the marked man
}

// newExactPrices returns nil if there are too many men.
func newExactPrices[W positions.Words](s *layers.Space[W], d *bounds.HopDistances) *exactPrices[W] {
	x := &exactPrices[W]{space: s}
	men, goal := s.Puzzle.Start, s.Puzzle.Goal
	if s.Marked {
		to := s.Mark(&s.Goal)
		for c := range s.Cells {
			x.marked = append(x.marked, d.Between(positions.Cell(c), positions.Cell(to)))
		}
		men, goal = men.Without(positions.Cell(s.Mark(&s.Start))), goal.Without(positions.Cell(to))
	}
	holes := goal.Cells()
	if x.others = bounds.NewAssignment[W](d, holes, d.Prices(men.Cells(), holes)); x.others == nil {
		return nil
	}
	return x
}

// exceed reports whether the men of a position need more than so many hops.
func (x *exactPrices[W]) exceed(w *W, limit int) bool {
	men := x.space.Men(w)
	if x.marked != nil {
		at := x.space.Mark(w)
		limit -= x.marked[at]
		men[at>>6] &^= 1 << (at & 63)
	}
	return x.others.Exceeds(&men, limit)
}

// newTransferPrices returns the prices that are best for the start, nil if moves
// are counted.
func newTransferPrices[W positions.Words](s *layers.Space[W]) *transferPrices[W] {
	p := s.Puzzle
	if !p.Count.EachHop() {
		return nil
	}
	goal := p.Goal.Cells()
	d := bounds.NewHopDistances(p)
	prices := d.Prices(p.Start.Cells(), goal)
	b := bounds.NewPriceBoundOf[W](d, p.Start, goal, prices)
	b.LoadMen(s.CellsOf(&s.Start))
	return &transferPrices[W]{prices, *b, newExactPrices(s, d), d, bounds.CellMaps{Mirror: s.Mirror, Turn: s.Turn}}
}

// boundByMen prepares both bounds and takes that of the start.
func (a *attack[W]) boundByMen() error {
	a.classes, a.prices, a.diagonals = newTransferClasses(a.space), newTransferPrices(a.space), newTransferDiagonals(a.space)
	if a.prices == nil {
		return nil
	}
	least := a.prices.bound.Sum
	err := a.Raise(least, session.ProofOfClasses(a.Puzzle().Count),
		certificate.Step{Kind: certificate.Assignment, Value: least, Prices: a.prices.holes})
	if err != nil {
		return err
	}
	if a.diagonals == nil {
		a.potential = a.potentialOfPrices()
		return nil
	}
	least = a.diagonals.Here()
	return a.Raise(least, session.ProofOfDiagonals,
		certificate.Step{Kind: certificate.Diagonals, Value: least, Weights: a.diagonals.Weights})
}

// newTransferDiagonals returns the bound by diagonals with the start loaded, nil if there
// is none.
func newTransferDiagonals[W positions.Words](s *layers.Space[W]) *bounds.DiagonalBound {
	b := bounds.NewDiagonalBound(s.Puzzle)
	if b != nil {
		b.LoadMen(s.CellsOf(&s.Start))
	}
	return b
}

// classPriceFilter drops successors whose men have more to do than there are moves
// left. It asks classes, which take longer, after the others, and all of what another
// filter has left. It belongs to one worker.
type classPriceFilter[W positions.Words] struct {
	space     *layers.Space[W]
	classes   *bounds.ClassBound[W]       // may be nil
	prices    *bounds.PriceBound[W]       // nil if moves are counted
	diagonals *bounds.DiagonalBound       // may be nil
	left      func() int                  // after the move
	narrow    func(men []uint8, ends []W) // by rows or by a potential
	tally     *tally                      // may be nil
}

// Narrow is that of what is asked first.
func (f *classPriceFilter[W]) Narrow(men []uint8, ends []W) { f.narrow(men, ends) }

func (f *classPriceFilter[W]) Prune(ex *layers.Expander[W]) {
	left, men := f.left(), ex.Generator.Men()
	if f.prices != nil && len(ex.Moves) > 0 {
		f.prices.LoadMen(men)
		f.drop(ex, byPrices, func(m positions.Move) bool { return f.prices.After(m) > left })
	}
	if f.diagonals != nil && len(ex.Moves) > 0 {
		f.diagonals.LoadMen(men)
		f.drop(ex, byDiagonals, func(m positions.Move) bool { return f.diagonals.After(m) > left })
	}
	if len(ex.Moves) == 0 || f.classes == nil {
		return
	}
	cells := f.space.Men(&ex.Parent)
	f.classes.Count(&cells)
	switch {
	case f.classes.AfterAny() <= left:
	case f.classes.AfterOutside() <= left:
		f.drop(ex, byClasses, func(m positions.Move) bool { return f.classes.Leaves(m) && f.classes.After(m) > left })
	default:
		f.classes.Look()
		f.drop(ex, byClasses, func(m positions.Move) bool { return f.classes.After(m) > left })
	}
}

// drop drops the moves after which too much is left by a bound.
func (f *classPriceFilter[W]) drop(ex *layers.Expander[W], bound int, late func(m positions.Move) bool) {
	out := ex.Moves[:0]
	for _, m := range ex.Moves {
		if !late(m) {
			out = append(out, m)
		}
	}
	f.tally.cut(bound, len(ex.Moves)-len(out))
	ex.Moves = out
}

// newTransferClasses returns the class bound of a transfer.
func newTransferClasses[W positions.Words](s *layers.Space[W]) *bounds.ClassBound[W] {
	return bounds.NewClassBound(bounds.NewGeometry[W](s.Puzzle.Board), s.Puzzle.Goal, positions.Bits{})
}
