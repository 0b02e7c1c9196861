package peg

import (
	"fmt"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// BenchmarkLandmarks asks of positions behind the start of the triangle of side 9, of a layer
// that landmarks have not cut yet, whether they need more moves than 15 leave.
func BenchmarkLandmarks(b *testing.B) {
	const length = 15
	g := newGame(positiontest.Must(b, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 9, From: "e1", To: puzzles.AnyHole}))
	for _, depth := range []int{4, 6, 8} {
		f := newFront(session.NewRun(b.Context(), session.Options{Workers: 1}), g, &g.forward, newPatternBound(g, true), nil, []uint64{g.start})
		marks := newLandmarks(g)
		for len(f.layers) <= depth {
			if f.marks = marks; len(f.layers) == depth {
				f.marks = nil
			}
			if err := f.grow(length); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("depth=%d", depth), func(b *testing.B) {
			l, cut := planner{landmarks: marks}, 0
			for i := range b.N {
				if l.needsMore(f.last()[i%len(f.last())], length-depth) {
					cut++
				}
			}
			b.ReportMetric(float64(cut)/float64(b.N), "cut/op")
		})
	}
}
