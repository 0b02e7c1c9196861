package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/cluster"
)

// Rows of tables are tasks of their own. A row has a time limit, so what is not
// settled depends on the worker, and two workers are compared only where both have
// settled it; how long it took is what the report of the task says.

// makeRowsElsewhere makes a row of each item on a cluster, all at the same time, but
// for those that are kept already. order is the task of an item, take the row that
// came of it.
func makeRowsElsewhere[T fmt.Stringer, R any](ctx context.Context, job *remoteJob, items []T, kept func(T) (R, bool, error), order func(T) (any, error), take func(T, cluster.Output) (R, error)) ([]R, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	rows, done := make([]R, len(items)), make([]bool, len(items))
	var waiting sync.WaitGroup
	for i, item := range items {
		row, ok, err := kept(item)
		if err != nil {
			return nil, err
		}
		if ok {
			rows[i], done[i] = row, true
			continue
		}
		waiting.Go(func() {
			what, err := order(item)
			if err == nil {
				rows[i], err = doRow(ctx, job, item, what, take)
			}
			if done[i] = err == nil; err != nil {
				cancel(err)
			}
		})
	}
	waiting.Wait()
	n := 0 // of rows before the first that is missing
	for n < len(items) && done[n] {
		n++
	}
	if err := context.Cause(ctx); err != nil {
		return rows[:n], err
	}
	return rows, nil
}

func doRow[T fmt.Stringer, R any](ctx context.Context, job *remoteJob, item T, what any, take func(T, cluster.Output) (R, error)) (row R, err error) {
	err = job.do(ctx, what, func(out cluster.Output) (err error) {
		row, err = take(item, out)
		return err
	})
	return row, err
}

// puzzleOrder is a row of table as a task.
type puzzleOrder struct {
	Puzzle json.RawMessage `json:"puzzle"`
	Time   time.Duration   `json:"time"`
}

// puzzleAnswer is what comes of it: a row without times, and its line.
type puzzleAnswer struct {
	Row  tableRow   `json:"row"`
	Line [][]string `json:"line,omitempty"`
}

// rowsCommon is what all rows of a table have in common: which they are.
type rowsCommon struct {
	Rows string `json:"rows"` // the sum of their fingerprints
}

func commonOf[T interface{ Fingerprint() [32]byte }](items []T) rowsCommon {
	var all []byte
	for _, item := range items {
		f := item.Fingerprint()
		all = append(all, f[:]...)
	}
	return rowsCommon{cluster.Sum(all)}
}

// tableRows makes the rows of table, here or on a cluster; then the job is to be ended.
func tableRows(c *cli.Context, ctx context.Context, show *cli.Progress, family []*puzzles.Puzzle, store rowStore, limits solver.Options) ([]tableRow, *remoteJob, error) {
	job, err := beginJob(c, ctx, tableKind, commonOf(family), show)
	if err != nil {
		return nil, nil, err
	}
	if job == nil {
		rows, err := makeRows(ctx, show, family, func(p *puzzles.Puzzle) (tableRow, error) { return tableRowOf(ctx, store, p, limits) })
		return rows, nil, err
	}
	job.run.Same = func(a, b []byte) bool {
		var one, two puzzleAnswer
		if json.Unmarshal(a, &one) != nil || json.Unmarshal(b, &two) != nil {
			return false
		}
		return !one.Row.settled() || !two.Row.settled()
	}
	rows, err := makeRowsElsewhere(ctx, job, family, func(p *puzzles.Puzzle) (tableRow, bool, error) {
		return keptTableRow(store, p, limits.Time)
	}, func(p *puzzles.Puzzle) (any, error) {
		var text bytes.Buffer
		err := puzzlefile.Write(&text, p)
		return puzzleOrder{text.Bytes(), limits.Time}, err
	}, func(p *puzzles.Puzzle, out cluster.Output) (tableRow, error) {
		row, err := readTableRow(p, out.Data)
		if row.Seconds, row.Limit = seconds(out.Seconds), limits.Time.Seconds(); err != nil {
			return row, err
		}
		return row, store.put(p.Fingerprint(), row)
	})
	return rows, job, err
}

// seconds rounds a time as rows have it.
func seconds(s float64) float64 { return float64(int64(s*1000)) / 1000 }

// endRows ends the command's part in the job, if there is one, with what it writes.
// Ctrl-C is no error of a table, which then has the rows so far.
func (j *remoteJob) endRows(ctx context.Context, err error, text []byte) error {
	if j == nil {
		return err
	}
	if err = j.end(err, text); ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// readTableRow reads what came of a row and replays its line.
func readTableRow(p *puzzles.Puzzle, data []byte) (tableRow, error) {
	var a puzzleAnswer
	if err := json.Unmarshal(data, &a); err != nil {
		return a.Row, err
	}
	if !a.Row.isOf(newTableRow(p)) {
		return a.Row, errors.New("it is a row of another puzzle, or contradicts itself")
	}
	if a.Row.Upper == nil {
		return a.Row, nil
	}
	var line puzzles.Line
	for _, names := range a.Line {
		path, err := p.Board.ParseCells(names)
		if err != nil {
			return a.Row, err
		}
		line = append(line, path)
	}
	if _, err := verify.Replay(p, line); err != nil {
		return a.Row, err
	}
	if n := p.Cost(line); n != *a.Row.Upper {
		return a.Row, fmt.Errorf("a line of %d is said to be one of %d", n, *a.Row.Upper)
	}
	return a.Row, nil
}

// tableTask does a row of table, with one thread.
func tableTask(ctx context.Context, t *cluster.Task, memory int64) ([]byte, error) {
	var order puzzleOrder
	if err := json.Unmarshal(t.Payload, &order); err != nil {
		return nil, err
	}
	p, err := puzzlefile.Parse(order.Puzzle)
	if err != nil {
		return nil, err
	}
	layers, err := os.MkdirTemp("", "halma-solve-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(layers) }() // in the directory for such things
	row, r, err := searchTableRow(ctx, p, solver.Options{Time: order.Time, Memory: memory, Workers: 1, Checkpoints: layers, Scratch: true})
	if err != nil {
		return nil, err
	}
	row.Seconds, row.Limit = 0, 0
	a := puzzleAnswer{Row: row}
	for _, path := range r.Line {
		a.Line = append(a.Line, p.Board.CellNames(path))
	}
	return json.Marshal(a)
}

// gameOrder is a row of prove --table as a task: a race, or another game with what its
// options say.
type gameOrder struct {
	Race     *raceOrder        `json:"race,omitempty"`
	Kind     string            `json:"kind,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
	Time     time.Duration     `json:"time"`
}

type raceOrder struct {
	Shape string `json:"board"`
	Size  int    `json:"size"`
	Men   int    `json:"men"`
	Rules string `json:"rules"`
}

func orderOf(g provable, limit time.Duration) gameOrder {
	if g, is := g.(*contest.Game); is {
		settings := map[string]string{}
		for _, s := range g.Settings {
			settings[s.Name] = s.Value
		}
		return gameOrder{Kind: g.Kind.Name, Settings: settings, Time: limit}
	}
	return gameOrder{Race: raceOf(g.(*duel.Game)), Time: limit}
}

func raceOf(g *duel.Game) *raceOrder {
	return &raceOrder{g.Board.Shape().String(), g.Board.Size(), g.Men, g.Rules.String()}
}

// game makes the race.
func (o *raceOrder) game() (*duel.Game, error) {
	shape, err := positions.ParseShape(o.Shape)
	if err != nil {
		return nil, err
	}
	rules, err := duel.ParseRules(o.Rules)
	if err != nil {
		return nil, err
	}
	return duel.New(duel.Options{Shape: shape, Size: o.Size, Men: o.Men, Rules: rules})
}

// game makes the game of an order.
func (o gameOrder) game() (provable, error) {
	if o.Race == nil {
		kind := contest.KindOf(o.Kind)
		if kind == nil {
			return nil, fmt.Errorf("there is no game %.40q", o.Kind)
		}
		return contest.New(kind, o.Settings)
	}
	return o.Race.game()
}

// proveRows makes the rows of prove --table, here or on a cluster; then the job is to be
// ended.
func proveRows(c *cli.Context, ctx context.Context, show *cli.Progress, games []provable, store rowStore, t tableLimits) ([]proveRow, *remoteJob, error) {
	job, err := beginJob(c, ctx, proveKind, commonOf(games), show)
	if err != nil {
		return nil, nil, err
	}
	if job == nil {
		rows, err := makeRows(ctx, show, games, func(g provable) (proveRow, error) {
			defer debug.FreeOSMemory() // the next game shall not come on top of this one
			return t.row(ctx, store, show, g)
		})
		return rows, nil, err
	}
	job.run.Same = func(a, b []byte) bool {
		var one, two proveRow
		if json.Unmarshal(a, &one) != nil || json.Unmarshal(b, &two) != nil {
			return false
		}
		return one.Value == "" || two.Value == ""
	}
	rows, err := makeRowsElsewhere(ctx, job, games, func(g provable) (proveRow, bool, error) { return t.kept(store, g) },
		func(g provable) (any, error) {
			o := orderOf(g, t.time)
			again, err := o.game()
			if err == nil && again.Fingerprint() != g.Fingerprint() {
				err = fmt.Errorf("%s cannot be sent", g)
			}
			return o, err
		}, func(g provable, out cluster.Output) (row proveRow, err error) {
			want := t.of(g).row()
			if err := json.Unmarshal(out.Data, &row); err != nil || row.Game != want.Game || row.Options != want.Options {
				return row, errors.New("it is a row of another game")
			}
			row.Seconds, row.Limit = seconds(out.Seconds), t.time.Seconds()
			return row, store.put(g.Fingerprint(), row)
		})
	return rows, job, err
}

// proveTask does a row of prove --table, with one thread.
func proveTask(ctx context.Context, t *cluster.Task, memory int64) ([]byte, error) {
	var order gameOrder
	if err := json.Unmarshal(t.Payload, &order); err != nil {
		return nil, err
	}
	g, err := order.game()
	if err != nil {
		return nil, err
	}
	defer debug.FreeOSMemory() // as on one machine
	show := cli.NewProgress(os.Stderr, 0, true)
	defer show.Done()
	limits := tableLimits{memory: memory, workers: 1, time: order.Time}
	row, err := filled(ctx, limits.of(g), order.Time, show)
	if err != nil {
		return nil, err
	}
	row.Seconds, row.Limit = 0, 0
	return json.Marshal(row)
}
