package positions_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// triangle returns the cells of rows of the given lengths from the corner a1;
// on the star the lengths are the rows of the point, its fifth row being e5–i5.
func triangle(t testing.TB, b *positions.Board, lengths ...int) positions.Bits {
	t.Helper()
	var names []string
	for y, n := range lengths {
		left := 'a'
		if b.Shape() == positions.Star && y == 4 {
			left = 'e'
		}
		for x := range n {
			names = append(names, fmt.Sprintf("%c%d", left+rune(x), y+1))
		}
	}
	return positiontest.Cells(t, b, names...)
}

// mirror returns the reflection that keeps a1 and every row's advance, other
// than the identity: left and right on the star, the diagonal elsewhere.
func mirror(t testing.TB, b *positions.Board) positions.Permutation {
	t.Helper()
next:
	for _, s := range b.Symmetries()[1:] {
		for c, d := range s {
			if b.Advance(positions.Cell(c)) != b.Advance(d) {
				continue next
			}
		}
		return s
	}
	t.Fatalf("%s: no mirror", b)
	return nil
}

// layers returns the number of positions, up to the mirror, at each depth from
// start. With short memory a position only counts as met before if it is in
// the layer just before.
func layers(t testing.TB, b *positions.Board, jumps positions.Jumps, start positions.Bits, depth int, shortMemory bool) []int {
	m := mirror(t, b)
	canonical := func(men positions.Bits) positions.Bits {
		if image := m.Apply(men); image.Less(men) {
			return image
		}
		return men
	}
	g := positions.NewGenerator(positions.NewMoveTable(b, jumps), nil, positions.Moves)
	layer := []positions.Bits{canonical(start)}
	met := map[positions.Bits]bool{layer[0]: true}
	var list []positions.Move
	var sizes []int
	for range depth {
		var next []positions.Bits
		fresh := map[positions.Bits]bool{}
		for _, men := range layer {
			positions.Load(g, (*[4]uint64)(&men))
			list = g.Append(list[:0])
			for _, m := range list {
				to := canonical(men.Without(positions.Cell(m.From)).With(positions.Cell(m.To)))
				if !met[to] && !fresh[to] {
					fresh[to] = true
					next = append(next, to)
				}
			}
		}
		if shortMemory {
			clear(met)
		}
		for men := range fresh {
			met[men] = true
		}
		layer = next
		sizes = append(sizes, len(layer))
	}
	return sizes
}

// Positions newly reached after 1, 2, … moves from the court, without the
// arrival rule, up to the mirror. The values are from a second program (plain
// sets of lattice points, Python, 2026-11).
func TestLayerCounts(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		size  int
		jumps positions.Jumps
		court []int
		want  []int
	}{
		{positions.Star, 4, positions.Short, []int{1, 2, 3, 4}, []int{7, 89, 848, 7049}},
		{positions.Star, 4, positions.Short, []int{1, 2, 3, 4, 5}, []int{11, 192, 2581, 30392}},
		{positions.Star, 4, positions.Super, []int{1, 2, 3, 4, 5}, []int{11, 232, 4295}},
		{positions.Square, 16, positions.Short, []int{5, 5, 4, 3, 2}, []int{21, 539, 11323}},
		{positions.Square, 16, positions.Super, []int{5, 5, 4, 3, 2}, []int{21, 591, 15474}},
		{positions.Square, 10, positions.Short, []int{5, 4, 3, 2, 1}, []int{17, 358, 6220}},
		{positions.Rhombus, 9, positions.Short, []int{4, 3, 2, 1}, []int{7, 85, 749, 5699}},
		{positions.Rhombus, 9, positions.Super, []int{4, 3, 2, 1}, []int{7, 93, 991}},
	}
	for _, tc := range tests {
		b := positiontest.Board(t, tc.shape, tc.size)
		start := triangle(t, b, tc.court...)
		if diff := cmp.Diff(tc.want, layers(t, b, tc.jumps, start, len(tc.want), false)); diff != "" {
			t.Errorf("%s, %d men, %s jumps:\n%s", b, start.Len(), tc.jumps, diff)
		}
	}
}

// A third program (C++) forgot all but the layer before, so its layer d holds
// that of d−2 once more: 90 = 89 + 1, 855 = 848 + 7.
func TestLayerCountsWithShortMemory(t *testing.T) {
	b := positiontest.Board(t, positions.Star, 4)
	for _, tc := range []struct{ court, want []int }{
		{[]int{1, 2, 3, 4}, []int{7, 90, 855}},
		{[]int{1, 2, 3, 4, 5}, []int{11, 193, 2592, 30585}},
	} {
		if diff := cmp.Diff(tc.want, layers(t, b, positions.Short, triangle(t, b, tc.court...), len(tc.want), true)); diff != "" {
			t.Errorf("%v:\n%s", tc.court, diff)
		}
	}
}
