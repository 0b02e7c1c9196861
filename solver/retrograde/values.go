package retrograde

import (
	"context"
	"fmt"
	"math/bits"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Values holds the value of every position of a game, without distances: half a
// byte a place while it is worked out, two bits of it the values.
//
// Without bytes there is no count of the turns that may still save a position. So
// one with a turn to a position just won is looked at again with all its turns,
// which ends at the first that leads to no position won; where they lead is read
// from all positions won so far, turned over like those of the last level.
type Values struct {
	Game    *duel.Game
	Counts  Counts
	Levels  []Level // by the number of turns to the end
	Plies   int     // from the start, [duel.NoPlies] if it is drawn
	Elapsed time.Duration
	Bytes   int64 // of memory
	space   *space
	known   [2]plane // lost and won
	longest duel.View
}

// SolveValues works out the value of every position. There are no checkpoints.
func SolveValues(ctx context.Context, g *duel.Game, o Options) (*Values, error) {
	if g.Rules == duel.Online {
		return nil, fmt.Errorf("retrograde: %w", ErrCounter)
	}
	began := time.Now()
	s, err := newSpace(g)
	if err != nil {
		return nil, err
	}
	a := &sparse{space: s, kernel: newKernel(g), workers: max(o.Workers, 1)}
	t := &Values{Game: g, Plies: duel.NoPlies, space: s}
	t.Counts.Positions = positionsOf(g)
	for kind := range a.known {
		a.known[kind] = a.newPlane()
	}
	settled := int64(0)
	for ply := 0; ply == 0 || a.any[lost] || a.any[won]; ply++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		now := Event{Level: ply, Settled: settled, Of: t.Counts.Positions / 2}
		l, illegal, err := a.level(ctx, ply, o.within(now, began))
		if err != nil {
			return nil, err
		}
		if l == (Level{}) {
			break
		}
		t.Levels = append(t.Levels, l)
		t.Counts.Illegal += 2 * illegal
		t.Counts.Lost += 2 * l.Lost
		t.Counts.Won += 2 * l.Won
		settled += l.Lost + l.Won
		if l.Won > 0 {
			t.longest = a.firstOf(won)
		}
		if t.Plies == duel.NoPlies && (a.has(lost, g.View(g.Start())) || a.has(won, g.View(g.Start()))) {
			t.Plies = ply
		}
		if o.Progress != nil {
			o.Progress(Event{Level: ply, Part: 1, Settled: settled, Of: t.Counts.Positions / 2, Elapsed: time.Since(began)})
		}
	}
	t.known = a.known
	t.Counts.Drawn = t.Counts.Positions - t.Counts.Illegal - t.Counts.Lost - t.Counts.Won
	t.Bytes = int64(a.planes)*int64(s.rows*s.cols/8) + tablesOf(s.cols, s.cells, s.men)
	t.Elapsed = time.Since(began)
	return t, nil
}

// Lookup returns the value of a position, never its distance. There is never an
// error.
func (t *Values) Lookup(v duel.View) (duel.Value, int, error) {
	if t.Game.Ending(v) == duel.Illegal {
		return duel.ValueIllegal, duel.NoPlies, nil
	}
	row, col := t.space.at(v)
	for kind, p := range t.known {
		if p.has(row*t.space.cols + col) {
			return duel.Value(kind + 1), duel.NoPlies, nil
		}
	}
	return duel.ValueDrawn, duel.NoPlies, nil
}

// Longest returns what [Table.Longest] returns.
func (t *Values) Longest() (v duel.View, plies int, ok bool) {
	for n, l := range t.Levels {
		if l.Won > 0 {
			plies, ok = n, true
		}
	}
	return t.longest, plies, ok
}

func (p plane) has(place int) bool { return p[place>>6]>>(place&63)&1 != 0 }

// sparse is an analysis without bytes. known does not change within a level, so
// workers may read all of it.
type sparse struct {
	*space
	kernel  *kernel
	workers int
	known   [2]plane // settled before this level
	now     [2]plane // settled in the last level; nil if there are none
	next    [2]plane // settled in this level
	any     [2]bool  // whether now has a bit
	pool    []plane  // planes of zeros
	planes  int      // made so far
}

func (a *sparse) newPlane() plane {
	if n := len(a.pool); n > 0 {
		p := a.pool[n-1]
		a.pool = a.pool[:n-1]
		return p
	}
	a.planes++
	return a.space.newPlane()
}

// has reports whether a position was settled before this level or in the last.
func (a *sparse) has(kind int, v duel.View) bool {
	row, col := a.at(v)
	return a.known[kind].has(row*a.cols + col)
}

// firstOf returns the first position settled in the last level.
func (a *sparse) firstOf(kind int) duel.View {
	for i, word := range a.now[kind] {
		if word != 0 {
			place := i<<6 | bits.TrailingZeros64(word)
			return a.view(place/a.cols, place%a.cols)
		}
	}
	return duel.View{}
}

// level settles the positions that end in ply turns.
func (a *sparse) level(ctx context.Context, ply int, tell func(part float64)) (l Level, illegal int64, err error) {
	for kind := range a.next {
		if ply == 0 || a.any[1-kind] {
			a.next[kind] = a.newPlane()
		}
	}
	workers := make([]*thinker, a.workers)
	for i := range workers {
		workers[i] = &thinker{sparse: a, gate: make([]uint64, span*a.cols/64), won: make([]uint64, span*a.cols/64)}
	}
	err = a.inSpans(ctx, a.workers, tell, func(i, from int) {
		if ply == 0 {
			workers[i].begin(from)
		} else {
			workers[i].spread(from)
		}
	})
	if err != nil {
		return l, 0, err
	}
	for _, w := range workers {
		for _, s := range w.swaps {
			w.swap(s)
		}
		l.Lost += w.found[lost]
		l.Won += w.found[won]
		illegal += w.illegal
	}
	return l, illegal, a.advance(ctx, [2]bool{lost: l.Lost > 0, won: l.Won > 0})
}

// advance makes the next planes the present ones and part of what is known.
func (a *sparse) advance(ctx context.Context, found [2]bool) error {
	for kind := range a.now {
		if p := a.now[kind]; p != nil {
			clear(p)
			a.pool = append(a.pool, p)
		}
		a.now[kind], a.next[kind] = a.next[kind], nil
		if p := a.now[kind]; p != nil && !found[kind] {
			a.now[kind], a.pool = nil, append(a.pool, p)
		}
	}
	a.any = found
	return a.inSpans(ctx, a.workers, nil, func(_, from int) {
		for kind, p := range a.now {
			if p == nil {
				continue
			}
			for at := from; at < min(from+span, a.rows); at++ {
				known := a.known[kind].row(a.space, at)
				for i, word := range p.row(a.space, at) {
					known[i] |= word
				}
			}
		}
	})
}

// thinker is a worker of a sparse analysis.
type thinker struct {
	*sparse
	gate    []uint64 // positions settled in the last level, by columns: span rows
	won     []uint64 // all won so far, by columns
	found   [2]int64
	swaps   []swapped
	illegal int64
	turns   []duel.Turn
}

// settle gives an open position its value.
func (w *thinker) settle(row, col, kind int) {
	place := row*w.cols + col
	if w.next[kind].has(place) {
		return
	}
	w.next[kind][place>>6] |= 1 << (place & 63)
	w.found[kind] += w.weight(row)
}

// open reports whether a position is not settled yet, and not illegal.
func (w *thinker) open(r *row, row, col int) bool {
	place := row*w.cols + col
	if w.known[lost].has(place) || w.known[won].has(place) {
		return false
	}
	_, over := r.ending(w.sets[col])
	return !over
}

// begin settles the positions that need no search.
func (w *thinker) begin(from int) {
	for at := from; at < min(from+span, w.rows); at++ {
		if w.sets[at] == 0 {
			continue
		}
		r := w.kernel.row(w.turned(w.sets[at]))
		for col, mine := range w.sets {
			if mine == 0 || mine&r.theirs != 0 {
				continue
			}
			v, over := r.ending(mine)
			switch {
			case over && v == duel.ValueLost, !over && w.loses(&r, col, nil):
				w.settle(at, col, lost)
			case over && v == duel.ValueWon:
				w.settle(at, col, won)
			case over:
				w.illegal += w.weight(at)
			}
		}
	}
}

// spread settles what follows from the last level.
func (w *thinker) spread(from int) {
	words := w.cols / 64
	if w.any[lost] && w.gather(w.gate, w.now[lost], from) {
		w.eachBefore(from, won, func(_ *row, at, col int, _ []uint64) { w.settle(at, col, won) })
	}
	if w.any[won] && w.gather(w.gate, w.now[won], from) {
		w.gather(w.won, w.known[won], from)
		w.eachBefore(from, lost, func(r *row, at, col int, wins []uint64) {
			// Won by the turn to a lost position in this level?
			place := at*w.cols + col
			if w.next[won] != nil && w.next[won].has(place) {
				return
			}
			if w.loses(r, col, wins[:words]) {
				w.settle(at, col, lost)
			}
		})
	}
}

// eachBefore calls f once for each open position of the rows from from on that has
// a turn to a position of the gate, with the positions won by columns. Swaps are
// noted as of the given kind.
func (w *thinker) eachBefore(from int, kind uint8, f func(r *row, at, col int, wins []uint64)) {
	words := w.cols / 64
	before := make([]uint64, words)
	for at := from; at < min(from+span, w.rows); at++ {
		if w.sets[at] == 0 {
			continue
		}
		r := w.kernel.row(w.turned(w.sets[at]))
		clear(before)
		for i, word := range w.gate[(at-from)*words : (at-from+1)*words] {
			for ; word != 0; word &= word - 1 {
				code := i<<6 | bits.TrailingZeros64(word)
				set := w.sets[code]
				others := w.others[code*w.men : (code+1)*w.men]
				for m := set; m != 0; m &= m - 1 {
					cols := (*[64]uint32)(w.moved[others[0]:])
					others = others[1:]
					for c := r.sources(bits.TrailingZeros64(m), set&^(m&-m)); c != 0; c &= c - 1 {
						col := cols[bits.TrailingZeros64(c)&63]
						before[col>>6] |= 1 << (col & 63)
					}
				}
				if r.rules == duel.Swap {
					w.swaps = w.swapBack(w.swaps, &r, at, set, kind)
				}
			}
		}
		for i, word := range before {
			place := at*words + i
			for word &^= w.known[lost][place] | w.known[won][place]; word != 0; word &= word - 1 {
				if col := i<<6 | bits.TrailingZeros64(word); w.open(&r, at, col) {
					f(&r, at, col, w.won[(at-from)*words:])
				}
			}
		}
	}
}

// loses reports whether every turn of a position that is not over leads to a
// position won, by columns in wins; nil means that none is.
func (w *thinker) loses(r *row, col int, wins []uint64) bool {
	mine := w.sets[col]
	stuck := r.duty && mine&r.home != 0 && !r.canLeave(mine)
	others := w.others[col*w.men : (col+1)*w.men]
	for m := mine; m != 0; m &= m - 1 {
		man := m & -m
		c := bits.TrailingZeros64(m)
		cols := (*[64]uint32)(w.moved[others[0]:])
		others = others[1:]
		for to := r.targets(c, mine&^man, stuck); to != 0; to &= to - 1 {
			after := cols[bits.TrailingZeros64(to)&63]
			if wins == nil || wins[after>>6]>>(after&63)&1 == 0 {
				return false
			}
		}
		if r.rules != duel.Swap {
			continue
		}
		for to := r.ahead[c] & r.goal & r.theirs; to != 0; to &= to - 1 {
			taken := to & -to
			after := duel.View{
				Mine:   duel.Set(w.turned(r.theirs&^taken | man)),
				Theirs: duel.Set(w.turned(mine&^man | taken)),
			}
			if wins == nil || !w.has(won, after) {
				return false
			}
		}
	}
	return true
}

// swap does for a swap what spread does for other turns.
func (w *thinker) swap(s swapped) {
	row, col := int(s.row), int(s.col)
	r := w.kernel.row(w.turned(w.sets[row]))
	if !w.open(&r, row, col) || w.next[won] != nil && w.next[won].has(row*w.cols+col) {
		return
	}
	if s.kind == won {
		w.settle(row, col, won)
		return
	}
	// The turns by columns: this row alone.
	mine := w.sets[col]
	theirs := duel.Set(r.theirs)
	w.turns = w.game.AppendTurns(w.turns[:0], duel.View{Mine: duel.Set(mine), Theirs: theirs})
	for _, t := range w.turns {
		if !w.has(won, w.game.After(duel.View{Mine: duel.Set(mine), Theirs: theirs}, t)) {
			return
		}
	}
	w.settle(row, col, lost)
}
