package positions_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
)

// drawBits draws any set with cells 0 … 255, dense or sparse.
func drawBits(t *rapid.T, label string) positions.Bits {
	var b positions.Bits
	for k := range b {
		b[k] = rapid.Uint64().Draw(t, label)
		b[k] &= rapid.Uint64().Draw(t, label)
	}
	return b
}

// naive is a set as a plain array.
func naive(b positions.Bits) (cells [positions.MaxCells]bool) {
	for c := range cells {
		cells[c] = b[c/64]&(1<<(c%64)) != 0
	}
	return cells
}

func TestBitsAgainstArrays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawBits(t, "a"), drawBits(t, "b")
		x, y := naive(a), naive(b)
		n, common := 0, false
		for c := range positions.Cell(positions.MaxCells) {
			if x[c] {
				n++
			}
			common = common || x[c] && y[c]
			switch {
			case a.Has(c) != x[c], !a.With(c).Has(c), a.Without(c).Has(c),
				a.And(b).Has(c) != (x[c] && y[c]), a.Or(b).Has(c) != (x[c] || y[c]), a.AndNot(b).Has(c) != (x[c] && !y[c]),
				x[c] && a.With(c) != a, !x[c] && a.With(c).Without(c) != a:
				t.Fatalf("cell %d of %x and %x", c, a, b)
			}
		}
		if a.Len() != n || a.Intersects(b) != common {
			t.Fatalf("Len %d, want %d; Intersects %v", a.Len(), n, a.Intersects(b))
		}
		cells := a.Cells()
		if len(cells) != n || !slices.IsSorted(cells) || positions.BitsOf(cells...) != a {
			t.Fatalf("cells %v", cells)
		}
	})
}

func TestBitsOutOfRange(t *testing.T) {
	full := positions.Bits{math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64}
	if full.Len() != positions.MaxCells || !full.Has(0) || !full.Has(255) {
		t.Error("the full set is not full")
	}
	for _, c := range []positions.Cell{positions.NoCell, math.MinInt16, positions.MaxCells, math.MaxInt16} {
		if full.Has(c) {
			t.Errorf("the full set has the cell %d", c)
		}
	}
}
