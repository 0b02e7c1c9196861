package transfer

import (
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// losingHalf is another theorem of midpoints, where hops are counted: by what is lost of a
// potential in place of the rows that are gained.
//
// Let a hop add no more than U to the potential Φ, and T be what all lines add to it. Then a
// line x of ℓ hops loses λ(ℓ) = Uℓ − T. Let a_t(x) = Ut − (Φ(x_t) − Φ(x₀)) be what it has lost
// at depth t; that never decreases. Of the mirrored reversal y, y_s = σx_{ℓ−s}, where Φ has the
// other sign, a_s(y) = λ(ℓ) − a_{ℓ−s}(x). So with k = ⌈L/2⌉ one of the two lines
//
//   - of L = 2k hops has lost no more than half of λ(L) at depth k, for a_k(x) + a_k(y) = λ(L);
//   - of 2k−1 hops no more than half of λ(2k−1) at depth k−1, for a_{k−1}(x) + a_{k−1}(y) ≤
//     a_{k−1}(x) + a_k(y) = λ(2k−1).
//
// Of two such lines of 2k−1 hops let x be one that has lost no more than the other at depth
// k−1: then a_k(x) = λ(ℓ) − a_{k−1}(y) ≤ λ(ℓ) − a_{k−1}(x).
//
// It has lost no more at any depth before. Such positions are the midpoints of refutation,
// and all before the middle lose as little; where they go on from there does not matter.
// Neither do rows: nothing is asked of them.
//
// And of images: if x_j with j ≥ k is on a shortest line of ℓ hops and a_s(y) for s = ℓ−j is
// no more than half of λ(L), then y_s is in the layer at depth s of the first half, as are all
// before it on y. For images.go leads on means this. (One hop sooner less is lost by U.)
//
// What has lost half needs the other half for the rest. So a length needs far fewer
// positions the nearer T is to it, and layers narrow down before the middle (2026-11).
type losingHalf[W positions.Words] struct {
	space     *layers.Space[W]
	potential *bounds.Potential
	start     int // Φ(x₀)
	total     int // T

	// The numbers that cells have, ascending, and the cells with no less than each.
	values []int
	above  []W
}

func newLosingHalf[W positions.Words](s *layers.Space[W], p *bounds.Potential) *losingHalf[W] {
	h := &losingHalf[W]{space: s, potential: p, total: p.Total(s.Puzzle.Start, s.Puzzle.Goal)}
	h.start = h.of(&s.Start)
	h.values = slices.Compact(slices.Sorted(slices.Values(p.Of)))
	h.above = make([]W, len(h.values))
	for i, least := range h.values {
		for c, n := range p.Of {
			if n >= least {
				positions.Flip(&h.above[i], uint8(c))
			}
		}
	}
	return h
}

// of returns Φ.
func (h *losingHalf[W]) of(w *W) (sum int) {
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k] & h.space.CellBits[k]; m != 0; m &= m - 1 {
			sum += h.potential.Of[k<<6+bits.TrailingZeros64(m)]
		}
	}
	return sum
}

// all is λ(ℓ).
func (h *losingHalf[W]) all(length int) int { return h.potential.Unit*length - h.total }

// lost is a_t of a position at depth t.
func (h *losingHalf[W]) lost(w *W, t int) int { return h.lostAt(h.of(w), t) }

func (h *losingHalf[W]) lostAt(sum, t int) int { return h.potential.Unit*t - (sum - h.start) }

// sum returns Φ of the men on some cells.
func (h *losingHalf[W]) sum(men []uint8) (sum int) {
	for _, c := range men {
		sum += h.potential.Of[c]
	}
	return sum
}

// narrow leaves, of the cells to which men can go, those by which the position has lost no
// more than most at depth t. It returns how many it removed if that is to be counted.
func (h *losingHalf[W]) narrow(men []uint8, ends []W, t, most int, count bool) (removed int) {
	least := h.lostAt(h.sum(men), t) - most
	for i, c := range men {
		n, _ := slices.BinarySearch(h.values, h.potential.Of[c]+least)
		var kept W
		if n < len(h.above) {
			kept = h.above[n]
		}
		for k := 0; k < len(kept); k++ {
			if count {
				removed += bits.OnesCount64(ends[i][k] &^ kept[k])
			}
			ends[i][k] &= kept[k]
		}
	}
	return removed
}

// narrowHalf is narrow for the layer in work.
func (s *refutation[W]) narrowHalf(men []uint8, ends []W) {
	h, most := s.half, s.half.all(s.length)
	switch {
	case !s.second:
		most /= 2
	case s.depth == s.middle:
		most = h.all(2*s.middle-1) - h.lostAt(h.sum(men), s.depth-1)
	}
	s.tally.cut(byPotential, h.narrow(men, ends, s.depth, most, s.tally != nil))
}

// potentialOfPrices returns the potential that the best prices make, nil if it is none: where
// σ and the mirror do not go together.
func (a *attack[W]) potentialOfPrices() *bounds.Potential {
	p := bounds.NewPotential(a.prices.distances, a.Puzzle().Start, a.Puzzle().Goal, &a.prices.images)
	if !p.Sound(a.prices.distances, &a.prices.images) {
		return nil
	}
	return p
}

// halfOf returns what midpoints are by a potential from elsewhere, nil if it is none.
func (a *attack[W]) halfOf(p *bounds.Potential) *losingHalf[W] {
	if p == nil || a.prices == nil || !p.Sound(a.prices.distances, &a.prices.images) {
		return nil
	}
	return newLosingHalf(a.space, p)
}
