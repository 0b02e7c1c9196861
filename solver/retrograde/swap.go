package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

func swap(g *duel.Game) rules {
	return rules{arrival: true, duty: true, ending: swapEnding, wonAtOnce: true, special: newSwaps(g)}
}

// swapEnding: theirs may have taken mine home.
func swapEnding(r *row, mine uint64) (duel.Value, bool) {
	switch {
	case r.lost:
		return duel.ValueLost, true
	case mine&^r.goal == 0:
		return duel.ValueWon, true
	}
	return 0, false
}

// swaps are the exchanges of the rules swap. Under the clearing duty there are
// none: none of theirs is in my goal court.
type swaps struct {
	ahead  [64]uint64 // see duel.Game.Ahead
	behind [64]uint64 // c in ahead[d] ⇔ d in behind[c]
}

func newSwaps(g *duel.Game) *swaps {
	s := new(swaps)
	for c := range g.Board.Len() {
		s.ahead[c] = uint64(g.Ahead(positions.Cell(c)))
		for m := s.ahead[c]; m != 0; m &= m - 1 {
			s.behind[bits.TrailingZeros64(m)] |= 1 << c
		}
	}
	return s
}

func (s *swaps) count(r *row, mine uint64) (n int) {
	for to := r.goal & r.theirs; to != 0; to &= to - 1 {
		n += bits.OnesCount64(s.behind[bits.TrailingZeros64(to)&63] & mine)
	}
	return n
}

func (s *swaps) after(dst []armies, r *row, mine uint64) []armies {
	for m := mine; m != 0; m &= m - 1 {
		for to := s.ahead[bits.TrailingZeros64(m)] & r.goal & r.theirs; to != 0; to &= to - 1 {
			exchanged := m&-m | to&-to
			dst = append(dst, armies{mine ^ exchanged, r.theirs ^ exchanged})
		}
	}
	return dst
}

func (s *swaps) before(dst []armies, r *row, mine uint64) []armies {
	for m := mine & r.goal; m != 0; m &= m - 1 {
		for from := s.behind[bits.TrailingZeros64(m)] & r.theirs; from != 0; from &= from - 1 {
			exchanged := m&-m | from&-from
			dst = append(dst, armies{mine ^ exchanged, r.theirs ^ exchanged})
		}
	}
	return dst
}
