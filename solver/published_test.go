package solver

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestPublishedValues: 10 men cross the 9×9 rhombus, as they do the star, in 27 moves
// and no fewer (found by Levenspiel 1971, proven by Bell 2009). The star is proven by
// the first command of the README, which a test runs.
func TestPublishedValues(t *testing.T) {
	positiontest.Long(t)
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Army: "10", Arrival: positions.Free})
	r, err := Solve(context.Background(), p, Options{Checkpoints: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != Optimal || r.Lower != 27 || r.Upper != 27 || r.Moves != 27 || len(r.Line) != 27 {
		t.Errorf("%s %d…%d, want optimal 27", r.Status, r.Lower, r.Upper)
	}
}
