package puzzles_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// bottom draws a court with its men and the opposite court as x, without the
// legend and the rows that are all empty.
func bottom(t testing.TB, b *positions.Board, army string) string {
	t.Helper()
	men, err := puzzles.Court(b, army)
	if err != nil {
		t.Fatal(err)
	}
	goal := puzzles.HalfTurn(b).Apply(men)
	drawn := b.Diagram(func(c positions.Cell) rune {
		switch {
		case men.Has(c):
			return 'o'
		case goal.Has(c):
			return 'x'
		}
		return '.'
	})
	out := "\n"
	for line := range strings.Lines(drawn) {
		if strings.ContainsAny(line, "ox") && strings.TrimSpace(line)[0] != 'a' {
			out += line
		}
	}
	return out
}

func TestCourts(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		size  int
		army  string
		want  string
	}{
		{positions.Square, 16, "19", `
16  . . . . . . . . . . . x x x x x
15  . . . . . . . . . . . x x x x x
14  . . . . . . . . . . . . x x x x
13  . . . . . . . . . . . . . x x x
12  . . . . . . . . . . . . . . x x
 5  o o . . . . . . . . . . . . . .
 4  o o o . . . . . . . . . . . . .
 3  o o o o . . . . . . . . . . . .
 2  o o o o o . . . . . . . . . . .
 1  o o o o o . . . . . . . . . . .
`},
		{positions.Square, 9, "13", `
 9  . . . . . x x x x
 8  . . . . . x x x x
 7  . . . . . . x x x
 6  . . . . . . . x x
 4  o o . . . . . . .
 3  o o o . . . . . .
 2  o o o o . . . . .
 1  o o o o . . . . .
`},
		{positions.Square, 10, "ring", `
10  . . . . . x . . . .
 9  . . . . . x . . . .
 8  . . . . . . x . . .
 7  . . . . . . . x . .
 6  . . . . . . . . x x
 5  o o . . . . . . . .
 4  . . o . . . . . . .
 3  . . . o . . . . . .
 2  . . . . o . . . . .
 1  . . . . o . . . . .
`},
		{positions.Square, 10, "15", `
10  . . . . . x x x x x
 9  . . . . . . x x x x
 8  . . . . . . . x x x
 7  . . . . . . . . x x
 6  . . . . . . . . . x
 5  o . . . . . . . . .
 4  o o . . . . . . . .
 3  o o o . . . . . . .
 2  o o o o . . . . . .
 1  o o o o o . . . . .
`},
		{positions.Square, 6, "block3x3", `
 6  . . . x x x
 5  . . . x x x
 4  . . . x x x
 3  o o o . . .
 2  o o o . . .
 1  o o o . . .
`},
		{positions.Rhombus, 5, "6", `
 5      . . x x x
 4     . . . x x
 3    o . . . x
 2   o o . . .
 1  o o o . .
`},
		{positions.Star, 4, "15", `
17              x             a
16             x x            a-b
15            x x x           a-c
14           x x x x          a-d
13  . . . . x x x x x . . . . a-m
 5  . . . . o o o o o . . . . a-m
 4           o o o o          a-d
 3            o o o           a-c
 2             o o            a-b
 1              o             a
`},
		{positions.Star, 4, "13", `
17              x             a
16             x x            a-b
15            x x x           a-c
14           x x x x          a-d
13  . . . . . x x x . . . . . a-m
 5  . . . . . o o o . . . . . a-m
 4           o o o o          a-d
 3            o o o           a-c
 2             o o            a-b
 1              o             a
`},
		{positions.Star, 4, "10", `
17              x             a
16             x x            a-b
15            x x x           a-c
14           x x x x          a-d
 4           o o o o          a-d
 3            o o o           a-c
 2             o o            a-b
 1              o             a
`},
		{positions.Star, 2, "6", `
 9        x       a
 8       x x      a-b
 7  . . x x x . . a-g
 3  . . o o o . . a-g
 2       o o      a-b
 1        o       a
`},
	}
	for _, tc := range tests {
		b := positiontest.Board(t, tc.shape, tc.size)
		if diff := cmp.Diff(tc.want, bottom(t, b, tc.army)); diff != "" {
			t.Errorf("%s, %s:\n%s", b, tc.army, diff)
		}
	}
}

func TestArmies(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		size  int
		want  string
	}{
		{positions.Square, 3, "3 1"},
		{positions.Square, 4, "3 1 6 block2x2"},
		{positions.Square, 6, "6 1 3 10 13 15 block2x2 block3x3"},
		{positions.Square, 8, "10 1 3 6 13 15 19 21 ring block2x2 block3x3 block4x4"},
		{positions.Square, 10, "15 1 3 6 10 13 19 21 ring block2x2 block3x3 block4x4 block5x5"},
		{positions.Square, 16, "19 1 3 6 10 13 15 21 ring block2x2 block3x3 block4x4 block5x5 block6x6 block7x7 block8x8"},
		{positions.Star, 1, "3 1"},
		{positions.Star, 2, "6 1 3"},
		{positions.Star, 3, "10 1 3 6"},
		{positions.Star, 4, "15 1 3 6 10 13"},
		{positions.Rhombus, 3, "3 1"},
		{positions.Rhombus, 9, "10 1 3 6 15 21"},
		{positions.Rhombus, 16, "15 1 3 6 10 21"},
		{positions.English, 7, ""},
		{positions.French, 7, ""},
	}
	for _, tc := range tests {
		b := positiontest.Board(t, tc.shape, tc.size)
		if got := strings.Join(puzzles.Armies(b), " "); got != tc.want {
			t.Errorf("%s: %s\nwant %s", b, got, tc.want)
		}
	}
}

// Every army that is listed has its court, of as many cells as its name says,
// with room for the opposite one; the usual army is among them.
func TestEveryArmyHasItsCourt(t *testing.T) {
	cells := map[string]int{
		"1": 1, "3": 3, "6": 6, "10": 10, "13": 13, "15": 15, "19": 19, "21": 21, "ring": 6,
		"block2x2": 4, "block3x3": 9, "block4x4": 16, "block5x5": 25, "block6x6": 36, "block7x7": 49, "block8x8": 64,
	}
	for _, shape := range []positions.Shape{positions.Square, positions.Star, positions.Rhombus} {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			b := positiontest.Board(t, shape, size)
			armies := puzzles.Armies(b)
			if armies[0] != puzzles.UsualArmy(b) {
				t.Errorf("%s: %s before the usual army %s", b, armies[0], puzzles.UsualArmy(b))
			}
			seen := map[string]bool{}
			for _, army := range armies {
				court, err := puzzles.Court(b, army)
				if err != nil {
					t.Error(err)
					continue
				}
				if seen[army] || court.Len() != cells[army] {
					t.Errorf("%s: army %s has %d cells, want %d; listed before: %v", b, army, court.Len(), cells[army], seen[army])
				}
				seen[army] = true
				if court.Intersects(puzzles.HalfTurn(b).Apply(court)) {
					t.Errorf("%s: army %s meets its opposite", b, army)
				}
				for _, c := range court.Cells() {
					if int(c) >= b.Len() {
						t.Errorf("%s: army %s has the cell %d", b, army, c)
					}
				}
			}
			for army := range cells { // and no other name is taken
				if _, err := puzzles.Court(b, army); !seen[army] && !errors.Is(err, puzzles.ErrArmy) {
					t.Errorf("%s: army %s is not listed, but %v", b, army, err)
				}
			}
		}
	}
}

func TestCourtRefuses(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		size  int
		army  string
		want  string
	}{
		{positions.Star, 4, "19", `no such army: "19" on the star 4 (121 holes) (there: 15, 1, 3, 6, 10, 13)`},
		{positions.Star, 4, "", `no such army: "" on the star 4 (121 holes) (there: 15, 1, 3, 6, 10, 13)`},
		{positions.Star, 4, "ring", `no such army: "ring" on the star 4 (121 holes) (there: 15, 1, 3, 6, 10, 13)`},
		{positions.Star, 2, "10", `no such army: "10" on the star 2 (37 holes) (there: 6, 1, 3)`},
		{positions.Square, 4, "10", `no such army: "10" on the square 4×4 (there: 3, 1, 6, block2x2)`},
		{positions.Square, 3, "block2x2", `no such army: "block2x2" on the square 3×3 (there: 3, 1)`},
		{positions.Square, 3, "block99x99", `no such army: "block99x99" on the square 3×3 (there: 3, 1)`},
		{positions.Rhombus, 4, "block2x2", `no such army: "block2x2" on the rhombus 4×4 (there: 3, 1, 6)`},
		{positions.Rhombus, 16, "19", `no such army: "19" on the rhombus 16×16 (there: 15, 1, 3, 6, 10, 21)`},
		{positions.English, 7, "3", `no such army: the english cross (33 holes) has no courts`},
		{positions.French, 7, "", `no such army: the french cross (37 holes) has no courts`},
	}
	for _, tc := range tests {
		set, err := puzzles.Court(positiontest.Board(t, tc.shape, tc.size), tc.army)
		if set != (positions.Bits{}) || !errors.Is(err, puzzles.ErrArmy) || err.Error() != tc.want {
			t.Errorf("got %v\nwant %s", err, tc.want)
		}
	}
}

// The half turn reverses the order in which the cells of any board with courts are counted.
func TestHalfTurn(t *testing.T) {
	for _, shape := range positions.CourtShapes() {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			b := positiontest.Board(t, shape, size)
			for c, d := range puzzles.HalfTurn(b) {
				if c+int(d) != b.Len()-1 {
					t.Errorf("%s: %s goes to %s", b, b.Name(positions.Cell(c)), b.Name(d))
				}
			}
		}
	}
}
