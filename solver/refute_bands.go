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
	goal := s.space.men(&s.space.goal)
	return newPassage(s.bands, s.bands.count(cellsOf(&goal)), least, s.memory/8)
}

// newFilter returns the filter of one worker.
func (s *refutation[W]) newFilter() filter[W] {
	if s.passage != nil {
		return &bandFilter[W]{bands: s.bands, leads: s.leads}
	}
	return newVerdictFilter[W](s.rows, s.bound, s.keeps)
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
