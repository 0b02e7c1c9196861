package retrograde

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
)

// BenchmarkSolve solves the 5×5 rhombus with 3 men, 7,084,000 positions.
func BenchmarkSolve(b *testing.B) {
	for _, rules := range []*duel.Rules{duel.Paper, duel.Booklet} {
		b.Run(rules.String(), func(b *testing.B) {
			g := positiontest.Must(b, duel.New, duel.Options{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: rules})
			for b.Loop() {
				t, err := Solve(context.Background(), g, Options{Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(t.Counts.Positions)/t.Elapsed.Seconds(), "positions/s")
			}
		})
	}
}

// BenchmarkCheck checks the same games by the rules of package duel.
func BenchmarkCheck(b *testing.B) {
	for _, rules := range []*duel.Rules{duel.Paper, duel.Booklet} {
		b.Run(rules.String(), func(b *testing.B) {
			t := solved(b, duel.Options{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: rules})
			for b.Loop() {
				if _, err := check.All(context.Background(), t.Game, t, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
