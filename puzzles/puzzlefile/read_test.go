package puzzlefile

import (
	"errors"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

const file = `{
  "schema": "halma-solve/puzzle/1",
  "game": "other",
  "board": "star",
  "size": 1,
  "start": ["a1", "b2", "c2"],
  "marked": ["b2"],
  "goals": [
    {"men": {"diagram": [
      "5       o",
      "4 . . . .",
      "3  o ? ?  a-c",
      "2 . . . . a-d",
      "1     ."]}},
    {"men": ["a5", "b4", "c4"], "marked": ["a5"]}
  ]
}`

func TestParse(t *testing.T) {
	p, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	cells := func(names ...string) (set positions.Bits) {
		for _, name := range names {
			c := positiontest.Must(t, p.Board.ParseCell, name)
			set = set.With(c)
		}
		return set
	}
	first := puzzles.Pattern{
		Men:   cells("a5", "a3"),
		Empty: cells("a4", "b4", "c4", "d4", "a2", "b2", "c2", "d2", "a1"),
	}
	second := puzzles.Pattern{Men: cells("a5", "b4", "c4"), Marked: cells("a5")}
	if p.Start != cells("a1", "b2", "c2") || p.Marked != cells("b2") || len(p.Goals) != 2 || p.Goals[0] != first || p.Goals[1] != second {
		t.Errorf("read as %+v", p)
	}
	if p.Arrival != positions.Booklet || p.Jumps != positions.Short || p.Count != positions.Moves || p.Army != "3" || p.Game != puzzles.GameOther {
		t.Errorf("read as %s", p)
	}
	if !p.Solved(cells("a5", "a3", "c3"), cells("c3")) || p.Solved(cells("a5", "a3", "a1"), cells("a1")) || p.Solved(cells("a5", "b4", "c4"), cells("b4")) {
		t.Error("the figures are not those of the file")
	}
}

// TestName: a name is kept, is no part of the task, and cannot be anything but one line
// of text.
func TestName(t *testing.T) {
	named := func(name string) string {
		return strings.Replace(file, `"game"`, `"name": "`+name+`", "game"`, 1)
	}
	without, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"": "", " ": "", "Two ways": "Two ways", " a ": "a", strings.Repeat("ä", maxName): strings.Repeat("ä", maxName),
	} {
		p, err := Parse([]byte(named(name)))
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != want || p.Fingerprint() != without.Fingerprint() {
			t.Errorf("%q is read as %q, or as another task", name, p.Name)
		}
		var again strings.Builder
		if err := Write(&again, p); err != nil {
			t.Fatal(err)
		}
		if q, err := Parse([]byte(again.String())); err != nil || q.Name != want {
			t.Errorf("%q: written and read again: %v, %v", name, q, err)
		}
	}
	for _, name := range []string{strings.Repeat("a", maxName+1), `a\nb`, `\u001b[31m`, `\u202e`} {
		var wrong *positions.SyntaxError
		if _, err := Parse([]byte(named(name))); !errors.As(err, &wrong) || wrong.Line != 3 || !strings.Contains(wrong.Msg, "the name") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestParseFileErrors checks that every error names its place.
func TestParseFileErrors(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		line, column   int
		message        string
	}{
		{"not JSON", file, "hello", 1, 1, "invalid character"},
		{"empty", file, "", 1, 1, "unexpected end"},
		{"no game", `"game": "other",`, ``, 1, 1, `"game" is missing`},
		{"unknown game", `"other"`, `"chess"`, 3, 11, "unknown game"},
		{"other schema", `puzzle/1`, `result/1`, 2, 13, "is not known"},
		{"board", `"star"`, `"french"`, 4, 12, "no board for men that step"},
		{"size", `"size": 1`, `"size": 7`, 5, 11, "sizes go from 1 to 4"},
		{"size 0", `"size": 1`, `"size": 0`, 5, 11, "size 0"},
		{"start missing", `"start": ["a1", "b2", "c2"],`, ``, 3, 11, `"start" is missing`},
		{"no such cell", `"b2", "c2"`, `"z9", "c2"`, 6, 19, "no such cell"},
		{"twice", `"b2", "c2"`, `"a1", "c2"`, 6, 19, "a1 comes twice"},
		{"nobody to mark", `"marked": ["b2"]`, `"marked": ["a3"]`, 7, 13, "nobody starts on a3"},
		{"goal and goals", `"marked": ["b2"]`, `"goal": ["a3"]`, 7, 11, "exclude each other"},
		{"symbol", `o ? ?`, `o ! ?`, 12, 13, `unexpected '!'`},
		{"row too long", `. . . .",`, `. . . . .",`, 11, 18, "4 cells only"},
		{"row missing", "\"2 . . . . a-d\",\n", "\n", 14, 8, "row number 1"},
		{"too many men", `["a5", "b4", "c4"]`, `["a5", "b4", "c4", "d4"]`, 15, 5, "a figure of 4 men, but start has 3"},
		{"too many marks", `"marked": ["a5"]`, `"marked": ["a5", "b4"]`, 15, 5, "2 marked men, but start has 1"},
		{"mark without man", `"marked": ["a5"]`, `"marked": ["a1"]`, 15, 5, "wanted on a1"},
		{"contradiction", `"marked": ["a5"]`, `"empty": ["b4"]`, 15, 5, "b4 is to be empty and to have a man"},
		{"? in start", `["a1", "b2", "c2"]`, `{"diagram": [".", "....", "...", "o?..", "o"]}`, 6, 12, "? is for goals"},
		{"wrong game", `"other"`, `"connection"`, 3, 11, "not the game connection"},
		{"not treffpunkt", `"other"`, `"treffpunkt"`, 3, 11, "not the game treffpunkt"},
		{"not treffhalma", `"other"`, `"treffhalma"`, 3, 11, "not the game treffhalma"},
		{"holes", `"size": 1`, `"holes": ["a1"]`, 5, 12, "holes are for"},
		{"men", `"size": 1`, `"size": 1, "men": "7"`, 5, 21, "men is"},
		{"highscore with figures", `"other"`, `"highscore", "men": "3"`, 8, 12, "the army says where its men end"},
		{"solo", `"other"`, `"solo"`, 4, 12, "played on english"},
	} {
		text := strings.Replace(file, c.old, c.new, 1)
		if text == file {
			t.Errorf("%s: nothing was replaced", c.name)
			continue
		}
		_, err := Parse([]byte(text))
		var syntax *positions.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: error %v is no SyntaxError", c.name, err)
			continue
		}
		if !strings.Contains(syntax.Msg, c.message) || syntax.Line != c.line || syntax.Column != c.column {
			t.Errorf("%s: %v, want line %d, column %d and %q", c.name, err, c.line, c.column, c.message)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(file))
	f.Add([]byte(`{"schema":"halma-solve/puzzle/1","game":"highscore","board":"square","size":4,"men":"3"}`))
	f.Add([]byte(`{"schema":"halma-solve/puzzle/1","game":"solo","board":"drawn","holes":["a1","b1","c1"],"start":["a1","b1"],"goal":{"diagram":["..o"]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Parse(text)
		if err != nil {
			positiontest.HasPlace(t, err)
			return
		}
		if p.Men() == 0 || p.Goals != nil && len(p.Goals) == 0 {
			t.Fatalf("a puzzle without men or goals: %+v", p)
		}
		p.Fingerprint()
	})
}
