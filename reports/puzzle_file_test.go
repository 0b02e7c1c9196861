package reports

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/solver"
)

// puzzleSchema compiles the published schema.
func puzzleSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	text := positiontest.Must(t, os.Open, "../puzzles/puzzlefile/puzzle.schema.json")
	defer text.Close()
	doc, err := jsonschema.UnmarshalJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("puzzle.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("puzzle.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fits(t testing.TB, s *jsonschema.Schema, text string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s.Validate(doc)
}

// gamesOf lists puzzles of all games and forms.
func gamesOf(t testing.TB) map[string]*puzzles.Puzzle {
	t.Helper()
	out := map[string]*puzzles.Puzzle{}
	add := func(name string, p *puzzles.Puzzle, err error) {
		if err != nil {
			t.Fatal(err)
		}
		out[name] = p
	}
	p, err := puzzles.Highscore(puzzles.Options{Army: "10", Arrival: positions.Free})
	add("highscore", p, err)
	p, err = puzzles.Treffhalma(puzzles.Options{Army: "10"})
	add("treffhalma", p, err)
	p, err = puzzles.Connection(puzzles.Options{})
	add("connection", p, err)
	p, err = puzzles.Connection(puzzles.Options{Size: 2, Lines: puzzles.AnyLines, Jumps: positions.Super, Count: positions.Hops})
	add("any line", p, err)
	p, err = puzzles.Treffpunkt(puzzles.Options{})
	add("treffpunkt", p, err)
	p, err = puzzles.Treffpunkt(puzzles.Options{Size: 8, Army: "13", Target: "diamond"})
	add("diamond", p, err)
	p, err = puzzles.Solo(puzzles.Options{})
	add("solo", p, err)
	p, err = puzzles.Retour(puzzles.Options{})
	add("retour", p, err)
	b, men, err := positions.ParseDrawn("-oo\noo.\n..o")
	if err != nil {
		t.Fatal(err)
	}
	p, err = puzzles.Solo(puzzles.Options{Board: b, Men: men})
	add("drawn", p, err)
	p, err = puzzlefile.Parse([]byte(marksAndHoles))
	add("marks", p, err)
	return out
}

// marksAndHoles is a puzzle with all that a file can say of figures.
const marksAndHoles = `{
  "schema": "halma-solve/puzzle/1",
  "name": "two ways",
  "game": "other",
  "board": "square",
  "size": 4,
  "rules": "booklet",
  "start": {"diagram": [
    "4  . . . .",
    "3  . . . .",
    "2  o . . .",
    "1  X o . .",
    "   a b c d"]},
  "goals": [
    {"men": {"diagram": ["...X", "..?.", "..?.", "...."]}},
    {"men": ["d4", "c4"], "marked": ["c4"], "empty": ["a1"]}
  ]
}`

// TestPuzzleFilesComeBack writes puzzles of all games, validates them against the
// schema, and reads them back: alone and as part of a result.
func TestPuzzleFilesComeBack(t *testing.T) {
	schema := puzzleSchema(t)
	for name, p := range gamesOf(t) {
		var out bytes.Buffer
		if err := puzzlefile.Write(&out, p); err != nil {
			t.Fatal(err)
		}
		if err := fits(t, schema, out.String()); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
		again, err := puzzlefile.Parse(out.Bytes())
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out.String())
		}
		if again.Fingerprint() != p.Fingerprint() || again.String() != p.String() {
			t.Errorf("%s: another puzzle came back: %s, not %s", name, again, p)
		}
		r := &solver.Result{Puzzle: p, Status: solver.Unknown, Lower: 2, Upper: solver.NoUpper, Proof: "none"}
		out.Reset()
		if err := JSON(&out, r, JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		back, err := ParseJSON(out.Bytes())
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out.String())
		}
		if back.Puzzle.Fingerprint() != p.Fingerprint() || back.Puzzle.Game != p.Game {
			t.Errorf("%s: another puzzle came back in a result", name)
		}
		if err := Text(&bytes.Buffer{}, back, TextOptions{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaRefuses compares the schema with the reader on files that both must
// refuse.
func TestSchemaRefuses(t *testing.T) {
	schema := puzzleSchema(t)
	if err := fits(t, schema, marksAndHoles); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"no schema":      {`"schema": "halma-solve/puzzle/1",`, ``},
		"other schema":   {`puzzle/1`, `puzzle/3`},
		"unknown field":  {`"rules"`, `"rule"`},
		"unknown game":   {`"other"`, `"chess"`},
		"unknown board":  {`"square"`, `"moon"`},
		"cross":          {`"square"`, `"english"`},
		"no figures":     {"\"goals\": [\n    {\"men\": {\"diagram\": [\"...X\", \"..?.\", \"..?.\", \"....\"]}},\n    {\"men\": [\"d4\", \"c4\"], \"marked\": [\"c4\"], \"empty\": [\"a1\"]}\n  ]", `"goals": []`},
		"size as text":   {`"size": 4`, `"size": "4"`},
		"twice":          {`["d4", "c4"]`, `["d4", "d4"]`},
		"holes":          {`"size": 4`, `"holes": ["a1"]`},
		"no men":         {`"men": ["d4", "c4"], `, ``},
		"highscore":      {`"other"`, `"highscore"`},
		"solo":           {`"other"`, `"solo"`},
		"empty list":     {`["a1"]`, `[]`},
		"unknown figure": {`"empty"`, `"void"`},
	} {
		text := strings.Replace(marksAndHoles, change[0], change[1], 1)
		if text == marksAndHoles {
			t.Errorf("%s: nothing was replaced", name)
			continue
		}
		if err := fits(t, schema, text); err == nil {
			t.Errorf("%s: the schema takes it", name)
		}
		if _, err := puzzlefile.Parse([]byte(text)); err == nil {
			t.Errorf("%s: the reader takes it", name)
		}
	}
}
