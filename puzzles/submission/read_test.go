package submission

import (
	"fmt"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// read reads a submission for a board and returns its moves, or where and why it
// cannot be read.
func read(t *testing.T, b *positions.Board, text string) string {
	t.Helper()
	var m Moves
	l := list{names: newCellNames(b), limit: 50, into: &m}
	var f *fault
	if strings.ContainsAny(strings.TrimLeft(text, " ")[:min(1, len(text))], `{["`) {
		var e entry
		if e, f = readEntry([]byte(text)); f == nil {
			f = l.readLine([]byte(text), e.line)
		}
	} else {
		f = l.readList([]byte(text))
	}
	if f != nil {
		e := place{1, 1}.error([]byte(text), f)
		return fmt.Sprintf("%d:%d %s", e.Line, e.Column, e.Msg)
	}
	var out []string
	for _, path := range m.Line() {
		out = append(out, b.FormatPath(path))
	}
	return strings.Join(out, " ")
}

func TestReadList(t *testing.T) {
	square, english := positiontest.Board(t, positions.Square, 16), positiontest.Board(t, positions.English, 0)
	for _, c := range []struct {
		board *positions.Board
		text  string
		want  string
	}{
		{square, "", ""},
		{square, "a3-c5-e5", "a3-c5-e5"},
		{square, "1. a3-c5-e5\n2. p16-o15\n", "a3-c5-e5 p16-o15"},
		{square, "1) a3-c5\r\n2: b1-b2\r\n", "a3-c5 b1-b2"},
		{square, "1 a3-c5 2 b1-b2", "a3-c5 b1-b2"},
		{square, "a3>c5->e5–g5→g7", "a3-c5-e5-g5-g7"},
		{square, "a3 - c5 -  e5, b1 > b2; c1-c2", "a3-c5-e5 b1-b2 c1-c2"},
		{square, "A3-C5", "a3-c5"},
		{square, "a3-c5-\n   e5\nb1-b2", "a3-c5-e5 b1-b2"},
		{square, "# all of it\na3-c5 # far\n  // b\nb1-b2//", "a3-c5 b1-b2"},
		{square, "\ta3-c5,,;\n\n\nb1-b2", "a3-c5 b1-b2"},
		{square, "1.a3-c5\n2.\nb1-b2", "a3-c5 b1-b2"},
		{english, "46-44, 65-45", "d6-d4 f5-d5"},
		{english, "1. 46-44\n2 65-45", "d6-d4 f5-d5"},
		{english, "46 - 44", "d6-d4"},
		{english, "1 46-44 2 65 -45", "d6-d4 f5-d5"},
		{english, "75-73-53 d1-e3", "g5-g3-e3 d1-e3"},

		{square, "a3", "1:1 a move needs at least two cells, such as a3-c5"},
		{square, "a3-c5 b2", "1:7 a move needs at least two cells, such as a3-c5"},
		{square, "a3-", "1:4 a cell is missing here"},
		{square, "a3-\n\nb", `3:1 no such cell: "b" is not on the square 16×16 (a1 … p16)`},
		{square, "a3-q9", `1:4 no such cell: "q9" is not on the square 16×16 (a1 … p16)`},
		{square, "a3-c17", `1:4 no such cell: "c17" is not on the square 16×16 (a1 … p16)`},
		{square, "a3-c05", `1:4 no such cell: "c05" is not on the square 16×16 (a1 … p16)`},
		{square, "a3-c5x", `1:4 no such cell: "c5x" is not on the square 16×16 (a1 … p16)`},
		{square, "46-44", `1:1 no such cell: "46" is not on the square 16×16 (a1 … p16)`},
		{square, "a3-c5\n–b2", "2:1 unexpected '–': moves are written as a3-c5-e5"},
		{square, "ä3-c5", `1:1 no such cell: "ä3" is not on the square 16×16 (a1 … p16)`},
		{square, "a3-c5!", "1:6 unexpected '!' behind a move"},
		{square, "a3-\x1b[31m", `1:4 unexpected '\x1b': moves are written as a3-c5-e5`},
		{square, "2. a3-c5", "1:1 number 2 where move 1 is due"},
		{square, "a3-c5\n 1. b1-b2", "2:2 number 1 where move 2 is due"},
		{square, "1. 2. b1-b2", "1:4 move 1 is missing before number 2"},
		{square, "1.", "1:3 move 1 is missing"},
		{square, "99999999999999999999. a3-c5", "1:1 number 999999999 where move 1 is due"},
		{square, strings.Repeat("a1-a2 ", 50) + "a1-a2", "1:301 more than 50 moves"},
		{english, "48-44", `1:1 no such cell: "48" is not on the english cross (33 holes) (c1 … e7)`},
		{english, "460-44", `1:1 no such cell: "460" is not on the english cross (33 holes) (c1 … e7)`},
	} {
		if got := read(t, c.board, c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestReadJSON(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 16)
	deep := strings.Repeat("[", MaxDepth+1)
	for text, want := range map[string]string{
		`{"line":[["a3","c5","e5"],["b1","b2"]]}`:            "a3-c5-e5 b1-b2",
		`{"line":["a3-c5-e5"," b1 > b2 "]}`:                  "a3-c5-e5 b1-b2",
		`{"line":"1. a3-c5-e5 2. b1-b2"}`:                    "a3-c5-e5 b1-b2",
		`{"line":"1. a3-c5\n# no\n2. b1-b2"}`:                "a3-c5 b1-b2",
		`{"moves":["a3-c5"],"hops":1,"id":null}`:             "a3-c5",
		`{"id":[],"line":[]}`:                                "1:7 an id is a text or a number, here is '['",
		`{"moves":["a3-c5"],"hops":1,"upper":null,"id":1e3}`: "a3-c5",
		`{"moves":1,"line":["a3-c5"]}`:                       "a3-c5",
		` [ [ "A3" , "c5" ] , "b1-b2" ] `:                    "a3-c5 b1-b2",
		`"a3-c5"`:                                            "a3-c5",
		`[]`:                                                 "",
		`{"line":[]}`:                                        "",
		`{"l\u0069ne":["a3\u003ec5"]}`:                       "a3-c5",
		`{"x":{"line":1,"line":[{}]},"line":[],"x":-0.5e-3}`: "",
		`{"schema":"halma-solve/result/1","line":[]}`:        "",

		`{}`:                             `1:1 the field "line" with the moves is missing`,
		`{"line":null}`:                  "1:9 there is no line in it",
		`{"line":5}`:                     "1:9 the line is a list of moves […] or a text in quotes, here is 5",
		`{"line":[5]}`:                   `1:10 a move is a list of cells […] or a text such as "a3-c5", here is 5`,
		`{"line":[["a3"]]}`:              "1:10 move 1 needs at least two cells: where the man starts and where it ends",
		`{"line":[["a3",5]]}`:            "1:16 a text in quotes is expected, here is 5",
		`{"line":[["a3","q9"]]}`:         `1:16 move 1: no such cell: "q9" is not on the square 16×16 (a1 … p16)`,
		`{"line":[["a3","c5 "]]}`:        `1:16 move 1: no such cell: "c5 " is not on the square 16×16 (a1 … p16)`,
		`{"line":["a3-c5 b1-b2"]}`:       "1:17 unexpected 'b' behind a move",
		`{"line":["a3-q9"]}`:             `1:14 no such cell: "q9" is not on the square 16×16 (a1 … p16)`,
		`{"line":["a3\u003eq9"]}`:        `1:10 no such cell: "q9" is not on the square 16×16 (a1 … p16)`,
		`{"line":[],"line":[]}`:          `1:12 the field "line" comes twice`,
		`{"line":[],"l\u0069ne":[]}`:     `1:12 the field "line" comes twice`,
		`{"line":[],"moves":[]}`:         `1:20 both "line" and "moves" say the moves`,
		`{"id":1,"line":[],"id":2}`:      `1:19 the field "id" comes twice`,
		`{"moves":-1,"line":[]}`:         "1:10 moves: a whole number is expected, not negative and below 2^31",
		`{"moves":1e9,"line":[]}`:        "1:10 moves: a whole number is expected, not negative and below 2^31",
		`{"hops":99999999999,"line":0}`:  "1:9 hops: a whole number is expected, not negative and below 2^31",
		`{"schema":"x","line":[]}`:       `1:11 the schema "x" is not known, only halma-solve/result/… and halma-solve/generated/…`,
		`{"line":[]`:                     "1:11 a comma or } is expected, here is the end",
		`{"line":[`:                      "1:10 unexpected the end",
		`{"line":[}`:                     "1:10 unexpected '}'",
		`{"line":[],}`:                   "1:12 nothing follows this comma",
		`{"line" []}`:                    "1:9 a colon is expected, here is '['",
		`{"line":[]} x`:                  "1:13 unexpected 'x' behind the submission",
		"{\"line\":[],\n \"x\": \"\n\"}": `2:8 the control character '\n' in a text`,
		`{"id":"` + strings.Repeat("x", 257) + `","line":[]}`: "1:7 the id is longer than 256 bytes",
		`{"x":` + deep:               fmt.Sprintf("1:%d lists and objects stand more than 64 deep in each other", 6+MaxDepth),
		deep:                         "1:65 lists and objects stand more than 64 deep in each other",
		`{"x":"\q","line":[]}`:       "1:7 no such escape in a text",
		`{"x":01,"line":[]}`:         "1:6 this is no number",
		`{"x":nothing,"line":[]}`:    "1:6 unexpected 'n'",
		`{"x":"no end`:               "1:6 this text has no end",
		`["` + "a3-c5\",\"" + `b1"]`: "1:11 a move needs at least two cells, such as a3-c5",
		"[" + strings.Repeat(`"a1-a2",`, 50) + `["a1","a2"]]`: "1:402 more than 50 moves",
	} {
		if got := read(t, b, text); got != want {
			t.Errorf("%.80s: %q, want %q", text, got, want)
		}
	}
}

// The names of cells are those of the board, and digits a second one where there
// is room for them.
func TestCellNames(t *testing.T) {
	for _, shape := range positions.Shapes() {
		b := positiontest.Board(t, shape, 0)
		names := newCellNames(b)
		for c := range positions.Cell(b.Len()) {
			name := b.Name(c)
			if got, n := names.read([]byte(name + "-")); got != c || n != len(name) {
				t.Errorf("%s: %s is %d, %d", b, name, got, n)
			}
			p := b.Point(c)
			digits := fmt.Sprint(p.X+1, p.Y+1)
			digits = strings.ReplaceAll(digits, " ", "")
			got, n := names.read([]byte(digits))
			if pegs := !b.Shape().Courts(); pegs != (got == c && n == 2) {
				t.Errorf("%s: %s for %s is %d, %d", b, digits, name, got, n)
			}
		}
	}
}

// Fields that are looked at are told from others, whatever their value is.
func TestClaims(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Size: 1})
	c, err := NewChecker(Options{Puzzle: p})
	if err != nil {
		t.Fatal(err)
	}
	const line = `"line":["a1-c3","b2-d2-c4","c2-d4-b4","c3-a5"]}`
	for claims, want := range map[string]string{
		`{"moves":4,"hops":6,"upper":4,`: "",
		`{"moves":5,`:                    "line 1, column 10: moves is 5, but the line has 4",
		`{"hops":5,`:                     "line 1, column 9: hops is 5, but the line has 6",
		`{"upper":6,`:                    "line 1, column 10: upper is 6, but the line has 4",
	} {
		text := claims + line
		v := c.Check(Item{Number: 1, Line: 1, Column: 1, Text: []byte(text), JSON: true})
		got := ""
		if v.At != nil {
			got = v.At.Error()
		}
		if got != want || (want == "") != v.Valid() {
			t.Errorf("%s: %s %q, want %q", claims, v.Status, got, want)
		}
	}
}
