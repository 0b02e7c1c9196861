package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// checkAll goes through all positions once more if that is asked for.
func (t proof) checkAll(ctx context.Context, d *reports.Duel, s duel.Source) (err error) {
	if !t.check {
		return nil
	}
	if d.Checked, err = check.All(ctx, t.game, s, t.workers); err != nil {
		return err
	}
	return sameCounts(d)
}

// sameCounts compares what the check counted with the solver's counts.
func sameCounts(d *reports.Duel) error {
	if got := d.Checked.Counts; got != d.Counts {
		return fmt.Errorf("the check counted %+v, the solver %+v", got, d.Counts)
	}
	return nil
}

// checkOnline works out all values under the rules online once more, and goes
// through the distances of the game without limit.
func (t proof) checkOnline(ctx context.Context, d *reports.Duel, online *retrograde.Online) (err error) {
	if _, err = check.All(ctx, t.game, online.Free, t.workers); err != nil {
		return err
	}
	d.Checked, err = check.Limited(ctx, t.game, t.game.Rules.Limit.Turns, func(v duel.View) duel.Value {
		value, _ := online.Lookup(v)
		return value
	}, t.workers)
	if err != nil {
		return err
	}
	return sameCounts(d)
}

// solvedTables are the tables of a solved game, to be closed.
type solvedTables interface {
	duel.Source
	io.Closer
}

// solved solves the game, with distances or without, and gathers what a report says.
func (t proof) solved(ctx context.Context, o retrograde.Options) (*reports.Duel, solvedTables, error) {
	if !t.values {
		table, err := retrograde.Solve(ctx, t.game, o)
		if err != nil {
			return nil, nil, err
		}
		d, err := tableDuel(table)
		if err != nil {
			return nil, nil, errors.Join(err, table.Close())
		}
		return d, table, nil
	}
	table, err := retrograde.SolveValues(ctx, t.game, o)
	if err != nil {
		return nil, nil, err
	}
	g := t.game
	d := &reports.Duel{
		Game: g, Counts: table.Counts, Plies: table.Plies, Longest: duel.NoPlies,
		Elapsed: table.Elapsed, Bytes: table.Bytes,
	}
	if d.Value, _, err = table.Lookup(g.View(g.Start())); err != nil {
		return nil, nil, errors.Join(err, table.Close())
	}
	if v, plies, ok := table.Longest(); ok {
		d.Longest, d.From = plies, g.Position(v, duel.First)
	}
	return d, table, nil
}

// tableDuel gathers what a report says of a solved game.
func tableDuel(table *retrograde.Table) (*reports.Duel, error) {
	g := table.Game
	d := &reports.Duel{
		Game: g, Counts: table.Counts, Longest: duel.NoPlies,
		Elapsed: table.Elapsed, Bytes: table.Bytes, Turns: table.Turns,
	}
	start := g.View(g.Start())
	var err error
	if d.Value, d.Plies, err = table.Lookup(start); err != nil {
		return nil, err
	}
	if d.Line, err = g.Line(table, start); err != nil {
		return nil, err
	}
	for v, i := start, 0; i < len(d.Line); i++ {
		choices, err := g.Choices(table, v)
		if err != nil {
			return nil, err
		}
		d.Choices = append(d.Choices, choices)
		v = g.After(v, d.Line[i])
	}
	if v, plies, ok := table.Longest(); ok {
		d.Longest, d.From = plies, g.Position(v, duel.First)
	}
	return d, nil
}

// onlineDuel does the same under the rules online.
func onlineDuel(t *retrograde.Online) (*reports.Duel, error) {
	d, err := tableDuel(t.Free)
	if err != nil {
		return nil, err
	}
	d.Counts, d.Elapsed, d.Bytes = t.Counts, t.Elapsed, t.Bytes
	d.Longest = duel.NoPlies // that of the game without limit
	free := d.Plies
	if d.Value, d.Plies = t.Lookup(t.Free.Game.View(t.Free.Game.Start())); d.Plies != free {
		d.Line, d.Choices = nil, nil
	}
	return d, nil
}

// rendered is the report of a solved game.
func rendered[D any](d *D, o cli.Report, asJSON func(io.Writer, *D, reports.JSONOptions) error, asText func(io.Writer, *D, reports.TextOptions) error) ([]byte, error) {
	var out bytes.Buffer
	if o.JSON {
		err := asJSON(&out, d, reports.JSONOptions{Stats: o.Stats})
		return out.Bytes(), err
	}
	err := asText(&out, d, o.TextOptions())
	return out.Bytes(), err
}
