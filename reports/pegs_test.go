package reports

import (
	"bytes"
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// pegResult is a puzzle on a drawn board with its solution of one move.
func pegResult(t testing.TB) *solver.Result {
	t.Helper()
	b, men, err := positions.ParseDrawn("oo.\n-.o\n.o.\n")
	if err != nil {
		t.Fatal(err)
	}
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, Men: men})
	r := found(p, positiontest.Line(t, p.Board, "a3-c3-c1-a1"), 1)
	r.Proof = "start and goal differ"
	r.Solutions = &solver.Solutions{Sequences: big.NewInt(1234567), UpToSymmetry: big.NewInt(1)}
	return r
}

func TestPegsGolden(t *testing.T) {
	r := pegResult(t)
	golden(t, "solo.txt", written(t, Text, r, TextOptions{}))
	golden(t, "solo.json", written(t, JSON, r, JSONOptions{}))
	e, err := peg.Explore(context.Background(), r.Puzzle, solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "explore.txt", written(t, ExplorationText, e, TextOptions{}))
	golden(t, "explore.json", written(t, ExplorationJSON, e, JSONOptions{}))
	line, err := SolutionLine(r.Puzzle.Board, 3, r.Line)
	if want := `{"number":3,"line":[["a3","c3","c1","a1"]]}`; err != nil || string(line) != want {
		t.Errorf("%s, %v", line, err)
	}
}

// The goal of retour is said by the hole that stays empty.
func TestGoalOfRetour(t *testing.T) {
	p := positiontest.Must(t, puzzles.Retour, puzzles.Options{})
	if text := strings.Join(English.pegRulesInWords(p), "\n"); !strings.Contains(text, "the goal: a man in every hole but d4") {
		t.Error(text)
	}
}

// What JSON writes of solo and retour, on every kind of board, ParseJSON reads.
func TestPegsRoundTrip(t *testing.T) {
	french := positiontest.Board(t, positions.French, 0)
	results := []*solver.Result{pegResult(t)}
	for _, o := range []puzzles.Options{{}, {From: "c1", To: "any", Count: positions.Hops}, {Board: french, From: "c1", To: "e1"}} {
		p := positiontest.Must(t, puzzles.Solo, o)
		results = append(results, &solver.Result{Puzzle: p, Status: solver.Unknown, Lower: 12, Upper: solver.NoUpper, Proof: "x"})
		if o.To != "any" {
			p = positiontest.Must(t, puzzles.Retour, o)
			results = append(results, &solver.Result{Puzzle: p, Status: solver.Impossible, Lower: 1, Upper: solver.NoUpper, Proof: "x"})
		}
	}
	for _, r := range results {
		var first, second bytes.Buffer
		if err := JSON(&first, r, JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		again, err := ParseJSON(first.Bytes())
		if err != nil {
			t.Errorf("%s: %v\n%s", r.Puzzle, err, first.String())
			continue
		}
		if again.Puzzle.Fingerprint() != r.Puzzle.Fingerprint() {
			t.Errorf("%s: another fingerprint", r.Puzzle)
		}
		if err := JSON(&second, again, JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		first.Reset()
		if err := JSON(&first, r.AsClaim(), JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first.String(), second.String()); diff != "" {
			t.Errorf("%s:\n%s", r.Puzzle, diff)
		}
	}
}

func TestParsePegsRefuses(t *testing.T) {
	const good = `{"schema":"halma-solve/result/1","puzzle":{"game":"solo","board":"drawn","size":3,` +
		`"holes":["a1","b1","c1"],"men":"2","count":"moves","start":["a1","b1"],"goal":["c1"]},"line":[["a1","c1"]]}`
	if _, err := ParseJSON([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ old, new, want string }{
		{`"holes":["a1","b1","c1"],`, ``, "a drawn board needs its holes"},
		{`"a1","b1","c1"]`, `"a1","b1","a1"]`, "line 1, column 102: holes: \"a1\" is no name of a hole, or comes twice"},
		{`"a1","b1","c1"]`, `"a1","b1","c01"]`, `"c01" is no name`},
		{`"a1","b1","c1"]`, `"b1","c1","d1"]`, "no such board: drawn from column 2"},
		{`"a1","b1","c1"]`, `]`, "no such board: drawn of 0 holes"},
		{`"size":3`, `"size":4`, "size is 4, but the holes reach to column 3"},
		{`"men":"2"`, `"men":"3"`, `men is "3", but start has 2 cells`},
		{`"start":["a1","b1"],`, ``, `the field "start" is missing`},
		{`"start":["a1","b1"]`, `"start":["a1","a1"]`, "start: a1 comes twice"},
		{`"start":["a1","b1"]`, `"start":["a1","z1"]`, `start: no such cell: "z1"`},
		{`"goal":["c1"]`, `"goal":[]`, "goal is empty"},
		{`"count":"moves"`, `"count":"x"`, "count"},
		{`"count":"moves"`, `"rules":"free"`, "solo has no rules"},
		{`"board":"drawn"`, `"board":"english"`, "holes are for drawn boards"},
		{`"board":"drawn","size":3,"holes":["a1","b1","c1"]`, `"board":"star"`, "solo is played on english, french, wiegleb, asymmetric, diamond, triangle or drawn boards"},
		{`"game":"solo"`, `"game":"highscore"`, "holes are for the drawn boards"},
		{`"game":"solo"`, `"game":"chess"`, `unknown game "chess"`},
	} {
		text := strings.Replace(good, tc.old, tc.new, 1)
		if text == good {
			t.Fatalf("%s is not in the text", tc.old)
		}
		_, err := ParseJSON([]byte(text))
		if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), "line 1, column ") {
			t.Errorf("%s: %v\nwant %s", tc.new, err, tc.want)
		}
	}
}
