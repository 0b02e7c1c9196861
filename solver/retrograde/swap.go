package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// swaps are the exchanges of the rules swap. Under the clearing duty there are
// none: none of theirs is in my goal court.
type swaps struct {
	ahead  [64]uint64 // see duel.Game.Ahead
	behind [64]uint64 // c in ahead[d] ⇔ d in behind[c]
}

func newSwaps(g *duel.Game) special {
	var s swaps
	for c := range g.Board.Len() {
		s.ahead[c] = uint64(g.Ahead(positions.Cell(c)))
		for m := s.ahead[c]; m != 0; m &= m - 1 {
			s.behind[bits.TrailingZeros64(m)] |= 1 << c
		}
	}
	return &s
}

func (s *swaps) count(r *row, mine uint64) (n int) {
	if r.theirs&r.goal == 0 {
		return 0
	}
	for m := mine; m != 0; m &= m - 1 {
		n += bits.OnesCount64(s.ahead[bits.TrailingZeros64(m)] & r.goal & r.theirs)
	}
	return n
}

func (s *swaps) after(r *row, mine uint64, f func(mine, theirs uint64) bool) bool {
	for m := mine; m != 0; m &= m - 1 {
		for to := s.ahead[bits.TrailingZeros64(m)] & r.goal & r.theirs; to != 0; to &= to - 1 {
			exchanged := m&-m | to&-to
			if !f(mine^exchanged, r.theirs^exchanged) {
				return false
			}
		}
	}
	return true
}

func (s *swaps) before(r *row, mine uint64, f func(mine, theirs uint64)) {
	for m := mine & r.goal; m != 0; m &= m - 1 {
		for b := s.behind[bits.TrailingZeros64(m)] & r.theirs; b != 0; b &= b - 1 {
			exchanged := m&-m | b&-b
			f(mine^exchanged, r.theirs^exchanged)
		}
	}
}
