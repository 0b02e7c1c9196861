package solver

import (
	"context"

	"github.com/halma-solve/halma-solve/puzzles"
)

// Recall returns what a store knows of a puzzle, without searching: a line only
// if the verifier passes it, and bounds proven for the puzzle or for the same
// under free rules. Where nothing is known, Lower is 1.
func Recall(p *puzzles.Puzzle, s Store) *Result {
	k := newKnowledge(p, newRun(context.Background(), Options{Store: s}))
	k.recall()
	r := k.result("")
	r.Cached = true
	return r
}
