package transfer

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
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
// provably cannot become one (Rows.Lift, Corridor); the second half extends the
// midpoints to the goal and drops what is provably too far from it (Corridor,
// gainTable), and what the first half does not have (images.go); both drop positions whose
// men have more to do one by one than there are moves left (classprice.go). If the goal is
// not met, there is no line of L moves.
//
// Where hops are counted, midpoints may go by a potential instead; see losingHalf.
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
// Cost: memory for all layers, the widest before the middle (star, 15 men: 1.6 million
// positions for the lengths 27 and 28, 41 million for 29 and 30; 2026-11).
type refutation[W positions.Words] struct {
	layers.Layered[W]
	refutationOptions[W]
	paid   int  // depth up to which an earlier run counted the work
	pauses bool // before the middle; see attack.awaitsGains

	need     int              // sum of rows of a midpoint at least
	middle   int              // depth of the midpoints
	corridor *bounds.Corridor // nil without projection and keys
	toMiddle *bounds.Corridor // of the first half if it has one of its own, with keys
	links    *bounds.Links[W] // nil for none
	linked   *bounds.LinkCorridor[W]
	// linkedToMiddle is that of the first half, for images.
	linkedToMiddle *bounds.LinkCorridor[W]

	under refuteBounds         // of the layer in work
	inUse []certificate.Bounds // by its layers, see layered.described
	met   int                  // depth at which the goal was found, 0 if it was not
	tally *tally               // nil: what becomes of layers is not counted

	// of the sweep in work
	depth  int             // of the successors
	second bool            // extend midpoints, whatever their gain
	asked  bounds.Question // of their row counts
	sweeps int             // that were prepared: what a filter knows holds for one
	merges bool            // layers are put together for others
}

// refutationOptions say what to refute and by which bounds.
type refutationOptions[W positions.Words] struct {
	from    int              // no line is shorter than this
	length  int              // L: from, or from+1 if that is even
	zones   *positions.Zones // that lines obey
	rules   string           // a name of the zones, as in certificates
	rows    *bounds.Rows
	table   *gainTable[W]
	bound   *bounds.Projection    // may be nil
	keys    *bounds.Keys          // encode row counts where there is no projection; may be nil
	classes *bounds.ClassBound[W] // nil for none
	prices  *transferPrices[W]    // nil if moves are counted, or for none
	sent    *sentRows             // what of bound other machines have

	diagonals *bounds.DiagonalBound // nil for none
	half      *losingHalf[W]        // what midpoints are, without row counts; nil: those of the rows gained
}

// newRefutation returns a search for lines, whose layers are kept in j, which may be
// nil. It starts when advance is called first.
func newRefutation[W positions.Words](r *session.Run, sp *layers.Space[W], j *layers.Journal[W], o refutationOptions[W]) *refutation[W] {
	s := &refutation[W]{
		Layered: layers.NewLayered(r, sp, j), refutationOptions: o,
		middle: (o.length + 1) / 2,
		need:   (sp.TotalGain+1)>>1 + sp.StartGain, // rounded up, also if T is negative
		depth:  1,
	}
	s.Regime, s.tally = s, newTally(r)
	if o.bound != nil && bounds.LinksFit(o.bound, o.length+1) {
		s.links = bounds.NewLinks(sp, o.rows)
	}
	return s
}

// advance goes on with the search. It returns a shortest line, or nil if there
// is none of the lengths sought. It pauses with ErrBudget before a layer that
// would take the positions expanded in this call over the budget, and before the middle
// if it is to; call it again to go on.
func (s *refutation[W]) advance(budget int) (puzzles.Line, error) {
	defer s.rest()
	if err := s.use(s.atHand()); err != nil {
		return nil, err
	}
	sw := layers.NewSweep(s.Run, s.Space, s.zones, s.newFilter)
	goal, key := s.Space.Canonical(s.Space.Goal)
	spent := 0
	for ; s.depth <= s.length; s.depth++ {
		work := s.Work
		if s.pauses && s.depth == s.middle {
			return nil, session.ErrBudget
		}
		if s.depth > s.paid {
			if spent += s.Layers[s.depth-1].Size(); spent > budget {
				return nil, session.ErrBudget
			}
		}
		if err := s.use(s.atHand()); err != nil {
			return nil, err
		}
		s.tally.begin()
		if err := s.Step(sw, s.depth, s.length, s.stage); err != nil {
			return nil, err
		}
		s.tally.end(s.depth, s.Layers[s.depth].Size(), s.Whole)
		if s.depth <= s.paid {
			s.Work = work
		}
		if err := s.describe(s.depth); err != nil {
			return nil, err
		}
		if s.depth >= s.from {
			met, err := s.Layers[s.depth].Has(&goal, key)
			if err != nil {
				return nil, err
			}
			if met {
				s.met = s.depth
				return layers.LineTo(s.Space, s.zones, s.Layers, goal)
			}
		}
		if s.Layers[s.depth].Size() == 0 {
			break
		}
	}
	return nil, nil
}

// stage is how the layer at s.depth is made under the bounds in use. The middle
// one has two portions: all of the layer before, to make midpoints, and of those
// in it that are midpoints already the successors, whatever their gain.
func (s *refutation[W]) stage() layers.Stage[W] {
	last := s.Layers[s.depth-1]
	enter := func(second bool) func() func() int64 {
		return func() func() int64 {
			s.second = second
			s.narrow()
			s.follow(last.Size())
			return s.tables()
		}
	}
	about := func(second, merge bool) func() ([]byte, error) {
		if s.encoding() != nil && s.bound == nil {
			return nil // keys depend on the memory there is
		}
		return func() ([]byte, error) { return s.about(second, merge) }
	}
	out := layers.PlainStage(last, nil)
	out.Portions[0].Enter = enter(s.depth > s.middle)
	out.Portions[0].About = about(s.depth > s.middle, false)
	if s.depth > s.middle && s.under.Images {
		// Other machines have no layers of the first half.
		out.Portions[0].Positions, out.Portions[0].About = s.expanded, nil
	}
	if s.depth == s.middle && (s.length%2 == 1 || s.from < s.length) {
		early := func() (*layers.Layer[W], error) { return s.pastHalf(last) }
		out.Portions = append(out.Portions, layers.Portion[W]{Positions: early, Enter: enter(true), About: about(true, false)})
		if s.half != nil && s.length%2 == 1 {
			out.Portions = out.Portions[1:]
		}
	}
	out.About = about(s.depth >= s.middle, true)
	if keep := s.keep(); keep != nil {
		var prepare sync.Once
		out.Keep = func(list []W) ([]W, error) {
			prepare.Do(func() { // all portions may have been in the journal
				s.second = s.depth >= s.middle
				s.narrow()
				s.follow(last.Size())
			})
			return keep(list)
		}
	}
	return out
}

// keep leaves of the positions found those that belong to the layer at s.depth; nil: all.
// What is provably too far from the goal when exactly the radius of the perimeter is
// left does not, nor what has not the links that it needs, nor men who need too many hops.
// All are asked of a position once, not of each move to it. The corridor of links has to
// be that of the layer.
func (s *refutation[W]) keep() layers.Keep[W] {
	if !s.atRadius() && !s.under.Links && !s.under.Assigned {
		return nil
	}
	return func(list []W) (out []W, err error) {
		if out = list; s.under.Assigned {
			out, err = layers.Drop(s.Run, list, func(w *W) bool { return s.prices.exact.exceed(w, s.length-s.depth) })
			if err != nil {
				return nil, err
			}
			s.tally.cut(byAssignment, len(list)-len(out))
		}
		if s.atRadius() {
			found := len(out)
			if out, err = s.near(out); err != nil {
				return nil, err
			}
			s.tally.cut(byPerimeter, found-len(out))
		}
		if s.under.Links {
			found := len(out)
			// Before the middle keeps has asked the same corridor.
			out = s.linked.Keep(out, s.Space.Men, s.depth, s.depth < s.middle)
			s.tally.cut(byLinks, found-len(out))
		}
		return out, nil
	}
}

// near leaves, in place, the positions that are within the perimeter of the goal.
func (s *refutation[W]) near(list []W) ([]W, error) {
	out := list[:0]
	for i := range list {
		image, key := s.Space.Turned(&list[i])
		switch ok, err := s.table.reached(&image, key, s.under.Near); {
		case err != nil:
			return nil, err
		case ok:
			out = append(out, list[i])
		}
	}
	return out, nil
}

// atRadius reports whether exactly the radius of the perimeter is left.
func (s *refutation[W]) atRadius() bool {
	return s.depth == s.length-s.under.Near && s.depth >= s.middle
}

// follow takes the corridor of links of the half in work: in layers before the middle
// links are followed to there, in the others to the goal. There will be room for the
// successors of so many positions.
func (s *refutation[W]) follow(positions int) {
	if !s.under.Links {
		return
	}
	end := s.middle
	if s.depth >= s.middle {
		end = s.length
	}
	if !s.linked.Follows(s.corridor, end) {
		s.linked = s.links.NewCorridor(s.bound, s.corridor, end)
	}
	s.linked.Room(positions, s.Memory/16)
}

// describe is Layered.Describe with the bounds of the layer.
func (s *refutation[W]) describe(depth int) error {
	if err := s.Layered.Describe(depth); err != nil {
		return err
	}
	var of refuteBounds
	if err := json.Unmarshal(s.Made[depth], &of); err != nil {
		return fmt.Errorf("bounds of the layer at depth %d: %w", depth, err)
	}
	n := slices.IndexFunc(s.inUse, of.Equal)
	if n < 0 {
		n = len(s.inUse)
		s.inUse = append(s.inUse, of.Bounds)
	}
	s.Described[len(s.Described)-1].Bounds = n
	return nil
}

// certify returns what a certificate says of the search, which is done.
func (s *refutation[W]) certify(rules string) certificate.Step {
	step := certificate.Step{
		Kind: certificate.Refutation, Marked: s.Space.Marked, Rules: rules, From: s.from, Moves: s.length, Met: s.met,
		Bounds: s.inUse, Layers: s.Described,
	}
	if s.prices != nil {
		step.Prices = s.prices.holes
	}
	if s.diagonals != nil {
		step.Weights = s.diagonals.Weights
	}
	if s.half != nil {
		step.Potential, step.Unit = s.half.potential.Of, s.half.potential.Unit
	}
	return step
}

// tables returns how to ask for the memory that the search holds now besides its
// layers.
func (s *refutation[W]) tables() func() int64 {
	corridors, linked, toMiddle := []*bounds.Corridor{s.corridor, s.toMiddle}, s.linked, s.linkedToMiddle
	return func() int64 {
		n := linked.Bytes() + toMiddle.Bytes()
		for _, c := range corridors {
			if c != nil {
				n += c.Bytes()
			}
		}
		return n
	}
}

// newFilter returns the filter of one worker.
func (s *refutation[W]) newFilter() layers.Filter[W] {
	f := newVerdictFilter[W](s.rows, s.encoding(), &s.asked, func() int { return s.sweeps })
	if s.classes == nil && s.half == nil {
		return f
	}
	both := &classPriceFilter[W]{space: s.Space, left: func() int { return s.length - s.depth }, narrow: f.Narrow, tally: s.tally}
	if s.classes != nil {
		bound := *s.classes
		both.classes = &bound
	}
	if s.prices != nil {
		bound := s.prices.bound
		both.prices = &bound
	}
	if s.diagonals != nil {
		bound := *s.diagonals
		both.diagonals = &bound
	}
	if s.half != nil {
		both.narrow = s.narrowHalf
	}
	return both
}

// encoding returns that of the corridors, nil if there are none.
func (s *refutation[W]) encoding() bounds.Encoding {
	switch {
	case s.bound != nil:
		return s.bound
	case s.keys != nil:
		return s.keys
	}
	return nil
}

// pastHalf returns the positions of l, one before the middle, that are midpoints there.
func (s *refutation[W]) pastHalf(l *layers.Layer[W]) (*layers.Layer[W], error) {
	return l.Filter(s.Workers, s.isPastHalf)
}

func (s *refutation[W]) isPastHalf(w *W) bool {
	if s.half != nil {
		return 2*s.half.lost(w, s.middle-1) <= s.half.all(2*s.middle-1)
	}
	return 2*s.Space.Gain(w) > s.Space.TotalGain
}
