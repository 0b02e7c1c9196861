package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// tableTime is how long each puzzle of a table may take unless the user says
// otherwise.
const tableTime = 10 * time.Second

func tableCommand() *cli.Command {
	return &cli.Command{
		Name:     "table",
		Category: "Solve",
		Usage:    "solve a whole family of puzzles and print a table",
		Description: `Solves one puzzle after the other, each within the time limit, and prints the
bounds of all as a table in Markdown, JSON or CSV. Rows that are done are kept
in the store with their time and node count: the same command goes on where it
was stopped, and a row is worked out again only with a longer time limit.

With --game solo the rows are the problems of one hole that is empty at the
start, one of each set that symmetries take into each other: the last man is to
end in the same hole, may stand anywhere, or with all in each hole in turn.

With --cluster each row is a task of a worker, of one thread, with its memory
and the time limit; the rows that are not settled then depend on the workers.

The exit code is 0 when all rows are done, whether proven or not, and 130 after
Ctrl-C, with the rows so far.`,
		UsageText: "halma-solve table [options]",
		ArgsUsage: cli.Examples(`halma-solve table --board rhombus --sizes 3-8 --armies 3,6
halma-solve table --game treffhalma --board square --sizes 3-8
halma-solve table --board star --sizes 2-4 --rules free --time 1m -o star.md
halma-solve table --game solo --board triangle --sizes 4-6 --to any`),
		Flags: append(clusterFlags(), cli.Flags(
			tableGame, cli.Board(positions.Shapes(), "", "rhombus; solo english"), tableSizes, tableArmies, tableRules, cli.Count, cli.Jumps,
			cli.Directions, tableTo,
			cli.Time.With("how long to search for each row, with a unit", "10s"), cli.Memory, cli.Workers,
			tableFormat, cli.OutFile.With("write the table to FILE, whole or not at all; - is standard output", ""), cli.Force, cli.Quiet, cli.Store,
		)...),
		Action: table,
	}
}

// The options of this command.
var (
	tableGame   = cli.Choice("game", cli.PuzzleCategory, "`GAME`highscore, treffhalma or solo", puzzles.GameHighscore, puzzles.GameTreffhalma, puzzles.GameSolo)
	tableSizes  = cli.Text("sizes", cli.PuzzleCategory, "`RANGE`sizes of the board: 5, 3-8 or 4,6,8", "3-8, star 1-4, triangle 4-6")
	tableArmies = cli.Option[[]string]{
		Name: "armies", Category: cli.PuzzleCategory, Usage: "`LIST`armies, with commas; one that does not fit a size is left out there",
		Default: "3,6,10", Parse: cli.List(func(name string) (string, error) { return name, nil }),
	}
	tableRules = cli.Option[[]positions.Arrival]{
		Name: "rules", Category: cli.PuzzleCategory, Usage: "`SET`booklet, free or both",
		Default: "both", Words: append(cli.Rules.Words, "both"), Parse: func(text string) ([]positions.Arrival, error) {
			if text == "both" {
				return []positions.Arrival{positions.Booklet, positions.Free}, nil
			}
			a, err := positions.ParseArrival(text)
			if err != nil {
				err = fmt.Errorf("%w, or both", err)
			}
			return []positions.Arrival{a}, err
		},
	}
	tableTo     = cli.Choice("to", cli.PuzzleCategory, "`HOLE`of the last man of solo: same (as was empty), any or all (each in turn)", "same", puzzles.AnyHole, "all")
	tableFormat = cli.Choice("format", cli.ReportCategory, "`FORM`form of the table: markdown, json or csv", "markdown", "json", "csv")
)

// tableRow is one puzzle of a table with what is known of it.
type tableRow struct {
	Game     string                `json:"game"`
	Board    string                `json:"board"`
	Size     int                   `json:"size"`
	Men      jsontext.NameOrNumber `json:"men"`
	Rules    string                `json:"rules"`
	Count    string                `json:"count"`
	Jumps    string                `json:"jumps"`
	Status   string                `json:"status"`
	Lower    int                   `json:"lower"`
	Upper    *int                  `json:"upper"` // null without a line
	Expanded int64                 `json:"expanded"`
	Seconds  float64               `json:"seconds"`
	Limit    float64               `json:"limit"` // seconds that the search was given

	// Of solo: the holes that are empty at the start and have the last man, and the
	// directions of its jumps.
	From       string `json:"from,omitempty"`
	To         string `json:"to,omitempty"`
	Directions int    `json:"directions,omitempty"`
}

func table(c *cli.Context) (err error) {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	family, err := familyOf(c)
	if err != nil {
		return err
	}
	limits := cli.MachineOf(c)
	if limits.Time = cli.Time.Of(c); limits.Time == 0 {
		limits.Time = tableTime
	}
	file, err := cli.OutputOf(c)
	if err != nil {
		return err
	}
	store, closeStore, err := openRows(c, "table/1")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	if store.store != nil {
		limits.Store, limits.Checkpoints = solver.NewRecords(store.store), store.store.Proofs()
	}
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	limits.Progress = show.Event
	rows, job, err := tableRows(c, ctx, show, family, store, limits)
	text, noText := renderTable(rows, tableFormat.Of(c))
	if err = job.endRows(ctx, errors.Join(err, noText), text); err != nil {
		return err
	}
	show.Done()
	return saveRows(ctx, c, file, text)
}

// familyOf reads which puzzles a table has.
func familyOf(c *cli.Context) (_ []*puzzles.Puzzle, err error) {
	game, _ := tableGame.Of(c).Info()
	o := puzzles.Options{Count: cli.Count.Of(c), Jumps: cli.Jumps.Of(c)}
	usual := positions.Rhombus
	if game.Game.Pegs() {
		usual = game.Usual
	}
	if o.Shape, _, err = cli.BoardOf(c, usual); err != nil {
		return nil, err
	}
	if !slices.Contains(game.Boards, o.Shape) {
		return nil, cli.Refuse(c, "board", fmt.Errorf("%s is no board for %s (%s)", o.Shape, game.Game, positions.OneOf(game.Boards)))
	}
	if err := foreignOption(c, game); err != nil {
		return nil, err
	}
	var sizes []int
	if tableSizes.IsSet(c) {
		if sizes, err = sizesOf(tableSizes.Of(c), o.Shape); err != nil {
			return nil, tableSizes.Refuse(c, err)
		}
	} else {
		smallest, largest, _ := o.Shape.Sizes()
		most := 8
		if o.Shape == positions.Triangle {
			most = 6
		}
		for n := smallest; n == smallest || n <= min(largest, most); n++ {
			sizes = append(sizes, n)
		}
	}
	if game.Game.Pegs() {
		return vacanciesOf(c, o, sizes)
	}
	var family gathered[*puzzles.Puzzle]
	for _, o.Size = range sizes {
		for _, o.Army = range tableArmies.Of(c) {
			for _, o.Arrival = range tableRules.Of(c) {
				family.add(game.New(o))
			}
		}
	}
	return family.list, family.none(c, tableArmies)
}

// gathered are the puzzles or games of a table. Those that do not exist are passed over.
type gathered[P any] struct {
	list    []P
	refused error // why the last of them does not exist
}

func (g *gathered[P]) add(p P, err error) {
	if err != nil {
		g.refused = err
		return
	}
	g.list = append(g.list, p)
}

// none is an error of an option if there are none at all.
func (g *gathered[P]) none(c *cli.Context, by interface {
	Refuse(*cli.Context, error) error
},
) error {
	if len(g.list) == 0 {
		return by.Refuse(c, g.refused)
	}
	return nil
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
			return nil, fmt.Errorf("%q is no range of sizes: the board %s has %d to %d, written 5, 3-8 or 4,6,8", cli.Clip(item), shape, smallest, largest)
		}
		for n := a; n <= b; n++ {
			out = append(out, n)
		}
	}
	return out, nil
}

// settled reports whether nothing is left to find out.
func (r tableRow) settled() bool {
	return r.Status == string(solver.Optimal) || r.Status == string(solver.Impossible)
}

// isOf reports whether a row that was kept is of the same puzzle as another one,
// and says nothing that contradicts itself.
func (r tableRow) isOf(o tableRow) bool {
	same := r.Game == o.Game && r.Board == o.Board && r.Size == o.Size && r.Men == o.Men &&
		r.Rules == o.Rules && r.Count == o.Count && r.Jumps == o.Jumps &&
		r.From == o.From && r.To == o.To && r.Directions == o.Directions
	switch solver.Status(r.Status) {
	case solver.Optimal:
		return same && r.Upper != nil && r.Lower == *r.Upper
	case solver.Bounded:
		return same && r.Upper != nil && r.Lower < *r.Upper
	case solver.Unknown, solver.Impossible:
		return same && r.Upper == nil
	}
	return false
}

// newTableRow begins the row of a puzzle.
func newTableRow(p *puzzles.Puzzle) tableRow {
	row := tableRow{
		Game: string(p.Game), Board: p.Board.Shape().String(), Size: p.Board.Size(), Men: jsontext.NameOrNumber(p.Army),
		Rules: p.Arrival.String(), Count: p.Count.String(), Jumps: p.Jumps.String(),
	}
	if p.Game.Pegs() {
		row.ofPegs(p)
	}
	return row
}

// keptTableRow returns the row of a puzzle in the store if that was given as much time
// or is settled.
func keptTableRow(store rowStore, p *puzzles.Puzzle, limit time.Duration) (kept tableRow, ok bool, err error) {
	row := newTableRow(p)
	ok, err = store.get(p.Fingerprint(), &kept)
	if kept.Game == "" {
		kept.Game = row.Game // older rows do not say it
	}
	return kept, ok && kept.isOf(row) && (kept.settled() || kept.Limit >= limit.Seconds()), err
}

// searchTableRow solves a puzzle for its row.
func searchTableRow(ctx context.Context, p *puzzles.Puzzle, o solver.Options) (tableRow, *solver.Result, error) {
	row := newTableRow(p)
	r, err := solver.Solve(ctx, p, o)
	if err != nil {
		return tableRow{}, nil, err
	}
	row.Status, row.Lower, row.Expanded = string(r.Status), r.Lower, r.Stats.Expanded
	row.Seconds, row.Limit = float64(r.Stats.Elapsed.Milliseconds())/1000, o.Time.Seconds()
	if r.Upper != solver.NoUpper {
		row.Upper = &r.Upper
	}
	return row, r, nil
}

// tableRowOf returns the row of a puzzle: the one in the store if that was given
// as much time or is settled, else a new one.
func tableRowOf(ctx context.Context, store rowStore, p *puzzles.Puzzle, o solver.Options) (tableRow, error) {
	kept, ok, err := keptTableRow(store, p, o.Time)
	if ok || err != nil {
		return kept, err
	}
	row, _, err := searchTableRow(ctx, p, o)
	if err != nil || ctx.Err() != nil {
		return row, err
	}
	return row, store.put(p.Fingerprint(), row)
}

// length says what is known of the length, and whether there is a line at all.
func (r tableRow) length() string {
	unit := r.Count
	if unit == positions.Hops.String() && puzzles.Game(r.Game).Pegs() {
		unit = "jumps" // as reports say
	}
	switch {
	case r.Status == string(solver.Impossible):
		return "no line, proven"
	case r.Upper == nil:
		return fmt.Sprintf("≥ %d %s, no line known", r.Lower, unit)
	case *r.Upper == r.Lower:
		return fmt.Sprintf("%d %s", r.Lower, unit)
	}
	return fmt.Sprintf("%d … %d %s", r.Lower, *r.Upper, unit)
}

// renderTable writes the rows in a form.
func renderTable(rows []tableRow, form string) ([]byte, error) {
	var out bytes.Buffer
	switch form {
	case "json":
		return rowsJSON("halma-solve/table/2", rows)
	case "csv":
		err := reports.CSV(&out, rows)
		return out.Bytes(), err
	}
	fmt.Fprintln(&out, "| board | men | rules | length | status | expanded | time |")
	fmt.Fprintln(&out, "|---|---|---|---|---|---:|---:|")
	for _, r := range rows {
		rules := r.Rules
		if r.From != "" {
			rules = r.From + " to " + r.To
		}
		if r.Game != string(puzzles.GameHighscore) {
			rules = r.Game + ", " + rules
		}
		if r.Jumps == positions.Super.String() {
			rules += ", super"
		}
		fmt.Fprintf(&out, "| %s %d | %s | %s | %s | %s | %d | %.2f s |\n",
			r.Board, r.Size, r.Men, rules, r.length(), r.Status, r.Expanded, r.Seconds)
	}
	return out.Bytes(), nil
}
