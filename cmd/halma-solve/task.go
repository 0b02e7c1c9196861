package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

// task is a puzzle to be solved with all that the options say.
type task struct {
	puzzle      *puzzles.Puzzle
	limits      solver.Options
	settle      bool   // nothing less than a proof will do
	fresh       bool   // no answer is known beforehand
	dir         string // of the store, "" for none
	report      cli.Report
	certificate cli.Output
	source      string // where the answer is from, if not from a search
}

// taskOf reads the options of a search and its report; commands without --search or
// --certificate do without.
func taskOf(c *cli.Context, p *puzzles.Puzzle) (t task, err error) {
	t.puzzle = p
	if t.limits, err = cli.LimitsOf(c); err != nil {
		return t, err
	}
	if t.limits.Positions > 0 && p != nil && p.Game.Pegs() {
		return t, cli.UsageError("--positions: searches of %s do not count them; use --time", p.Game)
	}
	t.settle = t.limits.Time == 0 && t.limits.Positions == 0 && t.limits.Beam == 0 || cli.Strict.Of(c)
	if m := methodOption.Of(c); m != "auto" {
		t.limits.Method = m
	}
	if t.limits.Method == solver.Deepening && t.limits.Beam > 0 {
		return t, cli.UsageError("--search ida has no beams: give either that or --beam")
	}
	if t.dir, err = cli.StoreDir(c); err != nil {
		return t, err
	}
	if t.report, err = cli.ReportOf(c); err != nil {
		return t, err
	}
	t.limits.Layers = t.report.Stats
	t.fresh = cli.Fresh.Of(c)
	t.certificate, err = cli.WritableFile(c, certificateOption)
	return t, err
}

// solveAndReport solves a puzzle as the options say. The error holds the exit code.
func solveAndReport(c *cli.Context, p *puzzles.Puzzle) error {
	t, err := taskOf(c, p)
	if err != nil {
		return err
	}
	r, err := t.solve(c)
	if r == nil {
		return err
	}
	return t.finish(c, r, err)
}

// solve runs the search with the store open and progress shown. Both are gone
// when it returns.
func (t *task) solve(c *cli.Context) (*solver.Result, error) {
	ctx, show, end := cli.Watch(c, t.limits.Time)
	defer end()
	return t.search(ctx, c, show)
}

// search is solve for who shows the progress.
func (t *task) search(ctx context.Context, c *cli.Context, show *cli.Progress) (r *solver.Result, err error) {
	o := t.limits
	store, err := ownStore(c, t.dir)
	if err != nil {
		return nil, err
	}
	if store == nil {
		t.dir = ""
	} else {
		defer func() { err = errors.Join(err, store.Close()) }()
		o.Checkpoints = store.Proofs()
	}
	if store == nil || t.fresh {
		// Layers that do not fit into memory need a place, and a search from nothing
		// takes none from an earlier one.
		o.Checkpoints, err = os.MkdirTemp("", "halma-solve-")
		if err != nil {
			return nil, cli.IOError("no place for large layers: %v", cli.Cause(err))
		}
		defer func() { _ = os.RemoveAll(o.Checkpoints) }()
		o.Scratch = true
	}
	answers := answersFrom(store)
	answers.Fresh = t.fresh
	o.Store = answers
	o.Progress = show.Event
	job, err := beginLayers(c, ctx, t.puzzle, show)
	if err != nil {
		return nil, err
	}
	if job != nil {
		o.Elsewhere = job
	}
	r, err = solver.Solve(ctx, t.puzzle, o)
	if r != nil {
		t.source = known.Source(answers.Behind(r))
	}
	if job != nil {
		err = job.endLayers(r, err, t.text)
	}
	return r, err
}

// restOf returns what is left of a time limit, 0 for none, to a search after another one
// that shares it.
func restOf(limit time.Duration, began time.Time) time.Duration {
	if limit == 0 {
		return 0
	}
	return max(limit-time.Since(began), time.Millisecond)
}

// finish writes the report of a result, and the certificate, and chooses the exit
// code. With a result and an error there is a report and a message.
func (t task) finish(c *cli.Context, r *solver.Result, err error) error {
	text, textErr := t.text(r)
	if textErr != nil {
		return textErr
	}
	if saveErr := t.report.File.Save(c.App.Writer, text); saveErr != nil {
		return saveErr
	}
	if err == nil && certificateOption.IsSet(c) {
		err = writeCertificate(c, r, t.certificate)
	}
	if err != nil {
		return err
	}
	return cli.Outcome(r, t.settle)
}

// text is the report of a result, and what may come next.
func (t task) text(r *solver.Result) ([]byte, error) {
	text, err := t.render(r)
	if err == nil && !t.report.JSON {
		text = fmt.Appendf(text, "\n%s\n", t.next(r))
	}
	return text, err
}

// render writes the report of a result.
func (t task) render(r *solver.Result) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if t.report.JSON {
		err = reports.JSON(&out, r, reports.JSONOptions{Stats: t.report.Stats})
	} else {
		o := t.report.TextOptions()
		o.Source = t.source
		err = reports.Text(&out, r, o)
	}
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return out.Bytes(), nil
}
