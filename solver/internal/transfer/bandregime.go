package transfer

import (
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// newRise returns the passage of the first half: to the height of a midpoint.
func (s *refutation[W]) newRise() *bounds.Passage {
	return bounds.NewRise(s.bands, s.middle, s.need, s.Memory/8)
}

// newPassage returns the passage of the second half.
func (s *refutation[W]) newPassage() *bounds.Passage {
	least := make([]int, s.length+1)
	for t := s.middle; t <= s.length; t++ {
		least[t] = s.leastAfter(t)
	}
	return bounds.NewPassage(s.bands, s.bands.Count(s.Space.CellsOf(&s.Space.Goal)), least, s.Memory/8)
}

// newFilter returns the filter of one worker.
func (s *refutation[W]) newFilter() layers.Filter[W] {
	var f layers.Filter[W] = newVerdictFilter[W](s.rows, s.bound, s.keeps)
	if s.passage != nil {
		f = &bounds.BandFilter[W]{Bands: s.bands, Leads: s.leads}
	}
	if s.classes == nil {
		return f
	}
	both := &classPriceFilter[W]{space: s.Space, classes: *s.classes, left: func() int { return s.length - s.depth }, then: f}
	if s.prices != nil {
		bound := s.prices.bound
		both.prices = &bound
	}
	return both
}

// leads decides for the counts of a successor. A line may come to a midpoint one
// move before the middle: its sum is enough for the height, too.
func (s *refutation[W]) leads(key bounds.BandKey, sum int) bool {
	switch {
	case s.second:
		return sum >= s.leastAfter(s.depth) && s.passage.Leads(key, sum, s.depth)
	case s.depth == s.middle:
		return sum >= s.need && s.passage.Leads(key, sum, s.depth)
	}
	return s.rise.Leads(key, sum, s.depth)
}
