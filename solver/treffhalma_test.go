package solver

import (
	"testing"

	"github.com/halma-solve/halma-solve/puzzles"
)

// TestTreffhalmaAgreesWithBreadthFirst compares the whole search with one that
// uses no bound, no symmetry and no hashing, on every board and army that is
// small enough, under all rules.
func TestTreffhalmaAgreesWithBreadthFirst(t *testing.T) {
	smallPuzzlesOf(t, puzzles.Treffhalma, 300_000, agree)
}
