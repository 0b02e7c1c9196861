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
	values  [outcomes]plane
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
	o.Checkpoint, o.Dir = "", "" // neither would hold the countdown
	late, err := solveSpace(ctx, s, o, began, true, false)
	if err != nil {
		return nil, err
	}
	c, err := newCountdown(ctx, late, max(o.Workers, 1))
	if err != nil {
		return nil, err
	}
	late = nil
	for left := range turns {
		now := Event{Level: turns - left, Settled: int64(left), Of: int64(turns)}
		if err := c.step(left == 0, o.within(now, began)); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(Event{Level: turns - left, Part: 1, Settled: int64(left + 1), Of: int64(turns), Elapsed: time.Since(began)})
		}
	}
	t := &Online{turns: turns, values: c.before}
	bytes := 4*8*int64(len(c.before[lost])) + c.chunks.bytes() + c.now.bytes() + c.next.bytes()
	c = nil
	free, err := solveSpace(ctx, s, o, began, false, true)
	if err != nil {
		return nil, err
	}
	t.Free = free.result()
	t.count()
	t.Bytes = max(bytes, t.Free.Bytes+2*8*int64(len(t.values[lost])))
	t.Elapsed = time.Since(began)
	return t, nil
}

// countdown goes back turn by turn. Mail tells of the positions whose value differs
// from that another turn later, by the value.
type countdown struct {
	*space
	ctx    context.Context
	kernel *kernel
	before [outcomes]plane // values of positions, by place
	after  [outcomes]plane // values, one turn later, after a turn to the army of the column: see table
	chunks depot
	now    *mail
	next   *mail
	all    []*counter
}

// counter is a worker of a countdown.
type counter struct {
	of *countdown
	postman
	row   row
	ranks ranks
	gaps  [2]gaps // of the position before and of those after
	tried []uint64
	news  []uint32
}

// newCountdown begins with the values after the limit.
func newCountdown(ctx context.Context, late *analysis, workers int) (*countdown, error) {
	c := &countdown{space: late.space, ctx: ctx}
	var err error
	if c.kernel, err = newKernel(c.game, false); err != nil {
		return nil, err
	}
	c.now, c.next = newMail(c.rows, workers, 3), newMail(c.rows, workers, 3)
	for kind := range outcomes {
		c.before[kind], c.after[kind] = c.newPlane(), c.newPlane()
	}
	for range workers {
		c.all = append(c.all, &counter{of: c, postman: postman{space: c.space, clerk: c.chunks.clerk()}, tried: make([]uint64, c.words)})
	}
	note := func(values [outcomes]plane, v duel.Value, row, col int) {
		if v == duel.ValueLost || v == duel.ValueWon {
			values[v-1].row(c.space, row)[col>>6] |= 1 << (col & 63)
		}
	}
	err = c.inSpans(ctx, workers, 0, c.rows, nil, func(_, at int) {
		c.eachCol(at, func(col int, one army) {
			note(c.before, late.lateValue(c.sets[at], one), at, col)
			note(c.after, late.lateValue(one, c.sets[at]), at, col)
		})
	})
	return c, err
}

// lateValue returns the value of the position in which the armies, each as its owner
// sees it, are waiting and moving, drawn also for illegal ones.
func (a *analysis) lateValue(waiting, moving army) duel.Value {
	row, col := a.place(waiting, moving)
	switch {
	case !a.settled.has(a.space, row, col):
		return duel.ValueDrawn
	case a.wonAfter(waiting, moving):
		return duel.ValueWon
	}
	theirs := a.turned(waiting)
	r := a.kernel.row(theirs.set, theirs.marks)
	if v, over := r.ended(moving.set, moving.marks); over && v == duel.ValueIllegal {
		return duel.ValueDrawn
	}
	return duel.ValueLost
}

// step works out the values with one turn less made. A position from which no turn
// leads to a changed value has the value that it had; the first time nothing can be
// compared.
func (c *countdown) step(first bool, tell func(part float64)) error {
	for i, w := range c.all {
		w.deliverTo(c.next, i)
		w.meet()
	}
	err := c.inSpans(c.ctx, len(c.all), 0, c.rows, tell, func(i, at int) { c.all[i].do(at, first) })
	c.now, c.next = c.next, c.now
	return err
}

// do works out the positions of a row from those their turns lead to.
func (w *counter) do(at int, first bool) {
	w.at, w.row = at, w.rowOf(w.of.kernel, at)
	w.space.ranks(&w.ranks, w.row.theirs)
	w.news = w.news[:0]
	for value := duel.ValueDrawn; value <= duel.ValueWon; value++ {
		old := len(w.news)
		w.news = w.read(w.news, w.of.now, int(value), at)
		for _, n := range w.news[old:] {
			col := w.ranks.col(w.sender(n))
			for kind := range outcomes {
				put(w.of.after[kind].row(w.space, at), col, value == duel.Value(kind+1))
			}
		}
	}
	w.clear(w.of.now, at)
	if first || len(w.news)*changedFrom > w.cols {
		w.eachCol(at, w.evaluate)
		return
	}
	if len(w.news) > 0 {
		clear(w.tried)
	}
	for _, n := range w.news {
		w.eachBefore(w.sender(n), func(col int, mine army) {
			if w.tried[col>>6]>>(col&63)&1 == 0 {
				put(w.tried, col, true)
				w.evaluate(col, mine)
			}
		})
	}
}

// changedFrom: from one in so many changed positions on it is faster to work out all of a
// row.
const changedFrom = 16

// put writes a bit.
func put(words []uint64, i int, bit bool) {
	words[i>>6] &^= 1 << (i & 63)
	if bit {
		words[i>>6] |= 1 << (i & 63)
	}
}

// eachBefore calls f for the columns and armies from which a step or a chain has led
// to mine.
func (w *counter) eachBefore(mine army, f func(col int, before army)) {
	for m := mine.set; m != 0; m &= m - 1 {
		rest := army{mine.set &^ (m & -m), mine.marks &^ (m & -m)}
		from := w.row.sources(bits.TrailingZeros64(m), rest.set, mine.marks)
		w.ranks.each(&w.gaps[0], rest, mine.marks != rest.marks, from, func(col int, before army) bool {
			f(col, before)
			return true
		})
	}
}

// evaluate works out one position.
func (w *counter) evaluate(col int, mine army) {
	value, over := w.row.ended(mine.set, mine.marks)
	if !over {
		value = w.best(mine)
	}
	changed := false
	for kind := range outcomes {
		words := w.of.before[kind].row(w.space, w.at)
		is := value == duel.Value(kind+1)
		changed = changed || is != (words[col>>6]>>(col&63)&1 != 0)
		put(words, col, is)
	}
	if changed && value != duel.ValueIllegal {
		w.tell(int(value), mine)
	}
}

// best returns the value of an open position.
func (w *counter) best(mine army) duel.Value {
	value := duel.ValueLost
	for m := mine.set; m != 0; m &= m - 1 {
		rest := army{mine.set &^ (m & -m), mine.marks &^ (m & -m)}
		to := w.row.targets(bits.TrailingZeros64(m), rest.set, mine.marks, false)
		w.ranks.each(&w.gaps[1], rest, mine.marks != rest.marks, to, func(col int, _ army) bool {
			switch {
			case w.of.after[lost].has(w.space, w.at, col):
				value = duel.ValueWon
				return false
			case !w.of.after[won].has(w.space, w.at, col):
				value = duel.ValueDrawn
			}
			return true
		})
		if value == duel.ValueWon {
			break
		}
	}
	return value
}

// count fills the counts.
func (t *Online) count() {
	s := t.Free.table.space
	t.Counts = duel.Counts{Positions: t.Free.Counts.Positions, Illegal: t.Free.Counts.Illegal}
	for at := range s.rows {
		for i := range s.words {
			t.Counts.Lost += 2 * s.weight(at) * int64(bits.OnesCount64(t.values[lost].row(s, at)[i]))
			t.Counts.Won += 2 * s.weight(at) * int64(bits.OnesCount64(t.values[won].row(s, at)[i]))
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
	return t.limited(v), duel.NoPlies
}

// limited returns the value of a legal position with no turn made.
func (t *Online) limited(v duel.View) duel.Value {
	s := t.Free.table.space
	row, col := s.at(v)
	for kind, p := range t.values {
		if p.has(s, row, col) {
			return duel.Value(kind + 1)
		}
	}
	return duel.ValueDrawn
}
