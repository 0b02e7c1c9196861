package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// sweep goes through all open positions of the row and settles those as lost that have
// no turn but to won positions. Men are all alike. Positions whose upper men are the
// same have columns one after the other, in the order of their lower men, so a step of
// an upper man, all lower ones being below both its cells, takes a range of columns to
// another one: words of bits at once tell which of them it saves, as it leads to a
// position not won. So do the steps of the lowest man. What is left is looked at one by
// one.
//
// It is right to leave out what is saved so: such a step is a legal turn, as the cell it
// leads to is empty and a man that has arrived stays in its goal court; positions in
// which the clearing duty or a closed cell can forbid it are opened again (barred).
func (w *worker) sweep() {
	w.gather()
	copy(w.tried, w.settled)
	if w.row.reach == nil {
		w.saveUpper(0, w.men, w.cells-w.men, 0)
	}
	rest := duel.Set(1)<<(w.men-1) - 1
	for col := 0; col < w.cols; {
		n := w.cells - w.men
		if rest != 0 {
			n = bits.TrailingZeros64(uint64(rest))
		}
		if n > 0 {
			if open := ^slice(w.settled, col, n) & (1<<n - 1); open != 0 {
				w.sweepRun(w.spread64(uint64(rest)), open, col, n)
			}
			col += n
		}
		if rest == 0 {
			break
		}
		rest = rest.Next()
	}
}

// sweepRun does the open ones of n positions from a column on that differ in the lowest
// man.
func (w *worker) sweepRun(others, open uint64, col, n int) {
	r := &w.row
	swept := uint64(0)
	if r.reach == nil {
		barred := open & w.pack64(r.barred(others))
		swept = open &^ barred
		left := swept &^ slice(w.tried, col, n)
		if left != 0 && others != 0 {
			left &^= w.saved(others, n)
		}
		open = left | barred
	}
	if open != 0 {
		open &^= w.together(r, others, ^slice(w.wins, col, n)&(1<<n-1))
	}
	for ; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open)
		mine := army{set: others | 1<<w.freeCells[i]}
		lose := false
		if swept>>i&1 != 0 {
			lose = w.losesSwept(mine.set)
		} else {
			lose = w.loses(mine)
		}
		if lose {
			w.settle(lost, mine, col+i)
		}
	}
}

// barred returns the cells with one more man on which the clearing duty or a closed cell
// may forbid a turn of one of the others.
func (r *row) barred(others uint64) (out uint64) {
	if r.closing != nil {
		out = r.closing(r, others)
	}
	if r.must {
		switch staying := r.staying(others, 0); {
		case staying > r.stay:
			return anywhere
		case staying == r.stay:
			out |= r.zones[0]
		}
	}
	return out
}

// saveUpper adds to tried the positions that a step of one of the upper men saves, those
// with at least two lower ones. The men above stand; k more are to stand on the first n
// free cells, in the columns from at on.
func (w *worker) saveUpper(above uint64, k, n, at int) {
	for i := k - 1; k > 2 && i < n; i++ {
		man, lower := uint64(1)<<w.freeCells[i], w.choose[(k-1)<<6:]
		from := at + int(w.choose[k<<6|i])
		if allSet(w.tried, from, int(lower[i])) {
			continue // none is open
		}
		for to := w.row.stepsOf(man, above); to != 0; to &= to - 1 {
			below := min(i, w.placeOf(to&-to))
			saveRange(w.tried, from, w.wins, w.firstCol(above|to&-to, k), int(lower[below]))
		}
		w.saveUpper(above|man, k-1, i, from)
	}
}

// saved returns which of n positions that differ in the lowest man a step of the lowest
// one of the others saves, as bits by the place of the lowest man.
func (w *worker) saved(others uint64, n int) (out uint64) {
	man := others & -others
	for to := w.row.stepsOf(man, others&^man); to != 0; to &= to - 1 {
		if below := min(n, w.placeOf(to&-to)); below > 0 {
			out |= ^slice(w.wins, w.firstCol(others&^man|to&-to, 2), below) & (1<<below - 1)
		}
	}
	return out
}

// stepsOf returns where a man may step while the others of mine that are known stand,
// if no duty and no closed cell forbids it.
func (r *row) stepsOf(man, others uint64) uint64 {
	to := r.adj[bits.TrailingZeros64(man)&63] &^ (others | r.theirs)
	if r.arrival && man&r.goals[0] != 0 {
		to &= r.goals[0]
	}
	return to
}

// chainsOf returns where the man on c may go by jumps while mine stand, if no duty and no
// closed cell forbids it.
func (r *row) chainsOf(c int, mine uint64) uint64 {
	rest := mine &^ (1 << (c & 63))
	if !r.mayJump(c, rest) {
		return 0
	}
	if r.arrival && r.goals[0]>>(c&63)&1 != 0 {
		if r.strict {
			return r.chain(c, rest, r.goals[0])
		}
		return r.chain(c, rest, anywhere) & r.goals[0]
	}
	return r.chain(c, rest, anywhere)
}

// placeOf returns the place of a cell among those that theirs leave free.
func (w *worker) placeOf(cell uint64) int { return bits.OnesCount64((cell - 1) &^ w.row.theirs) }

// firstCol returns the first column of the armies whose k-th man from below and all
// above it are these.
func (w *worker) firstCol(men uint64, k int) (col int) {
	for i := k << 6; men != 0; men &= men - 1 {
		col += int(w.ranks.add[(i|bits.TrailingZeros64(men))&1023])
		i += 1 << 6
	}
	return col
}

// together returns the places of the lowest man, among the cells that theirs leave free,
// from which a step of it leads to one of the places given.
func (w *worker) together(r *row, others, places uint64) uint64 {
	if r.reach != nil || r.hard(others, 0) {
		return 0
	}
	to := w.spread64(places)
	if r.closed != nil {
		to &^= r.closed(r, others)
	}
	from := r.neighbours(to)
	if r.arrival {
		goal := r.goals[0]
		from = from&^goal | r.neighbours(to&goal)&goal
	}
	if r.must && r.staying(others, 0) == r.stay {
		from &^= r.zones[0]
	}
	return w.pack64(from &^ others)
}

// gather prepares spread64, pack64 and freeCells for the row.
func (w *worker) gather() {
	i := 0
	w.below = w.below[:0]
	for m := w.row.theirs; m != 0; m &= m - 1 {
		w.below = append(w.below, m&-m-1)
	}
	for c := range w.cells {
		if w.row.theirs>>c&1 == 0 {
			w.freeCells[i] = uint8(c)
			i++
		}
	}
}

// spread64 takes a set of places among the cells that theirs leave free to these cells.
func (w *worker) spread64(places uint64) uint64 {
	for _, b := range w.below {
		places += places &^ b
	}
	return places
}

// pack64 undoes spread64; cells that theirs hold are left out.
func (w *worker) pack64(cells uint64) uint64 {
	cells &^= w.row.theirs
	for i := len(w.below) - 1; i >= 0; i-- {
		b := w.below[i]
		cells = cells&b | cells>>1&^b
	}
	return cells
}

// slice returns n bits, at most 64, from bit at on.
func slice(words []uint64, at, n int) uint64 {
	i, o := at>>6, uint(at&63)
	x := words[i] >> o
	if int(o)+n > 64 {
		x |= words[i+1] << (64 - o)
	}
	return x
}

// saveRange sets of the n bits from at on those that are not set in others, from from
// on.
func saveRange(words []uint64, at int, others []uint64, from, n int) {
	for n > 0 {
		size := min(n, 64-at&63)
		words[at>>6] |= (^slice(others, from, size) & (1<<size - 1)) << (at & 63)
		at, from, n = at+size, from+size, n-size
	}
}

// allSet reports whether n bits from at on are all set.
func allSet(words []uint64, at, n int) bool {
	for n > 0 {
		size := min(n, 64-at&63)
		if ^words[at>>6]>>(at&63)&(1<<size-1) != 0 {
			return false
		}
		at, n = at+size, n-size
	}
	return true
}
