package transfer

import (
	"slices"

	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// What the second half of a refutation knows from the first one: a position whose image
// under σ ought to be in one of its layers, and is not, is on no shortest line.
//
// Let x be a shortest line of ℓ moves in the free game, and y its mirrored reversal, which
// is one, too: y_s = σx_j for s = ℓ−j. Let y_s, at depth s ≤ k, have row counts (and
// links of rows) that lead on to the height of a midpoint at depth k as those of a layer
// of the first half have to. Then y_s is in the layer at depth s:
//
//   - So do y_0 … y_{s−1}, for a move of y is a move of the corridor (see bounds.Corridor
//     and bounds.LinkCorridor), and the way goes on from y_s.
//   - All else that drops positions there asks whether they come to the goal in time, as
//     those of a line do; and no layer before holds one that is s moves from the start.
//
// So let j ≥ k. If row counts of σx_j lead on so at depth s = L−j, then x_j is on no line of
// L moves unless σx_j is in the layer at depth s. A line of L−1 moves, if it is sought, too,
// has s−1 there; and what leads on from s does so from s−1, where one more move is left.
//
// Where row counts are not followed, a layer of the first half asks whether Rows.Lift takes
// its positions to the sum of a midpoint, and leads on means that it does. Then y_0 … y_{s−1}
// are lifted there, too, and from s−1 in one more move: a move leaves no greater sum to be
// reached than there was before it, and more moves no smaller one (see Rows.Lift).
//
// Which layer is asked at the middle? A midpoint of an even L with exactly half of the gain
// asks its own: both halves meet in it. What has gained more goes on, until its image has
// so few rows less that it could still have come to half the gain.
//
// What is asked may not be less sharp than what the layers of the first half were pruned
// by: then they need not hold it.

// expanded returns the positions of the layer before s.depth, from the middle on, that may
// be on a shortest line by their images.
func (s *refutation[W]) expanded() (*layers.Layer[W], error) {
	j := s.depth - 1
	last := s.Layers[j]
	s.second = true
	s.narrow()
	t := s.length - j // at least 1, for there is a move to make
	in := s.Layers[t : t+1]
	if s.from < s.length {
		in = s.Layers[t-1 : t+1]
	}
	if s.under.Links {
		if !s.linkedToMiddle.Follows(s.corridor, s.middle) {
			s.linkedToMiddle = s.links.NewCorridor(s.bound, s.corridor, s.middle)
		}
		s.linkedToMiddle.Room(last.Size(), s.Memory/16)
	}
	s.Hold(s.Bytes(), s.tables())
	out, err := last.WithImages(s.Run, s.Space, in, func(images []W) []W { return s.leadToMiddle(images, t) })
	if err == nil {
		s.tally.dropped(j, last.Size()-out.Size())
	}
	return out, err
}

// leadToMiddle leaves, in place, what a layer of the first half at depth t would hold if
// it were reached.
func (s *refutation[W]) leadToMiddle(list []W, t int) []W {
	if s.half != nil {
		return slices.DeleteFunc(list, func(w W) bool { return 2*s.half.lost(&w, t) > s.half.all(s.length) })
	}
	if s.under.Links && t < s.middle { // where no sum of rows is asked for yet
		return s.linkedToMiddle.Keep(list, s.Space.Men, t, false)
	}
	c := s.corridor
	if s.toMiddle != nil {
		c = s.toMiddle
	}
	out := list[:0]
	for i := range list {
		k := bounds.CountMen(s.rows, s.Space.Men(&list[i]))
		var leads bool
		if s.under.Rows {
			leads = c.Has(&k, t)
		} else {
			leads = s.Space.StartGain+s.Space.Gain(&list[i])+s.rows.Lift(&k, s.middle-t) >= s.need
		}
		if leads {
			out = append(out, list[i])
		}
	}
	return out
}

// sharpest reports whether layers of the first half were pruned by no more than b.
func (s *refutation[W]) sharpest(b refuteBounds) bool {
	for _, d := range s.Described {
		of := s.inUse[d.Bounds]
		if d.Depth <= s.middle && !b.AsFar(of) {
			return false
		}
	}
	return true
}
