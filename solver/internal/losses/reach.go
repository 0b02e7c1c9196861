package losses

import (
	"math/bits"
	"slices"
)

// reach is where the men of a diagonal can jump ahead without loss.
type reach struct {
	sets  []uint32   // of men that they get to, the one where they are first
	jumps [][]uint32 // the cells of all jumps between these sets that lead to each of them
	cells uint32     // where a man can get to
	alone []aloneHop
	// Sets for a hop with a certain cell on this diagonal, on which a man is or is not. They
	// are nil until they are asked for.
	stands, free [][]uint32
}

// aloneHop is a hop along a diagonal that loses something.
type aloneHop struct {
	before, after uint32 // the men of the diagonal
	from, to      int    // cells of the diagonal
	lost          int
}

// newReach returns where the men of a diagonal of so many cells can get to.
func newReach(cells int, men uint32) *reach {
	r := &reach{stands: make([][]uint32, cells), free: make([][]uint32, cells)}
	number := map[uint32]int{}
	add := func(set uint32) int {
		n, ok := number[set]
		if !ok {
			n = len(r.sets)
			number[set] = n
			r.sets, r.jumps = append(r.sets, set), append(r.jumps, nil)
		}
		return n
	}
	add(men)
	all := uint32(1)<<cells - 1
	for i := 0; i < len(r.sets); i++ {
		set := r.sets[i]
		r.cells |= set
		for from := set & (set >> 1) &^ (set >> 2) & (all >> 2); from != 0; from &= from - 1 {
			cell := from & -from
			n := add(set ^ cell ^ cell<<2)
			r.jumps[n] = append(r.jumps[n], cell|cell<<1|cell<<2)
		}
	}
	for i, set := range r.sets {
		for men := set; men != 0; men &= men - 1 {
			r.addAlone(i, bits.TrailingZeros32(men), cells)
		}
	}
	return r
}

// addAlone adds the hops of a man along his diagonal that lose something.
func (r *reach) addAlone(i, from, cells int) {
	set := r.sets[i]
	for _, h := range [...]struct{ by, lost int }{{1, 2}, {-1, 6}, {-2, 8}} {
		to := from + h.by
		if to < 0 || to >= cells || set>>to&1 != 0 {
			continue
		}
		of := uint32(1)<<from | 1<<to
		if h.by == -2 {
			if set>>(from-1)&1 == 0 {
				continue
			}
			of |= 1 << (from - 1)
		}
		if r.needs(i, of) {
			r.alone = append(r.alone, aloneHop{set, set ^ 1<<from ^ 1<<to, from, to, h.lost})
		}
	}
}

// needs reports whether a hop with these cells may have to come after the jumps to set i:
// it has a cell of each that leads to it.
func (r *reach) needs(i int, cells uint32) bool {
	for _, jump := range r.jumps[i] {
		if jump&cells == 0 {
			return false
		}
	}
	return true
}

// before returns the sets that there may be before a hop with this one cell, on which a man
// stands or not.
func (r *reach) before(cell int, stands bool) []uint32 {
	known, want := r.free, uint32(0)
	if stands {
		known, want = r.stands, 1
	}
	if known[cell] == nil {
		known[cell] = []uint32{}
		for i, set := range r.sets {
			if set>>cell&1 == want && r.needs(i, 1<<cell) {
				known[cell] = append(known[cell], set)
			}
		}
	}
	return known[cell]
}

// leadsTo reports whether the men can get to a set.
func (r *reach) leadsTo(set uint32) bool { return slices.Contains(r.sets, set) }

// wayTo returns jumps that lead to a set, as the cells that they begin on.
func (r *reach) wayTo(set uint32) (from []int) {
	for set != r.sets[0] {
		// Each jump that leads here comes from a set of the same list.
		cell := bits.TrailingZeros32(r.jumps[slices.Index(r.sets, set)][0])
		from = append(from, cell)
		set ^= 1<<cell ^ 1<<(cell+2)
	}
	slices.Reverse(from)
	return from
}
