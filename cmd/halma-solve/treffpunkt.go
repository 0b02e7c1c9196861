package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

func treffpunktCommand() *cli.Command {
	return &cli.Command{
		Name:     "treffpunkt",
		Category: "Solve",
		Usage:    "bring an army from its court to a figure in the middle of the board",
		Description: `All men of a court, 19 on the board of 16×16, form a figure. The figure of the
printed game is not known: the booklet shows it only as a picture that is lost.
So it is data: --target takes the name of a built-in figure, or a file with a
drawing of the whole board as "halma-solve show" reads it (o a man, . an empty
cell). The default is a hexagon of 19 cells around h8.

Built-in figures, for as many men as they have cells:
` + strings.Join(puzzles.Targets(), ", ") + `.
On boards other than square ones the figure must be drawn.

The report has the best line found within the time and a proven lower bound;
small boards are solved and proven. A figure is no court: men may leave it.

Exit codes:
` + exitCodesHelp,
		UsageText: "halma-solve treffpunkt [options]",
		ArgsUsage: examples(`halma-solve treffpunkt
halma-solve treffpunkt --target figure.txt --time 10m
halma-solve treffpunkt --size 5 --men 6 --target triangle
halma-solve treffpunkt --size 8 --men 13 --target diamond`),
		Flags: slices.Concat([]cli.Flag{
			boardFlag("square, star or rhombus", "square"),
			sizeFlag(),
			&cli.StringFlag{
				Name: "men", Category: puzzleCategory, EnvVars: env("men"),
				Usage:       "`ARMY`a number of men, ring, or a block such as block3x3; \"halma-solve boards --board …\" draws what fits",
				DefaultText: "square 16×16 19, as for highscore on others",
			},
			&cli.StringFlag{
				Name: "target", Category: puzzleCategory, EnvVars: env("target"), Value: puzzles.DefaultTarget, TakesFile: true,
				Usage: "`NAME|FILE`a built-in figure, or a file with a drawing of the board",
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
			return solveTask(c, func() (*puzzles.Puzzle, error) { return treffpunktOf(c) })
		},
	}
}

// treffpunktOf reads the flags of the game treffpunkt.
func treffpunktOf(c *cli.Context) (*puzzles.Puzzle, error) {
	var o puzzles.TreffpunktOptions
	var err error
	if o.Shape, o.Size, err = boardOf(c, positions.Square); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name  string
		parse func(string) error
	}{
		{"men", func(value string) error {
			o.Army = value
			if value == "" {
				return errors.New("an army is needed, such as 19")
			}
			return nil
		}},
		{"count", func(value string) (err error) { o.Count, err = positions.ParseCount(value); return err }},
		{"jumps", func(value string) (err error) { o.Jumps, err = positions.ParseJumps(value); return err }},
	} {
		if err := parseFlag(c, f.name, f.parse); err != nil {
			return nil, err
		}
	}
	if o.Target = c.String("target"); c.IsSet("target") && !slices.Contains(puzzles.Targets(), o.Target) {
		if o.Figure, err = figureOf(c, o); err != nil {
			return nil, err
		}
	}
	p, err := puzzles.Treffpunkt(o)
	switch {
	case errors.Is(err, puzzles.ErrTarget):
		return nil, flagError(c, "target", err)
	case errors.Is(err, puzzles.ErrArmy):
		return nil, flagError(c, "men", err)
	case err != nil:
		return nil, flagError(c, "board", err)
	}
	return p, nil
}

// figureOf reads the figure from the file that --target names.
func figureOf(c *cli.Context, o puzzles.TreffpunktOptions) (positions.Bits, error) {
	b, err := positions.NewBoard(o.Shape, o.Size)
	if err != nil {
		return positions.Bits{}, flagError(c, "board", err)
	}
	if _, err := os.Stat(o.Target); err != nil && o.Target != "-" {
		return positions.Bits{}, flagError(c, "target", fmt.Errorf("%q is neither a built-in figure (%s) nor a file%s",
			clip(o.Target), strings.Join(puzzles.Targets(), ", "), didYouMean(o.Target, puzzles.Targets())))
	}
	name, text, err := readInput(o.Target)
	if err != nil {
		return positions.Bits{}, err
	}
	men, err := b.ParseDiagram(strings.TrimPrefix(string(text), "\ufeff"))
	if err != nil {
		return positions.Bits{}, inputError(name, err)
	}
	if men.Len() == 0 {
		return men, inputError(name, errors.New("the figure has no cells"))
	}
	return men, nil
}
