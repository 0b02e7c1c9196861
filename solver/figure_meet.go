package solver

import (
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
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
	*run
	space  *space[W]
	sides  [2]*side[W]
	length int
	paid   int // moves of both sides together up to which an earlier run counted the work
}

// side is one of the two searches. The bounds of both depend on nothing but the
// puzzle and the length, so a layer of the same name is the same layer.
type side[W positions.Words] struct {
	layered[W]
	sweep *sweep[W]
	zones *positions.Zones
}

func (s *side[W]) depth() int      { return len(s.layers) - 1 }
func (s *side[W]) last() *layer[W] { return s.layers[len(s.layers)-1] }

// forecast guesses the size of the next layer: it grows as the last one did.
func (s *side[W]) forecast() float64 {
	last := float64(s.last().size())
	if s.depth() == 0 {
		return last
	}
	return last * last / float64(max(s.layers[s.depth()-1].size(), 1))
}

// newBothEnds returns the search for lines of L moves. Every move must count as
// one: it does but in hops under booklet rules. ends lists the positions that
// make a figure, journals are those of the two sides, which may be nil.
func newBothEnds[W positions.Words](r *run, s *space[W], ends []positions.Bits, length int, journals [2]*journal[W]) *bothEnds[W] {
	m := &bothEnds[W]{run: r, space: s, length: length}
	p := s.puzzle
	forward, backward := figureZones(p)
	start := puzzles.Pattern{Men: p.Start}
	patterns := p.Patterns()
	m.sides[0] = m.newSide(layerOf(s, []positions.Bits{p.Start}), forward, start, patterns)
	m.sides[1] = m.newSide(layerOf(s, ends), backward, puzzles.Pattern{Men: ends[0]}, []puzzles.Pattern{start})
	for i, s := range m.sides {
		s.journal = journals[i]
	}
	return m
}

func (m *bothEnds[W]) newSide(first *layer[W], zones *positions.Zones, from puzzles.Pattern, to []puzzles.Pattern) *side[W] {
	s := &side[W]{layered: newLayered[W](m.run, m.space, nil), zones: zones}
	s.layers[0] = first
	s.sweep = newSweep(m.run, m.space, zones, func() filter[W] {
		return &boundFilter[W]{bound: newFigureBound[W](m.space.puzzle, from, to)}
	})
	return s
}

// boundFilter drops successors whose bound exceeds what is left.
type boundFilter[W positions.Words] struct {
	bound *figureBound[W]
	left  int
	none  W // no marks
}

func (f *boundFilter[W]) prune(ex *expander[W]) {
	f.bound.load(&ex.parent, &f.none)
	f.bound.leave(f.left + 1)
	out := ex.moves[:0]
	for _, m := range ex.moves {
		if f.bound.after(m) <= f.left {
			out = append(out, m)
		}
	}
	ex.moves = out
}

// search returns a line of L moves, the one with the best other count if the
// places where the sides meet are at most maxJoins, or nil if there is no line of
// L moves. It pauses with errBudget before it would expand more positions than
// that; call it again to go on.
func (m *bothEnds[W]) search(budget int) (puzzles.Line, error) {
	spent := 0
	for m.depth() < m.length {
		s := m.sides[0]
		if m.sides[1].forecast() < s.forecast() {
			s = m.sides[1]
		}
		work, paid := m.work, m.depth() < m.paid
		if !paid {
			if spent += s.last().size(); spent > budget { // of this call
				return nil, errBudget
			}
		}
		if err := m.extend(s); err != nil {
			return nil, err
		}
		if paid {
			m.work = work
		}
		if s.last().size() == 0 {
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
func (m *bothEnds[W]) bytes() int64 { return m.sides[0].bytes() + m.sides[1].bytes() }

// widest returns the size of the widest layer.
func (m *bothEnds[W]) widest() int { return max(m.sides[0].widest, m.sides[1].widest) }

// extend adds a layer to a side. It returns errMemory if the layers of both, were
// they all in memory, would take more than there is: then another search is better.
func (m *bothEnds[W]) extend(s *side[W]) error {
	d, other := s.depth()+1, m.sides[0]
	if other == s {
		other = m.sides[1]
	}
	for _, w := range s.sweep.workers {
		w.filter.(*boundFilter[W]).left = m.length - d
	}
	s.beside = other.depth()
	err := s.step(s.sweep, d, m.length, func() stage[W] { return plainStage(s.last(), other.bytes) })
	if err != nil {
		return err
	}
	if (s.positions()+other.positions())*int64(len(m.space.start))*8 > m.memory {
		return errMemory
	}
	return nil
}

// meet lists the positions that both last layers hold, the first maxJoins of
// them in their order.
func (m *bothEnds[W]) meet() ([]W, error) {
	few, many := m.sides[0].last(), m.sides[1].last()
	if many.size() < few.size() {
		few, many = many, few
	}
	var met []W
	var mu sync.Mutex
	err := inParts(m.workers, cache.Shards, 1, func(i, _ int) error {
		shard, err := few.shard(i)
		if err != nil {
			return err
		}
		for k := range shard {
			w := &shard[k]
			ok, err := many.has(w, m.space.key(w))
			if err != nil {
				return err
			}
			if ok {
				mu.Lock()
				met = append(met, *w)
				mu.Unlock()
			}
		}
		return nil
	})
	slices.SortFunc(met, func(a, b W) int { return positions.Compare(&a, &b) })
	return met[:min(len(met), maxJoins)], err
}

// line makes a line through one of the positions where the sides meet.
func (m *bothEnds[W]) line(met []W) (puzzles.Line, error) {
	first, err := newTrace(m.space, m.sides[0].zones, m.sides[0].layers, met)
	if err != nil {
		return nil, err
	}
	second, err := newTrace(m.space, m.sides[1].zones, m.sides[1].layers, met)
	if err != nil {
		return nil, err
	}
	best := slices.MinFunc(met, func(a, b W) int {
		return first.hops(a) + second.hops(a) - first.hops(b) - second.hops(b)
	})
	line, err := first.walkTo(best)
	if err != nil {
		return nil, err
	}
	rest, err := second.walkTo(best)
	if err != nil {
		return nil, err
	}
	slices.Reverse(rest)
	for _, path := range rest {
		slices.Reverse(path)
	}
	return append(line, rest...), nil
}
