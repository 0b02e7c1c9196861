package together

import "github.com/halma-solve/halma-solve/positions"

// flood finds the cells to which ways of jumps lead from some cells, by the number of their
// jumps over cells without a man, the least first. It belongs to one goroutine.
//
// If men could come to the cells of a set alone, no way needs fewer of them than a flood
// says whose fill is what is [judge.beside] that set:
//
// In four and six directions a man jumps over a cell along one line alone, the one on
// which cells of his class lie beside it; so a way that comes to no cell twice jumps over
// none twice. In eight directions it may, along both diagonals: from a over s to b, later
// from c over s to d. But a and d have a cell of row or column between them, beside s.
// A jump over that in place of all from a to d has one jump less over cells without a man
// at the least. The same way does not jump over it elsewhere, since its only line for men
// of the class has a and d on it. So without such pairs of jumps there are no more jumps
// over cells without a man than there were such cells.
type flood struct {
	hops      [][]positions.Hop // by cell
	met       set               // with so many jumps over cells without a man as there were rounds
	next      set               // with one more
	men, fill set
	todo      [positions.MaxCells]uint8
	reached   [mostInStock + 1]set // of paid, by what it costs
}

// begin begins at some cells: met is where ways over men alone lead to. Cells without a man
// are jumped over if they are in fill.
func (f *flood) begin(sources, men, fill set) {
	f.men, f.fill, f.met, f.next = men, fill, set{}, sources
	f.grow()
}

// grow allows one more jump over a cell without a man. It returns false, and does nothing,
// if that leads no farther.
func (f *flood) grow() bool {
	first := f.next.AndNot(f.met)
	if first == (set{}) {
		return false
	}
	f.met, f.next = f.met.Or(first), set{}
	n := list(first, &f.todo)
	for n > 0 {
		n--
		for _, h := range f.hops[f.todo[n]] {
			land, bit := &f.met[h.Land>>6], uint64(1)<<(h.Land&63)
			switch over := h.Over & 63; {
			case *land&bit != 0:
			case f.men[h.Over>>6]>>over&1 != 0:
				*land |= bit
				f.todo[n] = h.Land
				n++
			case f.fill[h.Over>>6]>>over&1 != 0:
				f.next[h.Land>>6] |= bit
			}
		}
	}
	return true
}

// within is what is met with at most so many jumps over cells without a man.
func (f *flood) within(most int) set {
	for range most {
		if !f.grow() {
			break
		}
	}
	return f.met
}

// jumps returns the least number of jumps over cells without a man with which a cell of a
// set is met, farSide if that takes more than most. Cells in free take none.
func (f *flood) jumps(to, free set, most int) int {
	if to.Intersects(free) {
		return 0
	}
	for n := 0; n <= most; n++ {
		if to.Intersects(f.met) {
			return n
		}
		if !f.grow() {
			break
		}
	}
	return farSide
}

// paid returns the cells to which ways lead, from some, that cost so much at most. A jump
// over a cell without a man costs what is said of the cell, 1 or more. No way needs to pay
// for a cell twice, as none needs it filled twice, if in eight directions cells beside are
// as cheap.
func (f *flood) paid(sources, men set, cost *grid, most int) (met set) {
	clear(f.reached[:most+1])
	f.reached[0] = sources
	for paid := range most + 1 {
		first := f.reached[paid].AndNot(met)
		met = met.Or(first)
		n := list(first, &f.todo)
		for n > 0 {
			n--
			for _, h := range f.hops[f.todo[n]] {
				land, bit := &met[h.Land>>6], uint64(1)<<(h.Land&63)
				if *land&bit != 0 {
					continue
				}
				if men[h.Over>>6]>>(h.Over&63)&1 != 0 {
					*land |= bit
					f.todo[n] = h.Land
					n++
				} else if all := paid + int(cost[h.Over]); all <= most {
					f.reached[all][h.Land>>6] |= bit
				}
			}
		}
	}
	return met
}

// list writes the cells of a set to an array and returns how many there are.
func list(cells set, to *[positions.MaxCells]uint8) (n int) {
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			to[n] = uint8(k<<6 + trailing(word))
			n++
		}
	}
	return n
}
