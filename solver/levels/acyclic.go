package levels

import (
	"sync/atomic"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// solveAcyclic solves a level whose turns do not lead back, sweep by sweep: in each,
// positions get their values all of whose turns lead to lower levels or to positions
// that had theirs before the sweep.
func (t *Table) solveAcyclic(at int, w *work) error {
	l := &t.levels[at]
	if err := w.meter.use(int64(16 * len(l.Words))); err != nil {
		return err
	}
	defer func() { _ = w.meter.use(-int64(16 * len(l.Words))) }()
	open := t.unsolved(at)            // before the sweep
	left := make([]uint64, len(open)) // after it
	for {
		var solved, unsolved atomic.Bool
		var failed atomic.Pointer[error]
		err := w.sweep(len(l.Words), func() func(from, to int) {
			v := visitor{table: t, at: at, open: open}
			return func(from, to int) {
				copy(left[from:to], open[from:to])
				l.EachOf(open, from, to, func(code uint64, rank int) {
					value, ok := v.best(t.Game.At(at, code))
					if !ok {
						unsolved.Store(true)
						return
					}
					s, err := t.Game.Kind.Pack(value)
					if err != nil {
						failed.Store(&err)
					}
					t.values[at][rank] = s
					left[code/64] &^= 1 << (code % 64)
					solved.Store(true)
				})
			}
		})
		switch {
		case failed.Load() != nil:
			return *failed.Load()
		case err != nil || !unsolved.Load():
			return err
		case !solved.Load():
			return contest.ErrInconsistent // the level has a cycle
		}
		open, left = left, open
	}
}

// unsolved returns the positions of a level without a value, as a checkpoint may have left
// them: all at first.
func (t *Table) unsolved(at int) []uint64 {
	l := &t.levels[at]
	open := make([]uint64, len(l.Words))
	l.Each(0, len(l.Words), func(code uint64, rank int) {
		if t.values[at][rank] == contest.Unpacked {
			open[code/64] |= 1 << (code % 64)
		}
	})
	return open
}

// visitor looks at positions of one level.
type visitor struct {
	table *Table
	at    int
	open  []uint64 // positions of the level without a value
	turns []contest.Turn
}

// best returns the value of a position by those of its successors, false if one of
// them has none.
func (v *visitor) best(p contest.Position) (contest.Value, bool) {
	t := v.table
	v.turns = t.Game.AppendTurns(v.turns[:0], p)
	if len(v.turns) == 0 {
		return t.Game.Final(p), true
	}
	var best contest.Value
	for i, turn := range v.turns {
		at, code := t.Game.Place(t.canonical(turn.After))
		if at == v.at && v.open[code/64]>>(code%64)&1 != 0 {
			return best, false
		}
		rank, _ := t.levels[at].Rank(code)
		value := t.Game.Kind.Unpack(t.values[at][rank]).By(turn)
		if i == 0 || contest.Better(value, best) < 0 {
			best = value
		}
	}
	return best, true
}
