package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/check"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/levels"
)

// refuseForDice makes sure that no option is given that games with dice do not have.
func refuseForDice(c *cli.Context, k *contest.Kind) error {
	if k.Chance && cli.Given(c, forwardOption.Name) {
		return forwardOption.Refuse(c, fmt.Errorf("it is for games without dice: what a position of %s is worth is a chance between two bounds", k))
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
		return cli.Stop(cli.ExitInterrupted, "interrupted before the chances are settled"+goesOn(t.file))
	case stopped != nil:
		return cli.Stop(cli.ExitLimit, "the time is over before the chances are settled"+goesOn(t.file))
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
	d := &reports.Chances{Game: t.game, From: t.from, Seed: 1, Counts: table.Counts(), Sweeps: table.Sweeps, Rests: table.Rests, Elapsed: table.Elapsed, Bytes: table.Bytes}
	var wrong error
	if d.Chance, wrong = table.Chance(t.from); wrong != nil {
		return nil, wrong
	}
	if d.Rolls, wrong = t.game.RolledChoices(table, t.from); wrong != nil {
		return nil, wrong
	}
	if d.Line, wrong = t.game.ChanceLine(table, t.from, d.Seed, reports.MostChanceTurns); wrong != nil {
		return nil, wrong
	}
	if err != nil {
		return d, err
	}
	if d.Counts.Kept <= levels.MostExact {
		d.Exact, err = table.Exact(ctx, t.from)
		if err != nil && !errors.Is(err, levels.ErrCycles) {
			return nil, err
		}
	}
	if t.check {
		if d.Checked, err = check.Chances(ctx, t.game, table, t.from); err != nil {
			return nil, err
		}
		if got := *d.Checked; got.Positions != d.Counts.Positions || got.Over != d.Counts.Over || got.Apart != d.Counts.Apart {
			return nil, fmt.Errorf("the check counted %+v, the solver %+v", got, d.Counts)
		}
	}
	if t.file != "" {
		return d, writeContest(ctx, t, table)
	}
	return d, nil
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
	if s.roll != "" {
		rolls = slices.DeleteFunc(rolls, func(r contest.RolledChoices) bool { return r.Roll.Name != s.roll })
	}
	if asJSON {
		return json.NewEncoder(out).Encode(reports.NewChanceAnswer(s.game, p, chance, rolls))
	}
	fmt.Fprintln(out, chance)
	if all && s.roll != "" && len(rolls) > 0 {
		for _, t := range rolls[0].Choices {
			fmt.Fprintf(out, "  %-12s %s\n", s.game.FormatTurn(p, t.After), t.Chance)
		}
		return nil
	}
	if all {
		for _, line := range reports.ChanceLines(s.game, p, rolls) {
			fmt.Fprintln(out, line)
		}
	}
	return nil
}

// checkChances checks all chances of a file.
func (s *contestSource) checkChances(ctx context.Context, show *cli.Progress, out *bufio.Writer, asJSON bool) error {
	// Where play begins is the word of the file: not all that it keeps need be met from there.
	roots := []contest.Position{s.from}
	err := error(check.ErrMost)
	var r *check.ChanceReport
	if s.file.Count() <= check.Most {
		if err = s.file.Part(0, 1, func(p contest.Position) error {
			roots = append(roots, p)
			return nil
		}); err == nil {
			r, err = check.Chances(ctx, s.game, s.chances, roots...)
		}
	}
	if err := s.unchecked(ctx, err); err != nil {
		return err
	}
	show.Done()
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			Proven bool `json:"proven"`
			check.ChanceReport
			Seal string `json:"seal"`
		}{true, *r, s.file.Seal()})
	}
	fmt.Fprintf(out, "%s\n%s positions checked with %s turns; in %s the game is over; the bounds of %s are apart\nproven: every chance lies between its bounds\n", s.game,
		humanize.Comma(r.Positions), humanize.Comma(r.Turns), humanize.Comma(r.Over), humanize.Comma(r.Apart))
	return nil
}

// rollOption is of probe: one roll of the dice.
var rollOption = cli.Text("roll", cli.PuzzleCategory, "`ROLL`of games with dice: all turns with this roll, such as 3 or 1-2", "the best turn with each")

// readRoll reads --roll.
func (s *contestSource) readRoll(c *cli.Context) error {
	s.roll = rollOption.Of(c)
	dice, has := s.game.Rules.(contest.Dice)
	if s.roll == "" {
		return nil
	}
	if !has {
		return rollOption.Refuse(c, fmt.Errorf("%s has no dice", s.game.Kind))
	}
	var names []string
	for _, r := range dice.Rolls() {
		names = append(names, r.Name)
	}
	if !slices.Contains(names, s.roll) {
		return rollOption.Refuse(c, fmt.Errorf("%.20q is no roll of this game (%s)", s.roll, positions.OneOf(names)))
	}
	return nil
}
