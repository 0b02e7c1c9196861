package peg

import (
	"context"
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// WinnablePositions returns, for every number of jumps, how many positions can be
// reached from the start of a puzzle of solo or retour and can still reach its
// goal, up to the symmetries of the puzzle. Memory: one set (64 MiB on the english
// cross), little more than half of one where the goal is the complement of the start.
// Limits are errors that wrap [ErrUnsettled].
func WinnablePositions(ctx context.Context, p *puzzles.Puzzle, o session.Options) ([]int64, error) {
	ctx, cancel := session.Within(ctx, o.Time)
	defer cancel()
	run := session.NewRun(ctx, o)
	g := newGame(p)
	jumps := g.jumpsOf()
	counts := make([]int64, max(jumps, 0)+1)
	if jumps < 0 {
		return counts, nil
	}
	alive, err := newAliveFilter(run, g, run.Memory)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnsettled, err)
	}
	byMen, err := newOrbitCounter(g, alive.blocks).byNumberOf(run, alive)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnsettled, err)
	}
	for n := range counts {
		counts[n] = byMen[g.menAfter(n)]
	}
	return counts, nil
}
