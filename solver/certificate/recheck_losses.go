package certificate

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// lossSearch makes the layers of a search by what hops lose again; the package's comment
// says what they hold.
type lossSearch struct {
	*recheck
	diagonals []diagonal
	on, at    []int      // of each cell: its diagonal, and the how many of it the cell is
	charged   [][3][]int // by diagonal, weight and set of its men: what they lose at least
	jumps     map[lined][]ahead
	most      int // that a line may lose
}

// lined is a set of men on a diagonal of so many cells.
type lined struct{ cells, men int }

// ahead is a set of men that jumps ahead along a diagonal lead to, and the cells of each
// jump from such a set to it.
type ahead struct {
	men  int
	last []int
}

// formLosses checks that the layers are those of all losses that a line of so many hops
// may have, or up to that of the line that was found.
func (m *model) formLosses(s Step) error {
	if err := m.onDiagonals(s); err != nil {
		return err
	}
	end := 4*s.Moves - m.total
	switch {
	case s.Moves < 1 || end < 0:
		return wrong("%s: so many hops do not gain %d rows", s.name(), m.total)
	case s.Met > s.Moves:
		return wrong("%s: it met the goal after %d", s.name(), s.Met)
	case s.Met > 0:
		end = 4*s.Met - m.total
	}
	if len(s.Layers) != max(0, end) || end < 0 {
		return wrong("%s: there are %d layers for %d rows that may be lost", s.name(), len(s.Layers), end)
	}
	for i, l := range s.Layers {
		switch {
		case l.Depth != i+1:
			return wrong("%s: layer %d has the depth %d", s.name(), i+1, l.Depth)
		case l.Positions < 0 || l.Positions > mostPositions:
			return wrong("%s: %d positions at depth %d", s.name(), l.Positions, l.Depth)
		case l.Bounds != 0:
			return wrong("%s: depth %d has bounds", s.name(), l.Depth)
		case s.Met > 0 && i == end-1 && l.Positions == 0:
			return wrong("%s: it met the goal after %d, in no position", s.name(), s.Met)
		}
		if err := m.summary(s, l); err != nil {
			return err
		}
	}
	return nil
}

// losses recomputes a search by what hops lose.
func (r *recheck) losses() error {
	s := r.newLossSearch()
	start := s.canonical(s.start)
	s.layers = []*codes{s.only(start)}
	for lost := 0; lost <= s.most; lost++ {
		if lost > 0 {
			next, err := s.layer(lost)
			if err != nil {
				return err
			}
			s.layers = append(s.layers, next)
			if err := r.compare(lost, next); err != nil {
				return err
			}
		}
		if (s.most-lost)%4 != 0 || !s.ends(s.layers[lost]) {
			continue
		}
		if hops := (s.total + lost) / 4; hops != s.step.Met {
			return wrong("%s: there is a line of %d hops", s.step.name(), hops)
		}
		return nil
	}
	if s.step.Met != 0 {
		return wrong("%s: there is no line", s.step.name())
	}
	return nil
}

func (r *recheck) newLossSearch() *lossSearch {
	s := &lossSearch{
		recheck: r, diagonals: r.diagonals(), on: make([]int, r.cells), at: make([]int, r.cells),
		jumps: map[lined][]ahead{}, most: 4*r.step.Moves - r.total,
	}
	known := map[[3]int][]int{}
	for i, d := range s.diagonals {
		for k, c := range d.cells {
			s.on[c], s.at[c] = i, k
		}
		var by [3][]int
		for weight := range by {
			of := [3]int{len(d.cells), d.setOf(r.goal), weight}
			if known[of] == nil {
				known[of] = d.charges(of[1], weight)
			}
			by[weight] = known[of]
		}
		s.charged = append(s.charged, by)
	}
	return s
}

// setsOf returns the men of each diagonal.
func (s *lossSearch) setsOf(men field) (sets []int) {
	for _, d := range s.diagonals {
		sets = append(sets, d.setOf(men))
	}
	return sets
}

// heaviest returns weights of the diagonals by which most is lost, and how much. Neighbours
// weigh no more than 3 together, those two apart no more than 2.
func (s *lossSearch) heaviest(sets []int) (weights []int, lost int) {
	type last struct{ one, two int } // weights of the last diagonal and the one before
	type best struct {
		weights []int
		lost    int
	}
	so := map[last]best{{}: {}}
	for i, set := range sets {
		next := map[last]best{}
		for before := range 9 {
			l := last{before / 3, before % 3}
			b, ok := so[l]
			for w := 0; ok && w+l.one <= 3 && w+l.two <= 2; w++ {
				now := last{w, l.one}
				if lost := b.lost + s.charged[i][w][set]; next[now].weights == nil || lost > next[now].lost {
					next[now] = best{append(slices.Clone(b.weights), w), lost}
				}
			}
		}
		so = next
	}
	lost = -1
	for l := range 9 {
		if b, ok := so[last{l / 3, l % 3}]; ok && b.lost > lost {
			weights, lost = b.weights, b.lost
		}
	}
	return weights, lost
}

// ahead returns the sets that jumps ahead along a diagonal lead to, men first.
func (s *lossSearch) ahead(cells, men int) []ahead {
	if out, ok := s.jumps[lined{cells, men}]; ok {
		return out
	}
	out := []ahead{{men: men}}
	for i := 0; i < len(out); i++ {
		for c := range cells - 2 {
			if out[i].men>>c&7 != 3 { // a man, a man, nobody
				continue
			}
			then := out[i].men ^ 1<<c ^ 1<<(c+2)
			k := slices.IndexFunc(out, func(a ahead) bool { return a.men == then })
			if k < 0 {
				k = len(out)
				out = append(out, ahead{men: then})
			}
			out[k].last = append(out[k].last, 7<<c)
		}
	}
	s.jumps[lined{cells, men}] = out
	return out
}

// ends reports whether jumps ahead make one of the positions the goal.
func (s *lossSearch) ends(layer *codes) bool {
	for code := range layer.all() {
		sets, all := s.setsOf(s.decode(code)), true
		for i, d := range s.diagonals {
			goal := d.setOf(s.goal)
			all = all && slices.ContainsFunc(s.ahead(len(d.cells), sets[i]), func(a ahead) bool { return a.men == goal })
		}
		if all {
			return true
		}
	}
	return false
}

// layer makes the one of the positions where so much was lost.
func (s *lossSearch) layer(lost int) (*codes, error) {
	next := newCodes(s.width())
	for before, layer := range s.layers {
		if lost-before > 8 {
			continue
		}
		for code := range layer.all() {
			if err := s.spend(); err != nil {
				return nil, err
			}
			s.successors(s.decode(code), lost-before, s.most-lost, func(men field) {
				child := s.canonical(men)
				if !slices.ContainsFunc(s.layers, func(l *codes) bool { return l.has(child) }) {
					next.add(child)
				}
			})
		}
	}
	return next, nil
}

// successors gives the positions after a hop that loses so much, and jumps ahead before it
// that it may have to come after, from which no more than rest is lost at least.
func (s *lossSearch) successors(men field, lost, rest int, give func(field)) {
	sets := s.setsOf(men)
	weights, _ := s.heaviest(sets)
	for from := range positions.Cell(s.cells) {
		for d := range s.board.Directions() {
			near := s.board.Neighbour(from, d)
			if near == positions.NoCell {
				continue
			}
			for _, hop := range []lossHop{{from, near, near}, {from, near, s.far(from, d, 2)}} {
				if hop.to != positions.NoCell && 4-(s.rowOf(hop.to)-s.rowOf(from)) == lost {
					s.hop(sets, weights, hop, rest, give)
				}
			}
		}
	}
}

// lossHop is a hop; of a step over is to.
type lossHop struct{ from, over, to positions.Cell }

func (s *lossSearch) rowOf(c positions.Cell) int {
	p := s.board.Point(c)
	return p.X + p.Y
}

// hop gives the positions after one hop.
func (s *lossSearch) hop(sets, weights []int, h lossHop, rest int, give func(field)) {
	occupied, cells := map[int]int{}, map[int]int{} // by diagonal: the hop's cells with men, and all
	for _, c := range []positions.Cell{h.from, h.over, h.to} {
		cells[s.on[c]] |= 1 << s.at[c]
		if c != h.to {
			occupied[s.on[c]] |= 1 << s.at[c]
		}
	}
	var touched []int
	for i := range sets {
		if cells[i] != 0 {
			touched = append(touched, i)
		}
	}
	after := slices.Clone(sets)
	var choose func(k, sum int)
	choose = func(k, sum int) {
		if k == len(touched) {
			if sum > rest {
				return
			}
			if _, lost := s.heaviest(after); lost <= rest {
				give(s.place(after))
			}
			return
		}
		i := touched[k]
		for _, a := range s.ahead(len(s.diagonals[i].cells), sets[i]) {
			if a.men&cells[i] != occupied[i] || slices.ContainsFunc(a.last, func(jump int) bool { return jump&cells[i] == 0 }) {
				continue
			}
			after[i] = a.men
			if s.on[h.from] == i {
				after[i] ^= 1 << s.at[h.from]
			}
			if s.on[h.to] == i {
				after[i] ^= 1 << s.at[h.to]
			}
			choose(k+1, sum+s.charged[i][weights[i]][after[i]])
		}
	}
	sum := 0 // of the others
	for i, set := range sets {
		if cells[i] == 0 {
			sum += s.charged[i][weights[i]][set]
		}
	}
	choose(0, sum)
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
