package transfer

import (
	"sync/atomic"

	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// tally counts what became of the layers of a refutation. A nil tally counts nothing.
type tally struct {
	run    *session.Run
	cuts   [bounded]atomic.Int64 // of the layer in work
	moves  int64                 // before it and, of these, pruned
	pruned int64
	layers []session.LayerStats
}

// The bounds of a refutation.
const (
	byRows       = iota // row counts, with the gains behind them
	byClasses           // the classes of the men
	byPrices            // what hops the men need one by one
	byPotential         // what was lost
	byDiagonals         // what the men of each diagonal lose
	byAssignment        // what they need as each takes a goal cell of its own: of positions
	byLinks             // links of rows: of positions
	byPerimeter         // what is near the goal: of positions
	byImages            // what the first half does not have: of positions
	bounded
)

// boundNames are their names for people.
var boundNames = [bounded]string{"row counts", "classes of men", "prices of men", "potential", "diagonals", "assignment of men", "links of rows", "perimeter", "images"}

// newTally returns a tally if it is asked for. Of layers that are made elsewhere too
// little is known here.
func newTally(r *session.Run) *tally {
	if !r.Options.Layers || r.Options.Elsewhere != nil {
		return nil
	}
	return &tally{run: r}
}

// cut counts what a bound has cut.
func (t *tally) cut(bound, n int) {
	if t != nil && n > 0 {
		t.cuts[bound].Add(int64(n))
	}
}

// begin is called before a layer is made, end when it has so many positions. Of the moves
// to one that was not made whole in between nothing is known.
func (t *tally) begin() {
	if t == nil {
		return
	}
	for i := range t.cuts {
		t.cuts[i].Store(0)
	}
	t.moves, t.pruned = t.run.Generated.Load(), t.run.Pruned.Load()
}

func (t *tally) end(depth, size int, whole bool) {
	if t == nil {
		return
	}
	l := session.LayerStats{Depth: depth, Positions: int64(size), Useful: -1}
	if l.Moves = t.run.Generated.Load() - t.moves; !whole {
		l.Moves = 0
	} else if l.Moves > 0 {
		byOthers := t.cuts[byClasses].Load() + t.cuts[byPrices].Load() + t.cuts[byPotential].Load() + t.cuts[byDiagonals].Load()
		t.cuts[byRows].Store(t.run.Pruned.Load() - t.pruned - byOthers)
		l.Repeated = l.Moves - l.Positions
		for i, name := range boundNames {
			if n := t.cuts[i].Load(); n > 0 {
				l.Cuts = append(l.Cuts, session.Cut{Bound: name, Count: n})
				l.Repeated -= n
			}
		}
	}
	t.layers = append(t.layers, l)
}

// dropped is called when positions of the layer at depth, which is done, are dropped by
// their images.
func (t *tally) dropped(depth, n int) {
	if t == nil || n == 0 {
		return
	}
	l := &t.layers[depth-1]
	l.Positions -= int64(n)
	l.Cuts = append(l.Cuts, session.Cut{Bound: boundNames[byImages], Count: int64(n)})
}

// tallied returns what became of the layers of the search, which is done, nil if it was
// not counted. Which positions are useful is found backwards from the midpoints, and
// from the goal if it was met.
func (s *refutation[W]) tallied() []session.LayerStats {
	if s.tally == nil {
		return nil
	}
	count := func(first int, all []*layers.Layer[W], ends []W) {
		for i, n := range layers.Leading(s.Run, s.Space, s.zones, all, ends) {
			if d := first + i; d > 0 && (d < s.middle || first > 0) {
				s.tally.layers[d-1].Useful = n
			}
		}
	}
	for i := range s.tally.layers {
		if d := i + 1; d >= s.middle || s.middle >= len(s.Layers) {
			s.tally.layers[i].Useful = 0
		}
	}
	if s.middle < len(s.Layers) {
		count(0, s.Layers[:s.middle+1], nil)
	}
	if s.met >= s.middle {
		goal, _ := s.Space.Canonical(s.Space.Goal)
		count(s.middle, s.Layers[s.middle:s.met+1], []W{goal})
	}
	return s.tally.layers
}
