package layers

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// Reach tells how far men can go in one move. It belongs to one goroutine.
//
// Chains need men that stand as ladders do, and those are built by moves that gain next to
// nothing: positions that have gained the same differ most in what the next move can gain.
// It takes as long to find as a position to expand. So beams ask for it only what scores
// best by what costs little, and go on from a part of that: a filtered beam search (Ow and
// Morton 1988).
type Reach[W positions.Words] struct {
	space     *Space[W]
	generator *positions.Generator
	ends      *positions.Ends[W]
	shares    Shares
}

// filtered is of how many positions that score best a filtered beam goes on from one.
const filtered = 8

// Shares are the weights, in tenths, of what the men can gain, that of the man who gains most
// first; men after the last weigh as much as it.
type Shares []int

// WholeArmy counts each man some 19/20 of the one before: all men of an army are to go over
// a ladder (2026-11: with Foremost narrow beams found longer lines of highscore;
// reports/figures.md). Foremost counts little but the first few, which some figures need:
// not all men go far.
var (
	WholeArmy = Shares{10, 10, 9, 9, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4}
	Foremost  = Shares{10, 7, 5, 3, 2, 2, 1, 1}
)

// mostGain is the most that one man gains: more than there are rows or hops on any board.
const mostGain = 255

// HasReach reports whether beams for s are filtered: where chains of short jumps count as
// one move. Long jumps reach far from nearly everywhere, and a hop nowhere.
func (s *Space[W]) HasReach() bool { return !s.Puzzle.Count.EachHop() && !s.Puzzle.Jumps.Long() }

// FilteredWidth returns of how many positions of a layer a filtered beam of a width goes on.
func FilteredWidth(width int) int { return (width + filtered - 1) / filtered }

// BeamWork is what it takes to select and expand a layer of a beam, in positions expanded:
// one that a filtered beam goes on from stands for all that were asked.
func BeamWork(size int, isFiltered bool) int64 {
	if isFiltered {
		size *= 1 + filtered
	}
	return int64(size)
}

// NewReach returns one that knows of no zones: it rates positions, and any rating will do.
func NewReach[W positions.Words](s *Space[W], shares Shares) *Reach[W] {
	return &Reach[W]{
		space:     s,
		generator: positions.NewGenerator(s.Table, nil, s.Puzzle.Count),
		ends:      positions.NewEnds[W](s.Table, nil, s.Puzzle.Count),
		shares:    shares,
	}
}

// Load finds where the men of w can end a move.
func (r *Reach[W]) Load(w *W) {
	men := r.space.Men(w)
	positions.Load(r.generator, &men)
	r.ends.Load(r.generator)
}

// Of returns what the men of the loaded position can gain by their shares, in tenths, if
// cells are worth so much. More than mostGain counts as that.
func (r *Reach[W]) Of(worth *[positions.MaxCells]int32) (sum int) {
	var gaining [mostGain + 1]uint8 // men, by what they can gain
	top := int32(0)
	for i, from := range r.generator.Men() {
		ends, most := &r.ends.Sets()[i], int32(0)
		for k := 0; k < len(*ends); k++ {
			for m := (*ends)[k]; m != 0; m &= m - 1 {
				most = max(most, worth[k<<6+bits.TrailingZeros64(m)]-worth[from])
			}
		}
		most = min(most, mostGain)
		gaining[most]++
		top = max(top, most)
	}
	n := 0
	for gain := top; gain > 0; gain-- {
		for range gaining[gain] {
			sum += r.shares[min(n, len(r.shares)-1)] * int(gain)
			n++
		}
	}
	return sum
}
