package transfer

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
)

// What a refutation asks of row counts in either half: before the middle whether they come
// to the sum of a midpoint, from there on whether they come to the goal in time.

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
	limit := s.under.Followed
	switch left := s.middle - s.depth; {
	case limit > 0 && (left <= 0 || left > limit):
		return nil
	case left > 0 && s.toMiddle != nil:
		return s.toMiddle
	}
	return s.corridor
}

// toFollow is how many moves before the middle row counts begin to be followed where keys
// name them and images are asked for. To search for a way takes long without a table of
// distances:
//
//   - From the middle on, images drop what has none to the goal as well (13 men on 16×16 in
//     22 moves with super jumps: 85 of 1,167,000 midpoints gone on from in a second, or all
//     of them in a minute; 2026-11).
//   - Super jumps have too many ways for more than a few moves, and Lift alone leaves two to
//     five times as many positions (19 men on 16×16 in 25 and 26 moves: 955,643 in 6 minutes of one
//     core, 2,714,000 in 24 s of two; 2026-11). Short jumps have few ways, and those are soon
//     found.
func (s *refutation[W]) toFollow() int {
	if s.Space.Puzzle.Jumps == positions.Super {
		return min(fewMoves, s.middle)
	}
	return s.middle
}

const fewMoves = 2 // of super jumps

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
