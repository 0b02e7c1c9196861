package certificate

import "math/bits"

// MaxRowCounts is up to how many row counts [Certificate.Check] works out the
// distance that a step rows claims. They take three bits each, and little time, for
// most are not on the first half of any way: the 32,245,170 of 13 men on the star 0.3 s
// (2026-11).
const MaxRowCounts = 100_000_000

// ranks numbers the row counts: all ways to put the men into the rows, none above
// its room, in lexical order. ways[i][n] are the ways to put n men into the rows from
// i on; a row count k comes after all that agree with it before some row i and have
// fewer men there:
//
//	rank(k) = Σ over i of Σ over j < k[i] of ways[i+1][n−j]
//
// with n the men that are left for the rows from i on. before[i][n][j] is the inner
// sum.
type ranks struct {
	*model
	men    int // all of them, or those of an army
	ways   [][]uint64
	before [][][]uint64
}

func (m *model) newRanks() *ranks { return m.ranksOf(m.men) }

// ranksOf numbers the row counts of so many men.
func (m *model) ranksOf(men int) *ranks {
	r := &ranks{model: m, men: men, ways: make([][]uint64, len(m.room)+1), before: make([][][]uint64, len(m.room))}
	for i := range r.ways {
		r.ways[i] = make([]uint64, men+1)
	}
	r.ways[len(m.room)][0] = 1
	for i := len(m.room) - 1; i >= 0; i-- {
		r.before[i] = make([][]uint64, men+1)
		for n := range men + 1 {
			sums := make([]uint64, men+2)
			for j := 0; j <= men; j++ {
				var more uint64
				if j <= min(n, m.room[i]) {
					more = r.ways[i+1][n-j]
				}
				sums[j+1] = sums[j] + more
			}
			r.before[i][n], r.ways[i][n] = sums, sums[men+1]
		}
	}
	return r
}

// rowCounts returns how many row counts there are: at most 51 over 21, 21 men in 31
// rows, which fits.
func (m *model) rowCounts() uint64 { return m.newRanks().number() }

// number returns how many there are.
func (r *ranks) number() uint64 { return r.ways[0][r.men] }

// rank returns the number of a row count.
func (r *ranks) rank(counts []byte) uint64 {
	var rank uint64
	left := r.men
	for i, k := range counts {
		rank += r.before[i][left][k]
		left -= int(k)
	}
	return rank
}

// unrank is the inverse of rank.
func (r *ranks) unrank(rank uint64, counts []byte) {
	left := r.men
	for i := range counts {
		j := 0
		for sums := r.before[i][left]; j < left && sums[j+1] <= rank; {
			j++
		}
		counts[i] = byte(j)
		rank -= r.before[i][left][j]
		left -= j
	}
}

// rowDistance returns the distance from start to goal in the row abstraction, −1 if
// there is no way.
//
// It goes from the start alone, and half of the way. An abstract move can be taken
// back: the man that was lifted goes the same rows in the other direction, over the
// same men, and there was room where he came from. And σ turns the rows around: what
// is d abstract moves from the start has an image that is d moves from the goal. So
// the goal is i+j moves away, for the least i+j with a row count i moves from the
// start whose image is j moves from it; and one with i = j or i = j+1 is there.
func (m *model) rowDistance() int {
	r := m.newRanks()
	words := r.number()/64 + 1
	seen, now := make([]uint64, words), make([]uint64, words)
	start := r.rank(m.counts(m.start))
	seen[start/64] |= 1 << (start % 64)
	copy(now, seen)
	counts, image := make([]byte, m.top+1), make([]byte, m.top+1)
	for d := 1; ; d++ {
		next := make([]uint64, words)
		found := false
		each(now, func(at uint64) {
			r.unrank(at, counts)
			r.neighbours(counts, func(to uint64) {
				if bit := uint64(1) << (to % 64); seen[to/64]&bit == 0 {
					next[to/64] |= bit
					found = true
				}
			})
		})
		odd, even := false, false
		each(next, func(at uint64) {
			r.unrank(at, counts)
			for i, k := range counts {
				image[m.top-i] = k
			}
			turned := r.rank(image)
			odd = odd || seen[turned/64]>>(turned%64)&1 != 0
			even = even || next[turned/64]>>(turned%64)&1 != 0
		})
		switch {
		case odd:
			return 2*d - 1
		case even:
			return 2 * d
		case !found:
			return -1
		}
		for i, w := range next {
			seen[i] |= w
		}
		now = next
	}
}

// each calls f with all numbers in a set.
func each(set []uint64, f func(n uint64)) {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			f(uint64(i)*64 + uint64(bits.TrailingZeros64(w)))
		}
	}
}

// neighbours calls f with the numbers of the row counts one abstract move from k,
// some perhaps twice.
//
// With a man of row a lifted, k becomes a row count l of one man less. Where he comes
// down again, on row c, the rows before c have one man more left for them than in l,
// and those behind c the same: two sums over l say what the rank is for every c.
func (r *ranks) neighbours(k []byte, f func(rank uint64)) {
	var upTo, from [maxRows + 1]uint64 // of the rows before i with one man more; of those from i on
	var left [maxRows]int
	for a := range k {
		if k[a] == 0 {
			continue
		}
		k[a]--
		n := r.men - 1
		for i := range k {
			left[i] = n
			upTo[i+1] = upTo[i] + r.before[i][n+1][k[i]]
			n -= int(k[i])
		}
		from[len(k)] = 0
		for i := len(k) - 1; i >= 0; i-- {
			from[i] = from[i+1] + r.before[i][left[i]][k[i]]
		}
		for ends := r.ends(k, a); ends != 0; ends &= ends - 1 {
			c := bits.TrailingZeros32(ends)
			f(upTo[c] + r.before[c][left[c]+1][k[c]+1] + from[c+1])
		}
		k[a]++
	}
}

// maxRows is the greatest number of rows of a board, those of the square of side 16.
const maxRows = 31

// ends returns the set of rows where a man lifted from row a can end an abstract
// move, a itself excepted. k is without him.
func (m *model) ends(k []byte, a int) uint32 {
	room := func(row int) bool { return int(k[row]) < m.room[row] }
	landed := uint32(1) << a
	var queue [maxRows]int
	queue[0] = a
	for i, n := 0, 1; i < n; i++ {
		for _, h := range m.hops[queue[i]] {
			if k[h.over] == 0 || landed>>h.land&1 != 0 || !room(h.land) {
				continue
			}
			landed |= 1 << h.land
			if m.chains() {
				queue[n] = h.land
				n++
			}
		}
	}
	for c, is := range m.steps[a] {
		if is && room(c) {
			landed |= 1 << c
		}
	}
	return landed &^ (1 << a)
}
