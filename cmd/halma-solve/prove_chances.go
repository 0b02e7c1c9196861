package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/levels"
)

// noChances are options of prove and probe that games with dice do not have: no file
// keeps chances, and no second method but the tests' works them out.
var noChances = []string{"forward", "check", "tablebase"}

// refuseForDice makes sure that none of noChances is given for a game with dice.
func refuseForDice(c *cli.Context, k *contest.Kind) error {
	if name := cli.FirstGiven(c, noChances...); k.Chance && name != "" {
		return cli.UsageError("--%s is for games without dice: what a position of %s is worth is a chance between two bounds", name, k)
	}
	return nil
}

// proveChances is prove for a game with dice. What is proven is written, too, if the
// time or the user ends it early.
func (t contestProof) proveChances(ctx context.Context, c *cli.Context, show *cli.Progress) error {
	limited := ctx
	if t.time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, t.time)
		defer cancel()
	}
	d, stopped := t.chances(limited)
	if d == nil {
		return t.failed(ctx, stopped)
	}
	show.Done()
	text, err := rendered(d, t.report, reports.ChancesJSON, reports.ChancesText)
	if err == nil {
		err = t.report.File.Save(c.App.Writer, text)
	}
	if err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return cli.Stop(cli.ExitInterrupted, "interrupted before the chances are settled")
	case stopped != nil:
		return cli.Stop(cli.ExitLimit, "the time is over before the chances are settled")
	}
	return nil
}

// chances works out the chances of a game. If the context ends, the report is nil or
// what was proven until then.
func (t contestProof) chances(ctx context.Context) (*reports.Chances, error) {
	table, err := levels.SolveChances(ctx, t.game, t.options)
	if table == nil {
		return nil, err
	}
	d := &reports.Chances{Game: t.game, From: t.from, Counts: table.Counts(), Sweeps: table.Sweeps, Rests: table.Rests, Elapsed: table.Elapsed, Bytes: table.Bytes}
	var wrong error
	if d.Chance, wrong = table.Chance(t.from); wrong != nil {
		return nil, wrong
	}
	if d.Rolls, wrong = t.game.RolledChoices(table, t.from); wrong != nil {
		return nil, wrong
	}
	return d, err
}

// fillChances works out the chances of a game for a row.
func (t contestProof) fillChances(ctx context.Context, row *proveRow) error {
	d, err := t.chances(ctx)
	var memory *levels.MemoryError
	switch {
	case errors.As(err, &memory):
		row.Bytes = memory.Needs
		return &unsolved{"memory"}
	case err != nil:
		return err
	}
	row.Value, row.Positions = d.Chance.String(), d.Counts.Positions
	row.Seconds, row.Bytes = float64(d.Elapsed.Milliseconds())/1000, d.Bytes
	return nil
}

// answerChances writes the chance of a position of a game with dice, and perhaps the
// best turn with each roll; as JSON all turns.
func (s *contestSource) answerChances(out *bufio.Writer, p contest.Position, asJSON, all bool) error {
	chance, err := s.chances.Chance(p)
	if err != nil {
		return s.fail(err)
	}
	rolls, err := s.game.RolledChoices(s.chances, p)
	if err != nil {
		return s.fail(err)
	}
	if asJSON {
		return json.NewEncoder(out).Encode(reports.NewChanceAnswer(s.game, p, chance, rolls))
	}
	fmt.Fprintln(out, chance)
	if all {
		for _, line := range reports.ChanceLines(s.game, p, rolls) {
			fmt.Fprintln(out, line)
		}
	}
	return nil
}
