package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// explore reports on all positions that can be reached. With a store, and a goal
// of one hole, it also sees to it that the store has the table of all positions
// from which that goal can be reached.
func (t pegTask) explore(c *cli.Context) error {
	show := newProgress(os.Stderr, t.limits.Time, c.Bool("quiet"))
	defer show.done()
	o := t.limits
	o.Progress = show.event
	ctx, stop := interruptible(c.Context, show)
	defer stop()
	e, err := solver.Explore(ctx, t.puzzle, o)
	if err == nil && t.dir != "" && t.puzzle.Goal.Len() == 1 {
		err = t.keepTable(ctx, o)
	}
	show.done()
	if errors.Is(err, solver.ErrUnsettled) {
		code := exitLimit
		if ctx.Err() != nil {
			code = exitInterrupted
		}
		return &exit{code, fmt.Sprintf("%v: %v", t.puzzle, err)}
	}
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if t.report.json {
		err = reports.ExplorationJSON(&out, e, reports.JSONOptions{Stats: t.report.stats})
	} else {
		err = reports.ExplorationText(&out, e, reports.TextOptions{
			Width: t.report.screen.width, Diagrams: t.report.diagrams, Stats: t.report.stats, Style: t.report.screen.style,
		})
	}
	if err != nil {
		return err
	}
	return t.report.file.save(c.App.Writer, out.Bytes())
}

func (t pegTask) keepTable(ctx context.Context, o solver.Options) (err error) {
	store, err := openStore(t.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	_, _, err = solver.LoadWinTable(ctx, store, t.puzzle, o)
	return err
}
