package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// shift takes the cells of a set that have a neighbour so far on, or back, to it.
type shift struct {
	cells uint64
	by    int
	back  bool
}

// newShifts lists what makes all neighbours of a set.
func newShifts(b *positions.Board) (out []shift) {
	at := map[int]int{}
	for c := range positions.Cell(b.Len()) {
		for d := range b.Directions() {
			n := b.Neighbour(c, d)
			if n == positions.NoCell {
				continue
			}
			by := int(n) - int(c)
			i, ok := at[by]
			if !ok {
				i = len(out)
				at[by] = i
				out = append(out, shift{by: max(by, -by), back: by < 0})
			}
			out[i].cells |= 1 << c
		}
	}
	return out
}

// neighbours returns the cells next to one of a set.
func (k *kernel) neighbours(set uint64) (out uint64) {
	for i := range k.shifts {
		s := &k.shifts[i]
		if s.back {
			out |= set & s.cells >> (s.by & 63)
		} else {
			out |= set & s.cells << (s.by & 63)
		}
	}
	return out
}

// sweep goes through all open positions of the row and settles those as lost that have
// no turn but to won positions. Men are all alike. Positions that differ in the lowest
// man only have columns one after the other, so their bits are a word, and all steps of
// this man to cells below the second one are taken at once: they save all positions from
// which one leads to a position not won. What is left is looked at one by one.
//
// It is right to leave out what is saved so: such a step is a legal turn, as the second
// man is above both cells, the cell is empty and not closed, the man has not arrived or
// stays in its goal court, and under the clearing duty positions are not looked at
// together if a man of theirs stands in its own court.
func (w *worker) sweep() {
	r := &w.row
	w.gather()
	rest := duel.Set(1)<<(w.men-1) - 1
	for col := 0; col < w.cols; {
		n := w.cells - w.men
		if rest != 0 {
			n = bits.TrailingZeros64(uint64(rest))
		}
		if n > 0 {
			if open := ^slice(w.settled, col, n) & (1<<n - 1); open != 0 {
				others := w.spread64(uint64(rest))
				open &^= w.together(r, others, ^slice(w.wins, col, n)&(1<<n-1))
				for ; open != 0; open &= open - 1 {
					i := bits.TrailingZeros64(open)
					mine := army{set: others | 1<<w.freeCells[i]}
					if w.loses(mine) {
						w.settle(lost, mine, col+i)
					}
				}
			}
			col += n
		}
		if rest == 0 {
			break
		}
		rest = rest.Next()
	}
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
