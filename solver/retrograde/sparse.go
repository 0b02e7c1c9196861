package retrograde

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// sparse is an analysis without bytes. known does not change within a level, so
// workers may read all of it.
type sparse struct {
	*space
	frontier
	kernel  *kernel
	workers int
	known   [2]plane // settled before this level
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
	a.prepare(a.space, ply == 0)
	workers := make([]*sparseWorker, a.workers)
	for i := range workers {
		workers[i] = &sparseWorker{sparse: a, gate: make([]uint64, span*a.cols/64), won: make([]uint64, span*a.cols/64)}
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
		w.applySpecials()
		l.Lost += w.found[lost]
		l.Won += w.found[won]
		illegal += w.illegal
	}
	return l, illegal, a.learn(ctx, [2]bool{lost: l.Lost > 0, won: l.Won > 0})
}

// learn makes the next planes the present ones and part of what is known.
func (a *sparse) learn(ctx context.Context, found [2]bool) error {
	a.advance(found)
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

// sparseWorker is a worker of a sparse analysis.
type sparseWorker struct {
	*sparse
	row      row      // in work
	gate     []uint64 // positions settled in the last level, by columns: span rows
	won      []uint64 // all won so far, by columns
	found    [2]int64
	specials specialTurns
	armies   []armies // for use again
	illegal  int64
}

// settle gives an open position its value.
func (w *sparseWorker) settle(row, col, kind int) {
	place := row*w.cols + col
	if w.next[kind].has(place) {
		return
	}
	w.next[kind].set(place)
	w.found[kind] += w.weight(row)
}

// open reports whether a position is not settled yet, and not illegal.
func (w *sparseWorker) open(r *row, row, col int) bool {
	place := row*w.cols + col
	if w.known[lost].has(place) || w.known[won].has(place) {
		return false
	}
	_, over := r.ended(w.sets[col], w.marks[col])
	return !over
}

// begin settles the positions that need no search.
func (w *sparseWorker) begin(from int) {
	for at := from; at < min(from+span, w.rows); at++ {
		if w.sets[at] == 0 {
			continue
		}
		w.row = w.rowOf(w.kernel, at)
		r := &w.row
		for col, mine := range w.sets {
			if mine == 0 || mine&r.theirs != 0 {
				continue
			}
			v, over := r.ended(mine, w.marks[col])
			switch {
			case over && v == duel.ValueLost, !over && w.loses(r, col, nil):
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
func (w *sparseWorker) spread(from int) {
	if w.any[lost] && w.gather(w.gate, w.now[lost], from) {
		w.eachBefore(from, won, func(_ *row, at, col int, _ plane) { w.settle(at, col, won) })
	}
	if w.any[won] && w.gather(w.gate, w.now[won], from) {
		w.gather(w.won, w.known[won], from)
		w.eachBefore(from, lost, func(r *row, at, col int, wins plane) {
			// Won by the turn to a lost position in this level?
			place := at*w.cols + col
			if w.next[won] != nil && w.next[won].has(place) {
				return
			}
			if w.loses(r, col, wins) {
				w.settle(at, col, lost)
			}
		})
	}
}

// eachBefore calls f once for each open position of the rows from from on that has
// a turn to a position of the gate, with the positions won by columns. Special
// turns are noted as of the given kind.
func (w *sparseWorker) eachBefore(from int, kind uint8, f func(r *row, at, col int, wins plane)) {
	words := w.cols / 64
	before := make([]uint64, words)
	for at := from; at < min(from+span, w.rows); at++ {
		if w.sets[at] == 0 {
			continue
		}
		w.row = w.rowOf(w.kernel, at)
		r := &w.row
		gate := w.gate[(at-from)*words : (at-from+1)*words]
		clear(before)
		w.markSources(before, r, gate)
		if r.special != nil {
			eachBit(gate, func(code int) {
				w.specials.collect(w.space, r, at, w.sets[code], kind)
			})
		}
		for i := range before {
			place := at*words + i
			before[i] &^= w.known[lost][place] | w.known[won][place]
		}
		eachBit(before, func(col int) {
			if w.open(r, at, col) {
				f(r, at, col, w.won[(at-from)*words:(at-from+1)*words])
			}
		})
	}
}

// loses reports whether every turn of a position that is not over leads to a
// position won, by columns in wins; nil stands for none.
func (w *sparseWorker) loses(r *row, col int, wins plane) bool {
	mine, marked := w.sets[col], w.marks[col]
	stuck := r.stuck(mine, marked)
	others := w.others[col*w.men : (col+1)*w.men]
	for m := mine; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		cols := (*[64]uint32)(w.moved[others[0]:])
		others = others[1:]
		for to := r.targets(c, mine&^(m&-m), marked, stuck); to != 0; to &= to - 1 {
			if wins == nil || !wins.has(int(cols[bits.TrailingZeros64(to)&63])) {
				return false
			}
		}
	}
	if r.special == nil {
		return true
	}
	w.armies = r.special.after(w.armies[:0], r, mine)
	for _, a := range w.armies {
		// As the opponent sees it.
		after := duel.View{Mine: duel.Set(w.turned(a.theirs)), Theirs: duel.Set(w.turned(a.mine))}
		if wins == nil || !w.has(won, after) {
			return false
		}
	}
	return true
}

// applySpecials does for special turns what spread does for the others.
func (w *sparseWorker) applySpecials() {
	found, words := w.specials.found, w.cols/64
	slices.SortFunc(found, func(a, b specialTurn) int { return cmp.Compare(a.row, b.row) })
	from := -span
	for _, t := range found {
		row, col := int(t.row), int(t.col)
		w.row = w.rowOf(w.kernel, row)
		if !w.open(&w.row, row, col) || w.next[won] != nil && w.next[won].has(row*w.cols+col) {
			continue
		}
		if t.kind == won {
			w.settle(row, col, won)
			continue
		}
		if row >= from+span {
			from = row / span * span
			w.gather(w.won, w.known[won], from)
		}
		if w.loses(&w.row, col, w.won[(row-from)*words:(row-from+1)*words]) {
			w.settle(row, col, lost)
		}
	}
}
