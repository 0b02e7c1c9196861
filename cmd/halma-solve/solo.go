package main

import (
	"bytes"
	"errors"
	"math"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// errAnyFirst is about the first man of retour, which must stand somewhere.
var errAnyFirst = errors.New("any: the first man needs a hole")

func soloCommand() *cli.Command {
	return &cli.Command{
		Name:     "solo",
		Category: "Solve",
		Usage:    "peg solitaire: jump until one man is left, in as few moves as possible",
		Description: `A man jumps in a row or a column over a man next to it to the empty hole behind
that; the jumped man is taken off. The game ends well with one man on the hole
wanted. A chain of jumps of one man is one move; the shortest line in moves is
searched for and proven. What cannot be solved is proven so, without search
where parity forbids it.

--all counts the distinct solutions with the fewest moves; two differ if a man
touches other cells or the order of the moves is another. --list writes the
first N of them instead of a report, a JSON object a line. --explore looks at
all positions that can be reached: how many after each jump and move, how many
can still be won, where games end.

Exit codes:
` + exitCodesHelp,
		UsageText: "halma-solve solo [options]",
		ArgsUsage: examples(`halma-solve solo                              # 18 moves, proven
halma-solve solo --from a4 --to any
halma-solve solo --position cross.txt --to d4
halma-solve solo --all --format json
halma-solve solo --list 10
halma-solve solo --explore`),
		Flags: withStore(pegFlags("the hole that is empty at the start", "the hole of the last man, or any", "the start"), []cli.Flag{
			&cli.BoolFlag{Name: "all", Category: puzzleCategory, EnvVars: env("all"), Usage: "count all solutions with the fewest moves"},
			&cli.StringFlag{
				Name: "list", Category: puzzleCategory, EnvVars: env("list"), DefaultText: "none",
				Usage: "`N`write the first N solutions with the fewest moves, a JSON object a line",
			},
			&cli.BoolFlag{Name: "explore", Category: puzzleCategory, EnvVars: env("explore"), Usage: "count the positions that can be reached and won"},
		}, searchFlags(), reportFlags()),
		Action: solo,
	}
}

func solo(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	list := 0
	err := parseFlag(c, "list", func(value string) (err error) {
		list, err = wholeNumber(value, 1, math.MaxInt32)
		return err
	})
	if err != nil {
		return err
	}
	if c.Bool("explore") && (c.Bool("all") || list > 0) {
		return usageError("--explore counts positions, --all and --list solutions; give one of the two")
	}
	t, err := pegTaskOf(c, puzzles.Solo)
	if err != nil {
		return err
	}
	switch {
	case c.Bool("explore"):
		return t.explore(c)
	case list > 0 || c.Bool("all"):
		return t.solutions(c, list)
	}
	return t.solve(c)
}

// pegTask is a peg puzzle with all that its flags say.
type pegTask struct {
	puzzle *puzzles.Puzzle
	limits solver.Options
	dir    string
	report reportOptions
}

func pegTaskOf(c *cli.Context, newPuzzle func(puzzles.SoloOptions) (*puzzles.Puzzle, error)) (t pegTask, err error) {
	if t.puzzle, err = pegPuzzleOf(c, newPuzzle); err != nil {
		return t, err
	}
	if t.limits, err = limitsOf(c); err != nil {
		return t, err
	}
	if t.dir, err = storeDir(c); err != nil {
		return t, err
	}
	t.report, err = reportOf(c)
	return t, err
}

// solve solves the puzzle and reports.
func (t pegTask) solve(c *cli.Context) error {
	r, err := solve(c, t.puzzle, t.limits, t.dir)
	if r == nil {
		return err
	}
	return t.finish(c, r, err)
}

// finish writes the report of a result and chooses the exit code. With a result
// and an error there is a report and a message.
func (t pegTask) finish(c *cli.Context, r *solver.Result, err error) error {
	text, textErr := render(r, t.report)
	if textErr != nil {
		return textErr
	}
	if saveErr := t.report.file.save(c.App.Writer, text); saveErr != nil {
		return saveErr
	}
	if err != nil {
		return err
	}
	return outcome(r)
}

// solutions counts the solutions, or writes a list of them.
func (t pegTask) solutions(c *cli.Context, list int) error {
	r, err := solve(c, t.puzzle, t.limits, t.dir)
	if r == nil {
		return err
	}
	if err != nil || r.Status != solver.Optimal {
		return t.finish(c, r, err)
	}
	show := newProgress(os.Stderr, t.limits.Time, c.Bool("quiet"))
	defer show.done()
	o := t.limits
	o.Progress = show.event
	ctx, stop := interruptible(c.Context, show)
	defer stop()
	r.Solutions, err = solver.CountLines(ctx, t.puzzle, r.Moves, list, o)
	show.done()
	if errors.Is(err, solver.ErrUnsettled) {
		code := exitLimit
		if ctx.Err() != nil {
			code = exitInterrupted
		}
		err = &exit{code, err.Error()}
	}
	if list == 0 || err != nil {
		return t.finish(c, r, err)
	}
	var out bytes.Buffer
	for i, line := range r.Solutions.First {
		text, err := reports.SolutionLine(t.puzzle.Board, i+1, line)
		if err != nil {
			return err
		}
		out.Write(append(text, '\n'))
	}
	return t.report.file.save(c.App.Writer, out.Bytes())
}
