package losses

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Beam is a beam search (Bisiani 1987) by layers of what was lost: of each layer it keeps
// the positions from which the least will be lost by bounds.LossBound, of these the ones
// with the most pairs of neighbours on a diagonal, who can jump ahead over each other
// without loss, and among equals those that come first in the layer's order. It proves
// nothing.
//
// Layers have far more positions than a beam keeps. So a layer is made of those from which
// little enough will be lost for a bound that begins as low as the last layer's was, and is
// made again with a greater one until there are as many as are to be kept, or all.
//
// 13, 15 and 19 men over 16×16, width 100: lines of 88, 99 and 120 hops; width 1,000: 87, 98
// and 120. Without the pairs 96, 99, 121 and 88, 98, 120; beams by hops found 88 and 123
// with 13 and 19 men in 80 s (2026-11).
type Beam[W positions.Words] struct {
	search *Search[W]
	width  int
	least  int // that is lost from the start on
	files  layers.BeamFiles[W]
}

// NewBeam returns a beam of so many positions a layer that looks for lines of so many hops
// at most, and of no more than half again as many, and eight, as bounds.LossBound says are
// needed. It keeps its layers in j, which may be nil.
func NewBeam[W positions.Words](r *session.Run, s *layers.Space[W], j *layers.Journal[W], t *Tables, hops, width int) *Beam[W] {
	bound := t.bound.Copy()
	bound.Load(&t.bound.Start)
	hops = min(hops, bounds.HopsFor(t.Rows()+bound.Loss())*3/2+8)
	return &Beam[W]{NewSearch(r, s, nil, t, hops), width, bound.Loss(), layers.NewBeamFiles(r, j)}
}

// Search returns the line found, nil if there is none, and the size of the widest layer.
func (b *Beam[W]) Search() (line puzzles.Line, widest int, err error) {
	if line, err = b.descend(); b.files.Doubtful(err) {
		again := NewBeam(b.search.Run, b.search.Space, b.files.Journal, b.search.tables, b.search.hops, b.width)
		line, err = again.descend()
		b.search = again.search
	}
	return line, b.search.Widest, err
}

// Over is called when the standing says that the beam is done.
func (b *Beam[W]) Over() error { return b.files.Over() }

func (b *Beam[W]) descend() (line puzzles.Line, err error) {
	s := b.search
	if line, err := s.finish(0); line != nil || err != nil {
		return line, err
	}
	s.room = b.least
	for ; s.lost <= s.most; s.lost++ {
		next, err := b.files.Recall(s.lost)
		if err != nil {
			return nil, err
		}
		if next == nil {
			next, err = b.layer()
		}
		if err != nil {
			return nil, err
		}
		s.Work += int64(s.Layers[s.lost-1].Size())
		s.Layers, s.Made = append(s.Layers, next), append(s.Made, nil)
		if err := b.files.Keep(s.Layers); err != nil {
			return nil, err
		}
		if line, err := s.finish(s.lost); line != nil || err != nil {
			return line, err
		}
	}
	return nil, nil
}

// layer returns what is kept of the next layer.
func (b *Beam[W]) layer() (*layers.Layer[W], error) {
	s := b.search
	s.room = max(s.room, s.lost) // as much is lost already
	for work := s.Work; ; s.room++ {
		dropped := s.Pruned.Load()
		if err := s.step(s.room); err != nil {
			return nil, err
		}
		all := s.Layers[s.lost]
		s.Layers, s.Made, s.Work = s.Layers[:s.lost], s.Made[:s.lost], work
		if all.Size() >= b.width || s.room >= s.most || s.Pruned.Load() == dropped {
			return b.best(all)
		}
	}
}

// best returns what is kept of a layer. The next one begins with what these lines lose if
// some were left out, else with what the start loses.
func (b *Beam[W]) best(all *layers.Layer[W]) (*layers.Layer[W], error) {
	s := b.search
	idle := s.idle()
	best, cut, err := all.Best(s.Workers, b.width, func() (func(*W) int, func()) {
		g := <-idle
		return g.rank, func() { idle <- g }
	})
	if s.room = b.least; cut >= 0 {
		s.room = s.lost + cut/ranksOfLoss
	}
	return best, err
}

// Positions from which as much will be lost have ranksOfLoss ranks.
const ranksOfLoss = 1 << 6

// rank returns which positions a beam keeps first: those with the least.
func (s *successors[W]) rank(w *W) int {
	loss, pairs := s.lossFrom(w), 0
	for _, set := range s.bound.Sets[:s.bound.N] {
		pairs += bits.OnesCount32(set & (set >> 1))
	}
	return loss*ranksOfLoss + max(ranksOfLoss-1-pairs, 0)
}
