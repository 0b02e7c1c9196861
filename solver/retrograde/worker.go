package retrograde

import (
	"math"
	"math/bits"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// The kinds of settled positions.
const (
	lost = iota
	won
	kinds
)

// worker settles the positions of whole rows, which no other worker touches
// meanwhile. Turns keep their row, but for special ones: those lead to other rows
// and are collected for the end of the level.
type worker struct {
	*analysis
	postman
	ply      int
	row      row // in work
	ranks    ranks
	gaps     gaps
	settled  []uint64 // of the row in work
	wins     []uint64
	tried    []uint64 // positions that were looked at in vain in this level
	news     [kinds][]uint32
	found    [kinds]int64
	first    [kinds]int64 // the least place settled in this level
	specials specialTurns
	armies   []armies // for use again
	illegal  int64
	turns    int64 // legal turns of all open positions at the beginning
}

// start makes the worker ready for a level, in which it writes a stream of mail.
func (w *worker) start(ply, stream int) {
	w.ply = ply
	w.found, w.first = [kinds]int64{}, [kinds]int64{math.MaxInt64, math.MaxInt64}
	w.illegal, w.turns = 0, 0
	w.deliverTo(w.next, stream)
	w.meet()
}

// begin makes a row the one in work.
func (w *worker) begin(at int) {
	w.at = at
	theirs := w.turned(w.sets[at])
	w.row = w.kernel.row(theirs)
	w.space.ranks(&w.ranks, theirs)
	w.settled, w.wins = w.table.settled.row(w.space, at), w.table.wins.row(w.space, at)
}

// settle gives an open position its value.
func (w *worker) settle(kind int, mine uint64, col int) {
	w.settled[col>>6] |= 1 << (col & 63)
	if w.distances != nil {
		w.distances[w.at*w.cols+col] = uint8(w.ply)
	}
	w.found[kind] += w.weight(w.at)
	w.first[kind] = min(w.first[kind], int64(w.at*w.cols+col))
	w.tell(kind, mine)
}

func (w *worker) isOpen(col int) bool { return w.settled[col>>6]>>(col&63)&1 == 0 }

// setUp settles the positions of a row that need no search and counts the turns of the
// others, if distances are wanted.
func (w *worker) setUp(at int) {
	w.begin(at)
	r := &w.row
	w.eachCol(at, func(col int, mine uint64) {
		v, over := r.ended(mine)
		switch {
		case over && v == duel.ValueLost:
			w.settle(lost, mine, col)
		case over && v == duel.ValueWon:
			w.settle(won, mine, col)
		case over:
			w.settled[col>>6] |= 1 << (col & 63)
			w.illegal += w.weight(at)
		case w.distances != nil:
			n := r.countTurns(mine)
			w.turns += int64(n) * w.weight(at)
			if n == 0 {
				w.settle(lost, mine, col)
			}
		case !r.canMove(mine):
			w.settle(lost, mine, col)
		}
	})
}

// deliver notes the positions won in the last level to which turns of a row lead.
func (w *worker) deliver(at int) {
	w.begin(at)
	w.news[won] = w.read(w.news[won][:0], w.now, won, at)
	for _, n := range w.news[won] {
		col := w.ranks.col(w.sender(n))
		w.wins[col>>6] |= 1 << (col & 63)
	}
}

// spread settles what follows in a row from the last level. Positions that are won by
// a turn to a lost one come first: none of them can be found lost in the same level,
// for that turn is left.
func (w *worker) spread(at int) {
	w.deliver(at)
	w.news[lost] = w.read(w.news[lost][:0], w.now, lost, at)
	w.clear(w.now, at)
	for _, n := range w.news[lost] {
		w.lead(w.sender(n))
	}
	if len(w.news[won]) > 0 {
		clear(w.tried)
	}
	for _, n := range w.news[won] {
		w.close(w.sender(n))
	}
}

// lead settles the open positions of the row that have a turn to a lost position, the
// one after which mine is the moving army: they are won.
func (w *worker) lead(mine uint64) {
	r := &w.row
	for m := mine; m != 0; m &= m - 1 {
		rest := mine &^ (m & -m)
		from := r.sources(bits.TrailingZeros64(m), rest)
		if from == 0 {
			continue
		}
		w.ranks.gaps(&w.gaps, rest)
		for k := 0; from != 0; k++ {
			part := from & w.gaps.below[k&15]
			from &^= part
			for base := w.gaps.base[k&15]; part != 0; part &= part - 1 {
				c := bits.TrailingZeros64(part)
				col := int(base + w.ranks.add[((k+1)<<6|c)&1023])
				if w.isOpen(col) {
					w.settle(won, rest|part&-part, col)
				}
			}
		}
	}
	if r.special != nil {
		w.specials.collect(w.space, r, mine, won)
	}
}

// close settles the open positions of the row that have a turn to a won position, the
// one after which mine is the moving army, and none to any other: they are lost.
func (w *worker) close(mine uint64) {
	r := &w.row
	for m := mine; m != 0; m &= m - 1 {
		rest := mine &^ (m & -m)
		from := r.sources(bits.TrailingZeros64(m), rest)
		if from == 0 {
			continue
		}
		w.ranks.gaps(&w.gaps, rest)
		for k := 0; from != 0; k++ {
			part := from & w.gaps.below[k&15]
			from &^= part
			for base := w.gaps.base[k&15]; part != 0; part &= part - 1 {
				c := bits.TrailingZeros64(part)
				col := int(base + w.ranks.add[((k+1)<<6|c)&1023])
				bit := uint64(1) << (col & 63)
				if (w.settled[col>>6]|w.tried[col>>6])&bit != 0 {
					continue
				}
				w.tried[col>>6] |= bit
				if before := rest | part&-part; w.loses(before) {
					w.settle(lost, before, col)
				}
			}
		}
	}
	if r.special != nil {
		w.specials.collect(w.space, r, mine, lost)
	}
}

// loses reports whether every turn of an open position of the row leads to a won one.
func (w *worker) loses(mine uint64) bool {
	r := &w.row
	stuck := r.stuck(mine)
	var g gaps
	for m := mine; m != 0; m &= m - 1 {
		rest := mine &^ (m & -m)
		to := r.targets(bits.TrailingZeros64(m), rest, stuck)
		if to == 0 {
			continue
		}
		w.ranks.gaps(&g, rest)
		for k := 0; to != 0; k++ {
			part := to & g.below[k&15]
			to &^= part
			for base := g.base[k&15]; part != 0; part &= part - 1 {
				col := base + w.ranks.add[((k+1)<<6|bits.TrailingZeros64(part))&1023]
				if w.wins[col>>6]>>(col&63)&1 == 0 {
					return false
				}
			}
		}
	}
	if r.special == nil {
		return true
	}
	w.armies = r.special.after(w.armies[:0], r, mine)
	for _, a := range w.armies {
		if !w.table.wonAfter(a.mine, w.turned(a.theirs)) {
			return false
		}
	}
	return true
}

// applySpecials does for special turns what lead and close do for the others. All
// workers have done their rows.
func (w *worker) applySpecials(found []specialTurn) {
	at := -1
	for _, t := range found {
		if row := int(t.row); row != at {
			at = row
			w.begin(row)
		}
		col := w.ranks.col(t.mine)
		switch {
		case !w.isOpen(col):
		case t.kind == won:
			w.settle(won, t.mine, col)
		case w.loses(t.mine):
			w.settle(lost, t.mine, col)
		}
	}
}
