package certificate

import (
	"math"
	"slices"
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
