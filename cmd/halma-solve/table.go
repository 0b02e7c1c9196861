package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// tableTime is how long each puzzle of a table may take unless the user says
// otherwise.
const tableTime = 10 * time.Second

func tableCommand() *cli.Command {
	return &cli.Command{
		Name:     "table",
		Category: "Solve",
		Usage:    "solve a whole family of transfers and print a table",
		Description: `Solves one puzzle after the other, each within the time limit, and prints the
bounds of all as a Markdown table or as JSON. Rows that are done are kept in the
store with their time and node count: the same command goes on where it was
stopped, and a row is worked out again only with a longer time limit.

The exit code is 0 when all rows are done, whether proven or not, and 130 after
Ctrl-C, with the rows so far.`,
		UsageText: "halma-solve table [options]",
		ArgsUsage: examples(`halma-solve table --board rhombus --sizes 3-8 --armies 3,6
halma-solve table --game treffhalma --board square --sizes 3-8
halma-solve table --board star --sizes 2-4 --rules free --time 1m -o star.md`),
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{
				Name: "game", Category: puzzleCategory, EnvVars: env("game"), Value: string(puzzles.GameHighscore),
				Usage: "`GAME`highscore or treffhalma",
			},
			boardFlag("star, square or rhombus", "rhombus"),
			&cli.StringFlag{
				Name: "sizes", Category: puzzleCategory, EnvVars: env("sizes"),
				Usage: "`RANGE`sizes of the board: 5, 3-8 or 4,6,8", DefaultText: "3-8, star 1-4",
			},
			&cli.StringFlag{
				Name: "armies", Category: puzzleCategory, EnvVars: env("armies"),
				Usage: "`LIST`armies, with commas; one that does not fit a size is left out there", DefaultText: "3,6,10",
			},
			&cli.StringFlag{
				Name: "rules", Category: puzzleCategory, EnvVars: env("rules"), Value: "both",
				Usage: "`SET`booklet, free or both",
			},
			countFlag(),
			jumpsFlag(),
			&cli.StringFlag{
				Name: "time", Category: searchCategory, EnvVars: env("time"),
				Usage: "`LIMIT`how long to search for each row, with a unit", DefaultText: "10s",
			},
		}, machineFlags(), []cli.Flag{
			&cli.StringFlag{
				Name: "format", Category: reportCategory, EnvVars: env("format"), Value: "markdown",
				Usage: "`FORM`form of the table: markdown or json",
			},
			&cli.StringFlag{
				Name: "output", Aliases: []string{"o"}, Category: reportCategory, EnvVars: env("output"),
				Usage: "`FILE`write the table to FILE, whole or not at all; - is standard output", DefaultText: "-",
			},
			quietFlag(),
			storeFlag("`DIR`directory of the store of results, or none"),
		}),
		Action: table,
	}
}

// tableRow is one puzzle of a table with what is known of it.
type tableRow struct {
	Game     string  `json:"game"`
	Board    string  `json:"board"`
	Size     int     `json:"size"`
	Men      string  `json:"men"`
	Rules    string  `json:"rules"`
	Count    string  `json:"count"`
	Jumps    string  `json:"jumps"`
	Status   string  `json:"status"`
	Lower    int     `json:"lower"`
	Upper    *int    `json:"upper"` // null without a line
	Expanded int64   `json:"expanded"`
	Seconds  float64 `json:"seconds"`
	Limit    float64 `json:"limit"` // seconds that the search was given
}

func table(c *cli.Context) (err error) {
	if err := noArguments(c); err != nil {
		return err
	}
	family, limit, err := familyOf(c)
	if err != nil {
		return err
	}
	limits, err := machineOf(c)
	if err != nil {
		return err
	}
	limits.Time = limit
	markdown := true
	err = parseFlag(c, "format", func(value string) error {
		markdown = value == "markdown"
		if !markdown && value != "json" {
			return fmt.Errorf("unknown form %q (markdown or json)", value)
		}
		return nil
	})
	if err != nil {
		return err
	}
	file, err := outputOf(c, "output")
	if err != nil {
		return err
	}
	dir, err := storeDir(c)
	if err != nil {
		return err
	}
	var store *cache.Store
	if dir != "" {
		if store, err = openStore(dir); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		limits.Store, limits.Checkpoints = solver.NewRecords(store), store.Proofs()
	}
	show := newProgress(os.Stderr, 0, c.Bool("quiet"))
	defer show.done()
	limits.Progress = show.event
	ctx, stop := interruptible(c.Context, show)
	defer stop()
	var rows []tableRow
	for _, p := range family {
		row, err := tableRowOf(ctx, store, p, limits)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		rows = append(rows, row)
	}
	show.done()
	text, err := renderTable(rows, markdown)
	if err != nil {
		return err
	}
	if err := file.save(c.App.Writer, text); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return &exit{code: exitInterrupted}
	}
	return nil
}

// familyOf reads which puzzles a table has, and how long each may take.
func familyOf(c *cli.Context) (family []*puzzles.Puzzle, limit time.Duration, err error) {
	o := puzzles.HighscoreOptions{Shape: positions.Rhombus}
	newPuzzle := puzzles.Highscore
	var sizes []int
	arrivals := []positions.Arrival{positions.Booklet, positions.Free}
	armies := []string{"3", "6", "10"}
	limit = tableTime
	for _, f := range []struct {
		name  string
		parse func(string) error
	}{
		{"game", func(value string) error {
			if value == string(puzzles.GameTreffhalma) {
				newPuzzle = puzzles.Treffhalma
			}
			return oneOf("game", value)
		}},
		{"board", func(value string) (err error) { o.Shape, err = positions.ParseShape(value); return err }},
		{"sizes", func(value string) (err error) { sizes, err = sizesOf(value, o.Shape); return err }},
		{"armies", func(value string) error { armies = strings.Split(value, ","); return nil }},
		{"rules", func(value string) error {
			if value == "both" {
				return nil
			}
			a, err := positions.ParseArrival(value)
			arrivals = []positions.Arrival{a}
			return err
		}},
		{"count", func(value string) (err error) { o.Count, err = positions.ParseCount(value); return err }},
		{"jumps", func(value string) (err error) { o.Jumps, err = positions.ParseJumps(value); return err }},
		{"time", func(value string) (err error) {
			limit, err = time.ParseDuration(value)
			if err != nil || limit < time.Millisecond {
				return fmt.Errorf("%q is no time limit: a number with a unit is needed, such as 10s", clip(value))
			}
			return nil
		}},
	} {
		if err := parseFlag(c, f.name, f.parse); err != nil {
			return nil, 0, err
		}
	}
	if sizes == nil {
		smallest, largest, _ := o.Shape.Sizes()
		for n := smallest; n <= min(largest, 8); n++ {
			sizes = append(sizes, n)
		}
	}
	var refused error
	for _, o.Size = range sizes {
		for _, o.Army = range armies {
			for _, o.Arrival = range arrivals {
				p, err := newPuzzle(o)
				if err != nil {
					refused = err
					continue
				}
				family = append(family, p)
			}
		}
	}
	if len(family) == 0 {
		return nil, 0, flagError(c, "armies", refused)
	}
	return family, limit, nil
}

// sizesOf reads "5", "3-8" or "4,6,8".
func sizesOf(value string, shape positions.Shape) ([]int, error) {
	smallest, largest, _ := shape.Sizes()
	var out []int
	for item := range strings.SplitSeq(value, ",") {
		from, to, isRange := strings.Cut(item, "-")
		if !isRange {
			to = from
		}
		a, errA := strconv.Atoi(from)
		b, errB := strconv.Atoi(to)
		if errA != nil || errB != nil || a < smallest || b > largest || a > b {
			return nil, fmt.Errorf("%q is no range of sizes: the board %s has %d to %d, written 5, 3-8 or 4,6,8", clip(item), shape, smallest, largest)
		}
		for n := a; n <= b; n++ {
			out = append(out, n)
		}
	}
	return out, nil
}

// tableKey is the key of rows below a puzzle's fingerprint.
var tableKey = []byte("table/1")

// tableRowOf returns the row of a puzzle: the one in the store if that was given
// as much time or is settled, else a new one.
func tableRowOf(ctx context.Context, store *cache.Store, p *puzzles.Puzzle, o solver.Options) (tableRow, error) {
	fingerprint := p.Fingerprint()
	if store != nil {
		var row tableRow
		data, ok, err := store.Get(cache.KindResult, fingerprint, tableKey)
		if err != nil {
			return row, err
		}
		settled := func() bool { return row.Status == string(solver.Optimal) || row.Status == string(solver.Impossible) }
		if ok && json.Unmarshal(data, &row) == nil && (settled() || row.Limit >= o.Time.Seconds()) {
			row.Game = string(p.Game) // older rows do not say it
			return row, nil
		}
	}
	r, err := solver.Solve(ctx, p, o)
	if err != nil {
		return tableRow{}, err
	}
	row := tableRow{
		Game: string(p.Game), Board: p.Board.Shape().String(), Size: p.Board.Size(), Men: p.Army,
		Rules: p.Arrival.String(), Count: p.Count.String(), Jumps: p.Jumps.String(),
		Status: string(r.Status), Lower: r.Lower, Expanded: r.Stats.Expanded,
		Seconds: float64(r.Stats.Elapsed.Milliseconds()) / 1000, Limit: o.Time.Seconds(),
	}
	if r.Upper != solver.NoUpper {
		row.Upper = &r.Upper
	}
	if store == nil || ctx.Err() != nil {
		return row, nil
	}
	data, err := json.Marshal(row)
	if err != nil {
		return row, err
	}
	return row, store.Put(cache.KindResult, fingerprint, tableKey, data)
}

// renderTable writes the rows as Markdown or as one JSON object.
func renderTable(rows []tableRow, markdown bool) ([]byte, error) {
	if !markdown {
		text, err := json.MarshalIndent(struct {
			Schema string     `json:"schema"`
			Rows   []tableRow `json:"rows"`
		}{"halma-solve/table/1", rows}, "", "  ")
		return append(text, '\n'), err
	}
	var out bytes.Buffer
	fmt.Fprintln(&out, "| board | men | rules | length | status | expanded | time |")
	fmt.Fprintln(&out, "|---|---|---|---|---|---:|---:|")
	for _, r := range rows {
		length := fmt.Sprintf("≥ %d", r.Lower)
		switch {
		case r.Status == string(solver.Impossible):
			length = "–"
		case r.Upper != nil && *r.Upper == r.Lower:
			length = strconv.Itoa(r.Lower)
		case r.Upper != nil:
			length = fmt.Sprintf("%d … %d", r.Lower, *r.Upper)
		}
		rules := r.Rules
		if r.Game != string(puzzles.GameHighscore) {
			rules = r.Game + ", " + rules
		}
		if r.Jumps == positions.Super.String() {
			rules += ", super"
		}
		fmt.Fprintf(&out, "| %s %d | %s | %s | %s %s | %s | %d | %.2f s |\n",
			r.Board, r.Size, r.Men, rules, length, r.Count, r.Status, r.Expanded, r.Seconds)
	}
	return out.Bytes(), nil
}
