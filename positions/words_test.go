package positions_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
)

func TestWordsFor(t *testing.T) {
	for n, want := range map[int]int{1: 1, 33: 1, 64: 1, 65: 2, 121: 2, 127: 2, 128: 4, 225: 4, 256: 4} {
		if got := positions.WordsFor(n); got != want {
			t.Errorf("%d cells in %d words, want %d", n, got, want)
		}
	}
}

func TestMarkedWordsFor(t *testing.T) {
	for n, want := range map[int]int{13: 1, 49: 1, 58: 1, 59: 2, 64: 2, 121: 2, 122: 4, 225: 4, 248: 4, 249: 5, 256: 5} {
		if got := positions.MarkedWordsFor(n); got != want {
			t.Errorf("%d cells and the number of one in %d words, want %d", n, got, want)
		}
	}
}

// number is the set as one number, cell 0 its lowest bit.
func number(b positions.Bits) *big.Int {
	n := new(big.Int)
	for c := range positions.MaxCells {
		if b.Has(positions.Cell(c)) {
			n.SetBit(n, c, 1)
		}
	}
	return n
}

func checkWidth[W positions.Words](t *testing.T) {
	var width W
	cells := 64 * min(len(width), 4)
	t.Run(fmt.Sprint(len(width)), func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			a, b := drawBits(t, "a"), drawBits(t, "b")
			if rapid.Bool().Draw(t, "alike") { // differ in one cell at the most
				b = a.With(positions.Cell(rapid.IntRange(0, 255).Draw(t, "cell")))
			}
			v, w := positions.Narrow[W](a), positions.Narrow[W](b)
			for k := len(v); k < len(a); k++ {
				a[k], b[k] = 0, 0
			}
			if positions.Widen(v) != a || positions.Widen(w) != b {
				t.Fatalf("%x is narrowed to %x and widened to %x", a, v, positions.Widen(v))
			}
			order := number(a).Cmp(number(b))
			if positions.Less(&v, &w) != (order < 0) || a.Less(b) != (order < 0) || positions.Compare(&v, &w) != order {
				t.Fatalf("%x and %x: Less %v, Bits.Less %v, Compare %d, really %d", a, b,
					positions.Less(&v, &w), a.Less(b), positions.Compare(&v, &w), order)
			}
			c := rapid.IntRange(0, cells-1).Draw(t, "flip")
			u := v
			positions.Flip(&u, uint8(c))
			flipped := a.With(positions.Cell(c))
			if a.Has(positions.Cell(c)) {
				flipped = a.Without(positions.Cell(c))
			}
			if positions.Widen(u) != flipped {
				t.Fatalf("cell %d flipped: %x, want %x", c, u, flipped)
			}
			if positions.Flip(&u, uint8(c)); u != v {
				t.Fatalf("cell %d flipped twice: %x, want %x", c, u, v)
			}
		})
	})
}

func TestWidths(t *testing.T) {
	checkWidth[[1]uint64](t)
	checkWidth[[2]uint64](t)
	checkWidth[[4]uint64](t)
	checkWidth[[5]uint64](t)
}
