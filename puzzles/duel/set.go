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
