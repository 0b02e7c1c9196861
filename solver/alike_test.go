package solver

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
)

// TestAlike compares what a result says of both rules of arrival with breadth-first
// searches under both.
func TestAlike(t *testing.T) {
	var alike atomic.Int64
	t.Run("small", func(t *testing.T) {
		cases.Small(t, cases.UpTo(5_000, 16_000_000), func(t *testing.T, p *puzzles.Puzzle) {
			r, err := Solve(context.Background(), p, Options{Workers: 1, Memory: 1 << 30})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Alike() {
				return
			}
			alike.Add(1)
			for _, rules := range []positions.Arrival{positions.Booklet, positions.Free} {
				if want, err := BreadthFirst(context.Background(), p.With(rules), 1); err != nil || want.Distance != r.Upper {
					t.Errorf("%s: %d in all, but %d, %v", p.With(rules), r.Upper, want.Distance, err)
				}
			}
		})
	})
	if alike.Load() == 0 {
		t.Error("no result is alike under both rules")
	}
}

// TestAlikeNeedsBoth takes away, one after the other, what it rests on.
func TestAlikeNeedsBoth(t *testing.T) {
	p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 4, Army: "3"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Solve(context.Background(), p, Options{Workers: 1, Memory: 1 << 30})
	if err != nil || !r.Alike() {
		t.Fatalf("alike: %t, %v", r.Alike(), err)
	}
	for name, spoil := range map[string]func(r *Result){
		"no steps":     func(r *Result) { r.Steps = nil },
		"no line":      func(r *Result) { r.Line = r.Line[:len(r.Line)-1] },
		"not settled":  func(r *Result) { r.Status = Bounded },
		"a bound more": func(r *Result) { r.Lower++ },
	} {
		s := *r
		if spoil(&s); s.Alike() {
			t.Errorf("%s: alike all the same", name)
		}
	}
}
