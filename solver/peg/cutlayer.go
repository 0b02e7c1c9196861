package peg

import (
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// marks returns the landmarks where they are worth it, else nil. Where men are jumped
// along rows and columns alone they cut too little (2026-11: the central game, 17 moves
// refuted, 72,298 positions in 4.4 s, without landmarks 100,305 in 0.3 s; wiegleb from e4, where what
// is alive is not known, 19 moves, 241,347 in 8.5 s and 253,438 in 2.1 s).
func (g *game) marks() *landmarks {
	if g.straight() {
		return nil
	}
	return newLandmarks(g)
}

// findMarks prepares the landmarks, once. A search under way is begun anew.
func (s *lineSearch) findMarks() {
	if s.marks != nil {
		return
	}
	if s.marks = s.game.marks(); s.marks != nil {
		s.paused = nil
		s.Park(0)
	}
}

// sampled is how many positions are asked first, and landmarksWorth how many choices may be
// looked at for each that is cut.
const (
	sampled        = 64
	landmarksWorth = 128
)

// cutByLandmarks leaves out of a new layer what landmarks say is more than left moves from the
// other end. The order stays. To ask takes as long as to expand ten positions, in order hundreds,
// so some of the layer are asked first, and the rest if that is worth it.
//
// The closer look, in order, is worth what landmarks cost for all that comes of a position,
// if it goes on as from the last layer to this one.
func (f *front) cutByLandmarks(layer []uint64, left int) ([]uint64, error) {
	f.barred = 0
	if f.marks == nil || len(layer) == 0 {
		return layer, nil
	}
	n := len(layer)
	perPosition := float64(n) / float64(len(f.last()))
	layer, each, err := f.marks.cut(f.Run, (*planner).needsMore, layer, left, landmarksWorth)
	if err == nil && each > 0 {
		layer, _, err = f.marks.cut(f.Run, (*planner).needsMoreInOrder, layer, left, perPosition*each*float64(left))
	}
	if f.barred = int64(n - len(layer)); f.barred > 0 {
		f.Pruned.Add(f.barred)
		f.limited.Store(true)
	}
	return layer, err
}

// cut leaves out of a list of positions what needs more than left moves, of some of them, and of
// all if no more choices than worth are looked at for each that is cut; each is how many are
// looked at for a position then, and 0 if it is not worth it.
func (l *landmarks) cut(r *session.Run, needsMore func(*planner, uint64, int) bool, list []uint64, left int, worth float64) (kept []uint64, each float64, err error) {
	p := planner{landmarks: l}
	step := max(1, len(list)/sampled)
	out := make([]bool, len(list))
	asked, barred := 0, 0
	for i := 0; i < len(list); i += step {
		asked++
		if out[i] = needsMore(&p, list[i], left); out[i] {
			barred++
		}
	}
	if float64(p.looked) <= worth*float64(barred) {
		each = float64(p.looked) / float64(asked)
	}
	if step > 1 && each > 0 {
		r.Doing("landmarks", len(list))
		err = parallel.InParts(r.Workers, len(list), session.ChunkSize/8, func(from, to int) error {
			p := planner{landmarks: l}
			for i := from; i < to; i++ {
				if i%step != 0 {
					out[i] = needsMore(&p, list[i], left)
				}
			}
			r.Done.Add(int64(to - from))
			return r.Stop()
		})
	}
	kept = list[:0]
	for i, p := range list {
		if !out[i] {
			kept = append(kept, p)
		}
	}
	return kept, each, err
}
