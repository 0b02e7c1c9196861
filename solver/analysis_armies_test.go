package solver_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// What two armies still need hangs on whose turn it is: no army moves twice, and a turn
// cannot be taken back by the other one. A game that the helpers have ended is lost.
func TestAnalysisOfTwoArmies(t *testing.T) {
	p := positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Square, Size: 3, Army: "1"})
	const dead = -2
	for _, c := range []struct {
		line string
		want []int // turns that are needed before each move and in the end
	}{
		{"a1-b1 c3-c2 b1-a1 c2-c3 a1-b2 c3-c2 b2-c3", []int{2, 4, 3, 2, 3, 2, 1, 0}},
		{"a1-b1 c3-b2 b1-c1 b2-a1", []int{2, 4, 3, 2, dead}},
	} {
		var line puzzles.Line
		for move := range strings.FieldsSeq(c.line) {
			line = append(line, positiontest.Must(t, p.Board.ParseCells, strings.Split(move, "-")))
		}
		a, err := solver.Analyze(t.Context(), p, line, nil, solver.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, at := range a.Positions {
			switch {
			case at.Dead:
				got = append(got, dead)
			case at.Lower == at.Upper:
				got = append(got, at.Upper)
			default:
				t.Errorf("%s: from %d to %d turns", c.line, at.Lower, at.Upper)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v turns are needed, want %v", c.line, got, c.want)
		}
	}
}
