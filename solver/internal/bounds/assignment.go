package bounds

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// Assignment bounds the hops to one figure of as many holes as there are men by the
// cheapest assignment of men to holes itself, where PriceBound goes by prices that are
// best for the start. It is the greatest of the bounds by any prices, and by the proof
// there one itself: no two men fill the same hole.
//
// It is the Hungarian method (Kuhn 1955; along shortest augmenting paths: Jonker and
// Volgenant 1987) from the prices of the start on, under which most men have a hole of
// their own for what they need at the least. Each of the others raises the bound by the
// length of a path to a free hole, on which men change their holes. The bound is that of
// prices at every step, so it may stop above a limit.
type Assignment[W positions.Words] struct {
	all    uint64                       // the holes, as bits
	n      int                          // of them
	total  int32                        // of the prices
	hops   []int32                      // [cell·n + hole]
	prices [mostAssigned]int32          // of the holes
	cells  [positions.MaxCells]cheapest // for a man there
}

// cheapest is the least that a man on a cell needs by the prices, and the holes that he
// gets for it.
type cheapest struct {
	least int32
	holes uint64
}

// mostAssigned is the most holes of an Assignment.
const mostAssigned = 64

// NewAssignment returns the bound of as many men as there are holes, with prices to begin
// with; nil if there are too many.
func NewAssignment[W positions.Words](d *HopDistances, holes []positions.Cell, prices []int) *Assignment[W] {
	n := len(holes)
	if n > mostAssigned {
		return nil
	}
	a := &Assignment[W]{all: 1<<n - 1, n: n, hops: make([]int32, d.cells*n)}
	for i, price := range prices {
		a.prices[i] = int32(price)
		a.total += int32(price)
	}
	for c := range d.cells {
		need := cheapest{least: noWay}
		for i, h := range holes {
			hops := int32(d.Between(positions.Cell(c), h))
			a.hops[c*n+i] = hops
			switch left := hops - a.prices[i]; {
			case left < need.least:
				need = cheapest{left, 1 << i}
			case left == need.least:
				need.holes |= 1 << i
			}
		}
		a.cells[c] = need
	}
	return a
}

// assigning is an assignment in work.
type assigning struct {
	men    [mostAssigned]uint8 // their cells
	least  [mostAssigned]int32 // what each needs by the prices
	prices [mostAssigned]int32 // of the holes
	holder [mostAssigned]uint8 // of each hole that is not free: the man
	free   uint64              // holes
}

// Exceeds reports whether men need more than so many hops.
func (a *Assignment[W]) Exceeds(men *W, limit int) bool {
	s := assigning{free: a.all}
	var without [mostAssigned]uint8 // men without a hole
	n, lacking, sum := 0, 0, a.total
	for w := 0; w < len(*men); w++ {
		for m := (*men)[w]; m != 0; m &= m - 1 {
			c := uint8(w<<6 + bits.TrailingZeros64(m))
			need := &a.cells[c]
			s.men[n], s.least[n] = c, need.least
			sum += need.least
			if holes := need.holes & s.free; holes != 0 {
				h := bits.TrailingZeros64(holes)
				s.holder[h] = uint8(n)
				s.free &^= 1 << h
			} else {
				without[lacking] = uint8(n)
				lacking++
			}
			n++
		}
	}
	room := int32(limit) - sum
	if room < 0 || lacking == 0 {
		return room < 0
	}
	s.prices = a.prices
	for _, man := range without[:lacking] {
		if room -= a.assign(&s, man, room); room < 0 {
			return true
		}
	}
	return false
}

// assign finds a hole for a man, and returns by how much this raises the bound, or, if
// that is more than most, some number above it.
func (a *Assignment[W]) assign(s *assigning, man uint8, most int32) int32 {
	const none = mostAssigned
	var far [mostAssigned]int32    // how long the shortest path to each hole is
	var before [mostAssigned]uint8 // the hole before it on the path
	todo := a.all
	for h := range a.n {
		far[h] = noWay
	}
	at, last, length := man, uint8(none), int32(0)
	for {
		hops := a.hops[int(s.men[at])*a.n:][:a.n]
		next, least := 0, int32(noWay)
		for rest := todo; rest != 0; rest &= rest - 1 {
			h := bits.TrailingZeros64(rest)
			if l := length + hops[h] - s.least[at] - s.prices[h]; l < far[h] {
				far[h], before[h] = l, last
			}
			if far[h] < least {
				next, least = h, far[h]
			}
		}
		if length = least; length > most {
			return length
		}
		todo &^= 1 << next
		last = uint8(next)
		if s.free>>next&1 != 0 {
			break
		}
		at = s.holder[next]
	}
	// What is nearer than the free hole becomes dearer for its holder, and cheaper itself.
	s.least[man] += length
	for done := a.all &^ todo &^ s.free; done != 0; done &= done - 1 {
		h := bits.TrailingZeros64(done)
		s.least[s.holder[h]] += length - far[h]
		s.prices[h] -= length - far[h]
	}
	s.free &^= 1 << last
	for hole := last; ; hole = before[hole] {
		if before[hole] == none {
			s.holder[hole] = man
			return length
		}
		s.holder[hole] = s.holder[before[hole]]
	}
}
