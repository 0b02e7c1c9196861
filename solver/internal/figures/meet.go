package figures

import (
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Meeting in the middle: a complete search for lines of L moves from the start
// to a figure, when it is known that no line is shorter (Pohl 1971).
//
// Two breadth-first searches, one from the start and one, taking moves back, from
// all positions that make a figure, are extended a layer at a time, always the
// one whose next layer is likely to be smaller, until their depths add up to L.
// Each drops a
// position at depth d whose bound toward the other end exceeds L − d. Let
// x₀ … x_L be a line. No line is shorter, so x_i is i moves from the start and
// L−i moves from the figures; bounds are admissible, so no x_i is dropped and, with
// depths k and L−k, the position x_k is in both last layers. If these have none
// in common, there is no line of L moves.
//
// Positions of the two layers before are removed from a layer; by the same
// argument none of a line of L moves is lost.
//
// With the class bound the forward layers of the star with 13 men and L = 16 never
// hold more than 140,000 positions, where a search by the number of men off the
// line meets 8 million at depth 15 (2026-11).
type bothEnds[W positions.Words] struct {
	*session.Run
	space  *layers.Space[W]
	sides  [2]*side[W]
	length int
	paid   int // moves of both sides together up to which an earlier run counted the work
}

// side is one of the two searches. The bounds of both depend on nothing but the
// puzzle and the length, so a layer of the same name is the same layer.
type side[W positions.Words] struct {
	layers.Layered[W]
	sweep *layers.Sweep[W]
	zones *positions.Zones
	bound *bounds.FigureBound[W] // toward the other end, of no position
}

func (s *side[W]) depth() int             { return len(s.Layers) - 1 }
func (s *side[W]) last() *layers.Layer[W] { return s.Layers[len(s.Layers)-1] }

// forecast guesses the size of the next layer: it grows as the last one did.
func (s *side[W]) forecast() float64 {
	last := float64(s.last().Size())
	if s.depth() == 0 {
		return last
	}
	return last * last / float64(max(s.Layers[s.depth()-1].Size(), 1))
}

// newBothEnds returns the search for lines of L moves. Every move must count as
// one: it does but in hops under booklet rules. ends lists the positions that
// make a figure, journals are those of the two sides, which may be nil.
func newBothEnds[W positions.Words](r *session.Run, s *layers.Space[W], ends []positions.Bits, length int, journals [2]*layers.Journal[W]) *bothEnds[W] {
	m := &bothEnds[W]{Run: r, space: s, length: length}
	p := s.Puzzle
	forward, backward := zonesOf(p)
	start := puzzles.Pattern{Men: p.Start}
	patterns := p.Patterns()
	m.sides[0] = m.newSide(layerOf(s, []positions.Bits{p.Start}), forward, start, patterns)
	m.sides[1] = m.newSide(layerOf(s, ends), backward, puzzles.Pattern{Men: ends[0]}, []puzzles.Pattern{start})
	for i, s := range m.sides {
		s.Journal = journals[i]
	}
	return m
}

func (m *bothEnds[W]) newSide(first *layers.Layer[W], zones *positions.Zones, from puzzles.Pattern, to []puzzles.Pattern) *side[W] {
	s := &side[W]{Layered: layers.NewLayered[W](m.Run, m.space, nil), zones: zones}
	s.Layers[0] = first
	s.bound = bounds.NewFigureBound[W](m.space.Puzzle, from, to)
	s.sweep = layers.NewSweep(m.Run, m.space, zones, func() layers.Filter[W] {
		return &boundFilter[W]{bound: bounds.NewFigureBound[W](m.space.Puzzle, from, to)}
	})
	return s
}

// boundFilter drops successors whose bound exceeds what is left.
type boundFilter[W positions.Words] struct {
	bound *bounds.FigureBound[W]
	left  int
	none  W // no marks
}

func (f *boundFilter[W]) Prune(ex *layers.Expander[W]) {
	f.bound.Load(&ex.Parent, &f.none)
	f.bound.Leave(f.left + 1)
	out := ex.Moves[:0]
	for _, m := range ex.Moves {
		if f.bound.After(m) <= f.left {
			out = append(out, m)
		}
	}
	ex.Moves = out
}

// search returns a line of L moves, the one with the best other count if the
// places where the sides meet are at most layers.MaxJoins, or nil if there is no line of
// L moves. It pauses with ErrBudget before it would expand more positions than
// that; call it again to go on.
func (m *bothEnds[W]) search(budget int) (puzzles.Line, error) {
	spent := 0
	for m.depth() < m.length {
		s := m.sides[0]
		if m.sides[1].forecast() < s.forecast() {
			s = m.sides[1]
		}
		work, paid := m.Work, m.depth() < m.paid
		if !paid {
			if spent += s.last().Size(); spent > budget { // of this call
				return nil, session.ErrBudget
			}
		}
		if err := m.extend(s); err != nil {
			return nil, err
		}
		if paid {
			m.Work = work
		}
		if s.last().Size() == 0 {
			return nil, nil
		}
	}
	met, err := m.meet()
	if err != nil || len(met) == 0 {
		return nil, err
	}
	return m.line(met)
}

// depth returns the moves of both sides together.
func (m *bothEnds[W]) depth() int { return m.sides[0].depth() + m.sides[1].depth() }

// bytes returns the memory of all layers.
func (m *bothEnds[W]) bytes() int64 { return m.sides[0].Bytes() + m.sides[1].Bytes() }

// widest returns the size of the widest layer.
func (m *bothEnds[W]) widest() int { return max(m.sides[0].Widest, m.sides[1].Widest) }

// extend adds a layer to a side.
func (m *bothEnds[W]) extend(s *side[W]) error {
	d, other := s.depth()+1, m.sides[0]
	if other == s {
		other = m.sides[1]
	}
	for _, w := range s.sweep.Workers {
		w.Filter.(*boundFilter[W]).left = m.length - d
	}
	s.Beside = other.depth()
	return s.Step(s.sweep, d, m.length, func() layers.Stage[W] {
		stage := layers.PlainStage(s.last(), other.Bytes)
		if m.space.Puzzle.Count.EachHop() { // there are assignments, asked of a position once, not of each move to it
			stage.Keep = func(list []W) ([]W, error) {
				return layers.Drop(m.Run, list, func(w *W) bool { return s.bound.Exceeds(w, m.length-d) })
			}
		}
		return stage
	})
}

// meet lists the positions that both last layers hold, the first layers.MaxJoins of
// them in their order. Shards of the same number hold positions of the same keys, in order.
func (m *bothEnds[W]) meet() ([]W, error) {
	var met []W
	var mu sync.Mutex
	err := parallel.InParts(m.Workers, cache.Shards, 1, func(i, _ int) error {
		few, err := m.sides[0].last().Shard(i)
		if err != nil {
			return err
		}
		many, err := m.sides[1].last().Shard(i)
		if err != nil {
			return err
		}
		if len(many) < len(few) {
			few, many = many, few
		}
		both := common(few, many)
		mu.Lock()
		met = append(met, both...)
		mu.Unlock()
		return nil
	})
	slices.SortFunc(met, func(a, b W) int { return positions.Compare(&a, &b) })
	return met[:min(len(met), layers.MaxJoins)], err
}

// common returns what two lists in order both have.
func common[W positions.Words](few, many []W) (both []W) {
	for _, w := range few {
		at, found := slices.BinarySearchFunc(many, w, func(a, b W) int { return positions.Compare(&a, &b) })
		if many = many[at:]; found {
			both = append(both, w)
		}
	}
	return both
}

// line makes a line through one of the positions where the sides meet.
func (m *bothEnds[W]) line(met []W) (puzzles.Line, error) {
	first, err := layers.NewTrace(m.space, m.sides[0].zones, m.sides[0].Layers, met)
	if err != nil {
		return nil, err
	}
	second, err := layers.NewTrace(m.space, m.sides[1].zones, m.sides[1].Layers, met)
	if err != nil {
		return nil, err
	}
	best := slices.MinFunc(met, func(a, b W) int {
		return first.Hops(a) + second.Hops(a) - first.Hops(b) - second.Hops(b)
	})
	line, err := first.WalkTo(best)
	if err != nil {
		return nil, err
	}
	rest, err := second.WalkTo(best)
	if err != nil {
		return nil, err
	}
	slices.Reverse(rest)
	for _, path := range rest {
		slices.Reverse(path)
	}
	return append(line, rest...), nil
}
