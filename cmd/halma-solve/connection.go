package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

func connectionCommand() *cli.Command {
	return &cli.Command{
		Name:     "connection",
		Category: "Solve",
		Usage:    "turn the men of a star's point into a straight line across the board",
		Description: `The men of a point of the star, 13 of them, form an unbroken straight line from
the tip of their own point to the tip of the next point but one: 13 holes, an
edge of one of the star's two big triangles. Two such lines begin at the own
tip; --goal any accepts all six edges. Who ends where is free, and men may leave
the line again.

On a star of size 3 these are 10 men and 10 holes. On the sizes 2 and 1 the men
of a point (6 and 3) are one fewer than the holes: their line begins at the own
tip (with --goal any at either tip) and ends one hole before the other.

The fewest moves, or hops, are searched for from both ends and proven. Answers
are kept in the store.

Exit codes:
` + exitCodesHelp,
		UsageText: "halma-solve connection [options]",
		ArgsUsage: examples(`halma-solve connection                        # 17 moves, proven
halma-solve connection --jumps super          # 14 moves
halma-solve connection --goal any --count hops
halma-solve connection --size 3 --format json`),
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{
				Name: "size", Category: puzzleCategory, EnvVars: env("size"),
				Usage: "`N`rows of a point of the star, 1 to 4", DefaultText: "4",
			},
			&cli.StringFlag{
				Name: "goal", Category: puzzleCategory, EnvVars: env("goal"), Value: "own",
				Usage: "`LINES`own (the two lines from the own tip) or any (all six)",
			},
			countFlag(),
			jumpsFlag(),
		}, searchFlags(), []cli.Flag{methodFlag()}, reportFlags(), []cli.Flag{
			storeFlag("`DIR`directory of the store of results, or none"),
		}),
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return solveTask(c, func() (*puzzles.Puzzle, error) { return connectionOf(c) })
		},
	}
}

// connectionOf reads the flags of the game connection.
func connectionOf(c *cli.Context) (*puzzles.Puzzle, error) {
	var o puzzles.ConnectionOptions
	for _, f := range []struct {
		name  string
		parse func(string) error
	}{
		{"size", func(value string) (err error) {
			if o.Size, err = wholeNumber(value, 1, 4); err != nil {
				return fmt.Errorf("%w, the sizes of the star", err)
			}
			return nil
		}},
		{"goal", func(value string) (err error) { o.Lines, err = puzzles.ParseLines(value); return err }},
		{"count", func(value string) (err error) { o.Count, err = positions.ParseCount(value); return err }},
		{"jumps", func(value string) (err error) { o.Jumps, err = positions.ParseJumps(value); return err }},
	} {
		if err := parseFlag(c, f.name, f.parse); err != nil {
			return nil, err
		}
	}
	return puzzles.Connection(o)
}
