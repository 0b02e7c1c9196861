package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// worker settles the positions of whole rows, which no other worker touches
// meanwhile. Turns keep their row, but for special ones: those lead to other rows
// and are collected for the end of the level.
type worker struct {
	*state
	ply      uint8
	row      row      // in work
	gate     []uint64 // what gather has read: span rows
	found    [2]int64 // positions settled, with their mirror images
	specials specialTurns
	illegal  int64
	turns    int64 // legal turns of all open positions at the beginning
	failed   error
}

// settle gives an open position its value.
func (w *worker) settle(row, col, kind int) {
	w.values[row*w.cols>>5+col>>5] |= uint64(kind+1) << (col & 31 * 2)
	w.bytes[row*w.cols+col] = w.ply
	w.next[kind].set(row*w.cols + col)
	w.found[kind] += w.weight(row)
}

// begin gives the positions of a row that need no search their values and counts
// the legal turns of the others.
func (w *worker) begin(at int) {
	values := w.rowValues(at)
	set := w.sets[at]
	if set == 0 { // padding
		for i := range values {
			values[i] = ^uint64(0)
		}
		return
	}
	w.row = w.rowOf(w.kernel, at)
	r := &w.row
	counts := w.rowBytes(at)
	byRests := r.reach == nil && w.men*w.cells <= 255 // no sum overflows
	if byRests {
		w.countByRests(r, counts)
	}
	for col, mine := range w.sets {
		if mine == 0 || mine&r.theirs != 0 {
			values[col>>5] |= uint64(duel.ValueIllegal) << (col & 31 * 2)
			continue
		}
		marked := w.marks[col]
		if v, over := r.ended(mine, marked); over {
			switch v {
			case duel.ValueLost:
				w.settle(at, col, lost)
			case duel.ValueWon:
				w.settle(at, col, won)
			default:
				values[col>>5] |= uint64(duel.ValueIllegal) << (col & 31 * 2)
				w.illegal += w.weight(at)
			}
			continue
		}
		n := int(counts[col])
		if !byRests || r.hard(mine, marked) {
			n = w.countTurns(r, mine, marked)
		} else if r.special != nil {
			n += r.special.count(r, mine)
		}
		w.turns += int64(n) * w.weight(at)
		counts[col] = uint8(n)
		switch {
		case n == 0:
			w.settle(at, col, lost)
		case n > 255:
			w.failed = ErrTurns
		}
	}
}

// countTurns returns the number of legal turns of an open position.
func (w *worker) countTurns(r *row, mine, marked uint64) int {
	stuck := r.stuck(mine, marked)
	n := 0
	for m := mine; m != 0; m &= m - 1 {
		n += bits.OnesCount64(r.targets(bits.TrailingZeros64(m), mine&^(m&-m), marked, stuck))
	}
	if r.special != nil {
		n += r.special.count(r, mine)
	}
	return n
}

// lead settles the open positions of a row that have a turn to a lost position:
// they are won.
func (w *worker) lead(at int, reached []uint64) {
	values := w.rowValues(at)
	w.eachSource(at, reached, won, func(cols *[64]uint32, from uint64) {
		for ; from != 0; from &= from - 1 {
			col := int(cols[bits.TrailingZeros64(from)&63])
			if values[col>>5]>>(col&31*2)&3 == 0 {
				w.settle(at, col, won)
			}
		}
	})
}

// close takes, from the open positions of a row that have a turn to a won
// position, that turn; those that have no other left are lost.
func (w *worker) close(at int, reached []uint64) {
	values, counts := w.rowValues(at), w.rowBytes(at)
	w.eachSource(at, reached, lost, func(cols *[64]uint32, from uint64) {
		for ; from != 0; from &= from - 1 {
			col := int(cols[bits.TrailingZeros64(from)&63])
			if values[col>>5]>>(col&31*2)&3 != 0 {
				continue
			}
			counts[col]--
			if counts[col] == 0 {
				w.settle(at, col, lost)
			}
		}
	})
}

// eachSource calls f, for each position of the set reached that the mover has
// come to and each man that may have moved, with the cells that this man may have
// come from and the columns of the positions before, by that cell. Special turns
// are noted as of the given kind.
func (w *worker) eachSource(at int, reached []uint64, kind uint8, f func(cols *[64]uint32, from uint64)) {
	w.row = w.rowOf(w.kernel, at)
	r := &w.row
	free := !r.arrival && !r.must // any turn to a legal position was legal
	for i, word := range reached {
		for ; word != 0; word &= word - 1 {
			code := i<<6 | bits.TrailingZeros64(word)
			set := w.sets[code]
			occ := set | r.theirs
			others := w.others[code*w.men : (code+1)*w.men]
			for m := set; m != 0; m &= m - 1 {
				c := bits.TrailingZeros64(m)
				cols := (*[64]uint32)(w.moved[others[0]:])
				others = others[1:]
				man := m & -m
				if free {
					f(cols, r.reached(c, occ&^man, anywhere))
				} else {
					f(cols, r.sources(c, set&^man, w.marks[code]))
				}
			}
			if r.special != nil {
				w.specials.collect(w.space, r, at, set, kind)
			}
		}
	}
}

// apply does for a special turn what lead and close do for the others.
func (w *worker) apply(s specialTurn) {
	row, col := int(s.row), int(s.col)
	if value(w.rowValues(row), col) != 0 {
		return
	}
	if s.kind == won {
		w.settle(row, col, won)
		return
	}
	count := &w.bytes[row*w.cols+col]
	*count--
	if *count == 0 {
		w.settle(row, col, lost)
	}
}
