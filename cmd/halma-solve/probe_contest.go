package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/check"
	"github.com/halma-solve/halma-solve/reports"
)

// probeContest is probe for a game of package contest.
func probeContest(c *cli.Context, s *contestSource, asJSON bool) error {
	if err := s.readRoll(c); err != nil {
		return err
	}
	out := bufio.NewWriter(c.App.Writer)
	var err error
	switch text := c.String("position"); {
	case c.Bool("check"):
		err = s.check(c, out, asJSON)
	case text == "-":
		err = probeStream(out, asJSON, func(text string) (func() error, error) {
			p, err := s.game.Parse(text)
			if err == nil {
				err = s.knows(p)
			}
			return func() error { return s.answer(out, p, asJSON, false) }, err
		})
	case text != "":
		var p contest.Position
		if p, err = s.position(c, text); err == nil {
			err = s.answer(out, p, asJSON, true)
		}
	case s.roll != "":
		err = s.answer(out, s.from, asJSON, true)
	default:
		err = s.describe(out, asJSON)
	}
	return errors.Join(err, out.Flush())
}

// answer writes the value and the best turns of a position, and perhaps all turns.
func (s *contestSource) answer(out *bufio.Writer, p contest.Position, asJSON, all bool) error {
	if s.chances != nil {
		return s.answerChances(out, p, asJSON, all)
	}
	a, err := reports.NewContestAnswer(s.game, s, p)
	if err != nil {
		return s.fail(err)
	}
	a.Claimed = s.file != nil
	if asJSON {
		return json.NewEncoder(out).Encode(a)
	}
	fmt.Fprintln(out, strings.TrimRight(a.Words()+" "+strings.Join(a.Best, " "), " "))
	if all {
		for _, t := range a.Choices {
			fmt.Fprintf(out, "  %-12s %s\n", t.Turn, t.Worth())
		}
	}
	return nil
}

// describe writes what there is.
func (s *contestSource) describe(out *bufio.Writer, asJSON bool) error {
	if s.file == nil {
		return s.answer(out, s.from, asJSON, true)
	}
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			Header  any    `json:"header"`
			Seal    string `json:"seal"`
			Claimed bool   `json:"claimed"`
		}{s.file.Header, s.file.Seal(), true})
	}
	var value bytes.Buffer
	first := bufio.NewWriter(&value)
	if err := errors.Join(s.answer(first, s.from, false, false), first.Flush()); err != nil {
		return err
	}
	kept := "each as it stands"
	if s.file.Header.Symmetric {
		kept = "one of all that symmetries make the same"
	}
	fmt.Fprintf(out, "%s\nvalues of %s positions, %s\nfrom %s: %s", s.game, humanize.Comma(s.file.Count()), kept, s.file.Header.From, value.String())
	fmt.Fprintf(out, "seal %s\nclaimed: the values are the word of whoever made the file; --check proves them\n", s.file.Seal())
	return nil
}

// check checks all values.
func (s *contestSource) check(c *cli.Context, out *bufio.Writer, asJSON bool) error {
	if s.file == nil {
		return cli.UsageError("--check is about a file; \"halma-solve prove %s --check\" solves and checks", s.game.Kind)
	}
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	if s.chances != nil {
		return s.checkChances(ctx, show, out, asJSON)
	}
	r, err := check.All(ctx, s.game, s, s.from)
	if err == nil || errors.Is(err, check.ErrMost) {
		// Where play begins is the word of the file: not all that it keeps need be met from there.
		var kept *check.Report
		if kept, err = check.Kept(ctx, s.game, s.file, cli.AllWorkers(cli.Workers.Of(c))); err == nil && (r == nil || r.Positions != kept.Positions) {
			r = kept
		}
	}
	if err := s.unchecked(ctx, err); err != nil {
		return err
	}
	show.Done()
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			Proven    bool   `json:"proven"`
			Positions int64  `json:"positions"`
			Won       int64  `json:"won"`
			Lost      int64  `json:"lost"`
			Drawn     int64  `json:"drawn"`
			Turns     int64  `json:"turns"`
			Seal      string `json:"seal"`
		}{true, r.Positions, r.Won, r.Lost, r.Drawn, r.Turns, s.file.Seal()})
	}
	kept := ""
	if r.Kept {
		kept = ", one of all that symmetries make the same,"
	}
	fmt.Fprintf(out, "%s\n%s positions%s checked with %s turns: won %s, lost %s, drawn %s\nproven: every value is right\n", s.game,
		humanize.Comma(r.Positions), kept, humanize.Comma(r.Turns), humanize.Comma(r.Won), humanize.Comma(r.Lost), humanize.Comma(r.Drawn))
	return nil
}

// unchecked gives an error of a check its exit code.
func (s *contestSource) unchecked(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return cli.Stop(cli.ExitInterrupted, "interrupted, not all positions are checked")
	case errors.Is(err, contest.ErrNotReached):
		return s.fail(err)
	case errors.Is(err, check.ErrMost), errors.Is(err, check.ErrMostMoves):
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s: %v, too many to be checked", s.name, err))
	}
	return contestError(s.name, err)
}
