package levels

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// ErrNotReached means that a table has no value for a position.
var ErrNotReached = errors.New("the position was not reached")

// ErrDistance means that a value does not fit into the table.
var ErrDistance = errors.New("a win takes too many turns for the table")

// Table is the values of all positions of a space. It may be shared.
type Table struct {
	*Space
	values  [][]stored // by level and rank
	Elapsed time.Duration
	Bytes   int64 // of memory, at the most
}

// stored is a value in a table. In games with scores it is score + zero, else 1+2n
// lost in n turns, 2+2n won in n. None is open or drawn in them.
type stored uint16

const (
	valueBytes = 2
	none       = stored(0)
	drawn      = stored(1<<16 - 1)
	zero       = 1 << 15
	maxTurns   = 1<<15 - 3
)

// Solve works out the value of every position that can be reached.
func Solve(ctx context.Context, g *contest.Game, o Options) (*Table, error) {
	w := newWork(ctx, o, len(g.Levels()))
	s, err := reach(g, w)
	if err != nil {
		return nil, err
	}
	t := &Table{Space: s, values: make([][]stored, len(s.levels))}
	w.event.Phase, w.event.Positions = "solve", 0
	for at := range s.levels {
		l := &s.levels[at]
		if l.count == 0 {
			continue
		}
		w.event.Level = at
		t.values[at] = make([]stored, l.count)
		if l.Cycles && !g.Kind.Scores {
			err = t.solveCyclic(at, w)
		} else {
			err = t.solveAcyclic(at, w)
		}
		if err != nil {
			return nil, err
		}
		w.event.Positions += int64(l.count)
	}
	t.Elapsed, t.Bytes = time.Since(w.began), w.meter.peak.Load()
	return t, nil
}

// value reads what is stored.
func (t *Table) value(v stored) contest.Value {
	switch {
	case t.Game.Kind.Scores:
		return contest.Value{Score: int(v) - zero, Turns: contest.NoTurns}
	case v == none, v == drawn:
		return contest.Value{Turns: contest.NoTurns}
	case v&1 == 1:
		return contest.Value{Score: -1, Turns: int(v) / 2}
	}
	return contest.Value{Score: 1, Turns: int(v)/2 - 1}
}

// store is a value as it is stored.
func (t *Table) store(v contest.Value) (stored, error) {
	switch {
	case t.Game.Kind.Scores:
		if v.Score <= -zero || v.Score >= zero {
			return 0, ErrDistance
		}
		return stored(v.Score + zero), nil
	case v.Score == 0:
		return drawn, nil
	case v.Turns > maxTurns:
		return 0, ErrDistance
	case v.Score < 0:
		return stored(1 + 2*v.Turns), nil
	}
	return stored(2 + 2*v.Turns), nil
}

// Lookup returns the value of a position. It wraps [ErrNotReached] if the table has
// none.
func (t *Table) Lookup(p contest.Position) (contest.Value, error) {
	at, rank, ok := t.Find(p)
	if !ok {
		return contest.Value{}, fmt.Errorf("%w: %s", ErrNotReached, t.Game.Format(p))
	}
	return t.value(t.values[at][rank]), nil
}

// Each calls f for every position of the table, level by level, until it returns an
// error, which it returns.
func (t *Table) Each(f func(p contest.Position, v contest.Value) error) error {
	for at := range t.levels {
		rank := 0
		for i, word := range t.levels[at].words {
			for ; word != 0; word &= word - 1 {
				if err := f(t.Game.At(at, codeOf(i, word)), t.value(t.values[at][rank])); err != nil {
					return err
				}
				rank++
			}
		}
	}
	return nil
}

// each calls f for the positions in the words from a multiple of blockWords to
// another, with their ranks.
func (l *level) each(from, to int, f func(code uint64, rank int)) {
	if from == to {
		return
	}
	rank := int(l.ranks[from/blockWords])
	for i := from; i < to; i++ {
		for word := l.words[i]; word != 0; word &= word - 1 {
			f(codeOf(i, word), rank)
			rank++
		}
	}
}

// eachOf calls f for the positions that are marked in one more plane, with their
// ranks.
func (l *level) eachOf(plane []uint64, from, to int, f func(code uint64, rank int)) {
	rank := int(l.ranks[from/blockWords])
	for i := from; i < to; i++ {
		all := l.words[i]
		for word := plane[i] & all; word != 0; word &= word - 1 {
			f(codeOf(i, word), rank+bits.OnesCount64(all&(word&-word-1)))
		}
		rank += bits.OnesCount64(all)
	}
}
