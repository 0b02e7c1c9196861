package main

import (
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
)

func treffpunktCommand() *cli.Command {
	return gameCommand(puzzles.GameTreffpunkt, cli.Command{
		Aliases: []string{"meeting"},
		Usage:   "bring an army from its court to a figure in the middle of the board",
		Description: `All men of a court, 19 on the board of 16×16, form a figure. The figure of the
printed game is not known: the booklet shows it only as a picture that is lost.
So it is data: --target takes the name of a built-in figure, or a file with a
drawing of the whole board as "halma-solve show" reads it (o a man, . an empty
cell). The default is a hexagon of 19 cells around h8.

Built-in figures, for as many men as they have cells:
` + strings.Join(puzzles.Targets(), ", ") + `.
On boards other than square ones the figure must be drawn.

The report has the best line found within the time and a proven lower bound;
small boards are solved and proven. A figure is no court: men may leave it.`,
		ArgsUsage: cli.Examples(`halma-solve treffpunkt
halma-solve treffpunkt --target figure.txt --time 10m
halma-solve treffpunkt --size 5 --men 6 --target triangle
halma-solve treffpunkt --size 8 --men 13 --target diamond`),
	})
}
