package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

func solveCommand() *cli.Command {
	return &cli.Command{
		Name:     "solve",
		Category: "Solve",
		Usage:    "solve a puzzle that a file describes",
		Description: `FILE describes a puzzle as a JSON object; - is standard input. Its fields:

  schema   "halma-solve/puzzle/2"
  game     highscore, treffhalma, treffpunkt, connection, solo, retour, or other
  board    star, square, rhombus; for solo and retour one of theirs, or drawn
  size     of the board; for drawn boards holes, the names of the holes
  rules    booklet or free;  jumps short or super;  count moves or hops
  men      the army of highscore; else as many as start has
  start    cells with men
  marked   those of them whose men are marked
  goal     cells that all must have a man in the end, or
  goals    several figures of which any will do, each with men, and with
           marked and empty if there are such cells; other cells do not matter
  name     a name for people, which reports show; in a batch it is the ID

Cells are a list of names, ["a1", "b2"], or a drawing, {"diagram": ["o.?", …]},
a string for each row from the top: o a man, X a marked one, . nobody, ? any.
"halma-solve show --puzzle connection" writes the file of a built-in game. Its
JSON Schema is written by "halma-solve version --schema puzzle".

Any other file of this program that has a puzzle will do as well: a result, an
analysis, a certificate, or a batch of puzzles, which are solved one after the
other, each with the whole time.

Exit codes:
` + cli.ExitCodesHelp,
		UsageText: "halma-solve solve [options] FILE|-",
		ArgsUsage: cli.Examples(`halma-solve solve puzzle.json
halma-solve show --puzzle connection > connection.json
halma-solve solve connection.json --prove
halma-solve solve - --format json < puzzle.json`),
		Flags: slices.Concat(cli.SearchFlags(""), cli.Flags(cli.Strict, cli.Beam, cli.Positions, methodOption), cli.ReportFlags(cli.Format), cli.Flags(cli.Store, cli.Fresh)),
		Action: func(c *cli.Context) error {
			path, err := cli.OneArgument(c, "one file, or - for standard input")
			if err != nil {
				return err
			}
			list, err := readPuzzles(c, "solve", path)
			if err != nil {
				return err
			}
			return solveAll(c, list)
		},
	}
}

// readPuzzles reads the puzzles of a file, with the lines that it has.
func readPuzzles(c *cli.Context, command, path string) ([]*solver.Result, error) {
	name, text, err := readInput(c, path)
	if err != nil {
		return nil, err
	}
	if ownKindOf(text) != nil {
		return readOwn(command, name, text)
	}
	r, err := puzzleAlone(text) // which says what is wrong
	if err != nil {
		return nil, cli.InputError(name, err)
	}
	return []*solver.Result{r}, nil
}

// solveAll solves the puzzles of a file one after the other, each with the whole
// time. The exit code is that of the first whose is not 0, or says that not all were.
func solveAll(c *cli.Context, list []*solver.Result) error {
	if len(list) == 1 {
		return solveAndReport(c, list[0].Puzzle)
	}
	t, err := taskOf(c, nil)
	if err != nil {
		return err
	}
	out, err := t.report.File.Open(c.App.Writer)
	if err != nil {
		return err
	}
	defer out.Drop()
	ctx, show, end := cli.Watch(c, 0) // one for all: a signal between two puzzles is not lost
	defer end()
	var first error
	for i, puzzle := range list {
		if ctx.Err() != nil {
			first = cli.Stop(cli.ExitInterrupted, "")
			break
		}
		t.puzzle = puzzle.Puzzle
		show.Task(fmt.Sprintf("%d of %d", i+1, len(list)))
		r, err := t.search(ctx, c, show)
		if r == nil {
			return err
		}
		text, renderErr := t.render(r)
		if err = errors.Join(err, renderErr); err != nil {
			return err
		}
		if i > 0 && !t.report.JSON {
			text = append([]byte{'\n'}, text...)
		}
		if _, err := out.Write(text); err != nil {
			return err
		}
		// The puzzle that a signal comes upon may be proven all the same: the next turn
		// of the loop says that not all were solved.
		if outcome := cli.Outcome(r, t.settle); first == nil || ctx.Err() != nil && outcome != nil {
			first = outcome
		}
	}
	show.Done()
	return cmp.Or(out.Keep(), first)
}

// showPuzzle writes the file of the puzzle that a game plays with the options.
func showPuzzle(c *cli.Context, g puzzles.Game) error {
	if c.NArg() > 0 {
		return cli.UsageError("--puzzle writes the file of a game, it needs no other file: %s", cli.Clip(c.Args().First()))
	}
	if flag := cli.FirstGiven(c, "move", "all", "check", "certificate"); flag != "" {
		return cli.UsageError("--%s is for solutions, --puzzle writes a puzzle; give one of the two", flag)
	}
	var given []string
	for _, o := range anyOptions() {
		if cli.Given(c, o.Called()) {
			given = append(given, o.Called())
		}
	}
	p, err := gameOf(c, g, given)
	if err != nil {
		return err
	}
	if gameFormat.Of(c) == "html" {
		r := solver.Recall(p, known.New(nil))
		r.Cached = r.Status != solver.Unknown // else nobody has answered
		return reports.HTML(c.App.Writer, []*solver.Result{r}, reports.HTMLOptions{Language: langOption.Of(c)})
	}
	if cli.Given(c, langOption.Name) {
		return cli.UsageError("--%s is for --format html", langOption.Name)
	}
	return puzzlefile.Write(c.App.Writer, p)
}
