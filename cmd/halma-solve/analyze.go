package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

const (
	defaultAnalysis = 30 * time.Second // as of --time
	shownHints      = 10
)

func analyzeCommand() *cli.Command {
	return &cli.Command{
		Name:     "analyze",
		Category: "Check",
		Usage:    "find the moves of a line that lost something, or hints for a position",
		Description: `For every position of a line the moves that are still needed are bounded, from
below by proof, from above by lines that are found. So a move that makes the
game longer is named, with a better one if it is known: "move 9, c4-e6, costs
at least 1 move; e3-g5-i5 keeps 31 possible". In peg solitaire a move that
loses the game is named as well. The line need not reach the goal. It is
written as for "halma-solve verify", or stands in a file of this program.

Without FILE, --position is a drawing of a position, for which the best moves
are listed: those on the shortest lines that are found first.

The time limit is for all positions together; more time names more lost moves.

Exit codes:
   0  the line is analyzed, or hints are given
   2  wrong usage
   3  the file cannot be read as a line; line and column are named
   4  the store, a file or the disk failed
  10  the line is not legal, or there is no way to the goal
 130  interrupted; the report has what is known so far
`,
		UsageText: "halma-solve analyze [options] FILE|-\n       halma-solve analyze --position FILE|- [options]",
		ArgsUsage: cli.Examples(`halma-solve analyze my-line.txt --time 2m
halma-solve highscore --format json | halma-solve analyze -
halma-solve analyze --puzzle solo cross.txt
halma-solve analyze --puzzle solo --position cross-position.txt
halma-solve analyze --board star --men 10 --position star.txt`),
		Flags: slices.Concat(anyPuzzleFlags(), cli.SearchFlags("30s, for all positions together"),
			cli.Flags(cli.Format, cli.OutFile, cli.Force, cli.Color, cli.Quiet, cli.Store, cli.Fresh)),
		Action: analyze,
	}
}

// analysisTask is what a call of analyze has to do.
type analysisTask struct {
	limits solver.Options
	dir    string
	json   bool
	file   cli.Output
	screen cli.Screen
	// assumed is set if nobody has said what the line is a line of.
	assumed bool
}

func analyze(c *cli.Context) error {
	hints := c.NArg() == 0 && c.IsSet("position")
	if c.NArg() != 1 && !hints {
		return cli.UsageError(`analyze needs one file, - for standard input, or --position; see "halma-solve help analyze"`)
	}
	p, chosen, err := anyPuzzleOf(c)
	if err != nil {
		return err
	}
	var t analysisTask
	if t.limits, err = cli.LimitsOf(c); err != nil {
		return err
	}
	if !c.IsSet("time") && !c.Bool("prove") {
		t.limits.Time = defaultAnalysis
	}
	if t.dir, err = cli.StoreDir(c); err != nil {
		return err
	}
	t.json = cli.JSONWanted(c)
	if t.file, err = cli.OutputOf(c); err != nil {
		return err
	}
	t.screen = cli.ScreenOf(c, t.file.Standard())
	if hints {
		if !p.Game.Pegs() {
			if p, err = positionOf(c, p); err != nil {
				return err
			}
		}
		return t.hints(c, p)
	}
	if c.IsSet("position") && !p.Game.Pegs() {
		return cli.UsageError("--position asks for hints, a file for the analysis of a line; give one of the two")
	}
	line, p, assumed, err := readLine(c, p, chosen)
	if err != nil {
		return err
	}
	t.assumed = assumed
	return t.analyze(c, p, line)
}

// positionOf reads --position as a position of a game without captures.
func positionOf(c *cli.Context, p *puzzles.Puzzle) (*puzzles.Puzzle, error) {
	if p.Alternates() {
		return nil, cli.UsageError("--position: a drawing does not say which men are whose and who moves; for %s give a file with a line", p.Game)
	}
	name, text, err := readInput(c, c.String("position"))
	if err != nil {
		return nil, err
	}
	men, err := p.Board.ParseDiagram(drawingIn(text))
	if err != nil {
		return nil, cli.InputError(name, err)
	}
	if men.Len() != p.Men() {
		return nil, cli.InputError(name, fmt.Errorf("it has %d men, the puzzle %d", men.Len(), p.Men()))
	}
	if p.Ended(men, p.Marked) {
		return nil, cli.InputError(name, errors.New("the goal is reached already"))
	}
	return p.From(men, p.Marked), nil
}

// readLine reads the one submission of a file and makes sure that its moves are
// legal.
func readLine(c *cli.Context, p *puzzles.Puzzle, chosen bool) (_ puzzles.Line, _ *puzzles.Puzzle, assumed bool, err error) {
	name, text, err := readInput(c, c.Args().First())
	if err != nil {
		return nil, nil, false, err
	}
	if k := ownKindOf(text); k != nil {
		if err := k.check("analyze", name); err != nil {
			return nil, nil, false, err
		}
		if text, err = k.submission(name, text); err != nil {
			return nil, nil, false, err
		}
	}
	in := submission.NewReader(bytes.NewReader(text), submission.Form(0), submission.Limits{})
	var batch, more submission.Batch
	if err := in.Next(&batch); err != nil {
		return nil, nil, false, cli.InputError(name, err)
	}
	if len(batch.Items) > 1 || in.Next(&more) == nil {
		return nil, nil, false, cli.InputError(name, fmt.Errorf("%w; analyze takes one line at a time", errSeveral))
	}
	checker, err := submission.NewChecker(submission.Options{Puzzle: p, Only: chosen, ParsePuzzle: reports.ParsePuzzle})
	if err != nil {
		return nil, nil, false, err
	}
	v := checker.Check(batch.Items[0])
	switch v.Status {
	case submission.Unreadable:
		return nil, nil, false, cli.InputError(name, v.At)
	case submission.Illegal:
		reason := fmt.Sprintf("%s: move %d, %s: %s", name, v.Move, v.Puzzle.Board.FormatPath(v.Path), v.Reason)
		if v.Assumed {
			reason += fmt.Sprintf(" (assumed: %s)", v.Puzzle)
		}
		return nil, nil, false, cli.Stop(cli.ExitNo, reason)
	}
	return v.Played(), v.Puzzle, v.Assumed, nil
}

var errSeveral = errors.New("there is more than one submission in it")

// search runs f with the store open and progress shown.
func (t *analysisTask) search(c *cli.Context, p *puzzles.Puzzle, f func(ctx context.Context, o solver.Options, dead func(positions.Bits) bool) error) (err error) {
	o := t.limits
	ctx, show, end := cli.Watch(c, o.Time)
	defer end()
	o.Progress = show.Event
	var dead func(positions.Bits) bool
	store, err := ownStore(c, t.dir)
	if err != nil {
		return err
	}
	if store != nil {
		defer func() { err = errors.Join(err, store.Close()) }()
	}
	answers := answersFrom(store)
	answers.Fresh = cli.Fresh.Of(c)
	o.Store = answers
	if store != nil && p.Game == puzzles.GameSolo && p.Goal.Len() == 1 && p.Board.Shape() == positions.English {
		began, part := time.Now(), o
		part.Time = (o.Time + 1) / 2 // at the most: the searches can do without
		table, _, err := peg.LoadWinTable(ctx, store, p, part)
		o.Time = restOf(o.Time, began)
		switch {
		case err == nil:
			dead = func(men positions.Bits) bool { return !table.Wins(men) }
		case !errors.Is(err, peg.ErrUnsettled):
			return err
		}
	}
	return f(ctx, o, dead)
}

func (t *analysisTask) analyze(c *cli.Context, p *puzzles.Puzzle, line puzzles.Line) error {
	var a *solver.Analysis
	err := t.search(c, p, func(ctx context.Context, o solver.Options, dead func(positions.Bits) bool) (err error) {
		a, err = solver.Analyze(ctx, p, line, dead, o)
		return err
	})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if t.json {
		err = reports.AnalysisJSON(&out, a)
	} else {
		err = reports.AnalysisText(&out, a, reports.TextOptions{Width: t.screen.Width, Style: t.screen.Style, Assumed: t.assumed})
	}
	if err == nil {
		err = t.file.Save(c.App.Writer, out.Bytes())
	}
	if err == nil && a.Interrupted == solver.StoppedByInterrupt {
		err = cli.Stop(cli.ExitInterrupted, "")
	}
	return err
}

func (t *analysisTask) hints(c *cli.Context, p *puzzles.Puzzle) error {
	var r *solver.Result
	var hints []solver.Hint
	err := t.search(c, p, func(ctx context.Context, o solver.Options, dead func(positions.Bits) bool) (err error) {
		r, hints, err = solver.Hints(ctx, p, dead, o)
		return err
	})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if t.json {
		err = reports.HintsJSON(&out, r, hints)
	} else {
		err = reports.HintsText(&out, r, hints, shownHints, reports.TextOptions{Width: t.screen.Width, Style: t.screen.Style})
	}
	if err == nil {
		err = t.file.Save(c.App.Writer, out.Bytes())
	}
	switch {
	case err != nil:
		return err
	case r.Interrupted == solver.StoppedByInterrupt:
		return cli.Stop(cli.ExitInterrupted, "")
	case r.Status == solver.Impossible:
		return cli.Stop(cli.ExitNo, "")
	}
	return nil
}
