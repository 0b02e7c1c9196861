package transfer

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
)

// refuteBounds are what a layer of a refutation is pruned by, as its journal has
// them: those that a certificate states layer by layer, and the prices, weights and
// potential, which it states once.
type refuteBounds struct {
	certificate.Bounds
	Prices  []int             `json:"prices,omitempty"`
	Weights [][]int           `json:"weights,omitempty"`
	Of      *bounds.Potential `json:"of,omitempty"`
}

// priced reports whether the prices and weights, as far as they are in use, and the potential
// are those of o.
func (b refuteBounds) priced(o refuteBounds) bool {
	return (!b.Priced || slices.Equal(b.Prices, o.Prices)) && (!b.Diagonals || slices.EqualFunc(b.Weights, o.Weights, slices.Equal)) &&
		b.Potential == o.Potential && (!b.Potential || b.Of != nil && b.Of.Equal(o.Of))
}

// atHand returns the sharpest bounds that there are now.
func (s *refutation[W]) atHand() refuteBounds {
	b := refuteBounds{Bounds: certificate.Bounds{
		Gains: slices.Clone(s.table.gains), Rows: s.encoding() != nil, Near: s.table.radius(),
		Height: s.bound == nil && s.keys != nil, Links: s.links != nil, Classes: s.classes != nil, Priced: s.prices != nil,
		Diagonals: s.diagonals != nil,
		Assigned:  s.prices != nil && s.prices.exact != nil && s.diagonals == nil, // where they are asked, that is enough
	}}
	if s.half != nil { // then rows are not asked for, see losinghalf.go
		b.Potential, b.Of, b.Gains, b.Near = true, s.half.potential, []int{0}, -1
	}
	b.Images = s.zones == nil && s.sharpest(b)
	b.Sums = b.Height && b.Images
	if s.prices != nil {
		b.Prices = s.prices.holes
	}
	if s.diagonals != nil {
		b.Weights = s.diagonals.Weights
	}
	return b
}

// use prunes by the given bounds from now on.
func (s *refutation[W]) use(b refuteBounds) error {
	data, err := json.Marshal(b)
	if err != nil {
		return err
	}
	if !bytes.Equal(data, s.Bounds) {
		s.corridor, s.toMiddle, s.linked, s.linkedToMiddle = nil, nil, nil, nil // their least sums may be others
	}
	s.under, s.Bounds = b, data
	if b.Height && s.corridor == nil {
		s.keyCorridors()
		s.Hasty = true
	}
	return nil
}

// rest gives back memory that a paused search need not hold.
func (s *refutation[W]) rest() {
	s.linked, s.linkedToMiddle = nil, nil
	if s.toMiddle != nil {
		s.corridor, s.toMiddle = nil, nil
	}
}

// keyCorridors takes a corridor for each half: to the height of a midpoint, and from
// there to the goal. Keys need sums that never decrease.
func (s *refutation[W]) keyCorridors() {
	toMiddle, least := make([]int, s.middle+1), make([]int, s.length+1)
	toMiddle[s.middle] = s.need
	for t := s.middle; t <= s.length; t++ {
		least[t] = s.leastAfter(t)
	}
	s.toMiddle, s.corridor = s.keys.Corridor(toMiddle, false), s.keys.Corridor(least, true)
}

// Covers implements [layers.Regime]: a layer may have been pruned by less than is known
// now, but not by more: gains and positions near the start that no step proves or
// lists (any more) are not believed. What else it was pruned by holds for the puzzle
// as it is. Prices, weights and the potential have to be the same, because a certificate has
// room for one of them, and layers by different potentials do not go together.
func (s *refutation[W]) Covers(text json.RawMessage) bool {
	b, ok := parseBounds(text)
	now := s.atHand()
	n := len(b.Gains)
	return ok && n > 0 && n <= len(now.Gains) && slices.Equal(b.Gains, now.Gains[:n]) &&
		b.Near <= s.table.listed(s.Space.Marked) && b.priced(now)
}

// Adopt implements [layers.Regime]. Bounds can be had if they are covered, the tables
// that they take are there, and the positions near the start are listed as far. What asks
// the first half has to be as sharp as that was.
func (s *refutation[W]) Adopt(text json.RawMessage) bool {
	b, ok := parseBounds(text)
	now := s.atHand()
	if !ok || !s.Covers(text) || b.Rows != now.Rows || b.Height != now.Height || b.Sums != now.Sums || b.Links != now.Links ||
		b.Classes != now.Classes || b.Priced != now.Priced || b.Assigned != now.Assigned || b.Diagonals != now.Diagonals || b.Near > now.Near || b.Images != now.Images || b.Images && !s.sharpest(b) {
		return false
	}
	return s.use(b) == nil
}

// parseBounds reads what use has written, and nothing that is written in another
// way.
func parseBounds(text json.RawMessage) (b refuteBounds, ok bool) {
	if json.Unmarshal(text, &b) != nil {
		return b, false
	}
	again, err := json.Marshal(b)
	return b, err == nil && bytes.Equal(text, again)
}
