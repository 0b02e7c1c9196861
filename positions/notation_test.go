package positions_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

func TestNamesRoundTrip(t *testing.T) {
	for _, b := range everyBoard(t) {
		taken := map[string]bool{}
		for c := range positions.Cell(b.Len()) {
			name := b.Name(c)
			if taken[name] {
				t.Errorf("%s: two cells %s", b, name)
			}
			taken[name] = true
			for _, written := range []string{name, strings.ToUpper(name)} {
				if got, err := b.ParseCell(written); err != nil || got != c {
					t.Errorf("%s: %s is %d, read back as %d, %v", b, written, c, got, err)
				}
			}
		}
	}
}

// The coordinates as the rules give them.
func TestCoordinates(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		name  string
		at    positions.Point
	}{
		{positions.Square, "a1", positions.Point{X: 0, Y: 0}},
		{positions.Square, "p1", positions.Point{X: 15, Y: 0}},
		{positions.Square, "h8", positions.Point{X: 7, Y: 7}},
		{positions.Square, "p16", positions.Point{X: 15, Y: 15}},
		{positions.Rhombus, "a1", positions.Point{X: 0, Y: 0}},
		{positions.Rhombus, "i9", positions.Point{X: 8, Y: 8}},
		{positions.English, "d4", positions.Point{X: 3, Y: 3}},
		{positions.English, "c1", positions.Point{X: 2, Y: 0}},
		{positions.English, "a3", positions.Point{X: 0, Y: 2}},
		{positions.French, "d4", positions.Point{X: 3, Y: 3}},
		{positions.French, "b2", positions.Point{X: 1, Y: 1}},
		{positions.Star, "a1", positions.Point{X: 4, Y: -8}},
		{positions.Star, "a2", positions.Point{X: 3, Y: -7}},
		{positions.Star, "b2", positions.Point{X: 4, Y: -7}},
		{positions.Star, "a5", positions.Point{X: -4, Y: -4}},
		{positions.Star, "e5", positions.Point{X: 0, Y: -4}},
		{positions.Star, "i5", positions.Point{X: 4, Y: -4}},
		{positions.Star, "m5", positions.Point{X: 8, Y: -4}},
		{positions.Star, "e9", positions.Point{X: 0, Y: 0}},
		{positions.Star, "a17", positions.Point{X: -4, Y: 8}},
	}
	for _, tc := range tests {
		b := positiontest.Board(t, tc.shape, 0)
		c, err := b.ParseCell(tc.name)
		if err != nil {
			t.Errorf("%s: %v", b, err)
			continue
		}
		if got := b.Point(c); got != tc.at {
			t.Errorf("%s: %s is at %v, want %v", b, tc.name, got, tc.at)
		}
	}
	star := positiontest.Board(t, positions.Star, 0)
	if got := star.Name(0) + " " + star.Name(positions.Cell(star.Len()-1)); got != "a1 a17" {
		t.Errorf("the star goes from %s", got)
	}
	widths := make([]int, 17)
	for c := range positions.Cell(star.Len()) {
		widths[star.Row(c)]++
	}
	if diff := cmp.Diff([]int{1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1}, widths); diff != "" {
		t.Error(diff)
	}
}

// The base row of the star's point, e5 to i5, lies right above its row of four.
func TestStarPoint(t *testing.T) {
	b := positiontest.Board(t, positions.Star, 0)
	above := map[string]bool{}
	for _, name := range []string{"a4", "b4", "c4", "d4"} {
		c := positiontest.Must(t, b.ParseCell, name)
		for d := range b.Directions() {
			if n := b.Neighbour(c, d); n != positions.NoCell && b.Row(n) == 4 {
				above[b.Name(n)] = true
			}
		}
	}
	want := map[string]bool{"e5": true, "f5": true, "g5": true, "h5": true, "i5": true}
	if diff := cmp.Diff(want, above); diff != "" {
		t.Error(diff)
	}
}

func TestParseCellRefuses(t *testing.T) {
	square, star, english := positiontest.Board(t, positions.Square, 8), positiontest.Board(t, positions.Star, 4), positiontest.Board(t, positions.English, 7)
	tests := []struct {
		b    *positions.Board
		name string
		want string
	}{
		{square, "", `no such cell: "" is not on the square 8×8 (a1 … h8)`},
		{square, "i1", `no such cell: "i1" is not on the square 8×8 (a1 … h8)`},
		{square, "a9", `no such cell: "a9" is not on the square 8×8 (a1 … h8)`},
		{square, "a0", `no such cell: "a0" is not on the square 8×8 (a1 … h8)`},
		{square, "a01", `no such cell: "a01" is not on the square 8×8 (a1 … h8)`},
		{square, " a1", `no such cell: " a1" is not on the square 8×8 (a1 … h8)`},
		{square, "?", `no such cell: "?" is not on the square 8×8 (a1 … h8)`},
		{square, "abcdefghijklmnopq", `no such cell: "abcdefghijkl…" is not on the square 8×8 (a1 … h8)`},
		{star, "b1", `no such cell: "b1" is not on the star 4 (121 holes) (a1 … a17)`},
		{star, "n5", `no such cell: "n5" is not on the star 4 (121 holes) (a1 … a17)`},
		{star, "\u212a5", `no such cell: "` + "\u212a" + `5" is not on the star 4 (121 holes) (a1 … a17)`}, // the sign of the kelvin
		{english, "b2", `no such cell: "b2" is not on the english cross (33 holes) (c1 … e7)`},
	}
	for _, tc := range tests {
		c, err := tc.b.ParseCell(tc.name)
		if c != positions.NoCell || !errors.Is(err, positions.ErrCell) || err.Error() != tc.want {
			t.Errorf("%q: %d, %v\nwant %s", tc.name, c, err, tc.want)
		}
	}
}

func TestFormatPath(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 8)
	tests := []struct {
		path []positions.Cell
		want string
	}{
		{nil, ""},
		{[]positions.Cell{0}, "a1"},
		{[]positions.Cell{0, 9, 63}, "a1-b2-h8"},
		{[]positions.Cell{positions.NoCell, 64, 1}, "?-?-b1"},
	}
	for _, tc := range tests {
		if got := b.FormatPath(tc.path); got != tc.want {
			t.Errorf("%v: %q, want %q", tc.path, got, tc.want)
		}
	}
	if diff := cmp.Diff([]string{"b1", "a2", "h8"}, b.Names(positions.BitsOf(63, 8, 1))); diff != "" {
		t.Error(diff)
	}
}

func FuzzParseCell(f *testing.F) {
	for _, seed := range []string{"a1", "P16", "m5", "a17", "d4", "", "a", "1", "a-1", "aa1", "a1 ", "é5", "\xff1", "\u212a5"} {
		f.Add(seed)
	}
	boards := everyBoard(f)
	for _, seed := range foundParseCell {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, b := range boards {
			c, err := b.ParseCell(name)
			if err != nil {
				if c != positions.NoCell || !errors.Is(err, positions.ErrCell) {
					t.Errorf("%s: %q: %d, %v", b, name, c, err)
				}
				continue
			}
			if again := b.Name(c); again != name && strings.ToUpper(again) != name {
				t.Errorf("%s: %q is read as %s", b, name, again)
			}
		}
	})
}
