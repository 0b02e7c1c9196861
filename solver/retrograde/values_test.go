package retrograde

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// TestValuesAgree compares the values of all positions with those of tables.
func TestValuesAgree(t *testing.T) {
	positiontest.Long(t)
	games := append(slices.Clone(small),
		duel.Options{Shape: positions.Square, Size: 4, Men: 3},
		duel.Options{Shape: positions.Rhombus, Size: 5, Men: 2},
	)
	if positiontest.Whole() {
		games = append(games, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 6})
	}
	for _, o := range games {
		for _, o.Rules = range withoutLimit(o) {
			if o.Men == 6 && o.Rules != duel.Paper {
				continue // the rule about a tip shut in
			}
			if o.Size == 4 && o.Men == 3 && positiontest.Must(t, duel.New, o).Marked > 0 {
				continue // a million positions and more
			}
			t.Run(fmt.Sprintf("%s%d/%d/%s", o.Shape, o.Size, o.Men, o.Rules), func(t *testing.T) {
				want := solved(t, o)
				got, err := SolveValues(context.Background(), want.Game, Options{Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				if got.Counts != want.Counts || !slices.Equal(got.Levels, want.Levels) {
					t.Errorf("%+v by levels %v, want %+v by %v", got.Counts, got.Levels, want.Counts, want.Levels)
				}
				start := want.Game.View(want.Game.Start())
				if _, plies, _ := want.Lookup(start); plies != got.Plies {
					t.Errorf("%d turns from the start, want %d", got.Plies, plies)
				}
				v, plies, ok := got.Longest()
				if v2, plies2, ok2 := want.Longest(); v != v2 || plies != plies2 || ok != ok2 {
					t.Errorf("longest win %v in %d, want %v in %d", v, plies, v2, plies2)
				}
				s := got.table.space
				for row := range s.rows {
					for col := range s.cols {
						v := s.view(row, col)
						value, _, _ := got.Lookup(v)
						if other, _, _ := want.Lookup(v); value != other {
							t.Fatalf("%s: %s, want %s", want.Game.Format(want.Game.Position(v, duel.First)), value, other)
						}
					}
				}
				if e, err := EstimateValues(want.Game, 2); err != nil || got.Bytes > e.Bytes {
					t.Errorf("%d bytes foretold, %d used, %v", e.Bytes, got.Bytes, err)
				}
			})
		}
	}
}
