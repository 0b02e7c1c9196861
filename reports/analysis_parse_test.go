package reports

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// wasted is an analysis of a line that loses a move.
func wasted(t *testing.T) *solver.Analysis {
	t.Helper()
	p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Star, Size: 1, Army: "3"})
	if err != nil {
		t.Fatal(err)
	}
	cells := func(names string) (path []positions.Cell) {
		for name := range strings.SplitSeq(names, "-") {
			c, err := p.Board.ParseCell(name)
			if err != nil {
				t.Fatal(err)
			}
			path = append(path, c)
		}
		return path
	}
	line := puzzles.Line{cells("a1-c3"), cells("b2-d2-c4"), cells("c2-d4-b4"), cells("c3-a5")}
	a := &solver.Analysis{Puzzle: p, Line: line, Solved: true, Interrupted: solver.StoppedByTime}
	for i := range 5 {
		a.Positions = append(a.Positions, solver.Remaining{Lower: max(0, 3-i), Upper: 4 - i})
	}
	a.Positions[1] = solver.Remaining{Lower: 2, Upper: 2, Line: puzzles.Line{cells("b2-d2")}}
	return a
}

// TestAnalysisRoundTrip: what is written is read as the same, and written as the
// same bytes again.
func TestAnalysisRoundTrip(t *testing.T) {
	a := wasted(t)
	var text, again bytes.Buffer
	if err := AnalysisJSON(&text, a); err != nil {
		t.Fatal(err)
	}
	got, err := ParseAnalysis(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Positions, a.Positions) || !reflect.DeepEqual(got.Line, a.Line) || got.Interrupted != a.Interrupted || !got.Solved {
		t.Errorf("read %+v, written %+v", got, a)
	}
	if err := AnalysisJSON(&again, got); err != nil || again.String() != text.String() {
		t.Errorf("%v\n%s\n%s", err, text.String(), again.String())
	}
}

func TestParseAnalysisRefuses(t *testing.T) {
	var text bytes.Buffer
	if err := AnalysisJSON(&text, wasted(t)); err != nil {
		t.Fatal(err)
	}
	refuses(t, text.String(), func(text []byte) error { _, err := ParseAnalysis(text); return err }, []change{
		{`"c4"]`, `"c5"]`, "no such cell"},
		{`"c4"]`, `"b4"]`, "move 2"},
		{`"solved": true`, `"solved": false`, "shows the opposite"},
		{`"lower":2,"upper":2`, `"lower":4,"upper":2`, "contradicts itself"},
		{`"lower":2,"upper":2,"dead":false`, `"lower":2,"upper":null,"dead":true`, "contradicts itself"},
		{`"moves":`, `"Line": 4, "moves":`, `unknown field "Line"`},
		{`analysis/`, `analyses/`, "is not known"},
		{`"dead":false,`, ``, `"dead" is missing`},
	})
}

// TestNoHintsOfLostPositions: where no way leads to the goal no move is a hint.
func TestNoHintsOfLostPositions(t *testing.T) {
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{})
	hints := []solver.Hint{{Path: []positions.Cell{3, 15}, After: solver.Remaining{Upper: solver.NoUpper, Dead: true}}}
	for status, hinted := range map[solver.Status]bool{solver.Unknown: true, solver.Impossible: false} {
		var out bytes.Buffer
		r := &solver.Result{Puzzle: p, Status: status, Lower: 1, Upper: solver.NoUpper}
		if err := HintsText(&out, r, hints, 5, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "Hints") != hinted || strings.Contains(out.String(), "loses the game") != hinted {
			t.Errorf("%s: %s", status, out.String())
		}
	}
}
