package positions

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// ErrTooMany is wrapped when a space has more positions than can be counted.
var ErrTooMany = errors.New("too many positions to rank")

// Ranker numbers the sets of exactly men cells out of cells, 0 … Len()−1, in
// the combinatorial number system (Knuth, TAOCP 7.2.1.3): the set c₁ < c₂ < …
// has the rank C(c₁,1) + C(c₂,2) + …
type Ranker struct {
	cells, men int
	choose     [][]uint64 // [c][k] = C(c,k) where a set can need it: c−k ≤ cells−men
}

// NewRanker returns the numbering for men of cells. The number of positions
// must fit in 63 bits.
func NewRanker(cells, men int) (*Ranker, error) {
	if men < 0 || cells < 0 || cells > MaxCells || men > cells {
		return nil, fmt.Errorf("%d men on %d cells", men, cells)
	}
	r := &Ranker{cells: cells, men: men, choose: make([][]uint64, cells+1)}
	for c := range r.choose {
		r.choose[c] = make([]uint64, men+1)
		r.choose[c][0] = 1
		for k := max(1, c-(cells-men)); k <= men && c > 0; k++ {
			a, b := r.choose[c-1][k-1], r.choose[c-1][k]
			sum, carry := bits.Add64(a, b, 0)
			if carry != 0 || sum > math.MaxInt64 {
				return nil, fmt.Errorf("%w: %d men on %d cells", ErrTooMany, men, cells)
			}
			r.choose[c][k] = sum
		}
	}
	return r, nil
}

// Len returns the number of positions, C(cells, men).
func (r *Ranker) Len() uint64 { return r.choose[r.cells][r.men] }

// Rank returns the number of the set, which must have the right size.
func (r *Ranker) Rank(set Bits) uint64 {
	var n uint64
	k := 0
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			k++
			n += r.choose[w<<6+bits.TrailingZeros64(word)][k]
		}
	}
	return n
}

// Unrank returns the set with number n < Len().
func (r *Ranker) Unrank(n uint64) Bits {
	var set Bits
	c := r.cells
	for k := r.men; k > 0; k-- {
		c--
		for r.choose[c][k] > n {
			c--
		}
		n -= r.choose[c][k]
		set = set.With(Cell(c))
	}
	return set
}
