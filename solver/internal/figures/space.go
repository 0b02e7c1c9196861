package figures

import (
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// mostGoals is how many positions may make the figures of a puzzle for a search
// to begin from all of them.
const mostGoals = 200_000

// newSpace returns the space of a puzzle with figures and without marks.
func newSpace[W positions.Words](p *puzzles.Puzzle) *layers.Space[W] {
	s := layers.NewSpace[W](p)
	mirror := mirror(p)
	for c := range positions.Cell(s.Cells) {
		s.Mirror[c] = uint8(mirror[c])
	}
	return s
}

// mirror returns a reflection that keeps the start, the goal, the marks and
// the set of figures, or the identity if there is none. A line and its image are
// then both lines of the puzzle.
func mirror(p *puzzles.Puzzle) positions.Permutation {
	symmetries := p.Board.Symmetries()
	for _, m := range symmetries[1:] {
		keeps := m.Apply(p.Start) == p.Start && m.Apply(p.Marked) == p.Marked && m.Apply(p.Goal) == p.Goal
		for _, g := range p.Goals {
			image := puzzles.Pattern{Men: m.Apply(g.Men), Marked: m.Apply(g.Marked), Empty: m.Apply(g.Empty)}
			keeps = keeps && slices.Contains(p.Goals, image)
		}
		if keeps && slices.Equal(m, m.Inverse()) { // canonical takes turns of two
			return m
		}
	}
	return symmetries[0]
}

// goalPositions lists the positions that make a figure of a puzzle without marks,
// and false if they are more than mostGoals.
func goalPositions(p *puzzles.Puzzle) ([]positions.Bits, bool) {
	seen := map[positions.Bits]bool{}
	for _, g := range p.Patterns() {
		if !complete(p, g, 0, g.Men, seen) {
			return nil, false
		}
	}
	out := make([]positions.Bits, 0, len(seen))
	for men := range seen {
		out = append(out, men)
	}
	slices.SortFunc(out, func(a, b positions.Bits) int { return positions.Compare((*[4]uint64)(&a), (*[4]uint64)(&b)) })
	return out, true
}

// complete adds to seen all positions that have men and the men still missing on
// cells from next on that do not matter. It gives up when they become too many.
func complete(p *puzzles.Puzzle, g puzzles.Pattern, next positions.Cell, men positions.Bits, seen map[positions.Bits]bool) bool {
	if men.Len() == p.Men() {
		seen[men] = true
		return len(seen) <= mostGoals
	}
	for c := next; int(c) < p.Board.Len(); c++ {
		if !men.Has(c) && !g.Empty.Has(c) && !complete(p, g, c+1, men.With(c), seen) {
			return false
		}
	}
	return true
}

// layerOf returns the layer of the canonical forms of some positions.
func layerOf[W positions.Words](s *layers.Space[W], list []positions.Bits) *layers.Layer[W] {
	l := new(layers.Layer[W])
	for _, men := range list {
		w, key := s.Canonical(positions.Narrow[W](men))
		i := cache.ShardOf(key)
		if !slices.Contains(l.Shards[i], w) {
			l.Shards[i] = append(l.Shards[i], w)
		}
	}
	for i := range l.Shards {
		slices.SortFunc(l.Shards[i], func(a, b W) int { return positions.Compare(&a, &b) })
	}
	return l
}

// zonesOf returns the restrictions of the arrival rule for turns as they are
// played, and for turns that are taken back: what no turn may leave, no turn
// taken back may enter from outside. Both are nil for free rules.
func zonesOf(p *puzzles.Puzzle) (forward, backward *positions.Zones) {
	if !p.Arrival.KeepsGoal() {
		return nil, nil
	}
	var nothing positions.Bits
	return positions.NewZones(nothing, p.Goal, true, false), positions.NewZones(p.Goal, nothing, false, true)
}
