package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// explore reports on all positions that can be reached. With a store, and a goal
// of one hole, it also sees to it that the store has the table of all positions
// from which that goal can be reached, if there is time left for it.
func (t task) explore(c *cli.Context) error {
	ctx, show, end := cli.Watch(c, t.limits.Time)
	defer end()
	o := t.limits
	o.Progress = show.Event
	began := time.Now()
	e, err := peg.Explore(ctx, t.puzzle, o)
	if err == nil && t.dir != "" && t.puzzle.Goal.Len() == 1 {
		o.Time = restOf(o.Time, began)
		err = t.keepTable(c, ctx, o)
	}
	show.Done()
	if errors.Is(err, peg.ErrUnsettled) {
		code := cli.ExitLimit
		if ctx.Err() != nil {
			code = cli.ExitInterrupted
		}
		return cli.Stop(code, fmt.Sprintf("%v: %v", t.puzzle, err))
	}
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch {
	case t.report.JSON:
		err = reports.ExplorationJSON(&out, e, reports.JSONOptions{Stats: t.report.Stats})
	case t.report.CSV:
		err = reports.ExplorationCSV(&out, e)
	default:
		err = reports.ExplorationText(&out, e, t.report.TextOptions())
	}
	if err != nil {
		return err
	}
	err = t.report.File.Save(c.App.Writer, out.Bytes())
	if err == nil && ctx.Err() != nil { // while the table was made
		err = cli.Stop(cli.ExitInterrupted, "")
	}
	return err
}

// keepTable makes the table that the store is to have. Nobody has asked for it, so a limit
// that comes first is no error.
func (t task) keepTable(c *cli.Context, ctx context.Context, o solver.Options) (err error) {
	store, err := ownStore(c, t.dir)
	if store == nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	_, _, err = peg.LoadWinTable(ctx, store, t.puzzle, o)
	if errors.Is(err, peg.ErrUnsettled) {
		return nil
	}
	return err
}
