package positions

import "math/bits"

// Words is a position in the width of its board: 1 word for boards of at most
// 64 cells, 2 for at most 127, 4 for all others. The layout is that of [Bits].
//
//	word 0            word 1              …
//	63 ……… 1 0        127 ……… 65 64
//	cell 0 = a1 is bit 0
//
// The bits that no cell has are free for what a search knows besides, such as
// which man is marked (see [MarkedWordsFor]); 5 words are for that on boards of
// 256 cells alone. The functions here that speak of cells look at the first 4.
//
// Search code is written once with a type parameter of this constraint and
// compiled for each width. Go keeps arrays of more than one word in memory, not
// in registers (measured 2026-11: comparing generic pairs of words by value is
// six times slower than by fixed index), so hot loops work on positions in
// place, through a pointer, and carry Zobrist keys in registers instead.
type Words interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [5]uint64
}

// WordsFor returns how many words a position on a board of n cells takes: 1,
// 2 or 4.
func WordsFor(n int) int {
	switch {
	case n <= 64:
		return 1
	case n <= 127:
		return 2
	default:
		return 4
	}
}

// MarkedWordsFor returns how many words a position on a board of n cells takes
// together with the number of one cell: 1, 2, 4 or 5.
func MarkedWordsFor(n int) int {
	switch need := n + bits.Len(uint(n-1)); {
	case need <= 64:
		return 1
	case need <= 128:
		return 2
	case need <= 256:
		return 4
	default:
		return 5
	}
}

// Narrow returns the set b in the width of W. Cells that do not fit are lost.
func Narrow[W Words](b Bits) W {
	var w W
	for k := 0; k < min(len(w), len(b)); k++ {
		w[k] = b[k]
	}
	return w
}

// Widen returns w as a set of the general width.
func Widen[W Words](w W) Bits {
	var b Bits
	for k := 0; k < min(len(w), len(b)); k++ {
		b[k] = w[k]
	}
	return b
}

// Less orders positions as [Bits.Less] does.
func Less[W Words](a, b *W) bool {
	for k := len(*a) - 1; k >= 0; k-- {
		if (*a)[k] != (*b)[k] {
			return (*a)[k] < (*b)[k]
		}
	}
	return false
}

// Compare is the three-way form of [Less]: −1, 0 or 1.
func Compare[W Words](a, b *W) int {
	for k := len(*a) - 1; k >= 0; k-- {
		if (*a)[k] != (*b)[k] {
			if (*a)[k] < (*b)[k] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// Flip adds c to *w, or removes it if it is there.
func Flip[W Words](w *W, c uint8) {
	(*w)[uint(c)>>6%uint(len(*w))] ^= 1 << (c & 63)
}
