package solver

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Prices in highscore and treffhalma. When hops are counted, no man needs fewer
// than the hops between its cell and the one where it ends over a board on which
// every step and jump is possible, and no two end on the same. So the bound of
// the figures (priceBound) holds for transfers, too: from the start it is the
// cheapest assignment of men to holes, a lower bound of all lines, and a position
// at depth d whose bound exceeds L − d is on no line of L hops. Mirrored reversals
// of lines are lines from the start to the goal, so this holds in both halves of a
// refutation. What forgets the mark of treffhalma bounds it, too.

type transferPrices[W positions.Words] struct {
	holes []int         // the prices of the goal's cells in their order
	bound priceBound[W] // with the start loaded
}

// newTransferPrices returns the prices that are best for the start, nil if moves
// are counted.
func newTransferPrices[W positions.Words](s *space[W]) *transferPrices[W] {
	p := s.puzzle
	if p.Count != positions.Hops {
		return nil
	}
	goal := p.Goal.Cells()
	d := newHopDistances(p)
	prices := d.prices(p.Start.Cells(), goal)
	b := newPriceBoundOf[W](d, p.Start, goal, prices)
	b.loadMen(s.cellsOf(&s.start))
	return &transferPrices[W]{prices, *b}
}

// priceTransfer takes the bound of the start.
func (a *attack[W]) priceTransfer() error {
	a.prices = newTransferPrices(a.space)
	if a.prices == nil {
		return nil
	}
	least := a.prices.bound.sum
	return a.raise(least, proofOfClasses(a.puzzle.Count),
		certificate.Step{Kind: certificate.Assignment, Value: least, Prices: a.prices.holes})
}

// pricedFilter drops successors that are too far from the goal in hops, before
// another filter looks at the rest. It belongs to one worker.
type pricedFilter[W positions.Words] struct {
	bound priceBound[W]
	left  func() int // hops after the move
	then  filter[W]
}

func (f *pricedFilter[W]) prune(fam *family[W]) {
	f.bound.loadMen(fam.generator.Men())
	left := f.left()
	out := fam.moves[:0]
	for _, m := range fam.moves {
		if f.bound.after(m) <= left {
			out = append(out, m)
		}
	}
	fam.moves = out
	f.then.prune(fam)
}

// leap is the most rows that one move takes one man ahead.
func leap(p *puzzles.Puzzle, t *positions.MoveTable, top int, advance func(c uint8) int) int {
	if p.Count == positions.Moves {
		return top
	}
	most := 0
	for c := range t.Cells() {
		from := advance(uint8(c))
		for _, to := range t.Steps(uint8(c)) {
			most = max(most, advance(to)-from)
		}
		for _, h := range t.Hops(uint8(c)) {
			most = max(most, advance(h.Land)-from)
		}
	}
	return most
}
