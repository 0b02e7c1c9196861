package main

import (
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
)

func connectionCommand() *cli.Command {
	return gameCommand(puzzles.GameConnection, cli.Command{
		Usage: "turn the men of a star's point into a straight line across the board",
		Description: `The men of a point of the star, 13 of them, form an unbroken straight line from
the tip of their own point to the tip of the next point but one: 13 holes, an
edge of one of the star's two big triangles. Two such lines begin at the own
tip; --goal any accepts all six edges. Who ends where is free, and men may leave
the line again.

On a star of size 3 these are 10 men and 10 holes. On the sizes 2 and 1 the men
of a point (6 and 3) are one fewer than the holes: their line begins at the own
tip (with --goal any at either tip) and ends one hole before the other.

The fewest moves, or hops, are searched for from both ends and proven. Answers
are kept in the store.`,
		ArgsUsage: cli.Examples(`halma-solve connection                        # 17 moves, proven
halma-solve connection --jumps super          # 14 moves
halma-solve connection --goal any --count hops
halma-solve connection --size 3 --format json`),
	})
}
