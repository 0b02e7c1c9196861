package peg

import "math/bits"

// planner looks for men that meet all landmarks of positions. It belongs to one worker.
type planner struct {
	*landmarks
	holes  []uint8 // that must not be stuck, those first of which landmarks may be small
	looked int     // choices so far
	most   int     // how many they may become
	failed []turn  // after which the moves left are too few
	recent [lastHole + 1]recentMarks
}

// recentMarks are landmarks by which a hole was stuck in spreads before, the last one first; 0
// where there are no more.
type recentMarks [4]uint64

// mark returns a landmark among the free men of a spread in which a hole is stuck, or 0 if
// all of them would not help. It tries those of spreads before first: most often one of them holds
// again, which one look tells.
func (l *planner) mark(from *spread, free uint64, hole uint8) (landmark uint64) {
	recent := &l.recent[hole]
	for i, mark := range recent {
		if mark&free == 0 {
			continue
		}
		if s := *from; l.begin(&s, free&^mark, hole) {
			copy(recent[1:], recent[:i])
			recent[0] = mark
			return mark & free
		}
	}
	if landmark = l.find(from, free, hole); landmark != 0 {
		copy(recent[1:], recent[:])
		recent[0] = landmark
	}
	return landmark
}

// known are landmarks by the hole that is stuck; 0 if none was found.
type known [lastHole + 1]uint64

// without returns those that a man is not in, of the free men alone.
func (k *known) without(man, free uint64) (out known) {
	for hole, mark := range k {
		if mark&man == 0 {
			out[hole] = mark & free
		}
	}
	return out
}

// mostIn returns the man of some who is in most landmarks. With him the others are left with
// least, and without him they have least to choose from.
func (k *known) mostIn(men uint64) (man uint64) {
	most := -1
	for ; men != 0; men &= men - 1 {
		n := 0
		for _, mark := range k {
			n += int(mark >> bits.TrailingZeros64(men) & 1)
		}
		if n > most {
			man, most = men&-men, n
		}
	}
	return man
}

// planNodes is how many choices are looked at for a position at the most (triangle of side 9, 15
// moves refuted from e1, 2026-11: 12 on the average, and of 17,000 positions none this many).
const planNodes = 256

// needsMore reports whether a position is proven to need more than so many moves. False may
// only mean that there were too many choices to look at.
func (l *planner) needsMore(p uint64, moves int) bool {
	if p&(p-1) == 0 {
		return false
	}
	l.holes, l.most = l.order, l.looked+planNodes
	s := l.spreadOf(p, p)
	return !l.mayDo(&s, p, &known{}, moves)
}

// mayDo reports whether so many of the free men may meet all landmarks of a spread, or it has to
// stop. It is given some of these landmarks, or none, and adds those it finds of holes without.
//
// A landmark of a spread is one of a spread in which another man has begun, if he is not in
// it, and so is what is left of it when some of its men are not free any more: fewer men move.
// For the same reason those found here on the way stay landmarks when men of another one begin.
func (l *planner) mayDo(s *spread, free uint64, marks *known, moves int) bool {
	if l.looked++; l.looked > l.most {
		return true
	}
	first := uint64(0) // the landmark whose men are chosen from
	apart := *marks    // those without a man in common with landmarks that were taken
	at, left := *s, free
	for n := 0; ; n++ {
		least, size, compared := uint64(0), lastHole+1, 0
		for _, hole := range l.holes {
			if !l.stuck(&at, hole) {
				continue
			}
			if n == moves {
				return false
			}
			if apart[hole] == 0 {
				mark := l.mark(&at, left, hole)
				if mark == 0 {
					return false
				}
				apart[hole], marks[hole] = mark, mark
			}
			if k := bits.OnesCount64(apart[hole]); k < size {
				least, size = apart[hole], k
			}
			if compared++; size <= smallLandmark || compared == manyLandmarks {
				break
			}
		}
		if least == 0 {
			break
		}
		if n == 0 {
			first = least
		}
		l.begin(&at, least, noHole)
		left &^= least
		for hole := range apart {
			if apart[hole]&least != 0 {
				apart[hole] = 0
			}
		}
	}
	if first == 0 {
		return true
	}
	for first != 0 {
		man := marks.mostIn(first)
		first &^= man
		free &^= man
		kept := marks.without(man, free)
		after := *s
		l.begin(&after, man, noHole)
		if l.mayDo(&after, free, &kept, moves-1) {
			return true
		}
	}
	return false
}

// smallLandmark is the size of a landmark that is taken before smaller ones are looked for, and
// manyLandmarks how many are looked at to take the least of (2026-11, triangle of side 9: of all
// takes half as long again and tells no more).
const (
	smallLandmark = 2
	manyLandmarks = 6
)
