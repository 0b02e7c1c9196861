package duel

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// Set is a set of cells of a board with at most 64 cells: bit c is cell c.
type Set uint64

// MaxCells is the greatest number of cells of a board.
const MaxCells = 64

// SetOf returns the set with the given cells.
func SetOf(cells ...positions.Cell) Set {
	var s Set
	for _, c := range cells {
		s |= 1 << uint(c)
	}
	return s
}

// Has reports whether c is in the set.
func (s Set) Has(c positions.Cell) bool { return s>>uint(c)&1 != 0 }

// Len returns the number of cells.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Bits returns the set in the form that package positions uses.
func (s Set) Bits() positions.Bits { return positions.Bits{uint64(s)} }

// Cells returns the cells in increasing order.
func (s Set) Cells() []positions.Cell { return s.Bits().Cells() }

// Next returns the next greater set, as a number, with as many cells; s is not
// empty. (Gosper, HAKMEM 175.)
func (s Set) Next() Set {
	low := s & -s
	up := s + low
	return up | (s^up)>>(bits.TrailingZeros64(uint64(low))+2)
}

// Around spreads a set over the cells that taken leaves free: cell i goes to the
// i-th of them.
func (s Set) Around(taken Set) Set {
	for ; taken != 0; taken &= taken - 1 {
		below := taken&-taken - 1
		s = s&below | s&^below<<1
	}
	return s
}

// Without undoes [Set.Around].
func (s Set) Without(taken Set) Set {
	for taken != 0 {
		top := bits.Len64(uint64(taken)) - 1
		below := Set(1)<<top - 1
		s = s&below | s>>1&^below
		taken &= below
	}
	return s
}
