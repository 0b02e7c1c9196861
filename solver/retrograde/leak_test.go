package retrograde

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// TestNoGoroutineIsLeft solves games to their end, and stopped at the first level,
// with and without a checkpoint.
func TestNoGoroutineIsLeft(t *testing.T) {
	stopped := 0
	for _, rules := range duel.AllRules() {
		g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 3, Men: 2, Rules: rules}.Nearest())
		for _, level := range []int{1, 1 << 30} {
			for _, file := range []string{"", filepath.Join(t.TempDir(), "checkpoint")} {
				func() {
					defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
					ctx, cancel := context.WithCancel(context.Background())
					defer cancel()
					o := Options{Workers: 3, Checkpoint: file, Progress: func(e Event) {
						if e.Level >= level {
							cancel()
						}
					}}
					var err error
					if rules.Limit != nil {
						o.Checkpoint = ""
						_, err = SolveOnline(ctx, g, o)
					} else {
						_, err = Solve(ctx, g, o)
					}
					switch {
					case errors.Is(err, context.Canceled):
						stopped++
					case err != nil:
						t.Errorf("%s: %v", rules.Name, err)
					}
				}()
			}
		}
	}
	if stopped == 0 {
		t.Error("none was stopped")
	}
}
