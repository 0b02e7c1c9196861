package main

import (
	"bytes"
	"errors"
	"math"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

func soloCommand() *cli.Command {
	return gameCommand(puzzles.GameSolo, cli.Command{
		Aliases: []string{"solitaire", "peg"},
		Usage:   "peg solitaire: jump until one man is left, in as few moves as possible",
		Description: `A man jumps in a row or a column (on the triangle along its three kinds of rows;
see --directions) over a man next to it to the empty hole behind that; the
jumped man is taken off. The game ends well with one man on the hole
wanted. A chain of jumps of one man is one move; the shortest line in moves is
searched for and proven. What cannot be solved is proven so, without search
where parity forbids it.

--all counts the distinct solutions with the fewest moves; two differ if a man
touches other cells or the order of the moves is another. --list writes the
first N of them instead of a report, a JSON object a line. --explore looks at
all positions that can be reached: how many after each jump and move, how many
can still be won, where games end.`,
		ArgsUsage: cli.Examples(`halma-solve solo                              # 18 moves, proven
halma-solve solo --from a4 --to any
halma-solve solo --board triangle             # 15 holes, from the top
halma-solve solo --position cross.txt --to d4
halma-solve solo --all --format json
halma-solve solo --list 10
halma-solve solo --explore`),
		Action: solo,
	}, allOption, listOption, exploreOption)
}

var (
	allOption     = cli.Switch("all", cli.PuzzleCategory, "count all solutions with the fewest moves")
	listOption    = cli.Number("list", cli.PuzzleCategory, "`N`write the first N solutions with the fewest moves, a JSON object a line", "none", 1, math.MaxInt32)
	exploreOption = cli.Switch("explore", cli.PuzzleCategory, "count the positions that can be reached and won")
)

func solo(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	list, all := listOption.Of(c), allOption.Of(c)
	if exploreOption.Of(c) && (all || list > 0) {
		return cli.UsageError("--explore counts positions, --all and --list solutions; give one of the two")
	}
	p, err := puzzleOf(c, puzzles.GameSolo)
	if err != nil {
		return err
	}
	t, err := taskOf(c, p)
	if err != nil {
		return err
	}
	switch {
	case exploreOption.Of(c):
		return t.explore(c)
	case t.report.CSV:
		return cli.UsageError("--format csv is for --explore; \"halma-solve export --kind csv\" writes lines")
	case list > 0 || all:
		return t.solutions(c, list)
	}
	return solveAndReport(c, p)
}

// solutions counts the solutions, or writes a list of them.
func (t task) solutions(c *cli.Context, list int) error {
	ctx, show, end := cli.Watch(c, t.limits.Time)
	defer end()
	began := time.Now()
	r, err := t.search(ctx, c, show)
	if r == nil {
		return err
	}
	if err != nil || r.Status != solver.Optimal {
		show.Done()
		return t.finish(c, r, err)
	}
	o := t.limits
	o.Time = restOf(o.Time, began)
	o.Progress = show.Event
	r.Solutions, err = peg.CountLines(ctx, t.puzzle, r.Moves, list, o)
	show.Done()
	if errors.Is(err, peg.ErrUnsettled) {
		code := cli.ExitLimit
		if ctx.Err() != nil {
			code = cli.ExitInterrupted
		}
		err = cli.Stop(code, err.Error())
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
	return t.report.File.Save(c.App.Writer, out.Bytes())
}
