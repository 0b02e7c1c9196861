package reports

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver"
)

func TestJSONRoundTrip(t *testing.T) {
	for name, r := range samples(t) {
		for _, o := range []JSONOptions{{}, {Stats: true}} {
			var out bytes.Buffer
			if err := JSON(&out, r, o); err != nil {
				t.Fatal(err)
			}
			got, err := ParseJSON(out.Bytes())
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			sameResult(t, name, got, r.AsClaim())
			if !o.Stats {
				continue
			}
			again := written(t, JSON, got, o)
			out.Reset()
			if err := JSON(&out, r.AsClaim(), o); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(out.String(), again); diff != "" {
				t.Errorf("%s: statistics are lost (-want +got):\n%s", name, diff)
			}
		}
	}
}

var bigNumbers = cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 })

// sameResult compares results but for what JSON does not keep.
func sameResult(t *testing.T, name string, got, want *solver.Result) {
	t.Helper()
	if got.Puzzle.Fingerprint() != want.Puzzle.Fingerprint() || got.Puzzle.Army != want.Puzzle.Army {
		t.Errorf("%s: puzzle %s, want %s", name, got.Puzzle, want.Puzzle)
	}
	a, b := *got, *want
	a.Puzzle, b.Puzzle = nil, nil
	a.Stats, b.Stats = solver.Stats{}, solver.Stats{}
	a.Cached, b.Cached = false, false
	if diff := cmp.Diff(b, a, bigNumbers); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestParseJSONShortForm(t *testing.T) {
	r, err := ParseJSON([]byte(`{"schema": "halma-solve/result/1",
		"puzzle": {"game": "highscore", "board": "star", "size": 1, "men": "3"},
		"line": [["A1","c3"], ["b2","d2","c4"], ["c2","d4","b4"], ["c3","a5"]]}`))
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != solver.Bounded || r.Moves != 4 || r.Hops != 6 || r.Upper != 4 || r.Lower != 1 || r.Claim.Lower != 1 || r.Unproven() {
		t.Errorf("got %+v", r)
	}
}

// TestFieldsOfLaterVersions: what is not known is passed over, whatever it is.
func TestFieldsOfLaterVersions(t *testing.T) {
	text, err := os.ReadFile("testdata/optimal.json")
	if err != nil {
		t.Fatal(err)
	}
	want, err := ParseJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseJSON([]byte(strings.Replace(string(text), `"status"`, `"later": {"line": [[1], null]}, "status"`, 1)))
	if err != nil || !reflect.DeepEqual(got.Line, want.Line) || got.Status != want.Status {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

func TestParseJSONErrors(t *testing.T) {
	file := positiontest.Must(t, os.ReadFile, "testdata/optimal.json")
	good := string(file)
	for _, c := range []struct {
		name, old, new string
		line, column   int
		message        string
	}{
		{"empty", good, "", 1, 1, "unexpected end"},
		{"not JSON", good, "hello", 1, 1, "invalid character"},
		{"cut off", "\n  \"proof\"", "", 0, 0, ""},
		{"missing comma", `"size": 1,`, `"size": 1`, 7, 5, "invalid character"},
		{"more after the end", "\n}\n", "\n}\n{}", 0, 0, "after top-level value"},
		{"bad UTF-8", "no position", "no p\xffosition", 0, 0, "UTF-8"},
		{"list at the top", good, "[]", 1, 1, "an object"},
		{"case matters", `"proof"`, `"Proof"`, 25, 3, `unknown field "Proof"`},
		{"unknown puzzle field", `"jumps"`, `"leaps"`, 0, 0, `unknown field "leaps"`},
		{"twice", `"moves": 4`, `"lower": 4`, 17, 3, `"lower" comes twice`},
		{"no schema", `"schema": "halma-solve/result/2",`, "", 1, 1, `"schema" is missing`},
		{"other schema", "result/2", "result/3", 2, 13, "result/3"},
		{"no men", `"men": 3,`, "", 3, 13, `"men" is missing`},
		{"other game", "highscore", "chess", 4, 13, `unknown game "chess"`},
		{"other board", `"star"`, `"moon"`, 5, 14, "the boards are star"},
		{"cross", `"star"`, `"english"`, 6, 13, "no such board"},
		{"size as string", `"size": 1`, `"size": "1"`, 6, 13, "a whole number"},
		{"size zero", `"size": 1`, `"size": 0`, 6, 13, "size 0"},
		{"size too great", `"size": 1`, `"size": 99`, 6, 13, "1 to 4"},
		{"size out of range", `"size": 1`, `"size": 99999999999999999999`, 6, 13, "a whole number"},
		{"fraction", `"lower": 4`, `"lower": 4.5`, 15, 12, "a whole number"},
		{"negative", `"lower": 4`, `"lower": -4`, 15, 12, "a whole number"},
		{"men as truth", `"men": 3`, `"men": true`, 7, 12, "a whole number"},
		{"men that do not fit", `"men": 3`, `"men": 19`, 7, 12, "no such army"},
		{"other rules", `"booklet"`, `"mine"`, 8, 14, "(booklet or free)"},
		{"other count", `"count": "moves"`, `"count": "steps"`, 9, 14, "moves or hops"},
		{"other jumps", `"short"`, `"long"`, 10, 14, "(short or super)"},
		{"other start", `["a1","b2"`, `["a3","b2"`, 11, 15, "a3 is not in the court"},
		{"start too small", `["a1","b2","c2"]`, `["a1","b2"]`, 11, 14, "has 2 cells"},
		{"start twice", `["a1","b2","c2"]`, `["a1","a1","c2"]`, 11, 20, "a1 comes twice"},
		{"no such cell in goal", `"a5"]`, `"a6"]`, 0, 0, "no such cell"},
		{"line as string", "\"line\": [\n", "\"line\": [\"a1-c3\",\n", 19, 12, "a list"},
		{"cell off the board", `["a1","c3"]`, `["a1","z9"]`, 20, 11, `move 1: no such cell: "z9"`},
		{"move of one cell", `["a1","c3"]`, `["a1"]`, 20, 5, "move 1 needs at least two cells"},
		{"move without cells", `["c3","a5"]`, `[]`, 23, 5, "move 4 needs at least two cells"},
		{"wrong moves", `"moves": 4`, `"moves": 5`, 17, 12, "moves is 5, but the line has 4"},
		{"wrong hops", `"hops": 6`, `"hops": 7`, 18, 11, "hops is 7, but the line has 6"},
		{"wrong upper", `"upper": 4`, `"upper": 3`, 16, 12, "upper is 3, but the line has 4"},
		{"null upper", `"upper": 4`, `"upper": null`, 16, 12, "upper is null"},
		{"lower above upper", `"lower": 4`, `"lower": 5`, 15, 12, "lower is 5"},
		{"not optimal", `"lower": 4`, `"lower": 3`, 14, 13, "status optimal needs"},
		{"not bounded", `"optimal"`, `"bounded"`, 14, 13, "status bounded needs"},
		{"line of nothing", `"optimal"`, `"unknown"`, 14, 13, "cannot have a line"},
		{"control character", `"no position`, `"no \u001bposition`, 25, 12, "U+001B does not print"},
		{"turned writing", `"no position`, `"no \u202eposition`, 25, 12, "U+202E"},
		{"endless proof", `"no position`, `"` + strings.Repeat("no ", 700), 25, 12, "at most 2000"},
		{"stats as list", `"proof"`, `"stats": [], "proof"`, 25, 12, "an object"},
		{"negative counter", `"proof"`, `"stats": {"expanded": -1}, "proof"`, 25, 25, "below 2^63"},
		{"counter as string", `"proof"`, `"stats": {"x": {"y": [1]}, "expanded": "1"}, "proof"`, 25, 42, "a whole number"},
		{"cached as number", `"proof"`, `"stats": {"cached": 1}, "proof"`, 25, 23, "true or false"},
		{"endless time", `"proof"`, `"stats": {"seconds": 1e300}, "proof"`, 25, 24, "a hundred years"},
		{"phase that does not print", `"proof"`, `"stats": {"phases": [{"name": "a\nb"}]}, "proof"`, 25, 33, "U+000A"},
		{"counter twice", `"proof"`, `"stats": {"pruned": 1, "pruned": 1}, "proof"`, 25, 26, "comes twice"},
		{"solutions without symmetry", `"proof"`, `"solutions": {"sequences": 1}, "proof"`, 25, 16, "\"up_to_symmetry\" is missing"},
		{"half a solution", `"proof"`, `"solutions": {"sequences": 1.5}, "proof"`, 25, 30, "a whole number"},
		{"too many solutions", `"proof"`, `"solutions": {"sequences": ` + strings.Repeat("9", 201) + `}, "proof"`, 25, 30, "200 digits"},
		{"other status", `"optimal"`, `"great"`, 14, 13, `unknown status "great"`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%s: nothing was replaced", c.name)
			continue
		}
		if c.name == "cut off" {
			text = good[:len(good)-10]
		}
		_, err := ParseJSON([]byte(text))
		var syntax *positions.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: error %v is no SyntaxError", c.name, err)
			continue
		}
		if !strings.Contains(syntax.Msg, c.message) || strings.Contains(syntax.Msg, "\n") {
			t.Errorf("%s: %v, want one line with %q", c.name, err, c.message)
		}
		if c.line > 0 && (syntax.Line != c.line || syntax.Column != c.column) {
			t.Errorf("%s: %v, want line %d, column %d", c.name, err, c.line, c.column)
		}
	}
}

func TestParseJSONSizeLimit(t *testing.T) {
	if _, err := ParseJSON(bytes.Repeat([]byte(" "), MaxJSON+1)); err == nil || !strings.Contains(err.Error(), "4 MiB") {
		t.Errorf("error %v", err)
	}
}

func FuzzParseJSON(f *testing.F) {
	for name, r := range samples(f) {
		var out bytes.Buffer
		if err := JSON(&out, r, JSONOptions{Stats: name == "bounded"}); err != nil {
			f.Fatal(err)
		}
		f.Add(out.Bytes())
	}
	for _, name := range []string{"star-31.json", "solo-18.json", "solo.json"} {
		text := positiontest.Must(f, os.ReadFile, filepath.Join("testdata", name))
		f.Add(text)
	}
	f.Add([]byte(`{"schema":"halma-solve/result/1","puzzle":{"game":"highscore","board":"square","men":"block2x2","size":4},"line":null}`))
	for _, seed := range foundParseJSON {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ParseJSON(text)
		if err != nil {
			positiontest.HasPlace(t, err)
			return
		}
		out := written(t, JSON, r, JSONOptions{})
		again, err := ParseJSON([]byte(out))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, out)
		}
		sameResult(t, "again", again, r)
		if err := Text(&bytes.Buffer{}, r, TextOptions{Diagrams: AllDiagrams, Stats: true}); err != nil {
			t.Fatal(err)
		}
		for form, err := range map[string]error{
			"HTML":     HTML(io.Discard, []*solver.Result{r}, HTMLOptions{Move: 1}),
			"SVG":      SVG(io.Discard, r, SVGOptions{}),
			"Markdown": Markdown(io.Discard, []*solver.Result{r}, MarkdownOptions{}),
		} {
			var illegal *verify.Illegal
			if err != nil && !errors.As(err, &illegal) && !errors.Is(err, verify.ErrPuzzle) && !errors.Is(err, ErrTooLong) {
				t.Fatalf("%s: %v", form, err)
			}
		}
	})
}

func TestParseJSONMarks(t *testing.T) {
	data := positiontest.Must(t, os.ReadFile, "testdata/treffhalma.json")
	good := string(data)
	for _, c := range []struct {
		name, old, new string
		want           string // in the error; empty: no error
	}{
		{"as written", "", "", ""},
		{"capital letters", `"marked": ["a1"]`, `"marked": ["A1"]`, ""},
		{"without the mark's start", "\n    \"marked\": [\"a1\"],", "", "13:7: a figure with 1 marked men, but start has 0"},
		{"the army alone", ",\n    \"start\": [\"a1\",\"b2\",\"c2\"],\n    \"marked\": [\"a1\"],\n    \"goals\": [\n      {\"men\":[\"b4\",\"c4\",\"a5\"],\"marked\":[\"a5\"]}\n    ]", "", ""},
		{"other man", `"marked": ["a1"]`, `"marked": ["b2"]`, `4:13: this is not the game treffhalma`},
		{"two men", `"marked": ["a1"]`, `"marked": ["a1","b2"]`, `4:13: this is not the game treffhalma`},
		{"nobody", `"marked": ["a1"]`, `"marked": []`, `12:15: marked is empty`},
		{"other goal", `"marked":["a5"]`, `"marked":["b4"]`, `4:13: this is not the game treffhalma`},
		{"highscore", "treffhalma", "highscore", `13:14: the army says where its men end`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good && c.old != "" {
			t.Errorf("%s: nothing was replaced", c.name)
		}
		r, err := ParseJSON([]byte(text))
		if c.want == "" {
			if err != nil || r.Puzzle.Game != puzzles.GameTreffhalma || r.Puzzle.Marked.Len() != 1 {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var syntax *positions.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: error %v is no SyntaxError", c.name, err)
			continue
		}
		if got := fmt.Sprintf("%d:%d: %s", syntax.Line, syntax.Column, syntax.Msg); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	data = positiontest.Must(t, os.ReadFile, "testdata/solo.json")
	solo := strings.Replace(string(data), `"start"`, `"marked": ["d4"], "start"`, 1)
	if _, err := ParseJSON([]byte(solo)); err == nil || !strings.Contains(err.Error(), "solo has no figures and no marked men") {
		t.Errorf("solo with a mark: %v", err)
	}
}
