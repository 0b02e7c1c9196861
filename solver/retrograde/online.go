package retrograde

import (
	"context"
	"fmt"
	"math/bits"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Online holds the values of all positions at the beginning of a game under the
// rules online, no turn having been made.
//
// The number of turns made is part of the state: after 100 turns a game goes on
// under fixed rules, which retrograde analysis solves; from there the values with
// 99, 98, … 0 turns made follow one after the other, each from the one before.
//
// The rule of repetition, which holds from then on only, changes no value: see the
// decisions of package duel.
type Online struct {
	Free    *Table // the game without any limit of turns
	Counts  duel.Counts
	Elapsed time.Duration
	Bytes   int64
	lost    plane
	won     plane
	turns   int // that both sides together have to clear their courts
}

// SolveOnline works out all positions under the rules online.
func SolveOnline(ctx context.Context, g *duel.Game, o Options) (*Online, error) {
	if g.Rules.Limit == nil {
		return nil, fmt.Errorf("retrograde: the rules %s have no limit of turns", g.Rules)
	}
	return solveOnline(ctx, g, g.Rules.Limit.Turns, o)
}

func solveOnline(ctx context.Context, g *duel.Game, turns int, o Options) (*Online, error) {
	began := time.Now()
	s, err := newSpace(g)
	if err != nil {
		return nil, err
	}
	o.Checkpoint = "" // it would not hold the countdown
	late, err := solveSpace(ctx, s, o, began, true)
	if err != nil {
		return nil, err
	}
	k, err := newKernel(g, false)
	if err != nil {
		return nil, err
	}
	c := &countdown{space: s, ctx: ctx, kernel: k, workers: max(o.Workers, 1)}
	c.now = planesOf(late.state)
	late = nil
	for k := range c.before {
		c.before[k] = s.newPlane()
	}
	c.changed, c.changing = s.newPlane(), s.newPlane()
	for i := range c.changed {
		c.changed[i] = ^uint64(0)
	}
	t := &Online{turns: turns}
	for left := range turns {
		now := Event{Level: turns - left, Settled: int64(left), Of: int64(turns)}
		if err := c.step(left == 0, o.within(now, began)); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(Event{Level: turns - left, Part: 1, Settled: int64(left + 1), Of: int64(turns), Elapsed: time.Since(began)})
		}
	}
	free, err := solveSpace(ctx, s, o, began, false)
	if err != nil {
		return nil, err
	}
	t.Free, t.lost, t.won = free, c.now[lost], c.now[won]
	t.count()
	t.Bytes = free.Bytes + 6*int64(s.rows*s.cols/8)
	t.Elapsed = time.Since(began)
	return t, nil
}

// countdown goes back turn by turn.
type countdown struct {
	*space
	ctx      context.Context
	kernel   *kernel
	workers  int
	now      [2]plane // values with one turn more made
	before   [2]plane // values to be worked out
	changed  plane    // where now differs from the values yet another turn later
	changing plane    // the same for before and now
}

// step works out the values with one turn less made. A row in which no turn
// leads to a changed value is as it was; the first time nothing can be compared.
func (c *countdown) step(first bool, tell func(part float64)) error {
	words := c.cols / 64
	type buffers struct{ lost, won, changed []uint64 }
	all := make([]buffers, c.workers)
	for i := range all {
		all[i] = buffers{make([]uint64, span*words), make([]uint64, span*words), make([]uint64, span*words)}
	}
	clear(c.changing)
	err := c.inSpans(c.ctx, c.workers, tell, func(i, from int) {
		b := all[i]
		any := c.gather(b.changed, c.changed, from)
		if any || first {
			c.gather(b.lost, c.now[lost], from)
			c.gather(b.won, c.now[won], from)
		}
		for at := from; at < min(from+span, c.rows); at++ {
			for kind := range c.before {
				copy(c.before[kind].row(c.space, at), c.now[kind].row(c.space, at))
			}
			if any || first {
				part := func(p []uint64) []uint64 { return p[(at-from)*words : (at-from+1)*words] }
				c.row(at, part(b.lost), part(b.won), part(b.changed), first)
			}
		}
	})
	c.now, c.before = c.before, c.now
	c.changed, c.changing = c.changing, c.changed
	return err
}

// row works out the positions of a row from those their turns lead to.
func (c *countdown) row(at int, lostAfter, wonAfter, changed []uint64, first bool) {
	if c.sets[at] == 0 {
		return
	}
	r := c.rowOf(c.kernel, at)
	if first {
		for col := range c.sets {
			c.evaluate(&r, at, col, lostAfter, wonAfter)
		}
		return
	}
	todo := make([]uint64, c.cols/64)
	c.markSources(todo, &r, changed)
	eachBit(todo, func(col int) { c.evaluate(&r, at, col, lostAfter, wonAfter) })
}

// evaluate works out one position.
func (c *countdown) evaluate(r *row, at, col int, lostAfter, wonAfter []uint64) {
	mine := c.sets[col]
	if mine == 0 || mine&r.theirs != 0 {
		return
	}
	value, over := r.ended(mine, 0)
	if !over {
		value = c.best(r, col, mine, lostAfter, wonAfter)
	}
	word, bit := (at*c.cols+col)>>6, uint64(1)<<(col&63)
	for kind := range c.before {
		is := value == duel.Value(kind+1)
		if is != (c.before[kind][word]&bit != 0) {
			c.before[kind][word] ^= bit
			c.changing[word] |= bit
		}
	}
}

// best returns the value of an open position.
func (c *countdown) best(r *row, col int, mine uint64, lostAfter, wonAfter []uint64) duel.Value {
	value := duel.ValueLost
	j := col * c.men
	for m := mine; m != 0; m &= m - 1 {
		base := c.others[j]
		j++
		for to := r.targets(bits.TrailingZeros64(m), mine&^(m&-m), 0, false); to != 0; to &= to - 1 {
			after := c.moved[base|uint32(bits.TrailingZeros64(to))]
			if lostAfter[after>>6]>>(after&63)&1 != 0 {
				return duel.ValueWon
			}
			if wonAfter[after>>6]>>(after&63)&1 == 0 {
				value = duel.ValueDrawn
			}
		}
	}
	return value
}

// count fills the counts.
func (t *Online) count() {
	s := t.Free.state
	t.Counts = duel.Counts{Positions: t.Free.Counts.Positions, Illegal: t.Free.Counts.Illegal}
	for at := range s.rows {
		for i := range s.cols / 64 {
			word := at*s.cols/64 + i
			t.Counts.Lost += 2 * s.weight(at) * int64(bits.OnesCount64(t.lost[word]))
			t.Counts.Won += 2 * s.weight(at) * int64(bits.OnesCount64(t.won[word]))
		}
	}
	t.Counts.Drawn = t.Counts.Positions - t.Counts.Illegal - t.Counts.Lost - t.Counts.Won
}

// Lookup returns the value of a position with no turn made. The distance is known
// where the men's way home decides and not the limit of turns: who can force all men
// home within them without regard to the limit does so, and it does not come into play.
func (t *Online) Lookup(v duel.View) (value duel.Value, plies int) {
	value, plies, _ = t.Free.Lookup(v)
	if plies != duel.NoPlies && plies <= t.turns || value == duel.ValueIllegal {
		return value, plies
	}
	s := t.Free.state
	row, col := s.at(v)
	word := (row*s.cols + col) >> 6
	switch {
	case t.lost[word]>>(col&63)&1 != 0:
		return duel.ValueLost, duel.NoPlies
	case t.won[word]>>(col&63)&1 != 0:
		return duel.ValueWon, duel.NoPlies
	}
	return duel.ValueDrawn, duel.NoPlies
}
