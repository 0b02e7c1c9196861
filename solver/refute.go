package solver

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
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
// So all lines or their mirrored reversals pass a midpoint: a position at depth
// k with gain ≥ T/2, or (L odd) one at depth k−1 with gain > T/2. The depth k is
// the same for 2k−1 and 2k moves, so one search settles both. The first half
// collects all midpoints by breadth-first search that drops a position when it
// provably cannot become one (rows.lift, reach); the second half extends the
// midpoints to the goal and drops what is provably too far from it. If the goal
// is not met, there is no line of L moves.
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
// Cost: memory for all layers, the widest near the middle.
type refutation[W positions.Words] struct {
	*run
	space  *space[W]
	rows   *rows
	bound  *projection // may be nil
	zones  *positions.Zones
	from   int // no line is shorter than this
	length int // L: from, or from+1 if that is even

	startRows rowCounts
	need      int    // sum of rows of a midpoint at least
	memory    *reach // nil without projection
	middle    int    // depth of the midpoints

	layers []*layer[W]
	widest int
	// of the sweep in work
	depth  int  // of the successors
	second bool // extend midpoints, whatever their gain
}

// newRefutation returns a search for lines of from … length moves that obey the
// zones. It starts when advance is called first.
func newRefutation[W positions.Words](r *run, sp *space[W], rw *rows, p *projection, zones *positions.Zones, from, length int) *refutation[W] {
	start, key := sp.canonical(sp.start)
	return &refutation[W]{
		run: r, space: sp, rows: rw, bound: p, zones: zones, from: from, length: length,
		startRows: rw.count(cellsOf(&sp.start)),
		middle:    (length + 1) / 2,
		need:      (sp.totalGain+1)/2 + sp.startGain,
		layers:    []*layer[W]{singleton(start, key)},
		depth:     1,
	}
}

// advance goes on with the search. It returns a shortest line, or nil if there
// is none of the lengths sought.
// It pauses with errBudget before a layer that would take the positions
// expanded in this call over the budget; call it again to go on.
func (s *refutation[W]) advance(budget int) (puzzles.Line, error) {
	sp := s.space
	if s.bound != nil && s.memory == nil {
		s.memory = newReach(s.bound, s.need, s.length-s.middle, s.middle)
	}
	sw := newSweep(s.run, sp, s.zones, s.newFilter)
	goal, key := sp.canonical(sp.goal)
	spent := 0
	for ; s.depth <= s.length; s.depth++ {
		if spent += s.layers[s.depth-1].size(); spent > budget {
			return nil, errBudget
		}
		s.second = s.depth > s.middle
		if err := s.step(sw, s.layers[s.depth-1]); err != nil {
			return nil, err
		}
		if s.depth == s.middle && (s.length%2 == 1 || s.from < s.length) {
			s.second = true
			if err := s.step(sw, s.pastHalf(s.layers[s.depth-1])); err != nil {
				return nil, err
			}
		}
		if s.depth == s.middle {
			s.memory = nil // all its questions are answered
		}
		if s.depth >= s.from && s.layers[s.depth].has(&goal, key) {
			t := newTrace(sp, s.zones, s.layers, []W{goal})
			return t.walkTo(sp.goal)
		}
		if s.layers[s.depth].size() == 0 {
			break
		}
	}
	return nil, nil
}

// bytes returns the memory that the search holds between layers.
func (s *refutation[W]) bytes() int64 {
	var n int64
	for _, l := range s.layers {
		n += l.bytes()
	}
	if s.memory != nil {
		n += s.memory.bytes()
	}
	return n
}

// step adds the successors of the positions of from, a part of the layer before
// or all of it, to the layer at s.depth.
func (s *refutation[W]) step(sw *sweep[W], from *layer[W]) error {
	s.enter(s.depth, s.length, from.size())
	s.hold(s.bytes(), sw.table.Bytes)
	if err := sw.expand(from); err != nil {
		sw.reset()
		return err
	}
	without := []*layer[W]{s.layers[s.depth-1]}
	if s.depth >= 2 {
		without = append(without, s.layers[s.depth-2])
	}
	next, err := gather(sw.table, s.workers, without...)
	if err != nil {
		return err
	}
	if len(s.layers) == s.depth {
		s.layers = append(s.layers, next)
	} else {
		s.layers[s.depth] = union(s.layers[s.depth], next)
	}
	s.widest = max(s.widest, s.layers[s.depth].size())
	return nil
}

// refuteFilter drops moves to positions that are provably on no line of the
// length sought that passes a midpoint.
type refuteFilter[W positions.Words] struct {
	*refutation[W]
	answers *rowFilter
}

func (s *refutation[W]) newFilter() filter[W] {
	f := &refuteFilter[W]{refutation: s, answers: &rowFilter{rows: s.rows, bound: s.bound}}
	f.answers.ask = func(a, b uint8) int {
		if s.keeps(f.answers, a, b) {
			return 1
		}
		return 0
	}
	return f
}

func (f *refuteFilter[W]) prune(fam *family[W]) {
	f.answers.load(fam.generator.Men())
	out := fam.moves[:0]
	for _, m := range fam.moves {
		if f.answers.after(m) != 0 {
			out = append(out, m)
		}
	}
	fam.moves = out
}

// keeps decides for the successors by moves from row a to row b.
func (s *refutation[W]) keeps(f *rowFilter, a, b uint8) bool {
	sum := f.sum + int(b) - int(a)
	if !s.second {
		left := s.middle - s.depth
		if s.memory != nil {
			return s.memory.possible(f, a, b, sum, left)
		}
		k := f.moved(a, b)
		return sum+s.rows.lift(&k, left) >= s.need
	}
	left := s.length - s.depth
	if s.bound != nil {
		return f.distance(a, b) <= left
	}
	// The image of the successor must be reachable from the start in the moves
	// left, so its gain is at most what lift allows there.
	return s.space.totalGain+s.space.startGain-sum <= s.rows.lift(&s.startRows, left)
}

// pastHalf returns the positions of l with more than half of the gain.
func (s *refutation[W]) pastHalf(l *layer[W]) *layer[W] {
	out := new(layer[W])
	for i, shard := range l.shards {
		for k := range shard {
			if 2*s.space.gain(&shard[k]) > s.space.totalGain {
				out.shards[i] = append(out.shards[i], shard[k])
			}
		}
	}
	return out
}

// cellsOf lists the cells of a position.
func cellsOf[W positions.Words](w *W) []uint8 {
	var out []uint8
	for _, c := range positions.Widen(*w).Cells() {
		out = append(out, uint8(c))
	}
	return out
}
