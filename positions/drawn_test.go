package positions_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

func TestParseDrawn(t *testing.T) {
	for _, tc := range []struct{ name, text, drawn, men string }{
		{"square", "oo\n.o", "oo\n.o\n", "b1 a2 b2"},
		{"holes", "-o-\no.o\n-o-", "-o-\no.o\n-o-\n", "b1 a2 c2 b3"},
		{"other symbols", "●*O\n·_.", "ooo\n...\n", "a2 b2 c2"},
		{"edges are cut off", "----\n-o.-\n----", "o.\n", "a1"},
		{"decoration", "# a board\n\n 2  o .\r\n 1  . -\n    a b\n", "o.\n.-\n", "a2"},
		{"one hole", "o", "o\n", "a1"},
		{"six directions", "directions 6\noo\n.o", "directions 6\noo\n.o\n", "b1 a2 b2"},
		{"the usual directions", "oo\n.o\n  directions 4", "oo\n.o\n", "b1 a2 b2"},
		{"a row without holes between", "o\n-\no", "o\n-\no\n", "a1 a3"},
	} {
		b, men, err := positions.ParseDrawn(tc.text)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if got := b.DrawBoard(men); got != tc.drawn {
			t.Errorf("%s: drawn\n%swant\n%s", tc.name, got, tc.drawn)
		}
		if got := strings.Join(b.Names(men), " "); got != tc.men {
			t.Errorf("%s: men on %s, want %s", tc.name, got, tc.men)
		}
	}
}

func TestParseDrawnRefuses(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", "line 1, column 1: there is no row of holes"},
		{"only comments", "# x\n\n", "line 3, column 1: there is no row of holes"},
		{"foreign character", "oo\no?", `line 2, column 2: unexpected '?': a man is o, an empty hole is ., no hole is -`},
		{"foreign character behind wide ones", "●●x", `line 1, column 3: unexpected 'x': a man is o, an empty hole is ., no hole is -`},
		{"short row", "oo\no", "line 2, column 2: this row has 1 symbols, the first one (line 1) has 2: all rows are equally long, with - where there is no hole"},
		{"long row", "oo\n\n2 3", "line 3, column 3: unexpected '3': a man is o, an empty hole is ., no hole is -"},
		{"longer row", "o.\n..o", "line 2, column 3: this row has 3 symbols, the first one (line 1) has 2: all rows are equally long, with - where there is no hole"},
		{"no hole", "--\n--", "line 2, column 1: the board has no hole"},
		{"65 holes", strings.Repeat("ooooooooooooo\n", 5), "" + "line 5, column 13: more than 64 holes"},
		{"27 columns", strings.Repeat("o", 27), "line 1, column 27: more than 26 columns"},
		{"wrong row number", "2 oo\n2 oo", "line 2, column 1: row number 2 where row 1 is due (rows go from the top down)"},
		{"65 symbols", strings.Repeat("-", 65), "line 1, column 65: more than 64 symbols in a row"},
		{"65 rows", strings.Repeat("-\n", 65), "line 65, column 1: more than 64 rows"},
		{"a row of 4 MiB", " " + strings.Repeat("- ", 2<<20), "line 1, column 130: more than 64 symbols in a row"},
		{"4 MiB of wide symbols", strings.Repeat("●", 4<<20), "line 1, column 65: more than 64 symbols in a row"},
		{"spaces of 4 MiB", "o" + strings.Repeat(" ", 4<<20) + "?", `line 1, column 4194306: unexpected '?': a man is o, an empty hole is ., no hole is -`},
		{"2 Mi rows", strings.Repeat("-\n", 2<<20), "line 65, column 1: more than 64 rows"},
		{"five directions", "oo\ndirections 5", "line 2, column 1: one line says in how many directions men jump: directions 4, 6 or 8"},
		{"directions twice", "directions 8\noo\ndirections 8", "line 3, column 1: one line says in how many directions men jump: directions 4, 6 or 8"},
		{"row number too great", "99999999999 oo", "line 1, column 1: 999999999 is no row number"},
	} {
		_, _, err := positions.ParseDrawn(tc.text)
		var syntax *positions.SyntaxError
		if !errors.As(err, &syntax) || err.Error() != tc.want {
			t.Errorf("%s: %v\nwant %s", tc.name, err, tc.want)
		}
	}
}

func TestNewDrawn(t *testing.T) {
	b, err := positions.NewDrawn([]positions.Point{{X: 1, Y: 0}, {X: 0, Y: 1}, {X: 0, Y: 0}})
	if err != nil || b.Len() != 3 || b.Size() != 2 || b.Shape() != positions.Drawn || b.String() != "drawn board (3 holes)" {
		t.Errorf("%v, %v", b, err)
	}
	many := make([]positions.Point, 65)
	for i := range many {
		many[i] = positions.Point{X: i % 9, Y: i / 9}
	}
	for name, points := range map[string][]positions.Point{
		"none": nil, "too many": many, "twice": {{}, {}}, "off the corner": {{X: 1, Y: 0}},
		"negative": {{X: -1, Y: 0}, {}}, "too wide": {{}, {X: 26, Y: 0}}, "too high": {{}, {X: 0, Y: 64}},
	} {
		if _, err := positions.NewDrawn(points); !errors.Is(err, positions.ErrBoard) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What can be read can be drawn and read again; symmetries keep jumps; nothing
// panics.
func FuzzParseDrawn(f *testing.F) {
	for _, text := range []string{"oo\n.o", "-o-\no.o\n-o-", " 2 o.\n 1 .-\n   a b", "", "●·", "64 o", "o\n-\n-\no"} {
		f.Add(text)
	}
	for _, seed := range foundParseDrawn {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, men, err := positions.ParseDrawn(text)
		if err != nil {
			positiontest.HasPlace(t, err)
			return
		}
		if b.Len() < 1 || b.Len() > positions.MaxDrawn {
			t.Fatalf("%d holes", b.Len())
		}
		again, menAgain, err := positions.ParseDrawn(b.DrawBoard(men))
		if err != nil || menAgain != men || again.DrawBoard(men) != b.DrawBoard(men) {
			t.Fatalf("drawn and read again: %v\n%s", err, b.DrawBoard(men))
		}
		if read, err := b.ParseDiagram(b.DrawBoard(men)); err != nil || read != men {
			t.Fatalf("read as a diagram: %v", err)
		}
		if _, err := b.ParseDiagram(b.DrawBoard(men) + strings.Repeat("o", b.Size()) + "\n"); err == nil {
			t.Fatal("another board is taken for this one")
		}
		b.DrawMen(men)
		jumps := map[positions.PegJump]bool{}
		for _, j := range positions.PegJumps(b) {
			jumps[j] = true
		}
		for _, m := range b.Symmetries() {
			for j := range jumps {
				if !jumps[positions.PegJump{From: m[j.From], Over: m[j.Over], To: m[j.To]}] {
					t.Fatalf("a symmetry breaks the jump %v", j)
				}
			}
		}
	})
}

// The jumps of the crosses, each with its reverse, all straight.
func TestPegJumps(t *testing.T) {
	for shape, want := range map[positions.Shape]int{positions.English: 76, positions.French: 92} {
		b := positiontest.Board(t, shape, 0)
		all := map[positions.PegJump]bool{}
		for _, j := range positions.PegJumps(b) {
			all[j] = true
			a, o, c := b.Point(j.From), b.Point(j.Over), b.Point(j.To)
			if a.X+c.X != 2*o.X || a.Y+c.Y != 2*o.Y || abs(a.X-c.X)+abs(a.Y-c.Y) != 2 {
				t.Errorf("%s: %v is no jump", b, j)
			}
		}
		for j := range all {
			if !all[positions.PegJump{From: j.To, Over: j.Over, To: j.From}] {
				t.Errorf("%s: %v has no reverse", b, j)
			}
		}
		if len(all) != want {
			t.Errorf("%s: %d jumps, want %d", b, len(all), want)
		}
	}
}

func abs(x int) int { return max(x, -x) }

// No jump, on any board, leaves the Reiss class; and the classes of single holes
// are those of the rule of three: of rows and columns, or of x−y alone.
func TestReissClass(t *testing.T) {
	for _, b := range everyBoard(t) {
		if b.Shape().Courts() {
			continue
		}
		seen := map[uint8]bool{}
		for c := range positions.Cell(b.Len()) {
			for d := range positions.Cell(b.Len()) {
				seen[positions.ReissClass(b, positions.BitsOf(c, d))] = true
			}
		}
		if most := positions.ReissClasses(b); len(seen) > most || most == 1 != (len(seen) == 1) {
			t.Errorf("%s: %d classes, said to be %d", b, len(seen), most)
		}
		for _, j := range positions.PegJumps(b) {
			before := positions.ReissClass(b, positions.BitsOf(j.From, j.Over))
			after := positions.ReissClass(b, positions.BitsOf(j.To))
			if before != after {
				t.Errorf("%s: %v leads from class %d to %d", b, j, before, after)
			}
		}
		for c := range positions.Cell(b.Len()) {
			for d := range positions.Cell(b.Len()) {
				p, q := b.Point(c), b.Point(d)
				same := map[int]bool{4: (p.X-q.X)%3 == 0 && (p.Y-q.Y)%3 == 0, 6: (p.X-p.Y-q.X+q.Y)%3 == 0, 8: true}[b.Directions()]
				if got := positions.ReissClass(b, positions.BitsOf(c)) == positions.ReissClass(b, positions.BitsOf(d)); got != same {
					t.Errorf("%s: %s and %s in one class: %v", b, b.Name(c), b.Name(d), got)
				}
			}
		}
	}
}

// BenchmarkParseDrawnSpaces reads the longest row there is: nothing but spaces
// between two holes. Time grows with its length and not faster.
func BenchmarkParseDrawnSpaces(b *testing.B) {
	for _, n := range []int{1 << 16, 1 << 20, 1 << 24} {
		text := "o" + strings.Repeat(" ", n) + "o"
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, _, err := positions.ParseDrawn(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
