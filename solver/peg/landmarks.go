package peg

import (
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// landmarks bound from below how many moves lead from a position to a last man.
//
// Let none but the men of a set A ever begin a move, and forget what jumps forbid: holes stay
// empty once they were, a man taken may be jumped again, a man stands in all holes where he
// has been. What may come of the position is then found at once (begin). By induction
// over the jumps of a line whose moves are all made by men of A, each hole that is empty has
// become so, each man stands where men may, and those who have moved where such may have been.
// Unless the position is a last man already, each man begins a move or is taken, for the last
// one is who moves last. So if a man can still not be gone, or the last hole not be reached,
// one of the men not in A has to begin a move: they are a landmark. A line has at least as
// many moves as the least set of men that has one of each landmark.
//
// A position needs more than k moves if no k men meet all its landmarks. These are found as
// they are needed: one of the men of a landmark is chosen, each in turn, and the next landmark
// is one that the men chosen so far leave; landmarks without a man in common, as many as are
// found, say when there are too few choices left.
//
// (Delete relaxation and its landmarks: Hoffmann and Nebel 2001, Helmert and Domshlak 2009;
// hitting sets of landmarks: Bonet and Helmert 2010, Haslum, Slaney and Thiébaux 2012. Merson's
// regions are the landmarks all of whose men stand in place, see merson.go.)
type landmarks struct {
	jumps [mostJumps]relaxedJump
	full  uint64
	ends  uint64 // the holes of the last man
	// The jumps from, over and to each hole.
	from, over, to [positions.MaxDrawn]jumpSet
	away           [lastHole + 1][]uint8 // the holes by distance from a hole, the farthest first
	order          []uint8               // of holes: men that can be taken along few lines come first
}

// lastHole stands, in place of a man who has to be gone, for the hole that has to be reached.
const lastHole = positions.MaxDrawn

// relaxedJump is a jump by the holes of the man who is jumped and of the landing.
type relaxedJump struct{ over, to uint8 }

// jumpSet is a set of jumps by their numbers.
type jumpSet [mostJumps / 64]uint64

// mostJumps is how many jumps a board may have of which landmarks are found: triangles of side
// 10 have 216, and no board of up to 32 holes has more than this.
const mostJumps = 256

func (s *jumpSet) add(t *jumpSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

func (s *jumpSet) remove(t *jumpSet) {
	for i := range s {
		s[i] &^= t[i]
	}
}

// newLandmarks returns what landmarks need of a game, whose positions are those of the side that
// takes men off. It is nil if the other end is not a last man, or the board has too many jumps.
func newLandmarks(g *game) *landmarks {
	l := &landmarks{full: g.full}
	s, ends := g.taking()
	for _, p := range ends {
		if bits.OnesCount64(p) > 1 {
			return nil
		}
		l.ends |= p
	}
	if len(g.jumps) > mostJumps {
		return nil
	}
	n := 0
	for c := range g.cells {
		for _, j := range s.by[c] {
			over := bits.TrailingZeros64(j.cond &^ (1 << c))
			l.jumps[n] = relaxedJump{uint8(over), j.next}
			for _, set := range []*jumpSet{&l.from[c], &l.over[over], &l.to[j.next]} {
				set[n>>6] |= 1 << (n & 63)
			}
			n++
		}
	}
	steps := stepsBetween(g.puzzle.Board)
	for c := range uint8(g.cells) {
		l.order = append(l.order, c)
	}
	for c := range steps {
		l.away[c] = slices.Clone(l.order)
		slices.SortStableFunc(l.away[c], func(a, b uint8) int { return steps[c][b] - steps[c][a] })
	}
	l.away[lastHole] = l.away[bits.TrailingZeros64(l.ends)]
	ways := func(c uint8) (n int) {
		for _, w := range l.over[c] {
			n += bits.OnesCount64(w)
		}
		return n
	}
	slices.SortStableFunc(l.order, func(a, b uint8) int { return ways(a) - ways(b) })
	l.order = append(l.order, lastHole)
	return l
}

// spread is what may come of a position if none but some of its men ever begin a move.
type spread struct {
	still uint64 // men that stand where they stood
	men   uint64 // holes where men may stand
	moved uint64 // holes where men that have begun a move may have been
	// Jumps that begin in moved, over men, and to holes that are not still; those over men
	// that are still, and to holes in moved.
	from, over, to, takes, reached jumpSet
}

// spreadOf is what there is before anybody moves: men that stand still, and holes where men may
// stand, the former among them.
func (l *landmarks) spreadOf(still, men uint64) spread {
	s := spread{still: still, men: men}
	for m := still; m != 0; m &= m - 1 {
		s.takes.add(&l.over[bits.TrailingZeros64(m)])
	}
	s.over = s.takes
	for m := men &^ still; m != 0; m &= m - 1 {
		s.over.add(&l.over[bits.TrailingZeros64(m)])
	}
	for m := l.full &^ still; m != 0; m &= m - 1 {
		s.to.add(&l.to[bits.TrailingZeros64(m)])
	}
	return s
}

// begin lets more men begin to move, and reports whether a hole is still stuck. If not it
// stops at once. Jumps that take nobody who stands still and lead where men have been are left
// out: nothing comes of them.
func (l *landmarks) begin(s *spread, men uint64, hole uint8) (stuck bool) {
	for m := men & s.still; m != 0; m &= m - 1 {
		l.leave(s, uint8(bits.TrailingZeros64(m)))
	}
	for m := men &^ s.moved; m != 0; m &= m - 1 {
		l.enter(s, uint8(bits.TrailingZeros64(m)))
	}
	for again := true; again; {
		if !l.stuck(s, hole) {
			return false
		}
		again = false
		for i := range s.from {
			now := s.from[i] & s.over[i] & s.to[i] & (s.takes[i] | ^s.reached[i])
			again = again || now != 0
			for ; now != 0; now = now & (now - 1) & (s.takes[i] | ^s.reached[i]) {
				j := l.jumps[i<<6|bits.TrailingZeros64(now)]
				if s.still>>(j.over&63)&1 != 0 {
					l.leave(s, j.over)
				}
				if s.moved>>(j.to&63)&1 == 0 {
					l.enter(s, j.to)
				}
			}
		}
	}
	return true
}

// leave notes that the man on a hole stands still no more.
func (l *landmarks) leave(s *spread, hole uint8) {
	s.still &^= 1 << (hole & 63)
	s.to.add(&l.to[hole&63])
	s.takes.remove(&l.over[hole&63])
}

// enter notes that a man who has begun a move may have been in a hole.
func (l *landmarks) enter(s *spread, hole uint8) {
	s.moved |= 1 << (hole & 63)
	s.from.add(&l.from[hole&63])
	s.reached.add(&l.to[hole&63])
	if s.men>>(hole&63)&1 == 0 {
		s.men |= 1 << (hole & 63)
		s.over.add(&l.over[hole&63])
	}
}

// stuck reports whether the man on a hole can still not be gone, or the last hole not be
// reached.
func (l *landmarks) stuck(s *spread, hole uint8) bool {
	switch hole {
	case noHole:
		return true
	case lastHole:
		return s.moved&l.ends == 0
	}
	return s.still>>hole&1 != 0
}

// noHole is always stuck.
const noHole = lastHole + 1

// find returns a landmark among the free men of a spread in which a hole is stuck, without
// one that is a part of it; 0 if all free men would not help. It lets as many of them begin
// as leave the hole stuck, those far from it first, and halves of those left at once.
func (l *landmarks) find(from *spread, free uint64, hole uint8) (landmark uint64) {
	var list [positions.MaxDrawn]uint8
	n := 0
	for _, c := range l.away[hole] {
		if free>>c&1 != 0 {
			list[n] = c
			n++
		}
	}
	s := *from
	l.reduce(&s, list[:n], hole, &landmark)
	return landmark
}

// reduce lets men of a list begin to move that leave a hole stuck, and adds the rest to the
// landmark.
func (l *landmarks) reduce(s *spread, list []uint8, hole uint8, landmark *uint64) {
	men := uint64(0)
	for _, c := range list {
		men |= 1 << c
	}
	after := *s
	switch {
	case l.begin(&after, men, hole):
		*s = after
	case len(list) == 1:
		*landmark |= men
	default:
		l.reduce(s, list[:len(list)/2], hole, landmark)
		l.reduce(s, list[len(list)/2:], hole, landmark)
	}
}
