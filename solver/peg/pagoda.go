package peg

import (
	"math/bits"
	"slices"
)

// A pagoda function gives each hole a value so that no jump of a side raises the sum over
// the men. So no move does, and a position whose sum is below that of every end of the
// puzzle on the other side is on no line (Conway, in Berlekamp, Conway and Guy, Winning
// Ways, 1982; resource counts: Boardman, in Beasley, The Ins and Outs of Peg Solitaire,
// 1985). A jump in the middle of a chain is a jump like any other: what comes of such a
// position is ruled out with it.
//
// How far the sum of a position is above that is its slack. Slacks of several functions
// stand in the lanes of a word, a byte each, with the top bit set if they are not negative.

// lanes is how many slacks a word holds, notNegative the bits that say so, and mostSlack
// the greatest for which there is room.
const (
	lanes       = 8
	notNegative = 0x8080808080808080
	mostSlack   = 127
)

// pagodas are pagoda functions of a side of the game. The zero value has none, and rules
// out nothing.
type pagodas struct {
	words int
	none  []uint64 // the slacks of no men
	men   []uint64 // what the men of each byte of a position add to them, by the byte's place and value
	jumps []uint64 // what jumps take off, by their numbers
}

// pagoda is a pagoda function: the values of the holes. Their least sum over the ends of
// the other side is that of positions without slack.
type pagoda struct {
	values []int8
	least  int
}

// newPagoda returns the function of the values; false if a jump of the side raises its
// sum, or if the lanes have no room for the slacks of what is found from these origins.
func newPagoda(values []int8, s *side, origins, ends []uint64) (pagoda, bool) {
	f := pagoda{values: values}
	for i, p := range ends {
		if sum := f.sum(p); i == 0 || sum < f.least {
			f.least = sum
		}
	}
	for _, jumps := range s.by {
		for i := range jumps {
			if down := f.down(&jumps[i]); down < 0 || down > mostSlack {
				return f, false
			}
		}
	}
	for _, p := range origins {
		if n := f.slack(p); n < -mostSlack || n > mostSlack {
			return f, false
		}
	}
	return f, true
}

func (f *pagoda) sum(p uint64) (n int) {
	for ; p != 0; p &= p - 1 {
		n += int(f.values[bits.TrailingZeros64(p)])
	}
	return n
}

// slack returns by how much the sum of a position is more than what it has to be.
func (f *pagoda) slack(p uint64) int { return f.sum(p) - f.least }

// down returns how much a jump takes off.
func (f *pagoda) down(j *sideJump) int { return f.sum(j.cond) - f.sum(j.mask^j.cond) }

// pack puts functions into lanes.
//
// The slacks of a position are in −128 … 127, so the lanes of the whole sum are bytes of
// their own, whatever is carried from one to another on the way: a side begins with
// origins of slacks up to mostSlack, goes on from positions without negative ones, and no
// jump takes more off than mostSlack.
func pack(g *game, s *side, functions []pagoda) pagodas {
	words := (len(functions) + lanes - 1) / lanes
	out := pagodas{
		words: words,
		none:  slices.Repeat([]uint64{notNegative}, words),
		men:   make([]uint64, (g.cells+7)/8*256*words),
		jumps: make([]uint64, len(g.jumps)*words),
	}
	for i := range functions {
		f, word := &functions[i], i/lanes
		in := func(n int) uint64 { return uint64(int64(n)) << (8 * (i % lanes)) }
		out.none[word] -= in(f.least)
		for row := range len(out.men) / words {
			out.men[row*words+word] += in(f.sum(uint64(row&0xff) << (row >> 8 * 8) & g.full))
		}
		for _, jumps := range s.by {
			for k := range jumps {
				out.jumps[int(jumps[k].number)*words+word] += in(f.down(&jumps[k]))
			}
		}
	}
	return out
}

// of appends the slacks of a position.
func (f *pagodas) of(p uint64, to []uint64) []uint64 {
	at := len(to)
	to = append(to, f.none...)
	sums := to[at:]
	for row := 0; p != 0; row, p = row+256, p>>8 {
		for i, w := range f.men[(row+int(p&0xff))*f.words:][:f.words] {
			sums[i] += w
		}
	}
	return to
}

// off returns what the jump of a number takes off.
func (f *pagodas) off(number uint16) []uint64 { return f.jumps[int(number)*f.words:][:f.words] }

// fallen reports whether one of the slacks is negative.
func fallen(slacks []uint64) bool {
	all := uint64(notNegative)
	for _, w := range slacks {
		all &= w
	}
	return all != notNegative
}

// fallsBy reports the same of what is left when so much is taken off.
func fallsBy(slacks, off []uint64) bool {
	off = off[:len(slacks)]
	for i, w := range slacks {
		if (w-off[i])&notNegative != notNegative {
			return true
		}
	}
	return false
}

// meanSlack returns the mean of the slacks of a position, in quarters, 0 if there are no functions.
func (f *pagodas) meanSlack(p uint64) int {
	if f.words == 0 {
		return 0
	}
	sum, room := 0, [mostPagodas / lanes]uint64{}
	for _, w := range f.of(p, room[:0]) {
		for ; w != 0; w >>= lanes {
			sum += int(w&0xff) - mostSlack - 1
		}
	}
	return 4 * sum / (lanes * f.words)
}
