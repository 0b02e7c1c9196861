package solver

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Refuting lengths through midpoints: a complete search for lines of L moves, or
// of L−1 and L for an even L, that looks at no more than half of each. It needs
// to be known that no line is shorter.
//
// Let the total gain be T, let a line of L moves be x₀ … x_L, and k = ⌈L/2⌉.
// Read backwards and mirrored by σ it is again a line of L moves, y_i = σx_{L−i},
// and gain(y_i) = T − gain(x_{L−i}).
//
//   - L even: gain(x_k) + gain(y_k) = T, so one of the two lines has at least T/2
//     at depth k.
//   - L = 2k−1 odd: if x_{k−1} → x_k does not lose rows, then gain(x_k)+gain(y_k)
//     = T + gain(x_k) − gain(x_{k−1}) ≥ T, and one has at least T/2 at depth k.
//     If it loses rows, then gain(x_{k−1}) + gain(y_{k−1}) = T + gain(x_{k−1}) −
//     gain(x_k) > T, and one has more than T/2 at depth k−1 already.
//
// Nothing is asked of start and goal but that σ swaps them: neither has to be in a
// corner, the goal's cells need not be the foremost, and T may be 0 or negative.
//
// So all lines or their mirrored reversals pass a midpoint: a position at depth
// k with gain ≥ T/2, or (L odd) one at depth k−1 with gain > T/2. The depth k is
// the same for 2k−1 and 2k moves, so one search settles both. The first half
// collects all midpoints by breadth-first search that drops a position when it
// provably cannot become one (rows.lift, corridor, passage); the second half
// extends the midpoints to the goal and drops what is provably too far from it
// (corridor, passage, gainTable); both drop positions whose men have more to do one
// by one than there are moves left (errands.go). If the goal is not met, there is no line of L moves.
//
// Under free rules the mirrored reversal of a line is a line. Under booklet
// rules it is a line of the same game read backwards in time: no turn leads into
// the start court from outside. Then both halves run twice, once with either
// restriction, and the length is refuted when both find nothing.
//
// Positions of the two layers before are removed from a layer. No position of a
// shortest line is lost by this: at its depth d it is d moves from the start, and
// the layers before hold only what fewer moves reach.
//
// Cost: memory for all layers, the widest near the first third (star, 15 men,
// lengths 27 and 28: 4.1 million positions at depth 8; 2026-11).
type refutation[W positions.Words] struct {
	layered[W]
	rows   *rows
	bound  *projection // may be nil
	zones  *positions.Zones
	from   int // no line is shorter than this
	length int // L: from, or from+1 if that is even

	need     int       // sum of rows of a midpoint at least
	middle   int       // depth of the midpoints
	corridor *corridor // nil without projection
	bands    *bands    // decide where there is no projection; may be nil
	rise     *passage  // of the first half, nil without bands
	passage  *passage  // of the second half, nil without bands
	table    *gainTable[W]
	classes  *classBound[W]     // nil for none
	prices   *transferPrices[W] // nil if moves are counted, or for none

	inUse []certificate.Bounds // by its layers, see layered.described
	met   int                  // depth at which the goal was found, 0 if it was not

	// of the sweep in work
	depth  int  // of the successors
	second bool // extend midpoints, whatever their gain
}

// newRefutation returns a search for lines of from … length moves that obey the
// zones. It starts when advance is called first.
func newRefutation[W positions.Words](r *run, sp *space[W], rw *rows, p *projection, t *gainTable[W], j *journal[W], zones *positions.Zones, from, length int) *refutation[W] {
	return &refutation[W]{
		layered: newLayered(r, sp, j), rows: rw, bound: p, table: t, zones: zones, from: from, length: length,
		middle: (length + 1) / 2,
		need:   (sp.totalGain+1)>>1 + sp.startGain, // rounded up, also if T is negative
		depth:  1,
	}
}

// advance goes on with the search. It returns a shortest line, or nil if there
// is none of the lengths sought. It pauses with errBudget before a layer that
// would take the positions expanded in this call over the budget; call it again
// to go on.
func (s *refutation[W]) advance(budget int) (puzzles.Line, error) {
	sp := s.space
	now := certificate.Bounds{
		Gains: slices.Clone(s.table.gains), Rows: s.bound != nil || s.bands != nil, Near: s.table.radius(),
		Height: s.bound == nil && s.bands != nil, Classes: s.classes != nil, Priced: s.prices != nil,
	}
	if known := len(s.inUse); s.use(now) >= known {
		s.corridor = nil // its least sums may have grown
	}
	if now.Height {
		s.rise, s.passage, s.hasty = s.newRise(), s.newPassage(), true
		defer func() { s.rise, s.passage = nil, nil }()
	}
	var err error
	if s.layered.bounds, err = json.Marshal(now); err != nil {
		return nil, err
	}
	sw := newSweep(s.run, sp, s.zones, s.newFilter)
	goal, key := sp.canonical(sp.goal)
	spent := 0
	for ; s.depth <= s.length; s.depth++ {
		if spent += s.layers[s.depth-1].size(); spent > budget {
			return nil, errBudget
		}
		s.second = s.depth > s.middle
		s.narrow()
		if err := s.step(sw, s.layers[s.depth-1], s.depth, s.length, s.tables()); err != nil {
			return nil, err
		}
		if s.depth == s.middle && (s.length%2 == 1 || s.from < s.length) {
			s.second = true
			s.narrow()
			early, err := s.pastHalf(s.layers[s.depth-1])
			if err != nil {
				return nil, err
			}
			if err := s.step(sw, early, s.depth, s.length, s.tables()); err != nil {
				return nil, err
			}
		}
		if err := s.meetPerimeter(); err != nil {
			return nil, err
		}
		if err := s.describe(s.depth); err != nil {
			return nil, err
		}
		if s.depth >= s.from {
			met, err := s.layers[s.depth].has(&goal, key)
			if err != nil {
				return nil, err
			}
			if met {
				s.met = s.depth
				return lineTo(sp, s.zones, s.layers, goal)
			}
		}
		if s.layers[s.depth].size() == 0 {
			break
		}
	}
	return nil, nil
}

// describe is layered.describe with the bounds of the layer.
func (s *refutation[W]) describe(depth int) error {
	if err := s.layered.describe(depth); err != nil {
		return err
	}
	l := &s.described[len(s.described)-1]
	var origin certificate.Bounds
	if bytes.Equal(s.origin, mixed) || json.Unmarshal(s.origin, &origin) != nil {
		l.Bounds = -1 // not to be made again: no certificate
		return nil
	}
	l.Bounds = s.use(origin) // in a layer from the journal those of an earlier run
	return nil
}

// use returns the number of the bounds among those in use.
func (s *refutation[W]) use(b certificate.Bounds) int {
	for i := range s.inUse {
		if s.inUse[i].Equal(b) {
			return i
		}
	}
	s.inUse = append(s.inUse, b)
	return len(s.inUse) - 1
}

// certify returns what a certificate says of the search, which is done.
func (s *refutation[W]) certify(rules string) certificate.Step {
	step := certificate.Step{
		Kind: certificate.Refutation, Marked: s.space.marked, Rules: rules, From: s.from, Moves: s.length, Met: s.met,
		Bounds: s.inUse, Layers: s.described,
	}
	if s.prices != nil {
		step.Prices = s.prices.holes
	}
	return step
}

// tables returns how to ask for the memory that the search holds now besides its
// layers.
func (s *refutation[W]) tables() func() int64 {
	rise, passage, corridor := s.rise, s.passage, s.corridor
	return func() int64 {
		switch {
		case passage != nil:
			return rise.memo.bytes() + passage.memo.bytes()
		case corridor != nil:
			return corridor.bytes()
		}
		return 0
	}
}

// narrow takes the corridor of the half in work. A midpoint one move before the
// middle may stay where it is for one move of the corridor. If the length is even
// that stands for a line of one move less. If it is odd, the first half takes the
// corridor of the next length, which is even, so that no move is missing.
func (s *refutation[W]) narrow() {
	if s.bound == nil {
		return
	}
	length := s.length
	if !s.second {
		length += length % 2
	}
	if s.corridor == nil || s.corridor.length != length {
		s.corridor = newCorridor(s.bound, s.leastSums(length), true)
	}
}

// leastSums returns, for each depth, the least sum of rows of a position on a
// line of a length that passes a midpoint.
func (s *refutation[W]) leastSums(length int) []int {
	least := make([]int, length+1)
	least[s.middle] = s.need
	for t := s.middle + 1; t <= length; t++ {
		least[t] = s.leastOf(length - t)
	}
	return least
}

// leastAfter is the least sum of rows at depth t of a position from which the
// goal can be reached in time. Read backwards and mirrored, the rest of the line
// leads from the start to the image of the position; so the rows that are still
// to gain are no more than any position gains in as many moves.
func (s *refutation[W]) leastAfter(t int) int { return s.leastOf(s.length - t) }

// leastOf is leastAfter with n moves left.
func (s *refutation[W]) leastOf(n int) int {
	return s.space.startGain + s.space.totalGain - s.table.most(n)
}

// keeps decides for the successors by moves from row a to row b.
func (s *refutation[W]) keeps(f *rowFilter, a, b uint8) bool {
	sum := f.sum + int(b) - int(a)
	switch {
	case s.second && sum < s.leastAfter(s.depth):
		return false
	case s.corridor != nil && s.second && s.depth == s.middle:
		return s.corridor.goesOn(f, a, b, s.depth)
	case s.corridor != nil:
		return s.corridor.keeps(f, a, b, s.depth)
	case s.second:
		return true
	}
	k := f.moved(a, b)
	return sum+s.rows.lift(&k, s.middle-s.depth) >= s.need
}

// meetPerimeter drops from the layer at s.depth what is provably too far from
// the goal when exactly the radius of the perimeter is left.
func (s *refutation[W]) meetPerimeter() error {
	if s.depth != s.length-s.table.radius() || s.depth < s.middle {
		return nil
	}
	near, err := s.layers[s.depth].filter(s.workers, func(w *W) (bool, error) {
		image, key := s.space.turned(w)
		return s.table.reached(&image, key)
	})
	s.layers[s.depth] = near
	return err
}

// pastHalf returns the positions of l with more than half of the gain.
func (s *refutation[W]) pastHalf(l *layer[W]) (*layer[W], error) {
	return l.filter(s.workers, func(w *W) (bool, error) {
		return 2*s.space.gain(w) > s.space.totalGain, nil
	})
}

// cellsOf lists the cells with men of a position.
func (s *space[W]) cellsOf(w *W) []uint8 {
	var out []uint8
	for _, c := range positions.Widen(s.men(w)).Cells() {
		out = append(out, uint8(c))
	}
	return out
}
