package certificate

import (
	"math"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// lossSearch makes the layers of a search by what hops lose again; the package's comment
// says what they hold.
type lossSearch struct {
	*recheck
	relaxed   bool                                 // in the relaxed game
	rest      func(men field) (least int, ok bool) // of the game itself: what is lost from there on in the relaxed one
	diagonals []diagonal
	on, at    []int      // of each cell: its diagonal, and the how many of it the cell is
	charged   [][3][]int // by diagonal, weight and set of its men: what they lose at least
	jumps     map[lined][]ahead
	hopsBy    [9][]lossHop            // by what they lose
	so        [32][3][3]heaviestSoFar // by diagonal and the weights of the two before it
	most      int                     // that a line may lose
}

// heaviestSoFar is what is lost before a diagonal by weights that end with two.
type heaviestSoFar struct {
	lost   int // −1 if there are no such weights
	before int // the last but two
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
	if all := 4*s.Moves - m.total; len(s.Relaxed) > 0 {
		if err := m.formLost(s, s.Relaxed, all); err != nil {
			return err
		}
		if len(s.Layers) == 0 && s.Met == 0 {
			return nil // the relaxed game does not lead to the goal
		}
	}
	if end > 0 && s.Met > 0 && len(s.Layers) == end && s.Layers[end-1].Positions == 0 {
		return wrong("%s: it met the goal after %d, in no position", s.name(), s.Met)
	}
	return m.formLost(s, s.Layers, end)
}

// formLost checks that layers are those of all losses up to the last one.
func (m *model) formLost(s Step, layers []Layer, last int) error {
	if len(layers) != max(0, last) || last < 0 {
		return wrong("%s: there are %d layers for %d rows that may be lost", s.name(), len(layers), last)
	}
	for i, l := range layers {
		switch {
		case l.Depth != i+1:
			return wrong("%s: layer %d has the depth %d", s.name(), i+1, l.Depth)
		case l.Positions < 0 || l.Positions > mostPositions:
			return wrong("%s: %d positions at depth %d", s.name(), l.Positions, l.Depth)
		case l.Bounds != 0:
			return wrong("%s: depth %d has bounds", s.name(), l.Depth)
		}
		if err := m.summary(s, l); err != nil {
			return err
		}
	}
	return nil
}

// losses recomputes a search by what hops lose.
func (r *recheck) losses() error {
	s := r.newLossSearch(false)
	if len(r.step.Relaxed) > 0 {
		rest, err := r.relaxedGame()
		if err != nil {
			return err
		}
		if rest == nil && len(r.step.Layers) == 0 && r.step.Met == 0 {
			return nil // it does not lead to the goal
		}
		s.rest = rest
	}
	s.layers = []*codes{s.only(s.canonical(s.start))}
	for lost := 0; lost <= s.most; lost++ {
		if lost > 0 {
			next, err := s.layer(lost)
			if err != nil {
				return err
			}
			s.layers = append(s.layers, next)
			if err := r.compareWith(r.step.Layers, lost, next); err != nil {
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

// relaxedGame makes the layers of the relaxed game again. It returns what says how much is
// lost in it at least from a position on, where that is not too much; nil if the goal is in
// no layer.
func (r *recheck) relaxedGame() (rest func(men field) (least int, ok bool), err error) {
	s := r.newLossSearch(true)
	s.layers = []*codes{s.only(s.child(s.start))}
	for lost := 1; lost <= s.most; lost++ {
		next, err := s.layer(lost)
		if err != nil {
			return nil, err
		}
		s.layers = append(s.layers, next)
		if err := r.compareWith(r.step.Relaxed, lost, next); err != nil {
			return nil, err
		}
	}
	// Back from the goal, hop by hop: one that loses so much loses 8 less that when it is
	// taken back, and is one of the relaxed game again.
	least := map[string]int{}
	found := make([][][]byte, s.most+1) // by what is lost from there on
	find := func(code []byte, rest int) {
		if slices.ContainsFunc(s.layers[:s.most-rest+1], func(l *codes) bool { return l.has(code) }) {
			found[rest] = append(found[rest], code)
		}
	}
	find(s.child(s.goal), 0)
	for rest := range found {
		for _, code := range found[rest] {
			if _, known := least[string(code)]; known {
				continue
			}
			least[string(code)] = rest
			if err := s.spend(); err != nil {
				return nil, err
			}
			for lost := 2; lost <= min(6, s.most-rest); lost++ {
				s.successors(s.decode(code), 8-lost, math.MaxInt32, func(men field) { find(s.child(men), rest+lost) })
			}
		}
	}
	if len(least) == 0 {
		return nil, nil
	}
	return func(men field) (int, bool) {
		rest, ok := least[string(s.child(men))]
		return rest, ok
	}, nil
}

func (r *recheck) newLossSearch(relaxed bool) *lossSearch {
	s := &lossSearch{
		recheck: r, relaxed: relaxed, diagonals: r.diagonals(), on: make([]int, r.cells), at: make([]int, r.cells),
		jumps: map[lined][]ahead{}, most: 4*r.step.Moves - r.total,
	}
	jumpBack := 8
	if relaxed {
		jumpBack = 0
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
				known[of] = d.charges(of[1], weight, jumpBack)
			}
			by[weight] = known[of]
		}
		s.charged = append(s.charged, by)
	}
	if s.hopsBy = s.lossHops(); relaxed {
		s.hopsBy[8] = nil // jumps back
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

// heaviest returns how much is lost by the weights of the diagonals by which most is, and if
// asked for these. Neighbours weigh no more than 3 together, those two apart no more than 2.
func (s *lossSearch) heaviest(sets []int, asked bool) (weights []int, lost int) {
	const none = -1
	so := s.so[:len(sets)+1]
	for i := range so {
		for one := range 3 {
			for two := range 3 {
				so[i][one][two].lost = none
			}
		}
	}
	so[0][0][0].lost = 0
	for i, set := range sets {
		for one := range 3 {
			for two := range 3 {
				b := so[i][one][two].lost
				for w := 0; b != none && w+one <= 3 && w+two <= 2 && w < 3; w++ {
					if lost := b + s.charged[i][w][set]; lost > so[i+1][w][one].lost {
						so[i+1][w][one] = heaviestSoFar{lost, two}
					}
				}
			}
		}
	}
	one, two := 0, 0
	for k := range 9 {
		if b := so[len(sets)][k/3][k%3].lost; b > lost || k == 0 {
			lost, one, two = max(b, 0), k/3, k%3
		}
	}
	if !asked {
		return nil, lost
	}
	weights = make([]int, len(sets))
	for i := len(sets); i > 0; i-- {
		weights[i-1] = one
		one, two = two, so[i][one][two].before
	}
	return weights, lost
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
				if s.rest != nil {
					if least, ok := s.rest(men); !ok || least > s.most-lost {
						return
					}
				}
				child := s.child(men)
				if !slices.ContainsFunc(s.layers, func(l *codes) bool { return l.has(child) }) {
					next.add(child)
				}
			})
		}
	}
	return next, nil
}

// child returns the code of a position; in the relaxed game of the one that stands for it.
func (s *lossSearch) child(men field) []byte {
	if !s.relaxed {
		return s.canonical(men)
	}
	sets := s.setsOf(men)
	for i, d := range s.diagonals {
		for _, a := range s.ahead(len(d.cells), sets[i]) {
			sets[i] = min(sets[i], a.men)
		}
	}
	return s.canonical(s.place(sets))
}

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
