package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

const (
	puzzleCategory = "Puzzle"
	searchCategory = "Search"
	reportCategory = "Report"
	storeCategory  = "Store"
)

func boardFlag(text, usual string) cli.Flag {
	return &cli.StringFlag{
		Name: "board", Category: puzzleCategory, EnvVars: env("board"),
		Usage: "`NAME`the board: " + text, DefaultText: usual,
	}
}

func sizeFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "size", Category: puzzleCategory, EnvVars: env("size"),
		Usage:       "`N`size of the board: N×N cells on square and rhombus (3 to 16), rows of a point on the star (1 to 4)",
		DefaultText: "star 4, square 16, rhombus 9",
	}
}

func countFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "count", Category: puzzleCategory, EnvVars: env("count"), Value: "moves",
		Usage: "`UNIT`what is counted: moves (a chain of jumps is one) or hops (every single jump is one)",
	}
}

func jumpsFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "jumps", Category: puzzleCategory, EnvVars: env("jumps"), Value: "short",
		Usage: "`KIND`short (over a neighbour) or super (over a man at any distance)",
	}
}

// puzzleFlags choose a puzzle of the games highscore and treffhalma. Without
// --board it is played on usual.
func puzzleFlags(usual positions.Shape) []cli.Flag {
	return []cli.Flag{
		boardFlag("star, square or rhombus", usual.String()),
		sizeFlag(),
		&cli.StringFlag{
			Name: "men", Category: puzzleCategory, EnvVars: env("men"),
			Usage:       "`ARMY`a number of men, ring, or a block such as block3x3; \"halma-solve boards --board …\" draws what fits",
			DefaultText: "star 15, square 16×16 19, 10×10 15, rhombus 9×9 10",
		},
		&cli.StringFlag{
			Name: "rules", Category: puzzleCategory, EnvVars: env("rules"), Value: "booklet",
			Usage: "`SET`booklet (a man that has arrived stays in the goal court) or free",
		},
		countFlag(),
		jumpsFlag(),
	}
}

// boardOf reads --board and --size. Without --board the board is usual.
func boardOf(c *cli.Context, usual positions.Shape) (shape positions.Shape, size int, err error) {
	shape = usual
	err = parseFlag(c, "board", func(value string) (err error) {
		shape, err = positions.ParseShape(value)
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	smallest, largest, _ := shape.Sizes()
	err = parseFlag(c, "size", func(value string) (err error) {
		if size, err = wholeNumber(value, smallest, largest); err != nil {
			return fmt.Errorf("%w, the sizes of the board %s", err, shape)
		}
		return nil
	})
	return shape, size, err
}

// newTransfer makes a puzzle of highscore or treffhalma.
type newTransfer func(puzzles.HighscoreOptions) (*puzzles.Puzzle, error)

// puzzleOf reads the flags of a puzzle, which newPuzzle makes.
func puzzleOf(c *cli.Context, newPuzzle newTransfer, usual positions.Shape) (*puzzles.Puzzle, error) {
	var o puzzles.HighscoreOptions
	var err error
	if o.Shape, o.Size, err = boardOf(c, usual); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name  string
		parse func(string) error
	}{
		{"men", func(value string) error {
			o.Army = value
			if value == "" {
				return errors.New("an army is needed, such as 15")
			}
			return nil
		}},
		{"rules", func(value string) (err error) { o.Arrival, err = positions.ParseArrival(value); return err }},
		{"count", func(value string) (err error) { o.Count, err = positions.ParseCount(value); return err }},
		{"jumps", func(value string) (err error) { o.Jumps, err = positions.ParseJumps(value); return err }},
	} {
		if err := parseFlag(c, f.name, f.parse); err != nil {
			return nil, err
		}
	}
	p, err := newPuzzle(o)
	switch {
	case errors.Is(err, puzzles.ErrArmy):
		return nil, flagError(c, "men", err)
	case err != nil:
		return nil, flagError(c, "board", err)
	}
	return p, nil
}
