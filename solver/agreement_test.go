package solver

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles"
)

// TestAgreesWithBreadthFirst compares the whole search with one that uses no
// bound, no symmetry and no hashing, on every board and army that is small
// enough, under all rules.
func TestAgreesWithBreadthFirst(t *testing.T) {
	smallPuzzles(t, 300_000, agree)
}

func agree(t *testing.T, p *puzzles.Puzzle) {
	want, err := BreadthFirst(context.Background(), p, 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Solve(context.Background(), p, Options{Workers: 2, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	if want.Distance < 0 {
		if got.Status != Impossible {
			t.Fatalf("%s %d…%d, breadth-first: impossible", got.Status, got.Lower, got.Upper)
		}
		return
	}
	if got.Status != Optimal || got.Upper != want.Distance {
		t.Fatalf("%s %d…%d, breadth-first: %d", got.Status, got.Lower, got.Upper, want.Distance)
	}
}
