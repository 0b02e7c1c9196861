package positions_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// everyBoard returns all boards there are.
func everyBoard(t testing.TB) (all []*positions.Board) {
	t.Helper()
	for _, shape := range positions.Shapes() {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			all = append(all, positiontest.Board(t, shape, size))
		}
	}
	if len(all) != 14+4+14+5+7 {
		t.Fatalf("%d boards", len(all))
	}
	for _, b := range slices.Clone(all) {
		if b.Shape().Courts() || b.Triangular() {
			continue
		}
		for _, n := range []int{6, 8} {
			more, err := b.WithDirections(n)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, more)
		}
	}
	return all
}

func TestBoardCells(t *testing.T) {
	holes := map[positions.Shape]map[int]int{
		positions.Star:    {1: 13, 2: 37, 3: 73, 4: 121},
		positions.English: {7: 33},
		positions.French:  {7: 37},
		positions.Wiegleb: {9: 45}, positions.Asymmetric: {8: 39}, positions.Diamond: {9: 41},
		positions.Triangle: {4: 10, 5: 15, 6: 21, 7: 28, 8: 36, 9: 45, 10: 55},
	}
	for _, b := range everyBoard(t) {
		want, ok := holes[b.Shape()][b.Size()]
		if !ok {
			want = b.Size() * b.Size()
		}
		if b.Len() != want {
			t.Errorf("%s: %d cells, want %d", b, b.Len(), want)
		}
	}
}

func TestUsualSizes(t *testing.T) {
	for shape, want := range map[positions.Shape]string{
		positions.Square: "square 16×16", positions.Star: "star 4 (121 holes)", positions.Rhombus: "rhombus 9×9",
		positions.English: "english cross (33 holes)", positions.French: "french cross (37 holes)",
		positions.Wiegleb: "wiegleb cross (45 holes)", positions.Asymmetric: "asymmetric cross (39 holes)",
		positions.Diamond: "diamond (41 holes)", positions.Triangle: "triangle 5 (15 holes)",
	} {
		b := positiontest.Board(t, shape, 0)
		if b.String() != want || b.Shape() != shape {
			t.Errorf("%s: usual board is the %s, want %s", shape, b, want)
		}
		if _, _, usual := shape.Sizes(); usual != b.Size() {
			t.Errorf("%s: usual size %d, board of size %d", shape, usual, b.Size())
		}
	}
}

func TestNoSuchBoard(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		size  int
		want  string
	}{
		{0, 0, "no such board: shape 0"},
		{positions.Drawn, 7, "no such board: shape 10"},
		{positions.Square, 2, "no such board: square of size 2 (sizes go from 3 to 16)"},
		{positions.Square, 17, "no such board: square of size 17 (sizes go from 3 to 16)"},
		{positions.Square, -1, "no such board: square of size -1 (sizes go from 3 to 16)"},
		{positions.Star, 5, "no such board: star of size 5 (sizes go from 1 to 4)"},
		{positions.Rhombus, 17, "no such board: rhombus of size 17 (sizes go from 3 to 16)"},
		{positions.English, 6, "no such board: the english board has size 7 only, not 6"},
	}
	for _, tc := range tests {
		b, err := positions.NewBoard(tc.shape, tc.size)
		if b != nil || !errors.Is(err, positions.ErrBoard) || err.Error() != tc.want {
			t.Errorf("got %v, want %s", err, tc.want)
		}
	}
}

func TestParseShape(t *testing.T) {
	for _, s := range positions.Shapes() {
		if got, err := positions.ParseShape(s.String()); err != nil || got != s {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	for _, name := range []string{"", "Square", "circle", "square ", "Shape(0)"} {
		if _, err := positions.ParseShape(name); !errors.Is(err, positions.ErrBoard) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if got := positions.Shape(0).String() + positions.Shape(11).String(); got != "Shape(0)Shape(11)" {
		t.Error(got)
	}
}

func TestOppositeDirections(t *testing.T) {
	ways := map[positions.Shape]int{positions.Square: 8, positions.Star: 6, positions.Rhombus: 6, positions.Triangle: 6}
	for _, b := range everyBoard(t) {
		n := b.Directions()
		want := ways[b.Shape()]
		if want == 0 {
			want = 4
		}
		if b.UsualDirections() != (n == want) || len(b.Ways()) != n {
			t.Errorf("%s: %d directions", b, n)
		}
		pairs := 0
		for c := range positions.Cell(b.Len()) {
			for d := range n {
				next := b.Neighbour(c, d)
				if next == positions.NoCell {
					continue
				}
				pairs++
				if back := b.Neighbour(next, (d+n/2)%n); back != c {
					t.Errorf("%s: %s in direction %d is %s, and back is %s", b, b.Name(c), d, b.Name(next), b.Name(back))
				}
			}
		}
		if pairs == 0 {
			t.Errorf("%s: nobody has a neighbour", b)
		}
	}
}

// The number of edges of known graphs: king's moves on n×n, the triangulated
// rhombus, the star, the crosses.
func TestNeighbourPairs(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		size  int
		want  int
	}{
		{positions.Square, 3, 20},   // 2·3·2 + 2·2·2
		{positions.Square, 16, 930}, // 2·16·15 + 2·15·15
		{positions.Rhombus, 3, 16},  // 2·3·2 + 2·2
		{positions.Rhombus, 9, 208}, // 2·9·8 + 8·8
		{positions.Star, 1, 24},     // the six-pointed star of 12 triangles
		{positions.Star, 4, 312},
		{positions.English, 7, 52},
		{positions.French, 7, 60},
	}
	for _, tc := range tests {
		b := positiontest.Board(t, tc.shape, tc.size)
		pairs := 0
		for c := range positions.Cell(b.Len()) {
			for d := range b.Directions() {
				if b.Neighbour(c, d) > c {
					pairs++
				}
			}
		}
		if pairs != tc.want {
			t.Errorf("%s: %d pairs of neighbours, want %d", b, pairs, tc.want)
		}
	}
}

func TestPointsAndCells(t *testing.T) {
	for _, b := range everyBoard(t) {
		row := 0
		for c := range positions.Cell(b.Len()) {
			if got := b.CellAt(b.Point(c)); got != c {
				t.Errorf("%s: cell %d is at %v, where there is %d", b, c, b.Point(c), got)
			}
			if r := b.Row(c); r < row || r > row+1 {
				t.Errorf("%s: row %d after row %d", b, r, row)
			}
			row = b.Row(c)
		}
		if b.CellAt(positions.Point{X: 99, Y: 0}) != positions.NoCell {
			t.Errorf("%s: a cell at x = 99", b)
		}
	}
}

// Advance counts from a1 to the opposite corner, and the half turn reverses it.
func TestAdvance(t *testing.T) {
	ends := map[string]int{"square 16×16": 30, "star 4 (121 holes)": 16, "star 1 (13 holes)": 4, "rhombus 9×9": 16}
	for _, b := range everyBoard(t) {
		if !b.Shape().Courts() {
			continue
		}
		last := positions.Cell(b.Len() - 1)
		whole := b.Advance(0) + b.Advance(last)
		if want, ok := ends[b.String()]; ok && (b.Advance(0) != 0 || b.Advance(last) != want) {
			t.Errorf("%s: from %d to %d, want 0 to %d", b, b.Advance(0), b.Advance(last), want)
		}
		for c := range positions.Cell(b.Len()) { // cells are counted so that the half turn reverses them
			if b.Advance(c)+b.Advance(last-c) != whole {
				t.Errorf("%s: %s and its opposite: %d + %d", b, b.Name(c), b.Advance(c), b.Advance(last-c))
			}
		}
	}
}

func ExampleBoard_String() {
	b, err := positions.NewBoard(positions.Star, 4)
	fmt.Println(b, err)
	// Output: star 4 (121 holes) <nil>
}
