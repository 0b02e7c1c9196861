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
func swapEnding(r *row, mine, _ uint64) (duel.Value, bool) {
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
type swaps struct{ next [64]uint64 } // the neighbours of a cell

func newSwaps(g *duel.Game) *swaps {
	s := new(swaps)
	for c := range positions.Cell(g.Board.Len()) {
		for d := range g.Board.Directions() {
			if n := g.Board.Neighbour(c, d); n >= 0 {
				s.next[c] |= 1 << n
			}
		}
	}
	return s
}

// full reports whether every cell of the goal court is occupied, which an exchange
// does not change.
func full(r *row, mine uint64) bool { return r.goal&^(mine|r.theirs) == 0 }

func (s *swaps) count(r *row, mine uint64) (n int) {
	if !full(r, mine) {
		return 0
	}
	for to := r.goal & r.theirs; to != 0; to &= to - 1 {
		n += bits.OnesCount64(s.next[bits.TrailingZeros64(to)&63] & mine &^ r.goal)
	}
	return n
}

func (s *swaps) after(dst []armies, r *row, mine uint64) []armies {
	return s.exchanged(dst, r, mine, mine&^r.goal, r.goal&r.theirs)
}

func (s *swaps) before(dst []armies, r *row, mine uint64) []armies {
	return s.exchanged(dst, r, mine, mine&r.goal, r.theirs&^r.goal)
}

// exchanged appends what exchanges of neighbours make, one of the men of mine and one
// of theirs.
func (s *swaps) exchanged(dst []armies, r *row, mine, men, theirs uint64) []armies {
	if !full(r, mine) {
		return dst
	}
	for m := men; m != 0; m &= m - 1 {
		for to := s.next[bits.TrailingZeros64(m)] & theirs; to != 0; to &= to - 1 {
			exchanged := m&-m | to&-to
			dst = append(dst, armies{mine ^ exchanged, r.theirs ^ exchanged})
		}
	}
	return dst
}
