package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// exhaustiveFlag is --exhaustive of generate.
func exhaustiveFlag() cli.Flag {
	return &cli.BoolFlag{
		Name: "exhaustive", Category: batchCategory,
		Usage: "not at random: all puzzles of a board and army with the greatest minimal number of moves, or with --min-moves to --max-moves",
	}
}

// exhaustiveOf completes the options of a batch that is an enumeration.
func exhaustiveOf(c *cli.Context, b *generate.Batch, o *generate.Options) error {
	if name := anySet(c, []string{"seed", "effort", "start"}); name != "" {
		return usageError("--%s is about random puzzles, --exhaustive lists all", name)
	}
	o.Exhaustive, o.Seed, o.Starts = true, 0, ""
	if !c.IsSet("count") {
		b.Count = math.MaxInt32
	}
	switch {
	case o.MaxMoves == 0 && o.MinMoves > 0:
		o.MaxMoves = generate.MaxMoves
	case o.MinMoves == 0 && o.MaxMoves > 0:
		o.MinMoves = 1
	}
	if o.Kind != generate.Solo {
		return nil
	}
	if !c.IsSet("men") {
		return flagError(c, "men", errors.New("how many men? --exhaustive lists the arrangements of solo with one number of men"))
	}
	return parseFlag(c, "men", func(value string) (err error) {
		o.Men, err = wholeNumber(value, 2, positions.MaxDrawn)
		return err
	})
}

// exhausted says how an enumeration ended that is through: nothing if it gave
// puzzles and left out none for want of memory.
func exhausted(b *generate.Batch, t generate.Tally) error {
	switch {
	case t.Unsettled() > 0:
		return &exit{exitLimit, fmt.Sprintf("%s of %s puzzles are left out: they could not be settled within the memory of a search",
			reports.Grouped(t.Unsettled()), reports.Grouped(int64(t.All)))}
	case t.Found > 0:
		return nil
	case t.All == 0:
		return &exit{exitNo, "there is no such puzzle: no start of the space needs so many moves"}
	}
	return &exit{exitNo, fmt.Sprintf("there is no such puzzle (of %s: %s)", reports.Grouped(t.Candidates), droppedText(t))}
}
