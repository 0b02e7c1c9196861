package certificate

import (
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestRowsOfManyAreRefused before anything is worked out: a file could ask for hours of it.
func TestRowsOfManyAreRefused(t *testing.T) {
	for _, c := range []struct {
		puzzles.Options
		least int // 0 if rows are refused
	}{
		{puzzles.Options{Shape: positions.Rhombus, Size: 7, Army: "3"}, 16},
		{puzzles.Options{Shape: positions.Square, Size: 16, Army: "3"}, 0},
		{puzzles.Options{Shape: positions.Rhombus, Size: 9, Army: "10"}, 0},
		{puzzles.Options{Shape: positions.Square, Size: 16, Army: "19"}, 0},
	} {
		p := positiontest.Must(t, puzzles.Shortest, c.Options)
		a := newArmies(p)
		err := a.form(Step{Kind: Turns, Value: 1, Rows: true})
		switch {
		case c.least == 0 && (!errors.Is(err, ErrWrong) || a.rows != nil):
			t.Errorf("%s: rows are not refused: %v", p, err)
		case c.least > 0 && err != nil:
			t.Errorf("%s: %v", p, err)
		case c.least > 0:
			without := a.leastTurns()
			if a.askRows(); a.leastTurns() != c.least || without >= c.least {
				t.Errorf("%s: with rows at least %d turns, without %d; want %d and less", p, a.leastTurns(), without, c.least)
			}
		}
	}
}
