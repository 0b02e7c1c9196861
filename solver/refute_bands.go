package solver

// newRise returns the passage of the first half: to the height of a midpoint.
func (s *refutation[W]) newRise() *passage {
	return newRise(s.bands, s.middle, s.need, s.memory/8)
}

// newPassage returns the passage of the second half.
func (s *refutation[W]) newPassage() *passage {
	least := make([]int, s.length+1)
	for t := s.middle; t <= s.length; t++ {
		least[t] = s.leastAfter(t)
	}
	return newPassage(s.bands, s.bands.count(s.space.cellsOf(&s.space.goal)), least, s.memory/8)
}

// newFilter returns the filter of one worker.
func (s *refutation[W]) newFilter() filter[W] {
	var f filter[W] = newVerdictFilter[W](s.rows, s.bound, s.keeps)
	if s.passage != nil {
		f = &bandFilter[W]{bands: s.bands, leads: s.leads}
	}
	if s.classes == nil {
		return f
	}
	both := &classPriceFilter[W]{space: s.space, classes: *s.classes, left: func() int { return s.length - s.depth }, then: f}
	if s.prices != nil {
		bound := s.prices.bound
		both.prices = &bound
	}
	return both
}

// leads decides for the counts of a successor. A line may come to a midpoint one
// move before the middle: its sum is enough for the height, too.
func (s *refutation[W]) leads(key bandKey, sum int) bool {
	switch {
	case s.second:
		return sum >= s.leastAfter(s.depth) && s.passage.leads(key, sum, s.depth)
	case s.depth == s.middle:
		return sum >= s.need && s.passage.leads(key, sum, s.depth)
	}
	return s.rise.leads(key, sum, s.depth)
}
