package peg

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// beamWay is a way in which a beam looks for lines.
type beamWay struct {
	name    string // of the phase, for a width
	fromFew bool   // from the end with fewer men
	slacks  bool   // slacks of pagoda functions count (promise)
}

// beamWays are all of them, in the order in which they are tried.
//
// The end with many men has few moves at first, and layers that end a beam from the other one
// are deep: wiegleb from e5 with width 4,000 gives 35 moves from many men and 23 from few, e4
// 22 and 20, e3 31 and 22. On the diamond only beams from many men find lines, and with more
// directions they find the shorter ones (2026-11).
var beamWays = []beamWay{
	{name: "beam %d"},
	{name: "beam %d from few men", fromFew: true},
	{name: "beam %d from few men", fromFew: true, slacks: true},
	{name: "beam %d", slacks: true},
}

// wantsBeam reports whether a beam is worth it. The search that refutes the last length in
// question finds a line of it, if there is one; where there is no memory for a filter this may
// take far longer than a beam, and so it may where landmarks keep beams from what is too far. In
// the first round it finds what is easy as soon.
func (s *lineSearch) wantsBeam() bool {
	return !s.noBeam && (s.Upper() == session.NoUpper || s.Upper()-s.Lower() > 1 || s.noFilter || s.marks != nil)
}

// beam looks for a line shorter than the best one, from the end with more men. Where only men
// along rows and columns are jumped it looks from the other end, too, unless a filter makes
// refuting the lengths in question as quick, and by slacks as long as there is no line. Landmarks
// leave out the more the shorter the lines are that are looked for, so with them it goes on until
// it finds none, and looks for lines of half as many moves again as the lower bound if it finds none
// of any length (2026-11: triangle of side 9 from a1, width 5000, gives 17 moves so, and else none).
func (s *lineSearch) beam(width int) error {
	for _, w := range beamWays {
		longest := s.game.jumpsOf()
		for again := true; again && s.worth(w); {
			before := s.Upper()
			if before != session.NoUpper {
				longest = before - 1
			}
			if err := s.beamBy(width, w, longest); err != nil {
				return err
			}
			aimed := min(longest, s.Lower()*3/2)
			again = s.marks != nil && (s.Upper() != before || before == session.NoUpper && aimed < longest)
			longest = aimed
		}
	}
	return nil
}

// beamIfRoom is beam beside a refutation that waits: if there is no memory for it the search goes on
// without beams, for wider ones take more.
func (s *lineSearch) beamIfRoom(width int) error {
	err := s.beam(width)
	if errors.Is(err, session.ErrMemory) {
		s.noBeam = true
		return nil
	}
	return err
}

// worth reports whether a way to look for a line is worth it.
func (s *lineSearch) worth(w beamWay) bool {
	none := s.Upper() == session.NoUpper
	switch {
	case s.Settled():
	case (w.fromFew || w.slacks) && !s.game.straight():
	case w.fromFew && !none && s.alive != nil && s.Upper()-s.Lower() <= 2:
	case w.slacks && (!none || s.toGoal.pagodas.words+s.fromStart.pagodas.words == 0):
	default:
		return true
	}
	return false
}

// beamBy is the breadth-first search by moves from one end for lines of at most longest moves.
// Layers are cut to the width most promising positions (keepBest), until one is among those that
// are few moves from the other end: layers of these are made first, all of them, as long as
// they are no wider. After a line it goes on for shorter ones. There is no line at all if it
// found none, never had to cut, left nothing out for being too long, and came to an end by itself: it
// has no positions left, or as many moves as there are jumps in the game. Nothing else is proven.
func (s *lineSearch) beamBy(width int, way beamWay, longest int) error {
	return s.Phase(fmt.Sprintf(way.name, width), func() (string, int, error) {
		m := s.newMeeting(longest)
		near, far, bound := m.front, m.back, s.toGoal
		if way.fromFew != (s.game.puzzle.Game == puzzles.GameRetour) {
			near, far, bound = m.back, m.front, s.fromStart
		}
		s.Hold(s.alive.bytes(), m.held)
		for len(far.layers) <= longest && len(far.last()) > 0 && far.width(s.lone) <= width {
			if err := far.grow(longest); err != nil {
				return "", m.widest, err
			}
		}
		ends := newPositionSet(slices.Concat(far.layers...))
		s.Hold(s.alive.bytes()+ends.bytes(), m.held)
		outcome, complete := "nothing", true
		for {
			if p, moves := meets(near, far, ends); p != 0 && moves <= longest {
				line, err := s.game.lineThrough(p, m)
				if err == nil {
					err = s.Offer(line)
				}
				if err != nil {
					return "", m.widest, err
				}
				outcome, longest = fmt.Sprintf("%d moves", moves), moves-1
			}
			m.widest = max(m.widest, len(near.last()))
			if len(near.layers)+len(far.layers)-2 >= longest || len(near.last()) == 0 {
				break
			}
			if len(near.last()) > width {
				complete = false
				marks := s.marks
				if near != m.taking() {
					marks = nil // they bound moves that take men off
				}
				if err := near.keepBest(width, bound.promise(s.game, way), marks, longest); err != nil {
					return "", m.widest, err
				}
			}
			if err := near.grow(longest); err != nil {
				return "", m.widest, err
			}
		}
		complete = complete && !near.limited.Load() && (len(near.last()) == 0 || longest == s.game.jumpsOf())
		if complete && s.Upper() == session.NoUpper {
			return "no line of any length", m.widest, s.Deny("complete search by moves: no line at all leads from start to goal")
		}
		return outcome, m.widest, nil
	})
}

// meets returns, of the last layer of near, the position that is fewest moves from the end
// of far, the least one of several, and the moves of the line through it; 0 if none is in a
// layer of far. The positions of these layers are in set.
func meets(near, far *front, set *positionSet) (p uint64, moves int) {
	both := set.of(near.last())
	if both == nil {
		return 0, 0
	}
	slices.Sort(both)
	for n, layer := range far.layers {
		for _, q := range layer {
			if _, found := slices.BinarySearch(both, q); found && (p == 0 || q < p) {
				p = q
			}
		}
		if p != 0 {
			return p, len(near.layers) - 1 + n
		}
	}
	return 0, 0
}

// keepBest cuts the last layer to the width most promising positions: those of the least scores,
// of the same score the least positions. What landmarks say is too far from the other end for
// lines of at most length moves is passed over, as long as that is worth it; they may be nil.
func (f *front) keepBest(width int, promise func(uint64) int, marks *landmarks, length int) error {
	enough := width
	if marks != nil {
		enough = len(f.last())
	}
	best, err := byPromise(f.Workers, promise, f.last(), enough)
	if err != nil {
		return err
	}
	left, kept := length-len(f.layers)+1, make([]uint64, 0, width)
	for len(best) > 0 && len(kept) < width {
		n := min(max(width-len(kept), fewest), len(best))
		some := best[:n]
		best = best[n:]
		if marks != nil {
			var each float64
			if some, each, err = marks.cut(f.Run, (*planner).needsMore, some, left, landmarksWorth); err != nil {
				return err
			}
			if each == 0 {
				marks = nil
			}
		}
		kept = append(kept, some[:min(len(some), width-len(kept))]...)
	}
	f.bytes.Add(8 * int64(cap(kept)-cap(f.last())))
	f.layers[len(f.layers)-1] = kept
	return nil
}

// fewest is how many positions landmarks are asked for at once, at least.
const fewest = 1024

// byPromise returns enough of the positions of a layer by their scores, the least ones first,
// those of the same score in their own order.
func byPromise(workers int, promise func(uint64) int, layer []uint64, enough int) ([]uint64, error) {
	scores := make([]int, len(layer))
	err := parallel.InParts(workers, len(layer), session.ChunkSize, func(from, to int) error {
		for i, p := range layer[from:to] {
			scores[from+i] = promise(p)
		}
		return nil
	})
	var byScore [][]uint64
	for i, p := range layer {
		for len(byScore) <= scores[i] {
			byScore = append(byScore, nil)
		}
		byScore[scores[i]] = append(byScore[scores[i]], p)
	}
	var out []uint64
	for _, all := range byScore {
		if len(out) >= enough {
			break
		}
		slices.Sort(all)
		out = append(out, all...)
	}
	return out, err
}

// Weights of what a beam goes by, for a move.
//
// Where only men along rows and columns are jumped it goes by the bound and the number
// of men. Slacks of pagoda functions (pagoda.go) lead to longer lines, but to some where there
// are few: on the diamond from e3 to b4 to one of 28 moves with width 10,000, and without to
// none with 30,000. Measured 2026-11: d4 to d4 with width 1000, 4000, 16000 gives 20, 19, 18 moves
// with weight 8; none, 19, 18 with 5; none, none, 18 with 3; a4 to d1 likewise.
//
// In more directions it goes by all partitions and by where the men are: one far from
// the others is left over in the end. Measured 2026-11 with width 8000, from c1: the
// triangles of side 8 and 9 give 13 and 18 moves, and 15 and 19 by bound and men. With
// the mean over the images of partitions, too, width 2000 gives 17 moves on the triangle
// of side 9 from b1 and c1, without it from c1 alone.
const (
	beamBoundWeight = 8
	beamSumWeight   = 4
	beamMeanWeight  = 16
)

// promise returns what scores positions for a beam; less is better. From few men it wants
// many.
func (b *patternBound) promise(g *game, way beamWay) func(p uint64) int {
	if g.straight() {
		return func(p uint64) int {
			men := bits.OnesCount64(p)
			if way.fromFew {
				men = g.cells - men
			}
			score := 2 * (beamBoundWeight*b.of(g, p) + men)
			if way.slacks {
				score += mostSlack - b.pagodas.meanSlack(p)
			}
			return score
		}
	}
	far := remoteness(g.puzzle.Board)
	return func(p uint64) int {
		most, score, all := 0, 0, 0
		for i := range b.lines {
			n := b.lines[i].at(g.image[b.lines[i].view].of(p))
			most = max(most, n)
			score += beamSumWeight * n
		}
		for i := range b.merson {
			n := b.merson[i].at(b.merson[i].cells.of(p))
			most = max(most, n)
			all += n
			if b.merson[i].upright {
				score += beamSumWeight * n
			}
		}
		if all > 0 {
			score += beamMeanWeight * all / len(b.merson)
		}
		for m := p; m != 0; m &= m - 1 {
			score += far[bits.TrailingZeros64(m)]
		}
		return score + beamBoundWeight*most
	}
}

// remoteness returns of every cell four times the mean of its distances to all others.
func remoteness(b *positions.Board) []int {
	out := make([]int, b.Len())
	for c, steps := range stepsBetween(b) {
		for _, d := range steps {
			out[c] += d
		}
		out[c] = 4 * out[c] / b.Len()
	}
	return out
}
