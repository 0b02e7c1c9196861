package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// pegFlags choose a puzzle of peg solitaire; from, to and position say what the
// flags of that name mean.
func pegFlags(from, to, position string) []cli.Flag {
	return []cli.Flag{
		boardFlag("english (33 holes) or french (37 holes)", "english"),
		&cli.StringFlag{
			Name: "from", Category: puzzleCategory, EnvVars: env("from"),
			Usage: "`HOLE`" + from, DefaultText: "d4",
		},
		&cli.StringFlag{
			Name: "to", Category: puzzleCategory, EnvVars: env("to"),
			Usage: "`HOLE`" + to, DefaultText: "d4; with --position any",
		},
		&cli.StringFlag{
			Name: "position", Category: puzzleCategory, EnvVars: env("position"),
			Usage:       "`FILE`" + position + ", drawn in FILE (- is standard input): o a man, . an empty hole, - no hole; with --board the holes of that board only, without it any board of up to 64 holes",
			DefaultText: "every hole but one",
		},
		&cli.StringFlag{
			Name: "count", Category: puzzleCategory, EnvVars: env("count"), Value: "moves",
			Usage: "`UNIT`what is counted: moves (a chain of jumps is one) or hops (every single jump is one; all solutions are as long then, and the one with the fewest moves is wanted)",
		},
	}
}

// pegPuzzleOf reads the flags of a peg puzzle and makes it.
func pegPuzzleOf(c *cli.Context, newPuzzle func(puzzles.SoloOptions) (*puzzles.Puzzle, error)) (*puzzles.Puzzle, error) {
	var o puzzles.SoloOptions
	shape := positions.English
	err := parseFlag(c, "board", func(value string) (err error) {
		if shape, err = positions.ParseShape(value); err == nil && shape != positions.English && shape != positions.French {
			err = fmt.Errorf("%s is no board for %s (english or french; --position draws others)", shape, c.Command.Name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if o.Board, err = positions.NewBoard(shape, 0); err != nil {
		return nil, err
	}
	if err := parseFlag(c, "count", func(value string) (err error) { o.Count, err = positions.ParseCount(value); return err }); err != nil {
		return nil, err
	}
	if c.IsSet("position") {
		if c.IsSet("from") {
			return nil, usageError("--from is the hole that is empty on a full board, --position says all; give one of the two")
		}
		if err := readPosition(c, &o); err != nil {
			return nil, err
		}
	}
	o.From, o.To = c.String("from"), c.String("to")
	for _, name := range []string{"from", "to"} {
		if value := c.String(name); c.IsSet(name) && (name != "to" || value != puzzles.AnyHole) {
			if _, err := o.Board.ParseCell(value); err != nil {
				return nil, flagError(c, name, err)
			}
		}
	}
	p, err := newPuzzle(o)
	switch {
	case errors.Is(err, puzzles.ErrHole) && strings.HasPrefix(err.Error(), "to: "):
		return nil, flagError(c, "to", errors.Unwrap(err))
	case err != nil:
		return nil, usageError("%v", err)
	}
	return p, nil
}

// readPosition reads the file of --position.
func readPosition(c *cli.Context, o *puzzles.SoloOptions) error {
	path := c.String("position")
	if path == "" {
		return flagError(c, "position", errors.New("the name of a file is needed, or -"))
	}
	name, text, err := readInput(path)
	if err != nil {
		return err
	}
	drawing := strings.TrimPrefix(string(text), "\ufeff")
	if c.IsSet("board") {
		o.Men, err = o.Board.ParseDiagram(drawing)
	} else {
		o.Board, o.Men, err = positions.ParseDrawn(drawing)
	}
	if err == nil && o.Men.Len() == 0 {
		err = &positions.SyntaxError{Line: 1, Column: 1, Msg: "there are no men in the drawing"}
	}
	if err != nil {
		return inputError(name, err)
	}
	return nil
}

// withStore is a group of flags and the one of the store.
func withStore(groups ...[]cli.Flag) []cli.Flag {
	return append(slices.Concat(groups...), storeFlag("`DIR`directory of the store of results, or none"))
}
