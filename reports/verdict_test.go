package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/submission"
)

func TestComparison(t *testing.T) {
	p, hops := bothCounts(t)
	for _, c := range []struct {
		puzzle *puzzles.Puzzle
		bounds submission.Bounds
		want   string
	}{
		{p, submission.Bounds{}, "34 moves: nothing is proven of the optimum"},
		{p, submission.Bounds{Lower: 31, Upper: 31}, "34 moves: 3 above the optimum, which is 31"},
		{p, submission.Bounds{Lower: 34, Upper: 34}, "34 moves: optimal, no line is shorter"},
		{p, submission.Bounds{Lower: 34}, "34 moves: optimal, no line is shorter"},
		{p, submission.Bounds{Lower: 28, Upper: 31}, "34 moves: at least 3 above the optimum, which is from 28 to 31"},
		{p, submission.Bounds{Lower: 28, Upper: 34}, "34 moves: as short as the best known line; at least 28 are needed"},
		{p, submission.Bounds{Lower: 28, Upper: 36}, "34 moves: 2 shorter than the best known line; at least 28 are needed"},
		{p, submission.Bounds{Lower: 28}, "34 moves: at most 6 above the optimum, which is at least 28"},
		{p, submission.Bounds{Lower: 35, Upper: 36}, "34 moves: fewer than the 35 that are proven to be needed; please report this"},
		{p, submission.Bounds{Lower: 1, Impossible: true}, "34 moves: but it is proven that there is no solution; please report this"},
		{hops, submission.Bounds{Lower: 70, Upper: 74}, "80 hops: at least 6 above the optimum, which is from 70 to 74"},
	} {
		v := &submission.Verdict{Puzzle: c.puzzle, Moves: 34, Hops: 80, Bounds: c.bounds}
		if got := Comparison(v); got != c.want {
			t.Errorf("%+v: %q, want %q", c.bounds, got, c.want)
		}
	}
}

// verdictOn checks a submission on the star with 3 men, of which 4 moves are known
// to be optimal.
func verdictOn(t testing.TB, text string) *submission.Verdict {
	t.Helper()
	c, err := submission.NewChecker(submission.Options{
		Puzzle: positiontest.Must(t, puzzles.Highscore, puzzles.Options{Size: 1}),
		Bounds: func(*puzzles.Puzzle) submission.Bounds { return submission.Bounds{Lower: 4, Upper: 4} },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c.Check(submission.Item{Number: 12, Line: 7, Column: 1, Text: []byte(text), JSON: strings.HasPrefix(text, "{")})
}

func TestVerdictForms(t *testing.T) {
	for _, c := range []struct{ text, line, json string }{
		{
			`{"id":"ann","line":["a1-c3","b2-c4","c2-b4","c3-a5"]}`,
			"12 \"ann\"  solved      4 moves: optimal, no line is shorter (6 hops)\n",
			`{"number":12,"at":7,"id":"ann","puzzle":"highscore, star 1 (13 holes), 3 men, booklet rules, short jumps, counted in moves","valid":true,"status":"solved","moves":4,"hops":6,"goal":true,"lower":4,"upper":4,"above":[0,0]}` + "\n",
		},
		{
			`{"id":1.5e3,"line":["a1-c3"]}`,
			"12 \"1.5e3\"  unfinished  1 move, 1 hop: the men do not fill the goal: missing on b4, c4, a5\n",
			`{"number":12,"at":7,"id":1.5e3,"puzzle":"highscore, star 1 (13 holes), 3 men, booklet rules, short jumps, counted in moves","valid":false,"status":"unfinished","moves":1,"hops":1,"goal":false,"lower":4,"upper":4,` +
				`"reason":"the men do not fill the goal: missing on b4, c4, a5","before":["b2","c2","c3"]}` + "\n",
		},
		{
			"1. a1-c3 2. c3-c4-a5",
			"12  illegal     move 2, c3-c4-a5: two steps in one turn\n",
			`{"number":12,"at":7,"id":null,"puzzle":"highscore, star 1 (13 holes), 3 men, booklet rules, short jumps, counted in moves","valid":false,"status":"illegal","moves":1,"hops":1,"goal":false,"lower":4,"upper":4,` +
				`"reason":"two steps in one turn","move":2,"path":["c3","c4","a5"],"before":["b2","c2","c3"]}` + "\n",
		},
		{
			"a1-c3\n b2-\x1b[2J",
			"12  unreadable  line 8, column 5: unexpected '\\x1b': moves are written as a3-c5-e5\n",
			`{"number":12,"at":7,"id":null,"puzzle":"highscore, star 1 (13 holes), 3 men, booklet rules, short jumps, counted in moves","valid":false,"status":"unreadable","moves":0,"hops":0,"goal":false,"lower":4,"upper":4,` +
				`"reason":"unexpected '\\x1b': moves are written as a3-c5-e5","line":8,"column":5}` + "\n",
		},
	} {
		v := verdictOn(t, c.text)
		if diff := cmp.Diff(c.line, string(VerdictLine(nil, v))); diff != "" {
			t.Errorf("%s:\n%s", c.text, diff)
		}
		got := VerdictJSON(nil, v)
		if diff := cmp.Diff(c.json, string(got)); diff != "" || !json.Valid(got) {
			t.Errorf("%s:\n%s", c.text, diff)
		}
	}
}

// Whatever an id says, the line that repeats it says the same in JSON and steers
// no terminal.
func TestVerdictIDs(t *testing.T) {
	for _, id := range []string{"", "plain", "\x1b[2J", "tab\there", "\u009b31m", "a\"b\\c", "é ü 漢", "\u202egnp", "\U000e0001x", "😀", "\x7f", "\u2028"} {
		quoted, err := json.Marshal(id)
		if err != nil {
			t.Fatal(err)
		}
		v := verdictOn(t, `{"id":`+string(quoted)+`,"line":[]}`)
		text := VerdictJSON(nil, v)
		var back struct{ ID string }
		if err := json.Unmarshal(text, &back); err != nil || back.ID != id {
			t.Errorf("%q becomes %s (%v)", id, text, err)
		}
		for _, out := range [][]byte{text, VerdictLine(nil, v)} {
			for _, r := range strings.TrimSuffix(string(out), "\n") {
				if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x2028 || r == 0xe0001 || r == utf8.RuneError {
					t.Errorf("%q: %q in %q", id, r, out)
				}
			}
		}
	}
}

func TestVerdictText(t *testing.T) {
	for text, want := range map[string][]string{
		"a1-c3 b2-c4 c2-b4 c3-a5": {"Highscore, star 1 (13 holes), 3 men\n", "Valid ", "4 moves, 6 hops\n", "4 moves: optimal, no line is shorter"},
		"a1-c3":                   {"Invalid  the men do not fill the goal", "1 move, 1 hop; every move is legal", "at the end", "o"},
		"a1-c3 c3-c4-a5":          {"Invalid  move 2, c3-c4-a5: two steps", "1 move, 1 hop before it", "before move 2"},
		"a1-x":                    {"Invalid  line 7, column 4: no such cell"},
	} {
		var out bytes.Buffer
		if err := VerdictText(&out, verdictOn(t, text), TextOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("%s: %q is missing:\n%s", text, w, out.String())
			}
		}
		out.Reset()
		if err := VerdictText(&out, verdictOn(t, text), TextOptions{Diagrams: NoDiagrams}); err != nil || strings.Contains(out.String(), "before move") {
			t.Errorf("%s: %v\n%s", text, err, out.String())
		}
	}
	long := "a1" + strings.Repeat("-c3-a1", 40)
	var out bytes.Buffer
	if err := VerdictText(&out, verdictOn(t, long), TextOptions{}); err != nil || strings.Count(out.String(), "a1") > 30 {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestSummaryJSON(t *testing.T) {
	got := string(SummaryJSON(nil, submission.Summary{Submissions: 10, Solved: 4, Unfinished: 3, Illegal: 2, Unreadable: 1}))
	want := `{"schema":"halma-solve/verdict/2","submissions":10,"solved":4,"unfinished":3,"illegal":2,"unreadable":1}` + "\n"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The puzzle of a result can be read alone.
func TestParsePuzzle(t *testing.T) {
	for name, r := range samples(t) {
		out := written(t, JSON, r, JSONOptions{})
		var fields struct{ Puzzle json.RawMessage }
		if err := json.Unmarshal([]byte(out), &fields); err != nil {
			t.Fatal(err)
		}
		p, err := ParsePuzzle(fields.Puzzle)
		if err != nil || p.Fingerprint() != r.Puzzle.Fingerprint() {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	for text, want := range map[string]string{
		`{}`: "line 1, column 1", `{"game":"highscore","board":"moon","men":"3"}`: "line 1, column 29",
		`{"game":"highscore","game":"solo"}`: "line 1, column 21", `[`: "line 1, column", "": "line 1, column 1",
	} {
		_, err := ParsePuzzle([]byte(text))
		var syntax *positions.SyntaxError
		if !errors.As(err, &syntax) || !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
