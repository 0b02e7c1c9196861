package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/check"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/levels"
)

// contestProof is a game of package contest to be solved, with all that the flags say.
type contestProof struct {
	game    *contest.Game
	from    contest.Position // where play begins
	options levels.Options
	time    time.Duration
	check   bool
	forward bool   // only the value of from, by a search forward
	file    string // of the tablebase
	report  cli.Report
}

// proveContest is prove for a game of package contest.
func proveContest(c *cli.Context, k *contest.Kind) error {
	t, err := contestProofOf(c, k)
	if err != nil {
		return err
	}
	e := levels.EstimateOf(t.game)
	million := time.Duration(1e6 / float64(t.options.Workers) * float64(e.Each)).Round(100 * time.Millisecond)
	estimate := fmt.Sprintf("%s: at most %s positions, whose marks take %s of memory; a million that can be reached, up to symmetry, take about %s on %d workers",
		t.game, humanize.Comma(e.Positions), reports.Bytes(e.Bytes), million, t.options.Workers)
	if c.Bool("estimate") {
		return t.report.File.Save(c.App.Writer, []byte(estimate+"\n"))
	}
	if !c.Bool("quiet") {
		fmt.Fprintln(os.Stderr, estimate)
	}
	ctx, show, end := cli.Watch(c, t.time)
	defer end()
	t.options.Progress = show.Levels
	if k.Chance {
		return t.proveChances(ctx, c, show)
	}
	d, err := t.limited(ctx)
	if err != nil {
		return err
	}
	show.Done()
	text, err := rendered(d, t.report, reports.ContestJSON, reports.ContestText)
	if err != nil {
		return err
	}
	if err := t.report.File.Save(c.App.Writer, text); err != nil {
		return err
	}
	if d.Forward != nil && d.Forward.Lower < d.Forward.Upper {
		return cli.Stop(cli.ExitLimit, "the time is over before the value is settled")
	}
	return nil
}

func contestProofOf(c *cli.Context, k *contest.Kind) (t contestProof, err error) {
	if t.game, err = contestOf(c, k); err != nil {
		return t, err
	}
	if err := refuseForDice(c, k); err != nil {
		return t, err
	}
	limits := cli.MachineOf(c)
	t.options = levels.Options{Workers: cli.AllWorkers(limits.Workers), Memory: limits.Memory}
	t.forward = c.Bool("forward")
	t.time, t.check, t.file = cli.Time.Of(c), c.Bool("check"), c.String("tablebase")
	t.from = t.game.Start()
	if text := duelPosition.Of(c); text != "" {
		if t.from, err = t.game.Parse(text); err != nil {
			return t, duelPosition.Refuse(c, onOneLine(err))
		}
		t.options.Roots = []contest.Position{t.from}
		t.options.Plain = t.game.Copies(t.from) > 1 // else images would be counted that cannot be reached
	}
	if t.report, err = cli.ReportOf(c); err == nil && t.report.CSV {
		err = cli.UsageError("--format csv is for --table")
	}
	if err == nil && t.forward && (t.check || t.file != "") {
		err = cli.UsageError("--forward works out one value, --check and --tablebase are about those of all positions")
	}
	if err == nil && t.file != "" {
		t.options.Checkpoint, t.options.SaveAlways = partOf(t.file), cli.SaveAlways
		err = keepsOthers(c, t.file, t.game.Fingerprint(), t.options.Memory)
	}
	if err == nil && t.file != "" {
		err = cli.Writable(t.file)
	}
	return t, err
}

// limited solves the game within the time.
func (t contestProof) limited(ctx context.Context) (*reports.Contest, error) {
	limited := ctx
	if t.time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, t.time)
		defer cancel()
	}
	if t.forward {
		d, err := t.search(limited)
		if d != nil && ctx.Err() == nil {
			return d, nil // as far as it came
		}
		return nil, t.failed(ctx, err)
	}
	d, err := t.solve(limited)
	return d, t.failed(ctx, err)
}

// search works out the value of the position where play begins. If the context ends
// before, the report says what was proven until then.
func (t contestProof) search(ctx context.Context) (*reports.Contest, error) {
	b, err := levels.Forward(ctx, t.game, t.from, t.options)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return &reports.Contest{
		Game: t.game, From: t.from, Value: contest.Value{Score: b.Lower, Turns: b.Turns}, Line: b.Line,
		Counts:  check.Report{Longest: contest.NoTurns},
		Forward: &reports.ContestForward{Lower: b.Lower, Upper: b.Upper, Within: b.Within, Searched: b.Searched}, Elapsed: b.Elapsed, Bytes: b.Bytes,
	}, err
}

// failed gives an error of solving its exit code.
func (t contestProof) failed(ctx context.Context, err error) error {
	var memory *levels.MemoryError
	switch {
	case ctx.Err() != nil:
		return cli.Stop(cli.ExitInterrupted, stoppedFor(t.file, "interrupted"))
	case errors.Is(err, context.DeadlineExceeded):
		return cli.Stop(cli.ExitLimit, stoppedFor(t.file, "the time is over"))
	case errors.Is(err, levels.ErrCheckpoint):
		return cli.IOError("%v; remove it to begin anew", err)
	case errors.As(err, &memory):
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s: %v of --memory", t.game, err))
	case errors.Is(err, levels.ErrNumbers):
		return cli.UsageError("--forward: %v", err)
	case errors.Is(err, contest.ErrPacked):
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s: %v", t.game, err))
	}
	return err
}

// solve solves the game, gathers what a report says of it, and checks it.
func (t contestProof) solve(ctx context.Context) (*reports.Contest, error) {
	table, err := levels.Solve(ctx, t.game, t.options)
	if err != nil {
		return nil, err
	}
	d := &reports.Contest{Game: t.game, From: t.from, Elapsed: table.Elapsed, Bytes: table.Bytes}
	if d.Value, err = table.Lookup(t.from); err != nil {
		return nil, err
	}
	if d.Line, err = t.game.Line(table, t.from); err != nil {
		return nil, err
	}
	p := t.from
	for _, played := range d.Line {
		choices, err := t.game.Choices(table, p)
		if err != nil {
			return nil, err
		}
		d.Choices, p = append(d.Choices, choices), played.After
	}
	counts, err := table.Counts(ctx, t.options)
	if err != nil {
		return nil, err
	}
	d.Counts = check.Report{Positions: counts.Positions, Won: counts.Won, Lost: counts.Lost, Drawn: counts.Drawn, First: counts.First, Longest: counts.Longest}
	d.Kept, d.Longest, d.Least, d.Most = counts.Kept, counts.From, counts.Least, counts.Most
	if err := t.checkAll(ctx, d, table); err != nil || t.file == "" {
		return d, err
	}
	return d, writeContest(ctx, t, table)
}

// checkAll goes through all positions once more if that is asked for.
func (t contestProof) checkAll(ctx context.Context, d *reports.Contest, table *levels.Table) (err error) {
	if !t.check {
		return nil
	}
	if d.Counts.Positions > check.Most {
		d.Checked, err = check.Kept(ctx, t.game, table, t.options.Workers)
	} else {
		d.Checked, err = check.All(ctx, t.game, table, t.from)
	}
	if err != nil {
		return err
	}
	got := *d.Checked
	if got.Turns, got.Kept = 0, false; got != d.Counts {
		return fmt.Errorf("the check counted %+v, the solver %+v", got, d.Counts)
	}
	return nil
}
