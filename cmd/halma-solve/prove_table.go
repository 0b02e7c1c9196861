package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// proveTime is how long each game of a table may take unless the user says
// otherwise.
const proveTime = time.Minute

// proveRow is one game of a table.
type proveRow struct {
	Board     string  `json:"board"`
	Size      int     `json:"size"`
	Men       int     `json:"men"`
	Rules     string  `json:"rules"`
	Value     string  `json:"value"` // of the start, "" if it was not solved
	Turns     *int    `json:"turns"` // to the end, null if drawn or not known
	Positions int64   `json:"positions"`
	Won       int64   `json:"won"`
	Lost      int64   `json:"lost"`
	Drawn     int64   `json:"drawn"`
	Illegal   int64   `json:"illegal"`
	Longest   *int    `json:"longest"`
	Seconds   float64 `json:"seconds"`
	Bytes     int64   `json:"bytes"`
	Why       string  `json:"why,omitempty"` // it was not solved
}

func proveTable(c *cli.Context) (err error) {
	for _, name := range []string{"check", "tablebase", "compact", "values", "estimate"} {
		if c.IsSet(name) {
			return cli.UsageError("--%s is for one game, --table for many; give one of the two", name)
		}
	}
	games, err := gamesOf(c)
	if err != nil {
		return err
	}
	limits := cli.MachineOf(c)
	t := proof{memory: limits.Memory, workers: cli.AllWorkers(limits.Workers)}
	if t.time = cli.Time.Of(c); t.time == 0 {
		t.time = proveTime
	}
	if t.report, err = cli.ReportOf(c); err != nil {
		return err
	}
	store, closeStore, err := openRows(c, "duel-table/2")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	rows, err := makeRows(ctx, show, games, func(g *duel.Game) (proveRow, error) {
		defer debug.FreeOSMemory() // the next game shall not come on top of this one
		t.game = g
		return t.row(ctx, store, show)
	})
	if err != nil {
		return err
	}
	show.Done()
	text, err := renderProveTable(rows, cli.FormatOrCSV.Of(c))
	if err != nil {
		return err
	}
	return saveRows(ctx, c, t.report.File, text)
}

// gamesOf reads which games a table has.
func gamesOf(c *cli.Context) ([]*duel.Game, error) {
	shapes, men, rules := duel.Courts.Shapes, []int{1, 2, 3, 4}, duel.AllRules()
	switch shape := duelBoard.Of(c); {
	case shape != 0:
		shapes = []positions.Shape{shape}
	case duelSize.IsSet(c):
		return nil, duelSize.Refuse(c, errors.New("with --table a range of sizes needs --board"))
	}
	if duelMen.IsSet(c) {
		men = duelMen.Of(c)
	}
	given, err := rulesOf(c)
	if err != nil {
		return nil, err
	}
	if given != nil {
		rules = given
	}
	var out gathered[*duel.Game]
	for _, shape := range shapes {
		list := duelSize.Of(c)
		if list == "" {
			if list = "3-5"; shape.Duel() < 3 {
				list = "1"
			}
		}
		sizes, err := sizesOf(list, shape)
		if err != nil {
			return nil, duelSize.Refuse(c, err)
		}
		for _, size := range sizes {
			for _, n := range men {
				for _, r := range rules {
					out.add(duel.New(duel.Options{Shape: shape, Size: size, Men: n, Rules: r}))
				}
			}
		}
	}
	return out.list, out.none(c, duelMen)
}

// row returns the row of the game: the one in the store if there is one, else a
// new one.
func (t proof) row(ctx context.Context, store rowStore, show *cli.Progress) (proveRow, error) {
	row := proveRow{
		Board: t.game.Board.Shape().String(), Size: t.game.Board.Size(), Men: t.game.Men, Rules: t.game.Rules.String(),
	}
	fingerprint := t.game.Fingerprint()
	var kept proveRow
	ok, err := store.get(fingerprint, &kept)
	if err != nil {
		return row, err
	}
	if ok && kept.Value != "" && kept.Board == row.Board && kept.Size == row.Size && kept.Men == row.Men && kept.Rules == row.Rules {
		return kept, nil
	}
	e, err := t.fits()
	row.Positions, row.Bytes = e.Positions, e.Bytes
	if err != nil {
		row.Why = "memory"
		return row, nil
	}
	limited, cancel := context.WithTimeout(ctx, t.time)
	defer cancel()
	d, err := t.solve(limited, show)
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		row.Why = "time"
		return row, nil
	case errors.Is(err, retrograde.ErrDistance):
		row.Why = err.Error()
		return row, nil
	case err != nil:
		return row, err
	}
	row.Value = d.Value.String()
	row.Won, row.Lost, row.Drawn, row.Illegal = d.Counts.Won, d.Counts.Lost, d.Counts.Drawn, d.Counts.Illegal
	row.Seconds, row.Bytes = float64(d.Elapsed.Milliseconds())/1000, d.Bytes
	if d.Plies != duel.NoPlies {
		row.Turns = &d.Plies
	}
	if d.Longest != duel.NoPlies {
		row.Longest = &d.Longest
	}
	return row, store.put(fingerprint, row)
}

// renderProveTable writes the rows in a form; text is Markdown.
func renderProveTable(rows []proveRow, form string) ([]byte, error) {
	var out bytes.Buffer
	switch form {
	case "json":
		return rowsJSON("halma-solve/duel-table/2", rows)
	case "csv":
		err := reports.CSV(&out, rows)
		return out.Bytes(), err
	}
	number := func(n *int) string {
		if n == nil {
			return "–"
		}
		return strconv.Itoa(*n)
	}
	fmt.Fprintln(&out, "| board | men | rules | start | turns | positions | won | lost | drawn | illegal | longest win | time | memory |")
	fmt.Fprintln(&out, "|---|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	for _, r := range rows {
		fmt.Fprintf(&out, "| %s %d | %d | %s ", r.Board, r.Size, r.Men, r.Rules)
		if r.Value == "" {
			fmt.Fprintf(&out, "| not solved: %s | – | %s | – | – | – | – | – | – | %s |\n", r.Why, humanize.Comma(r.Positions), reports.Bytes(r.Bytes))
			continue
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s | %s | %.2f s | %s |\n", r.Value, number(r.Turns),
			humanize.Comma(r.Positions), humanize.Comma(r.Won), humanize.Comma(r.Lost), humanize.Comma(r.Drawn), humanize.Comma(r.Illegal),
			number(r.Longest), r.Seconds, reports.Bytes(r.Bytes))
	}
	return out.Bytes(), nil
}
