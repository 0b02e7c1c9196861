package certificate

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// lossHop is a hop that loses something, by the diagonals that it has to do with.
type lossHop []lossPart

// lossPart is what a hop has to do with one diagonal.
type lossPart struct {
	on       int
	cells    int // of the hop
	occupied int // those with men before
	changes  int // those that change
}

// lossHops returns all hops by what they lose.
func (s *lossSearch) lossHops() (by [9][]lossHop) {
	for from := range positions.Cell(s.cells) {
		for d := range s.board.Directions() {
			near := s.board.Neighbour(from, d)
			for _, to := range []positions.Cell{near, s.far(from, d, 2)} {
				if to == positions.NoCell {
					continue
				}
				var h lossHop
				add := func(c positions.Cell, occupied, changes bool) {
					i := slices.IndexFunc(h, func(p lossPart) bool { return p.on == s.on[c] })
					if i < 0 {
						i = len(h)
						h = append(h, lossPart{on: s.on[c]})
					}
					h[i].cells |= 1 << s.at[c]
					if occupied {
						h[i].occupied |= 1 << s.at[c]
					}
					if changes {
						h[i].changes |= 1 << s.at[c]
					}
				}
				add(from, true, true)
				add(to, false, true)
				if to != near {
					add(near, true, false)
				}
				a, b := s.board.Point(from), s.board.Point(to)
				if lost := 4 - (b.X + b.Y - a.X - a.Y); lost > 0 {
					by[lost] = append(by[lost], h)
				}
			}
		}
	}
	return by
}

// lined is a set of men on a diagonal of so many cells.
type lined struct{ cells, men int }

// ahead is a set of men that jumps ahead along a diagonal lead to, and the cells of each
// jump from such a set to it.
type ahead struct {
	men  int
	last []int
}

// setsOf returns the men of each diagonal.
func (s *lossSearch) setsOf(men field) (sets []int) {
	for _, d := range s.diagonals {
		sets = append(sets, d.setOf(men))
	}
	return sets
}

// ahead returns the sets that jumps ahead along a diagonal lead to, men first; in the
// relaxed game those that jumps back lead to, too, and of no set which jumps are its last.
func (s *lossSearch) ahead(cells, men int) []ahead {
	if out, ok := s.jumps[lined{cells, men}]; ok {
		return out
	}
	out := []ahead{{men: men}}
	for i := 0; i < len(out); i++ {
		for c := range cells - 2 {
			jump := out[i].men >> c & 7
			if jump != 3 && (!s.relaxed || jump != 6) { // a man, a man, nobody
				continue
			}
			then := out[i].men ^ 1<<c ^ 1<<(c+2)
			k := slices.IndexFunc(out, func(a ahead) bool { return a.men == then })
			if k < 0 {
				k = len(out)
				out = append(out, ahead{men: then})
			}
			if !s.relaxed {
				out[k].last = append(out[k].last, 7<<c)
			}
		}
	}
	s.jumps[lined{cells, men}] = out
	return out
}

// successors gives the positions after a hop that loses so much, and jumps ahead before it
// that it may have to come after, from which no more than rest is lost at least.
func (s *lossSearch) successors(men field, lost, rest int, give func(field)) {
	sets := s.setsOf(men)
	weights, most := s.heaviest(sets, true)
	after := slices.Clone(sets)
	aheads, ever := make([][]ahead, len(sets)), make([]int, len(sets)) // ever: where a man may stand
	for i, set := range sets {
		aheads[i] = s.ahead(len(s.diagonals[i].cells), set)
		for _, a := range aheads[i] {
			ever[i] |= a.men
		}
	}
	var choose func(h lossHop, sum int)
	choose = func(h lossHop, sum int) { // sum: what is lost after the hop by the weights
		if len(h) == 0 {
			if sum > rest {
				return
			}
			if _, lost := s.heaviest(after, false); lost <= rest {
				give(s.place(after))
			}
			return
		}
		p := h[0]
		lose := s.charged[p.on][weights[p.on]]
		for _, a := range aheads[p.on] {
			if a.men&p.cells == p.occupied && a.lastIn(p.cells) {
				after[p.on] = a.men ^ p.changes
				choose(h[1:], sum+lose[after[p.on]]-lose[sets[p.on]])
			}
		}
		after[p.on] = sets[p.on]
	}
	for _, h := range s.hopsBy[lost] {
		if !slices.ContainsFunc(h, func(p lossPart) bool { return p.occupied&^ever[p.on] != 0 }) {
			choose(h, most)
		}
	}
}

// lastIn reports whether each jump to the set has one of these cells.
func (a ahead) lastIn(cells int) bool {
	for _, jump := range a.last {
		if jump&cells == 0 {
			return false
		}
	}
	return true
}

// place returns the position with these men on each diagonal.
func (s *lossSearch) place(sets []int) field {
	men := make(field, s.cells)
	for i, d := range s.diagonals {
		for k, c := range d.cells {
			if sets[i]>>k&1 == 1 {
				men[c] = aMan
			}
		}
	}
	return men
}
