package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/levels"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// proveTime is how long each game of a table may take unless the user says
// otherwise.
const proveTime = time.Minute

// proveRow is one game of a table. "halma-solve prove GAME", with -- before each of the
// options, solves it again.
type proveRow struct {
	Game      string  `json:"game"`
	Options   string  `json:"options"`
	Value     string  `json:"value"`     // of the start, "" if it was not solved; of games with dice both bounds of the chance
	Score     *int    `json:"score"`     // of the start, null in games without scores
	Turns     *int    `json:"turns"`     // to the end, null if drawn or not known
	Positions int64   `json:"positions"` // 0 if only the value is known
	Won       int64   `json:"won"`
	Lost      int64   `json:"lost"`
	Drawn     int64   `json:"drawn"`
	Illegal   int64   `json:"illegal"`
	Longest   *int    `json:"longest"`
	Seconds   float64 `json:"seconds"`
	Bytes     int64   `json:"bytes"`
	Limit     float64 `json:"limit"`         // seconds that it was given
	Why       string  `json:"why,omitempty"` // it was not solved
}

// provable is a game that a table can have.
type provable interface {
	fmt.Stringer
	Fingerprint() [32]byte
}

// rowProof solves one game of a table.
type rowProof interface {
	// row begins the row: the game and its options.
	row() proveRow
	// fill solves the game for a row. It says in the row why it does not fit; its
	// error is that of the context, or of type [*unsolved].
	fill(ctx context.Context, show *cli.Progress, row *proveRow) error
}

// unsolved is the error about a game that a table cannot have a value for.
type unsolved struct{ why string }

// Error says why.
func (e *unsolved) Error() string { return e.why }

func proveTable(c *cli.Context) (err error) {
	for _, name := range []string{"check", "tablebase", "compact", "values", "position", "forward"} {
		if c.IsSet(name) {
			return cli.UsageError("--%s is for one game, --table for many; give one of the two", name)
		}
	}
	games, err := gamesOf(c)
	if err != nil {
		return err
	}
	report, err := cli.ReportOf(c)
	if err != nil {
		return err
	}
	t := tableLimitsOf(c)
	store, closeStore, err := openRows(c, "duel-table/3")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	if estimateOption.Of(c) {
		text, err := t.takes(store, games)
		return errors.Join(err, report.File.Save(c.App.Writer, text))
	}
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	rows, job, err := proveRows(c, ctx, show, games, store, t)
	text, noText := renderProveTable(rows, cli.FormatOrCSV.Of(c))
	if err = job.endRows(ctx, errors.Join(err, noText), text); err != nil {
		return err
	}
	show.Done()
	return saveRows(ctx, c, report.File, text)
}

// tableLimits is what all rows of a table have in common.
type tableLimits struct {
	memory  int64
	workers int
	time    time.Duration
}

func tableLimitsOf(c *cli.Context) tableLimits {
	limits := cli.MachineOf(c)
	t := tableLimits{memory: limits.Memory, workers: cli.AllWorkers(limits.Workers), time: cli.Time.Of(c)}
	if t.time == 0 {
		t.time = proveTime
	}
	return t
}

// of is the proof of a game.
func (t tableLimits) of(g provable) rowProof {
	if g, is := g.(*contest.Game); is {
		return contestProof{game: g, from: g.Start(), options: levels.Options{Workers: t.workers, Memory: t.memory}}
	}
	return proof{game: g.(*duel.Game), memory: t.memory, workers: t.workers}
}

// kept returns the row of a game in the store if it has a value or was given as much
// time.
func (t tableLimits) kept(store rowStore, g provable) (kept proveRow, ok bool, err error) {
	row := t.of(g).row()
	ok, err = store.get(g.Fingerprint(), &kept)
	same := kept.Game == row.Game && kept.Options == row.Options
	return kept, ok && same && (kept.Value != "" || kept.Why == "time" && kept.Limit >= t.time.Seconds()), err
}

// row returns the row of a game: the one in the store if it has a value or was given
// as much time, else a new one.
func (t tableLimits) row(ctx context.Context, store rowStore, show *cli.Progress, g provable) (proveRow, error) {
	row, ok, err := t.kept(store, g)
	if ok || err != nil {
		return row, err
	}
	if row, err = filled(ctx, t.of(g), t.time, show); err != nil || ctx.Err() != nil {
		return row, err
	}
	return row, store.put(g.Fingerprint(), row)
}

// filled solves a game within a time and returns its row, which says why it has no
// value if it has none.
func filled(ctx context.Context, p rowProof, limit time.Duration, show *cli.Progress) (proveRow, error) {
	row := p.row()
	row.Limit = limit.Seconds()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := p.fill(limited, show, &row)
	var open *unsolved
	switch {
	case errors.As(err, &open):
		row.Why, err = open.why, nil
	case limited.Err() != nil && row.Value == "":
		row.Why, err = "time", nil
	}
	return row, err
}

func (t proof) row() proveRow {
	b := t.game.Board
	return proveRow{Game: t.game.Rules.String(), Options: fmt.Sprintf("board=%s size=%d men=%d", b.Shape(), b.Size(), t.game.Men)}
}

func (t proof) fill(ctx context.Context, show *cli.Progress, row *proveRow) error {
	e, err := t.fits()
	row.Positions, row.Bytes = e.Positions, e.Bytes
	if err != nil {
		return &unsolved{"memory"}
	}
	d, err := t.solve(ctx, show, nil)
	switch {
	case errors.Is(err, retrograde.ErrDistance):
		return &unsolved{err.Error()}
	case err != nil:
		return err
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
	return nil
}

func (t contestProof) row() proveRow {
	words := make([]string, len(t.game.Settings))
	for i, s := range t.game.Settings {
		words[i] = s.Name + "=" + s.Value
	}
	return proveRow{Game: t.game.Kind.Name, Options: strings.Join(words, " ")}
}

func (t contestProof) fill(ctx context.Context, show *cli.Progress, row *proveRow) error {
	t.options.Progress = show.Levels
	if t.game.Kind.Chance {
		return t.fillChances(ctx, row)
	}
	d, err := t.solve(ctx)
	var memory *levels.MemoryError
	if errors.As(err, &memory) {
		b, err := levels.Forward(ctx, t.game, t.from, t.options)
		switch {
		case err == nil:
			v := reports.NewContestValue(t.game, contest.Value{Score: b.Lower, Turns: b.Turns})
			row.Value, row.Score, row.Seconds, row.Bytes = v.Result, v.Score, float64(b.Elapsed.Milliseconds())/1000, b.Bytes
			return nil
		case ctx.Err() != nil: // more of either would do
			row.Bytes = memory.Needs
			return &unsolved{"memory and time"}
		}
	}
	switch {
	case errors.As(err, &memory):
		row.Bytes = memory.Needs
		return &unsolved{"memory"}
	case errors.Is(err, contest.ErrPacked):
		return &unsolved{err.Error()}
	case err != nil:
		return err
	}
	v := reports.NewContestValue(t.game, d.Value)
	row.Value, row.Score, row.Turns = v.Result, v.Score, v.Turns
	row.Positions, row.Won, row.Lost, row.Drawn = d.Counts.Positions, d.Counts.Won, d.Counts.Lost, d.Counts.Drawn
	row.Seconds, row.Bytes = float64(d.Elapsed.Milliseconds())/1000, d.Bytes
	if d.Counts.Longest != contest.NoTurns {
		row.Longest = &d.Counts.Longest
	}
	return nil
}

// renderProveTable writes the rows in a form; text is Markdown.
func renderProveTable(rows []proveRow, form string) ([]byte, error) {
	var out bytes.Buffer
	switch form {
	case "json":
		return rowsJSON("halma-solve/duel-table/3", rows)
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
	fmt.Fprintln(&out, "| game | options | start | turns | positions | won | lost | drawn | illegal | longest win | time | memory |")
	fmt.Fprintln(&out, "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	for _, r := range rows {
		fmt.Fprintf(&out, "| %s | %s ", r.Game, r.Options)
		if r.Value == "" {
			fmt.Fprintf(&out, "| not solved: %s | – | %s | – | – | – | – | – | – | %s |\n", r.Why, humanize.Comma(r.Positions), reports.Bytes(r.Bytes))
			continue
		}
		value, count, positions := r.Value, humanize.Comma, humanize.Comma(r.Positions)
		if r.Positions == 0 {
			positions = "–"
		}
		if r.Won+r.Lost+r.Drawn == 0 { // only the value is known, or chances
			count = func(int64) string { return "–" }
		}
		if r.Score != nil {
			value = fmt.Sprintf("%+d", *r.Score)
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s | %s | %.2f s | %s |\n", value, number(r.Turns),
			positions, count(r.Won), count(r.Lost), count(r.Drawn), count(r.Illegal),
			number(r.Longest), r.Seconds, reports.Bytes(r.Bytes))
	}
	return out.Bytes(), nil
}
