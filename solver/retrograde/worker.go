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
	outcomes
)

// worker settles the positions of whole rows, which no other worker touches
// meanwhile. Turns keep their row, but for special ones: those lead to other rows
// and are collected for the end of the level.
type worker struct {
	*analysis
	postman
	ply           int
	row           row // in work
	ranks         ranks
	gaps          [2]gaps // of positions before and of those after
	before, after parts
	below         []uint64  // see gather
	freeCells     [64]uint8 // by place among the cells that theirs leave free
	settled       []uint64  // of the row in work
	wins          []uint64
	far           []uint8  // its distances, if they are wanted
	base          int64    // of its first position
	times         int64    // how many positions each of its columns stands for
	tried         []uint64 // positions that were looked at in vain in this level
	news          [outcomes][]uint32
	found         [outcomes]int64
	first         [outcomes]int64 // the least place settled in this level
	specials      specialTurns
	armies        []armies // for use again
	illegal       int64
	turns         int64 // legal turns of all open positions at the beginning
}

// start makes the worker ready for a level, in which it writes a stream of mail.
func (w *worker) start(ply, stream int) {
	w.ply = ply
	w.clearFound()
	w.deliverTo(w.next, stream)
	w.meet()
}

// clearFound forgets what has been counted.
func (w *worker) clearFound() {
	w.found, w.first = [outcomes]int64{}, [outcomes]int64{math.MaxInt64, math.MaxInt64}
	w.illegal, w.turns = 0, 0
}

// begin makes a row the one in work.
func (w *worker) begin(at int) {
	w.at, w.base, w.times = at, int64(at)*int64(w.cols), w.weight(at)
	if w.distances != nil {
		from := (at - w.table.first) * w.cols
		w.far = w.distances[from : from+w.cols]
	}
	w.row = w.rowOf(w.kernel, at)
	w.space.ranks(&w.ranks, w.row.theirs)
	w.settled, w.wins = w.bits(at)
}

// settle gives an open position its value.
func (w *worker) settle(kind int, mine army, col int) {
	w.settled[col>>6] |= 1 << (col & 63)
	if w.far != nil {
		w.far[col] = uint8(w.ply)
	}
	w.found[kind] += w.times
	w.first[kind] = min(w.first[kind], w.base+int64(col))
	w.tell(kind, mine)
}

func (w *worker) isOpen(col int) bool { return w.settled[col>>6]>>(col&63)&1 == 0 }

// setUp settles the positions of a row that need no search and counts the turns of the
// others, if that is wanted.
func (w *worker) setUp(at int) {
	w.begin(at)
	r := &w.row
	if w.kinds.ways == 1 && (!w.counting || r.reach == nil && r.special == nil) {
		w.setUpTogether()
		return
	}
	w.eachCol(at, func(col int, mine army) {
		v, over := r.ended(mine.set, mine.marks)
		switch {
		case over && v == duel.ValueLost:
			w.settle(lost, mine, col)
		case over && v == duel.ValueWon:
			w.settle(won, mine, col)
		case over:
			w.settled[col>>6] |= 1 << (col & 63)
			w.illegal += w.times
		case w.counting:
			n := r.countTurns(mine.set, mine.marks)
			w.turns += int64(n) * w.times
			if n == 0 {
				w.settle(lost, mine, col)
			}
		case !r.canMove(mine.set, mine.marks):
			w.settle(lost, mine, col)
		}
	})
}

// setUpTogether is setUp where men are all alike and turns, if they are counted, are
// steps and chains.
func (w *worker) setUpTogether() {
	r := &w.row
	w.gather()
	turns := 0
	w.eachRun(func(others uint64, col, n int) {
		if w.counting {
			turns += w.turnsTogether(others)
		}
		if r.quiet == nil || !r.quiet(r, others) {
			for i := range n {
				w.setUpEnded(col+i, others|1<<w.freeCells[i])
			}
		}
	})
	w.turns += int64(turns) * w.times
	w.sweep()
}

// eachRun calls f for the runs of the row: n positions from a column on in which the
// others stand and the lowest man on each of the free cells below.
func (w *worker) eachRun(f func(others uint64, col, n int)) {
	rest := duel.Set(1)<<(w.men-1) - 1
	for col := 0; col < w.cols; {
		n := w.cells - w.men
		if rest != 0 {
			n = bits.TrailingZeros64(uint64(rest))
		}
		f(w.spread64(uint64(rest)), col, n)
		if col += n; rest == 0 {
			break
		}
		rest = rest.Next()
	}
}

// setUpEnded settles a position if it is over.
func (w *worker) setUpEnded(col int, set uint64) {
	v, over := w.row.ended(set, 0)
	switch {
	case over && v == duel.ValueLost:
		w.settle(lost, army{set: set}, col)
	case over && v == duel.ValueWon:
		w.settle(won, army{set: set}, col)
	case over:
		w.settled[col>>6] |= 1 << (col & 63)
		w.illegal += w.times
	}
}

// setUpIllegal settles the illegal positions of a row only.
func (w *worker) setUpIllegal(at int) {
	w.begin(at)
	if w.kinds.ways == 1 {
		w.gather()
		w.eachRun(func(others uint64, col, n int) {
			if w.row.quiet != nil && w.row.quiet(&w.row, others) {
				return
			}
			for i := range n {
				w.settleIllegal(col+i, army{set: others | 1<<w.freeCells[i]})
			}
		})
		return
	}
	w.eachCol(at, w.settleIllegal)
}

func (w *worker) settleIllegal(col int, mine army) {
	if v, over := w.row.ended(mine.set, mine.marks); over && v != duel.ValueLost && v != duel.ValueWon {
		w.settled[col>>6] |= 1 << (col & 63)
		w.illegal += w.times
	}
}

// deliver notes the positions won in the last level to which turns of a row lead.
func (w *worker) deliver(at int) { w.deliverOf(w.now, at) }

func (w *worker) deliverOf(m *mail, at int) {
	w.begin(at)
	w.news[won] = w.read(w.news[won][:0], m, won, at)
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
	switch news := w.news[won]; {
	case w.sweeping || w.canSweep() && len(news)*sweepFrom > w.runs:
		w.sweep()
	case len(news) == 0:
	default:
		copy(w.tried, w.settled)
		for _, n := range news {
			w.close(w.sender(n))
		}
	}
}

// sweepFrom: from one position won in the last level for so many runs of a row on it is
// faster to go through all open ones. (Measured for 3, 4 and 6 men: twice as many or half
// as many make no difference of more than a few percent.)
const sweepFrom = 15

// lead settles the open positions of the row that have a turn to a lost position, the
// one after which mine is the moving army: they are won.
func (w *worker) lead(mine army) {
	if w.kinds.ways == 1 {
		w.back(mine.set, won, w.settled)
	} else {
		w.eachBefore(mine, func(col int, before army) {
			if w.isOpen(col) {
				w.settle(won, before, col)
			}
		})
	}
	if w.row.special != nil {
		w.specials.collect(w.space, &w.row, mine.set, won)
	}
}

// close settles the open positions of the row that have a turn to a won position, the
// one after which mine is the moving army, and none to any other: they are lost.
func (w *worker) close(mine army) {
	if w.kinds.ways == 1 {
		w.back(mine.set, lost, w.tried)
	} else {
		w.eachBefore(mine, func(col int, before army) {
			bit := uint64(1) << (col & 63)
			if w.tried[col>>6]&bit != 0 {
				return
			}
			w.tried[col>>6] |= bit
			if w.loses(before) {
				w.settle(lost, before, col)
			}
		})
	}
	if w.row.special != nil {
		w.specials.collect(w.space, &w.row, mine.set, lost)
	}
}

// eachBefore calls f for the columns and armies from which a step or a chain has led
// to mine.
func (w *worker) eachBefore(mine army, f func(col int, before army)) {
	for m := mine.set; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		rest := army{mine.set &^ (m & -m), mine.marks &^ (m & -m)}
		w.ranks.each(&w.gaps[0], rest, mine.marks != rest.marks, w.row.sources(c, rest.set, mine.marks), func(col int, before army) bool {
			f(col, before)
			return true
		})
	}
}

// loses reports whether every turn of an open position of the row leads to a won one.
func (w *worker) loses(mine army) bool {
	r := &w.row
	if w.kinds.ways == 1 && r.reach == nil && !r.hard(mine.set, 0) {
		return w.losesAlike(mine.set)
	}
	stuck := r.stuck(mine.set, mine.marks)
	for m := mine.set; m != 0; m &= m - 1 {
		rest := army{mine.set &^ (m & -m), mine.marks &^ (m & -m)}
		to := r.targets(bits.TrailingZeros64(m), rest.set, mine.marks, stuck)
		saved := false
		w.ranks.each(&w.gaps[1], rest, mine.marks != rest.marks, to, func(col int, _ army) bool {
			saved = w.wins[col>>6]>>(col&63)&1 == 0
			return !saved
		})
		if saved {
			return false
		}
	}
	return w.losesBySpecials(mine.set)
}

// losesBySpecials reports whether all special turns of a position lead to won ones.
func (w *worker) losesBySpecials(mine uint64) bool {
	r := &w.row
	if r.special == nil {
		return true
	}
	w.armies = r.special.after(w.armies[:0], r, mine)
	for _, a := range w.armies {
		if !w.table.wonAfter(army{set: a.mine}, w.turned(army{set: a.theirs})) {
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
		mine := army{set: t.mine}
		col := w.ranks.col(mine)
		switch {
		case !w.isOpen(col):
		case t.kind == won:
			w.settle(won, mine, col)
		case w.loses(mine):
			w.settle(lost, mine, col)
		}
	}
}
