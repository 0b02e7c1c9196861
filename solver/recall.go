package solver

import (
	"context"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Recall returns what a store knows of a puzzle, without searching: a line only
// if the verifier passes it, and bounds proven for the puzzle or for the same
// under free rules. Where nothing is known, Lower is 1, or 0 if the start is a goal.
func Recall(p *puzzles.Puzzle, s Store) *Result {
	k := session.NewKnowledge(p, session.NewRun(context.Background(), Options{Store: s}))
	if begun, _ := k.BegunAtGoal(); !begun { // the line without moves is always legal
		k.Recall()
	}
	return k.Recalled()
}
