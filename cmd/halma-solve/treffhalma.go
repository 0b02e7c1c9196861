package main

import (
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
)

func treffhalmaCommand() *cli.Command {
	return gameCommand(puzzles.GameTreffhalma, cli.Command{
		Usage: "highscore, but the man from the corner must end on the opposite corner",
		Description: `Searches for a shortest line that brings all men from their court to the
opposite one, where the man that starts on the corner a1 (on the star, the tip)
must end on the opposite corner cell; the others end anywhere in the court. In
all else it is as highscore, and so are the options. The marked man is drawn as
m, or M if it moved last; a terminal with Unicode has ◆ and ◈ for these.

What is proven for highscore bounds treffhalma, too: the search first settles
the puzzle without the mark, or takes the bounds from the store, and keeps there
what it finds. --certificate writes down what was searched, and under which
bounds.`,
		ArgsUsage: cli.Examples(`halma-solve treffhalma                       # 16×16, 19 men: the printed game
halma-solve treffhalma --board star --men 10 --prove
halma-solve treffhalma --size 8 --men 6 --format json`),
	})
}
