package positions_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

func TestDiagrams(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		size  int
		men   []string
		want  string
	}{
		{positions.Square, 3, []string{"a1", "b1", "b2"}, `
 3  . . .
 2  . o .
 1  o o .
    a b c
`},
		{positions.Square, 10, []string{"a10", "j1"}, `
10  o . . . . . . . . .
 9  . . . . . . . . . .
 8  . . . . . . . . . .
 7  . . . . . . . . . .
 6  . . . . . . . . . .
 5  . . . . . . . . . .
 4  . . . . . . . . . .
 3  . . . . . . . . . .
 2  . . . . . . . . . .
 1  . . . . . . . . . o
    a b c d e f g h i j
`},
		{positions.Rhombus, 3, []string{"a1", "a2", "a3", "c1"}, `
 3    o . .
 2   o . .
 1  o . o
    a b c
`},
		{positions.Star, 1, []string{"a1", "a2", "d2", "b3", "a5"}, `
 5     o    a
 4  . . . . a-d
 3   . o .  a-c
 2  o . . o a-d
 1     o    a
`},
		{positions.Star, 2, []string{"a1", "a2", "b2", "c3", "d3", "e3"}, `
 9        .       a
 8       . .      a-b
 7  . . . . . . . a-g
 6   . . . . . .  a-f
 5    . . . . .   a-e
 4   . . . . . .  a-f
 3  . . o o o . . a-g
 2       o o      a-b
 1        o       a
`},
		{positions.English, 7, []string{"d4", "c1", "g5"}, `
 7      . . .
 6      . . .
 5  . . . . . . o
 4  . . . o . . .
 3  . . . . . . .
 2      . . .
 1      o . .
    a b c d e f g
`},
		{positions.French, 7, []string{"b2", "f6"}, `
 7      . . .
 6    . . . . o
 5  . . . . . . .
 4  . . . . . . .
 3  . . . . . . .
 2    o . . . .
 1      . . .
    a b c d e f g
`},
	}
	for _, tc := range tests {
		b := positiontest.Board(t, tc.shape, tc.size)
		men := positiontest.Cells(t, b, tc.men...)
		want := strings.TrimPrefix(tc.want, "\n")
		if diff := cmp.Diff(want, b.DrawMen(men)); diff != "" {
			t.Errorf("%s:\n%s", b, diff)
		}
		if got, err := b.ParseDiagram(want); err != nil || got != men {
			t.Errorf("%s: read back as %v, %v", b, b.Names(got), err)
		}
	}
}

func TestDiagramSymbols(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 3)
	got := b.Diagram(func(c positions.Cell) rune { return '①' + rune(c) })
	if diff := cmp.Diff(" 3  ⑦ ⑧ ⑨\n 2  ④ ⑤ ⑥\n 1  ① ② ③\n    a b c\n", got); diff != "" {
		t.Error(diff)
	}
}

func TestDiagramRoundTrip(t *testing.T) {
	for _, b := range everyBoard(t) {
		t.Run(b.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				men := drawMen(t, b)
				got, err := b.ParseDiagram(b.DrawMen(men))
				if err != nil || got != men {
					t.Fatalf("%v read back as %v, %v", b.Names(men), b.Names(got), err)
				}
			})
		})
	}
}

// What a diagram may leave out or write in another way.
func TestParseDiagramIsLenient(t *testing.T) {
	square, star, english := positiontest.Board(t, positions.Square, 3), positiontest.Board(t, positions.Star, 1), positiontest.Board(t, positions.English, 7)
	tests := []struct {
		b    *positions.Board
		text string
		want []string
	}{
		{square, "...\n.o.\noo.", []string{"a1", "b1", "b2"}},
		{square, ". ..\n\n . o.\n\too. \n\n", []string{"a1", "b1", "b2"}},
		{square, "# a figure\n3...\n2.o.\n1 oo.\na b c\n", []string{"a1", "b1", "b2"}},
		{square, "abc\n___\n·●·\nO*·\n", []string{"a1", "b1", "b2"}},
		{square, " 3  . . .\r\n 2  . o .\r\n 1  o o .\r\n    a b c\r\n", []string{"a1", "b1", "b2"}},
		{star, "o\n....\n...\n....\n.", []string{"a5"}},
		{star, "o a\n....  a-d\n...a-c\n.... \n.", []string{"a5"}},
		{english, "# a - b\n...\n...\n.......\n...o...\n.......\n...\n...", []string{"d4"}},
		{english, "--...--\n--...--\n.......\n...o...\n.......\n--...--\n--.o.--", []string{"d1", "d4"}},
	}
	for _, tc := range tests {
		got, err := tc.b.ParseDiagram(tc.text)
		if want := positiontest.Cells(t, tc.b, tc.want...); err != nil || got != want {
			t.Errorf("%q: %v, %v", tc.text, tc.b.Names(got), err)
		}
	}
}

func TestParseDiagramRefuses(t *testing.T) {
	square, star, english := positiontest.Board(t, positions.Square, 3), positiontest.Board(t, positions.Star, 1), positiontest.Board(t, positions.English, 7)
	tests := []struct {
		b            *positions.Board
		text         string
		line, column int
		msg          string
	}{
		{square, "", 1, 1, "row 3 is missing: the square 3×3 has 3 rows, from the top"},
		{square, "a b c\n", 2, 1, "row 3 is missing: the square 3×3 has 3 rows, from the top"},
		{square, "...\n...", 2, 1, "row 1 is missing: the square 3×3 has 3 rows, from the top"},
		{square, "...\n...\n...\n...\n", 4, 1, "the square 3×3 has 3 rows only"},
		{square, "...\n..\n...", 2, 3, "row 2 has 3 cells, this line only 2"},
		{square, "...\n...\n ....", 3, 5, "row 1 has 3 cells only"},
		{square, ". . .\n. x .\n. . .", 2, 3, "unexpected 'x': a man is o, an empty cell is ."},
		{square, "●●x\n...\n...", 1, 3, "unexpected 'x': a man is o, an empty cell is ."},
		{square, " 1 ...\n 2 ...\n 3 ...", 1, 2, "row number 1 where row 3 is due (rows go from the top down)"},
		{square, "3 ...\n2 ...\n2 ...", 3, 1, "row number 2 where row 1 is due (rows go from the top down)"},
		{square, "3 ...\n99999999999999999999 ...", 2, 1, "row number 999999999 where row 2 is due (rows go from the top down)"},
		{square, "...\n\n# remark\n.\n", 4, 2, "row 2 has 3 cells, this line only 1"},
		{square, "3 ...\n2 .\xff.\n", 2, 4, "unexpected '\ufffd': a man is o, an empty cell is ."},
		{square, "... a-c\n...\n...", 1, 5, "row 3 has 3 cells only"},
		{star, ".\n.... a-e\n...\n....\n.", 2, 6, "row 4 has 4 cells only"},
		{star, "..\n....\n...\n....\n.", 1, 2, "row 5 has 1 cell only"},
		{star, ".\n.... a-d x\n...\n....\n.", 2, 6, "row 4 has 4 cells only"},
		{english, "--...--\n--...--\n.......\n...o...\n.......\n--...--\n--o-.--", 1, 1, "this is not the board of 33 holes that is due"},
		{english, "...\n...\n...", 3, 4, "row 5 has 7 cells, this line only 3"},
	}
	for _, tc := range tests {
		men, err := tc.b.ParseDiagram(tc.text)
		var syntax *positions.SyntaxError
		if !errors.As(err, &syntax) || men != (positions.Bits{}) {
			t.Errorf("%q: %v, %v", tc.text, men, err)
			continue
		}
		if diff := cmp.Diff(positions.SyntaxError{Line: tc.line, Column: tc.column, Msg: tc.msg}, *syntax); diff != "" {
			t.Errorf("%q:\n%s", tc.text, diff)
		}
		if want := fmt.Sprintf("line %d, column %d: %s", tc.line, tc.column, tc.msg); err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
}

func FuzzParseDiagram(f *testing.F) {
	boards := everyBoard(f)
	for i, b := range boards {
		f.Add(uint8(i), b.DrawMen(positions.BitsOf(0, positions.Cell(b.Len()-1))))
	}
	for _, text := range []string{"", "\n", "...\n...\n...\n", "# x", "3 o.*\n2 ●·_\n1 O..\nabc", "1\n2\n3", "a", "\xff", "9999999999999999999999"} {
		f.Add(uint8(0), text)
	}
	for _, seed := range foundParseDiagram {
		f.Add(seed.board, seed.text)
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		b := boards[int(i)%len(boards)]
		men, err := b.ParseDiagram(text)
		if err != nil {
			var syntax *positions.SyntaxError
			lines := strings.Split(text, "\n")
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Line > len(lines) ||
				syntax.Column < 1 || syntax.Column > len(lines[syntax.Line-1])+1 {
				t.Fatalf("%v in %q", err, text)
			}
			return
		}
		for _, c := range men.Cells() {
			if int(c) >= b.Len() {
				t.Fatalf("a man on cell %d of the %s", c, b)
			}
		}
		if again, err := b.ParseDiagram(b.DrawMen(men)); err != nil || again != men {
			t.Fatalf("%v read back as %v, %v", b.Names(men), b.Names(again), err)
		}
	})
}
