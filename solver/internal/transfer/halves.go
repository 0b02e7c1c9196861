package transfer

import "github.com/halma-solve/halma-solve/solver/internal/bounds"

// What a refutation asks of row counts in either half: before the middle whether they come
// to the sum of a midpoint, from there on whether they come to the goal in time.
//
// Where keys name them and images are asked for, only for their sums from the middle on:
// without a table of distances it takes long to search for a way to the goal, and images drop
// what has none as well (13 men on 16×16 in 22 moves with super jumps: 85 of 1,167,000
// midpoints gone on from in a second, or all of them in a minute, with 5 % more midpoints;
// 2026-11).

// narrow takes the corridor of the half in work, and what is asked in it of the
// successors at s.depth.
//
// A midpoint one move before the middle may stay where it is for one move of the
// corridor. If the length is even that stands for a line of one move less. If it is odd,
// the first half takes the corridor of the next length, which is even, so that no move is
// missing.
func (s *refutation[W]) narrow() {
	s.sweeps++
	if s.bound != nil {
		length := s.length
		if !s.second {
			length += length % 2
		}
		if s.corridor == nil || s.corridor.Length != length {
			s.corridor = nil // so that its memory can be used again
			s.corridor = s.bound.Corridor(s.leastSums(length), true)
		}
	}
	s.asked = s.question()
}

// question is what is asked of the successors at s.depth.
func (s *refutation[W]) question() bounds.Question {
	q := bounds.Question{Depth: s.depth, Corridor: s.followed()}
	switch {
	case s.half != nil: // nothing
	case s.second:
		q.Least = s.leastAfter(s.depth)
		if q.Corridor != nil && s.depth > s.middle {
			q.Least = max(q.Least, q.Corridor.Least(s.depth))
		}
	case s.depth == s.middle: // it may be one before the middle: then its sum is enough, too
		q.Least = s.need
	case q.Corridor != nil:
		q.Least = q.Corridor.Least(s.depth)
	default:
		q.To, q.In = s.need, s.middle-s.depth
	}
	return q
}

// followed returns the corridor in which row counts at s.depth are followed, nil if they
// are not: then they are to rise to the sum of a midpoint by Lift before the middle, and
// to have the least sum that the gains leave from there on.
func (s *refutation[W]) followed() *bounds.Corridor {
	switch {
	case s.under.Sums && s.depth >= s.middle:
		return nil
	case s.toMiddle != nil && s.depth < s.middle:
		return s.toMiddle
	}
	return s.corridor
}

// leastSums returns, for each depth, the least sum of rows of a position on a
// line of a length that passes a midpoint.
func (s *refutation[W]) leastSums(length int) []int {
	least := make([]int, length+1)
	least[s.middle] = s.need
	for t := s.middle + 1; t <= length; t++ {
		least[t] = s.leastOf(length - t)
	}
	return least
}

// leastAfter is the least sum of rows at depth t of a position from which the
// goal can be reached in time. Read backwards and mirrored, the rest of the line
// leads from the start to the image of the position; so the rows that are still
// to gain are no more than any position gains in as many moves.
func (s *refutation[W]) leastAfter(t int) int { return s.leastOf(s.length - t) }

// leastOf is leastAfter with n moves left.
func (s *refutation[W]) leastOf(n int) int {
	return s.Space.StartGain + s.Space.TotalGain - s.table.mostBy(s.under.Gains, n)
}
