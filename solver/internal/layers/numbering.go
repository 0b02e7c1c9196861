package layers

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// placed is a position with the cell of the marked man, NoCell if nobody is
// marked.
type placed struct {
	men  positions.Bits
	mark positions.Cell
}

// markOf returns the first cell of a set, NoCell if it is empty.
func markOf(set positions.Bits) positions.Cell {
	for _, c := range set.Cells() {
		return c
	}
	return positions.NoCell
}

// marked returns the cell of the marked man as a set.
func (p placed) marked() positions.Bits {
	if p.mark == positions.NoCell {
		return positions.Bits{}
	}
	return positions.BitsOf(p.mark)
}

// moved returns the position after the man on from went to to.
func (p placed) moved(from, to positions.Cell) placed {
	p.men = p.men.Without(from).With(to)
	if p.mark == from {
		p.mark = to
	}
	return p
}

// Numbering numbers the positions of a puzzle from 0 to size−1: those without
// mark as [positions.Ranker] does; with one, n men on cells c₀ < c₁ < … of which
// the one on cᵢ is marked have the number rank·n + i.
type Numbering struct {
	ranker *positions.Ranker
	marked bool
	marks  uint64 // men that may be the marked one, 1 if nobody is
	Size   uint64
}

func NewNumbering(p *puzzles.Puzzle) (*Numbering, error) {
	ranker, err := positions.NewRanker(p.Board.Len(), p.Men())
	if err != nil {
		return nil, err
	}
	marks := uint64(1)
	marked := markOf(p.Marked) != positions.NoCell
	if marked {
		marks = uint64(p.Men())
	}
	if ranker.Len() > 1<<62/marks {
		return nil, positions.ErrTooMany
	}
	return &Numbering{ranker, marked, marks, ranker.Len() * marks}, nil
}

func (n *Numbering) rank(p placed) uint64 {
	r := n.ranker.Rank(p.men)
	if !n.marked {
		return r
	}
	word := int(p.mark) >> 6
	below := bits.OnesCount64(p.men[word] & (1<<(p.mark&63) - 1))
	for k := range word {
		below += bits.OnesCount64(p.men[k])
	}
	return r*n.marks + uint64(below)
}

// neighbours numbers the positions one move away from one position.
type neighbours struct {
	numbers *Numbering
	ranks   *positions.MoveRanks
	mark    positions.Cell
}

func (n *Numbering) neighbours() *neighbours {
	return &neighbours{numbers: n, ranks: n.ranker.NewMoveRanks()}
}

// load takes a position.
func (n *neighbours) load(p placed) {
	n.mark = p.mark
	n.ranks.Load(p.men)
}

// rank returns the number of the position after the man on from went to to.
func (n *neighbours) rank(from, to positions.Cell) uint64 {
	r := n.ranks.Rank(from, to)
	if !n.numbers.marked {
		return r
	}
	mark := n.mark
	if mark == from {
		mark = to
	}
	below := n.ranks.Below(mark)
	if from < mark {
		below--
	}
	if to < mark {
		below++
	}
	return r*n.numbers.marks + uint64(below)
}

func (n *Numbering) unrank(r uint64) placed {
	if !n.marked {
		return placed{n.ranker.Unrank(r), positions.NoCell}
	}
	p := placed{men: n.ranker.Unrank(r / n.marks)}
	below := int(r % n.marks)
	for k, w := range p.men {
		if on := bits.OnesCount64(w); below >= on {
			below -= on
			continue
		}
		for ; below > 0; below-- {
			w &= w - 1
		}
		p.mark = positions.Cell(k<<6 + bits.TrailingZeros64(w))
		return p
	}
	return p
}
