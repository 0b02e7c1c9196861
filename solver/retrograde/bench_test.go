package retrograde

import (
	"context"
	"fmt"
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

// BenchmarkValues does the same without distances.
func BenchmarkValues(b *testing.B) {
	for _, rules := range []*duel.Rules{duel.Paper, duel.Booklet} {
		b.Run(rules.String(), func(b *testing.B) {
			g := positiontest.Must(b, duel.New, duel.Options{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: rules})
			for b.Loop() {
				t, err := SolveValues(context.Background(), g, Options{Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(t.Counts.Positions)/t.Elapsed.Seconds(), "positions/s")
				b.ReportMetric(float64(t.Bytes), "table-bytes")
			}
		})
	}
}

// BenchmarkRow goes through rows of the 7×7 rhombus with 3 men as the levels do: the
// first values, then what follows from every twentieth position being lost, or won.
func BenchmarkRow(b *testing.B) {
	g := positiontest.Must(b, duel.New, duel.Options{Shape: positions.Rhombus, Size: 7, Men: 3, Rules: duel.Paper})
	rows := [...]int{1, 100, 1000, 3000, 5000, 7000, 9000}
	each := func(name string, do func(w *worker, at int)) {
		b.Run(name, func(b *testing.B) {
			a := analysisOf(b, g)
			w := a.newWorker()
			for b.Loop() {
				a.next = newMail(a.rows, 1, outcomes)
				w.start(1, 0)
				for _, at := range rows {
					w.begin(at)
					clear(w.settled)
					clear(w.wins)
					do(w, at)
				}
				for at := range a.rows {
					w.clear(a.next, at)
				}
			}
		})
	}
	each("begin", (*worker).setUp)
	each("lost", func(w *worker, at int) {
		w.eachCol(at, func(col int, mine army) {
			if col%20 == 0 {
				w.lead(mine)
			}
		})
	})
	each("won", func(w *worker, at int) {
		for col := range w.cols {
			put(w.wins, col, col%20 != 0)
		}
		w.sweep()
	})
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

// BenchmarkExchange solves games in parts, each with the machine that had it before, and
// counts what the machines put and get: all mail goes through the objects, but what is in
// the records. The package solver/cluster has the figures.
func BenchmarkExchange(b *testing.B) {
	for _, o := range []duel.Options{
		{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: duel.Paper},
		{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: duel.Booklet},
		{Shape: positions.Rhombus, Size: 6, Men: 3, Rules: duel.Paper},
	} {
		g := positiontest.Must(b, duel.New, o)
		for _, machines := range []int{1, 2, 10} {
			b.Run(fmt.Sprintf("%s, %d machines", g, machines), func(b *testing.B) {
				for b.Loop() {
					h := newHall(b, g, true, machines, 2<<20)
					h.near = true
					t, err := Solve(b.Context(), g, Options{Workers: 1, Elsewhere: h})
					if err != nil {
						b.Fatal(err)
					}
					stored := t.table.rows * t.table.cols
					b.ReportMetric(float64(stored), "places")
					b.ReportMetric(float64(len(t.Levels)), "levels")
					b.ReportMetric(float64(h.orders), "tasks")
					b.ReportMetric(float64(len(h.objects)), "objects")
					b.ReportMetric(float64(h.put), "bytes-put")
					b.ReportMetric(float64(h.got), "bytes-got")
				}
			})
		}
	}
}
