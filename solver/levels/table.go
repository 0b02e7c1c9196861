package levels

import (
	"context"
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// Table is the values of all positions of a space. It may be shared.
type Table struct {
	*Space
	values  [][]contest.Packed // by level and rank
	Elapsed time.Duration
	Bytes   int64 // of memory, at the most
}

// Solve works out the value of every position that can be reached. Its errors are that of
// the context, those of a checkpoint, which wrap [ErrCheckpoint] or are of the file system,
// [contest.ErrPacked], or of type [*MemoryError].
func Solve(ctx context.Context, g *contest.Game, o Options) (*Table, error) {
	w := newWork(ctx, o, len(g.Levels()))
	t := &Table{Space: newSpace(g, w)}
	t.values = make([][]contest.Packed, len(t.levels))
	if err := t.keep(w, t); err != nil {
		return nil, err
	}
	if err := t.reach(w); err != nil {
		return nil, err
	}
	if w.Phase == phaseReach {
		w.begin(phaseSolve, 0)
	}
	for ; w.Level < len(t.levels); w.Level++ {
		l := &t.levels[w.Level]
		if l.Count == 0 {
			continue
		}
		if t.values[w.Level] == nil {
			t.values[w.Level] = make([]contest.Packed, l.Count)
		}
		solve := t.solveAcyclic
		if t.cyclic(w.Level) {
			solve = t.solveCyclic
		}
		if err := solve(w.Level, w); err != nil {
			return nil, err
		}
		w.event.Positions += int64(l.Count)
	}
	t.Elapsed, t.Bytes = time.Since(w.began), w.meter.peak.Load()
	return t, nil
}

// cyclic reports whether a level is solved by retrograde analysis.
func (t *Table) cyclic(at int) bool { return t.levels[at].Cycles && !t.Game.Kind.Scores }

// Lookup returns the value of a position. It wraps [contest.ErrNotReached] if the table has
// none.
func (t *Table) Lookup(p contest.Position) (contest.Value, error) {
	at, rank, ok := t.Find(p)
	if !ok {
		return contest.Value{}, fmt.Errorf("%w: %s", contest.ErrNotReached, t.Game.Format(p))
	}
	return t.Game.Kind.Unpack(t.values[at][rank]), nil
}

// Part calls f for the positions of one of several parts of the table, until it returns
// an error, which it returns.
func (t *Table) Part(part, parts int, f func(p contest.Position) error) error {
	for at := range t.levels {
		if err := t.levels[at].Part(part, parts, func(code uint64, _ int) error { return f(t.Game.At(at, code)) }); err != nil {
			return err
		}
	}
	return nil
}

// Level returns what the table knows of a level: the positions that are reached, and
// their values by rank. Neither may be changed.
func (t *Table) Level(at int) (*contest.Marks, []contest.Packed) {
	return &t.levels[at].Marks, t.values[at]
}
