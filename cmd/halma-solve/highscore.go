package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

func highscoreCommand() *cli.Command {
	return &cli.Command{
		Name:     "highscore",
		Category: "Solve",
		Usage:    "bring an army to the opposite court in as few moves as possible",
		Description: `Searches for a shortest line that brings all men from their court to the
opposite one, any man on any cell. It ends when the answer is proven, at the
time or memory limit, or at Ctrl-C, and always reports the best line and the
proven bounds. Answers are kept in the store, so that asking again is answered
at once and a later search starts from the best known. A long proof saves its
layers, too: stopped in any way, it goes on when the command is run again.
--certificate writes down what was searched and under which bounds.

Exit codes:
` + exitCodesHelp,
		UsageText: "halma-solve highscore [options]",
		ArgsUsage: examples(`halma-solve highscore                                   # star, 15 men
halma-solve highscore --men 10 --rules free --prove     # 27 moves, proven
halma-solve highscore --board square --size 8 --time 30s
halma-solve highscore --board square --men ring --jumps super
halma-solve highscore --format json --output star.json
halma-solve highscore --men 10 --prove --certificate star10.json`),
		Flags:  transferFlags(positions.Star),
		Action: transferAction(puzzles.Highscore, positions.Star),
	}
}

// transferFlags are the options of a command that takes an army across a board.
func transferFlags(usual positions.Shape) []cli.Flag {
	return slices.Concat(puzzleFlags(usual), searchFlags(), reportFlags(), []cli.Flag{
		storeFlag("`DIR`directory of the store of results, or none"),
		&cli.StringFlag{
			Name: "certificate", Category: reportCategory, TakesFile: true,
			Usage:       "`FILE`how the bounds were proven, to be checked by \"halma-solve verify\"",
			DefaultText: "none",
		},
	})
}

// transferAction returns the action of such a command, whose puzzles newPuzzle
// makes.
func transferAction(newPuzzle newTransfer, usual positions.Shape) cli.ActionFunc {
	return func(c *cli.Context) error {
		if err := noArguments(c); err != nil {
			return err
		}
		p, err := puzzleOf(c, newPuzzle, usual)
		if err != nil {
			return err
		}
		return solveAndReport(c, p)
	}
}

// solveAndReport solves a puzzle within the limits of the flags and writes the
// report they ask for; commands without --search or --certificate do without. The
// error holds the exit code.
func solveAndReport(c *cli.Context, p *puzzles.Puzzle) error {
	limits, err := limitsOf(c)
	if err != nil {
		return err
	}
	if limits.Method, err = methodOf(c); err != nil {
		return err
	}
	dir, err := storeDir(c)
	if err != nil {
		return err
	}
	report, err := reportOf(c)
	if err != nil {
		return err
	}
	certificate, err := outputOf(c, "certificate")
	if err != nil {
		return err
	}
	r, err := solve(c, p, limits, dir)
	if r == nil {
		return err
	}
	// With a result and an error there is a report and a message.
	text, textErr := render(r, report)
	if textErr != nil {
		return textErr
	}
	if saveErr := report.file.save(c.App.Writer, text); saveErr != nil {
		return saveErr
	}
	if err == nil && c.IsSet("certificate") {
		err = writeCertificate(c, r, certificate)
	}
	if err != nil {
		return err
	}
	return outcome(r)
}

// solve runs the search with the store open and progress shown. Both are gone
// when it returns.
func solve(c *cli.Context, p *puzzles.Puzzle, o solver.Options, dir string) (_ *solver.Result, err error) {
	if dir != "" {
		store, err := openStore(dir)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		o.Store, o.Checkpoints = solver.NewRecords(store), store.Proofs()
	} else {
		// Without a store layers that do not fit into memory need a place, too.
		o.Checkpoints, err = os.MkdirTemp("", "halma-solve-")
		if err != nil {
			return nil, ioError("no place for large layers: %v", cause(err))
		}
		defer func() { _ = os.RemoveAll(o.Checkpoints) }()
	}
	show := newProgress(os.Stderr, o.Time, c.Bool("quiet"))
	defer show.done()
	o.Progress = show.event
	ctx, stop := interruptible(c.Context, show)
	defer stop()
	return solver.Solve(ctx, p, o)
}

// render writes the report of a result.
func render(r *solver.Result, o reportOptions) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if o.json {
		err = reports.JSON(&out, r, reports.JSONOptions{Stats: o.stats})
	} else {
		err = reports.Text(&out, r, reports.TextOptions{
			Width: o.screen.width, Diagrams: o.diagrams, Stats: o.stats, Style: o.screen.style,
		})
	}
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return out.Bytes(), nil
}
