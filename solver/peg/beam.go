package peg

import (
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

// beam looks for a line shorter than the best one, from the end with more men. Where only men
// along rows and columns are jumped it looks from the other end, too, unless a filter makes
// refuting the lengths in question as quick, and by slacks as long as there is no line.
func (s *lineSearch) beam(width int) error {
	for _, w := range beamWays {
		none := s.Upper() == session.NoUpper
		switch {
		case s.Settled():
		case (w.fromFew || w.slacks) && !s.game.straight():
		case w.fromFew && !none && s.alive != nil && s.Upper()-s.Lower() <= 2:
		case w.slacks && (!none || s.toGoal.pagodas.words+s.fromStart.pagodas.words == 0):
		default:
			if err := s.beamBy(width, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// beamBy is the breadth-first search by moves from one end, whose layers are
// cut to the width most promising positions (promise), until one is among those that are
// few moves from the other end: layers of these are made first, all of them, as long as
// they are no wider. After a line it goes on for shorter ones. It proves something only if
// it never had to cut and left nothing out for being too long: then there is no line at all.
func (s *lineSearch) beamBy(width int, way beamWay) error {
	return s.Phase(fmt.Sprintf(way.name, width), func() (string, int, error) {
		longest := s.game.jumpsOf()
		if s.Upper() != session.NoUpper {
			longest = s.Upper() - 1
		}
		m := s.newMeeting(longest)
		near, far, bound := m.front, m.back, s.toGoal
		if way.fromFew != (s.game.puzzle.Game == puzzles.GameRetour) {
			near, far, bound = m.back, m.front, s.fromStart
		}
		s.Hold(s.alive.bytes(), m.held)
		for len(far.layers) <= longest && len(far.last()) > 0 && s.width(far) <= width {
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
				best, err := bestPegs(s.Workers, bound.promise(s.game, way), near.last(), width)
				if err != nil {
					return "", m.widest, err
				}
				near.layers[len(near.layers)-1] = best
			}
			if err := near.grow(longest); err != nil {
				return "", m.widest, err
			}
		}
		if complete && !near.limited.Load() && s.Upper() == session.NoUpper {
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

// bestPegs returns the width most promising positions of a layer: those of the least
// scores, of the last score that fits the least positions.
func bestPegs(workers int, promise func(uint64) int, layer []uint64, width int) ([]uint64, error) {
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
	out := make([]uint64, 0, width)
	for _, all := range byScore {
		if room := width - len(out); len(all) > room {
			slices.Sort(all)
			all = all[:room]
		}
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
