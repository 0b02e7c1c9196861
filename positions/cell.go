package positions

import "math/bits"

// Cell is the index of a hole or field of one [Board]: 0 … Len()−1, counted
// along the rows from row 1 upwards and from the left within a row. It means
// nothing without its board.
type Cell int16

// NoCell stands for "no cell": off the board, or not known.
const NoCell Cell = -1

// MaxCells is the greatest number of cells a board can have (square 16×16).
const MaxCells = 256

// Bits is a set of cells of any board, one bit a cell, bit c of the set at
// bit c%64 of word c/64. It is comparable, so it may be a map key. The hot
// paths of the solver use the same layout in 1, 2 or 4 words: see [Words].
type Bits [4]uint64

// BitsOf returns the set of the given cells.
func BitsOf(cells ...Cell) Bits {
	var b Bits
	for _, c := range cells {
		b = b.With(c)
	}
	return b
}

// Has reports whether c is in the set. A c outside 0 … 255 is in no set.
func (b Bits) Has(c Cell) bool {
	return uint16(c) < MaxCells && b[c>>6]>>(uint(c)&63)&1 != 0
}

// With returns the set with c added.
func (b Bits) With(c Cell) Bits {
	b[c>>6] |= 1 << (uint(c) & 63)
	return b
}

// Without returns the set with c removed.
func (b Bits) Without(c Cell) Bits {
	b[c>>6] &^= 1 << (uint(c) & 63)
	return b
}

// Len returns the number of cells in the set.
func (b Bits) Len() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// Intersects reports whether b and o have a cell in common.
func (b Bits) Intersects(o Bits) bool {
	return b[0]&o[0]|b[1]&o[1]|b[2]&o[2]|b[3]&o[3] != 0
}

// And returns the cells in both sets.
func (b Bits) And(o Bits) Bits {
	return Bits{b[0] & o[0], b[1] & o[1], b[2] & o[2], b[3] & o[3]}
}

// AndNot returns the cells of b that are not in o.
func (b Bits) AndNot(o Bits) Bits {
	return Bits{b[0] &^ o[0], b[1] &^ o[1], b[2] &^ o[2], b[3] &^ o[3]}
}

// Or returns the cells in either set.
func (b Bits) Or(o Bits) Bits {
	return Bits{b[0] | o[0], b[1] | o[1], b[2] | o[2], b[3] | o[3]}
}

// Less orders sets by their words, the highest word first. The order has no
// meaning on the board; it makes choices among equals repeatable.
func (b Bits) Less(o Bits) bool {
	for k := len(b) - 1; k >= 0; k-- {
		if b[k] != o[k] {
			return b[k] < o[k]
		}
	}
	return false
}

// Cells returns the cells of the set in increasing order.
func (b Bits) Cells() []Cell {
	out := make([]Cell, 0, b.Len())
	for k, w := range b {
		for ; w != 0; w &= w - 1 {
			out = append(out, Cell(k<<6+bits.TrailingZeros64(w)))
		}
	}
	return out
}
