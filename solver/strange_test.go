package solver

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
)

// TestStrangeTransfersAgree compares the whole search with breadth-first search,
// under both rules of arrival. Of the first one 11 moves were said to be the optimum
// (its goal is four rows behind its start; half of that was rounded up); the others,
// which turns by a third of the star take into themselves, ended with an error.
func TestStrangeTransfersAgree(t *testing.T) {
	for _, p := range []*puzzles.Puzzle{
		cases.Transfer(t, positions.Star, 2, "a5", "d5", "g7"),
		cases.Transfer(t, positions.Star, 1, "b4", "a1", "b2", "c3", "a4", "d4"),
		cases.Transfer(t, positions.Star, 2, "e3", "a5", "e7"),
	} {
		for variant := range 8 {
			q := p.With(positions.Arrival(variant & 1))
			q.Jumps, q.Count = positions.Jumps(variant>>1&1), positions.Count(variant>>2)
			agree(t, q)
			agree(t, q.Unmarked())
		}
	}
	cases.Strange(t, 100, cases.UpTo(10_000, 300_000), func(t *testing.T, p *puzzles.Puzzle) {
		agree(t, p)
		agree(t, p.With(positions.Booklet))
	})
}
