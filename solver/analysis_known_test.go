package solver

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
)

// TestKnownOptimumNeedsNoSearch: of a line as short as the known optimum every rest is
// optimal, which is known without a search; a line that wastes a move and its way back
// still takes one.
func TestKnownOptimumNeedsNoSearch(t *testing.T) {
	p := cases.On(t, puzzles.Highscore, positions.Rhombus, 4, "3", positions.Free)
	kept := memory{}
	best, err := Solve(t.Context(), p, Options{Store: kept})
	if err != nil || best.Status != Optimal {
		t.Fatal(best, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	first := best.Line[0]
	back := []positions.Cell{first[len(first)-1], first[0]}
	wasted := append(puzzles.Line{first, back}, best.Line...)
	for _, c := range []struct {
		ctx  context.Context
		line puzzles.Line
	}{{over, best.Line}, {t.Context(), wasted}} {
		line := c.line
		a, err := Analyze(c.ctx, p, line, nil, Options{Store: kept})
		if err != nil {
			t.Fatal(err)
		}
		lost := 0
		for i := range line {
			least, _ := a.Loss(i)
			lost += least
			if at := a.Positions[i+1]; at.Upper != NoUpper && at.Lower > at.Upper {
				t.Errorf("a line of %d: after move %d from %d to %d are needed", len(line), i+1, at.Lower, at.Upper)
			}
		}
		if want := len(line) - len(best.Line); lost != want || !a.Positions[0].settled() {
			t.Errorf("a line of %d: lost %d, want %d; start %+v", len(line), lost, want, a.Positions[0])
		}
		if a.Interrupted != "" {
			t.Errorf("a line of %d was not settled: %s", len(line), a.Interrupted)
		}
	}
}
