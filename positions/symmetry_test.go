package positions_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

func TestSymmetryGroups(t *testing.T) {
	orders := map[positions.Shape]int{
		positions.Square: 8, positions.Star: 12, positions.Rhombus: 4, positions.English: 8, positions.French: 8,
		positions.Wiegleb: 8, positions.Asymmetric: 2, positions.Diamond: 8, positions.Triangle: 6,
	}
	for _, b := range everyBoard(t) {
		group := b.Symmetries()
		want := orders[b.Shape()]
		if !b.Shape().Courts() && !b.Triangular() && b.Directions() == 6 {
			want = min(want, 4) // the half turn, and the mirrors that keep the diagonal
		}
		if len(group) != want {
			t.Errorf("%s: %d symmetries, want %d", b, len(group), want)
		}
		if !group[0].IsIdentity() {
			t.Errorf("%s: the first symmetry is not the identity", b)
		}
		known := map[string]bool{}
		for _, s := range group {
			known[fmt.Sprint(s)] = true
		}
		if len(known) != len(group) {
			t.Errorf("%s: only %d of %d symmetries differ", b, len(known), len(group))
		}
		for _, s := range group {
			if !known[fmt.Sprint(s.Inverse())] {
				t.Errorf("%s: an inverse is missing", b)
			}
			for _, r := range group {
				both := make(positions.Permutation, b.Len())
				for c := range both {
					both[c] = r[s[c]]
				}
				if !known[fmt.Sprint(both)] {
					t.Errorf("%s: a product is missing", b)
				}
			}
		}
	}
}

// Of a row the mirror along it moves no cell, and of a diagonal with eight directions neither: each
// has two symmetries.
func TestSymmetriesOfALine(t *testing.T) {
	for _, step := range []positions.Point{{X: 1}, {Y: 1}, {X: 1, Y: 1}} {
		var points []positions.Point
		for i := range 4 {
			points = append(points, positions.Point{X: i * step.X, Y: i * step.Y})
		}
		b := positiontest.Must(t, positiontest.Must(t, positions.NewDrawn, points).WithDirections, 8)
		if n := len(b.Symmetries()); n != 2 {
			t.Errorf("%s: %d symmetries, want 2", b, n)
		}
	}
}

// A symmetry takes cells to cells one to one, the neighbours of a cell to the
// neighbours of its image, and a straight line to a straight line.
func TestSymmetriesKeepNeighbours(t *testing.T) {
	for _, b := range everyBoard(t) {
		n := b.Directions()
		for i, s := range b.Symmetries() {
			taken := map[positions.Cell]bool{}
			for c := range positions.Cell(b.Len()) {
				taken[s[c]] = true
				var ways []int
				for d := range n {
					next := b.Neighbour(c, d)
					if next == positions.NoCell {
						continue
					}
					way := slices.IndexFunc(directions(b, s[c]), func(x positions.Cell) bool { return x == s[next] })
					if way < 0 {
						t.Fatalf("%s, symmetry %d: %s and %s part", b, i, b.Name(c), b.Name(next))
					}
					ways = append(ways, way)
					if far := b.Neighbour(next, d); far != positions.NoCell && b.Neighbour(s[next], way) != s[far] {
						t.Fatalf("%s, symmetry %d: the line from %s over %s bends", b, i, b.Name(c), b.Name(next))
					}
				}
				if here := directions(b, s[c]); len(ways) != len(here)-count(here, positions.NoCell) {
					t.Fatalf("%s, symmetry %d: the image of %s has other neighbours", b, i, b.Name(c))
				}
			}
			if len(taken) != b.Len() {
				t.Errorf("%s, symmetry %d: %d images", b, i, len(taken))
			}
		}
	}
}

// directions returns the neighbours of c by direction.
func directions(b *positions.Board, c positions.Cell) []positions.Cell {
	out := make([]positions.Cell, b.Directions())
	for d := range out {
		out[d] = b.Neighbour(c, d)
	}
	return out
}

func count(cells []positions.Cell, c positions.Cell) (n int) {
	for _, x := range cells {
		if x == c {
			n++
		}
	}
	return n
}

func TestPermutationApply(t *testing.T) {
	boards := everyBoard(t)
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SampledFrom(boards).Draw(t, "board")
		s := rapid.SampledFrom(b.Symmetries()).Draw(t, "symmetry")
		men := drawMen(t, b)
		image := s.Apply(men)
		for c := range positions.Cell(b.Len()) {
			if men.Has(c) != image.Has(s[c]) {
				t.Fatalf("%s: %s and its image %s differ", b, b.Name(c), b.Name(s[c]))
			}
		}
		if s.Inverse().Apply(image) != men {
			t.Fatal("the inverse does not lead back")
		}
	})
	swap := positions.Permutation{1, 0, 2}
	if swap.IsIdentity() || !(positions.Permutation{0, 1, 2}).IsIdentity() {
		t.Error("IsIdentity is wrong")
	}
}

// drawMen draws any set of cells of b.
func drawMen(t *rapid.T, b *positions.Board) positions.Bits {
	var men positions.Bits
	for _, c := range rapid.SliceOf(rapid.IntRange(0, b.Len()-1)).Draw(t, "men") {
		men = men.With(positions.Cell(c))
	}
	return men
}
