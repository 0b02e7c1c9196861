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

// BenchmarkKernel goes through rows of the 7×7 rhombus with 3 men as the levels do:
// begin gives positions their first values and counts their turns, sources takes
// back the turns to every third position.
func BenchmarkKernel(b *testing.B) {
	for _, rules := range []*duel.Rules{duel.Paper, duel.Booklet, duel.Swap} {
		g := positiontest.Must(b, duel.New, duel.Options{Shape: positions.Rhombus, Size: 7, Men: 3, Rules: rules})
		w := &worker{state: stateOf(b, g)}
		w.prepare(w.space, true)
		rows := [...]int{1, 100, 1000, 3000, 5000, 7000, 9000}
		b.Run("begin/"+rules.String(), func(b *testing.B) {
			for b.Loop() {
				for _, at := range rows {
					clear(w.rowValues(at))
					clear(w.rowBytes(at))
					w.begin(at)
				}
			}
		})
		reached := make([]uint64, w.cols/64)
		for i := range reached {
			reached[i] = 0x9249249249249249
		}
		b.Run("sources/"+rules.String(), func(b *testing.B) {
			n := 0
			for b.Loop() {
				for _, at := range rows {
					w.eachSource(at, reached, won, func(_ *[64]uint32, from uint64) { n += int(from & 1) })
				}
				w.specials.found = w.specials.found[:0]
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
