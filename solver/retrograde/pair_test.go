package retrograde

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// inParts runs the analysis of a game whose levels are done in parts, two levels together
// from a number of won positions on, and returns it and how often that was.
func inParts(t *testing.T, g *duel.Game, pairFrom int64, o Options) (a *analysis, pairs int, err error) {
	t.Helper()
	a = analysisOf(t, g)
	a.ctx, a.distances, a.counting, a.pairFrom = context.Background(), make([]uint8, a.rows*a.cols), true, pairFrom
	if o.Checkpoint != "" { // a part for each run
		ctx, cancel := context.WithCancel(a.ctx)
		cancel()
		a.ctx = ctx
	}
	o.Progress = func(e Event) {
		if e.Part == 1 && a.sweeping {
			pairs++
		}
	}
	a.options = o
	err = a.run()
	return a, pairs, err
}

// TestLevelsInPairs: two levels together settle what they settle one after the other, with
// any number of workers, and when each part is done by a run of its own.
func TestLevelsInPairs(t *testing.T) {
	pairs := 0
	for _, o := range []duel.Options{
		{Shape: positions.Star, Size: 1, Men: 2},
		{Shape: positions.Square, Size: 4, Men: 2},
	} {
		for _, o.Rules = range withoutLimit(o) {
			g := positiontest.Must(t, duel.New, o)
			want, _, err := inParts(t, g, math.MaxInt64, Options{})
			if err != nil {
				t.Fatal(err)
			}
			same := func(how string, got *analysis) {
				if !sameTables(got.result(), want.result()) || got.result().Counts != want.result().Counts ||
					!slices.Equal(got.levels, want.levels) || got.plies != want.plies || got.longest != want.longest {
					t.Errorf("%s, %s: %d turns, %v, want %d turns, %v", g, how, got.plies, got.levels, want.plies, want.levels)
				}
			}
			for _, workers := range []int{1, 3} {
				got, n, err := inParts(t, g, 1, Options{Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				same("together", got)
				pairs += n
			}
			path := filepath.Join(t.TempDir(), "state")
			for runs := 1; ; runs++ {
				got, _, err := inParts(t, g, 1, Options{Workers: 2, Checkpoint: path})
				if err == nil {
					same("a part at a time", got)
					break
				}
				if !errors.Is(err, context.Canceled) || runs > 1000 {
					t.Fatal(runs, err)
				}
			}
		}
	}
	if pairs < 100 {
		t.Errorf("%d pairs of levels: the test says too little", pairs)
	}
}
