package transfer

import (
	"math/bits"

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
	rise      int // T
}

func newLosingHalf[W positions.Words](s *layers.Space[W], p *bounds.Potential) *losingHalf[W] {
	h := &losingHalf[W]{space: s, potential: p, rise: p.Rise(s.Puzzle.Start, s.Puzzle.Goal)}
	h.start = h.of(&s.Start)
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
func (h *losingHalf[W]) all(length int) int { return h.potential.Unit*length - h.rise }

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

// adds returns what a move adds.
func (h *losingHalf[W]) adds(m positions.Move) int {
	return h.potential.Of[m.To] - h.potential.Of[m.From]
}

// leastAdded returns what a move of the loaded position to the depth in work has to add.
func (s *refutation[W]) leastAdded(men []uint8) int {
	h, all := s.half, s.half.all(s.length)
	sum := h.sum(men)
	most := all
	switch {
	case !s.second:
		most = all / 2
	case s.depth == s.middle:
		most = h.all(2*s.middle-1) - h.lostAt(sum, s.depth-1)
	}
	return h.lostAt(sum, s.depth) - most
}

// halfOf returns what midpoints are by a potential from elsewhere, if it is one.
func (a *attack[W]) halfOf(p *bounds.Potential) (half *losingHalf[W], ok bool) {
	maps := bounds.CellMaps{Mirror: a.space.Mirror, Turn: a.space.Turn}
	if p == nil || a.prices == nil || !p.Sound(a.prices.distances, &maps) {
		return nil, false
	}
	return newLosingHalf(a.space, p), true
}
