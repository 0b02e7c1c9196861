package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
)

func solveCommand() *cli.Command {
	return &cli.Command{
		Name:     "solve",
		Category: "Solve",
		Usage:    "solve a puzzle that a file describes",
		Description: `FILE describes a puzzle as a JSON object; - is standard input. Its fields:

  schema   "halma-solve/puzzle/1"
  game     highscore, treffhalma, treffpunkt, connection, solo, retour, or other
  board    star, square, rhombus; for solo and retour english, french, drawn
  size     of the board; for drawn boards holes, the names of the holes
  rules    booklet or free;  jumps short or super;  count moves or hops
  men      the army of highscore; else as many as start has
  start    cells with men
  marked   those of them whose men are marked
  goal     cells that all must have a man in the end, or
  goals    several figures of which any will do, each with men, and with
           marked and empty if there are such cells; other cells do not matter
  name     a name for people

Cells are a list of names, ["a1", "b2"], or a drawing, {"diagram": ["o.?", …]},
a string for each row from the top: o a man, X a marked one, . nobody, ? any.
"halma-solve show --puzzle connection" writes the file of a built-in game. The
file puzzles/puzzle.schema.json of the source is a JSON Schema.

Exit codes:
` + exitCodesHelp,
		UsageText: "halma-solve solve [options] FILE|-",
		ArgsUsage: examples(`halma-solve solve puzzle.json
halma-solve show --puzzle connection > connection.json
halma-solve solve connection.json --prove
halma-solve solve - --format json < puzzle.json`),
		Flags: slices.Concat(searchFlags(), []cli.Flag{methodFlag()}, reportFlags(), []cli.Flag{
			storeFlag("`DIR`directory of the store of results, or none"),
		}),
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError(`solve needs one file, or - for standard input; see "halma-solve help solve"`)
			}
			return solveTask(c, func() (*puzzles.Puzzle, error) { return readPuzzle(c.Args().First()) })
		},
	}
}

// readPuzzle reads a puzzle file.
func readPuzzle(path string) (*puzzles.Puzzle, error) {
	name, text, err := readInput(path)
	if err != nil {
		return nil, err
	}
	p, err := puzzles.ParseFile(text)
	if err != nil {
		return nil, inputError(name, err)
	}
	return p, nil
}

type builtInPuzzle struct {
	name   string
	puzzle func() (*puzzles.Puzzle, error)
}

// builtIn lists the games by name, each with the puzzle that its command plays
// without options.
var builtIn = []builtInPuzzle{
	{"highscore", func() (*puzzles.Puzzle, error) { return puzzles.Highscore(puzzles.HighscoreOptions{}) }},
	{"treffhalma", func() (*puzzles.Puzzle, error) { return puzzles.Treffhalma(puzzles.HighscoreOptions{}) }},
	{"treffpunkt", func() (*puzzles.Puzzle, error) { return puzzles.Treffpunkt(puzzles.TreffpunktOptions{}) }},
	{"connection", func() (*puzzles.Puzzle, error) { return puzzles.Connection(puzzles.ConnectionOptions{}) }},
	{"solo", func() (*puzzles.Puzzle, error) { return puzzles.Solo(puzzles.SoloOptions{}) }},
	{"retour", func() (*puzzles.Puzzle, error) { return puzzles.Retour(puzzles.SoloOptions{}) }},
}

func builtInNames() []string {
	names := make([]string, len(builtIn))
	for i, b := range builtIn {
		names[i] = b.name
	}
	return names
}

// showPuzzle writes the file of a built-in game.
func showPuzzle(c *cli.Context) error {
	if c.NArg() > 0 {
		return usageError("--puzzle writes the file of a game, it needs no other file: %s", clip(c.Args().First()))
	}
	value := c.String("puzzle")
	if err := oneOf("show puzzle", value); err != nil {
		return usageError("--puzzle: %v%s", err, didYouMean(value, builtInNames()))
	}
	i := slices.IndexFunc(builtIn, func(b builtInPuzzle) bool { return b.name == value })
	p, err := builtIn[i].puzzle()
	if err != nil {
		return err
	}
	return reports.PuzzleFile(c.App.Writer, p)
}
