package solver

import "sync/atomic"

// corridor decides, in the row abstraction, whether a position at some depth can
// still be on a line of the length sought that keeps to known bounds: at each
// depth t the rows of its men sum up to at least least[t], and the goal is at
// most length−t abstract moves away. If no abstract way keeps to the bounds, no
// concrete one does, since every concrete move is an abstract one; a position for
// which the answer is no may be dropped. Staying put is allowed, which only adds
// ways (and stands for moves within a row).
//
// Answers are found by depth-first search with memory: two bits a row count and
// depth, set by atomic operations. Two workers may work out the same answer,
// never a different one.
type corridor struct {
	p      *projection
	length int               // depth of the end
	least  []int             // [t] sum of rows at depth t, 0 … length
	toGoal bool              // the end is the goal; else only least counts
	known  [][]atomic.Uint64 // [t]
	yes    [][]atomic.Uint64
}

func newCorridor(p *projection, least []int, toGoal bool) *corridor {
	c := &corridor{p: p, length: len(least) - 1, least: least, toGoal: toGoal}
	for range least {
		c.known = append(c.known, make([]atomic.Uint64, (p.size+63)/64))
		c.yes = append(c.yes, make([]atomic.Uint64, (p.size+63)/64))
	}
	return c
}

// bytes returns the memory of the answers.
func (c *corridor) bytes() int64 { return int64(len(c.known)) * int64(c.p.size) / 4 }

// keeps answers for the loaded position after a move from row a to row b, which
// is then at depth t.
func (c *corridor) keeps(f *rowFilter, a, b uint8, t int) bool {
	return f.sum+int(b)-int(a) >= c.least[t] && c.goesOn(f, a, b, t)
}

// goesOn is keeps without the bound at depth t itself.
func (c *corridor) goesOn(f *rowFilter, a, b uint8, t int) bool {
	rank := f.rank(a, b)
	if answer, known := c.lookUp(rank, t); known {
		return answer
	}
	k := f.moved(a, b)
	var at rowPlace
	at.set(c.p, &k)
	return c.search(&k, &at, f.sum+int(b)-int(a), t)
}

// lookUp tells whether there is a way on from depth t if that costs no search.
func (c *corridor) lookUp(rank, t int) (answer, known bool) {
	if c.toGoal && int(c.p.distance[rank]) > c.length-t {
		return false, true
	}
	if t == c.length {
		return true, true
	}
	word, bit := rank>>6, uint64(1)<<(rank&63)
	if c.known[t][word].Load()&bit == 0 {
		return false, false
	}
	return c.yes[t][word].Load()&bit != 0, true
}

// search answers for a row count for which lookUp does not.
func (c *corridor) search(k *rowCounts, at *rowPlace, sum, t int) bool {
	answer := c.stays(k, at, sum, t) || c.moves(k, at, sum, t)
	word, bit := at.rank>>6, uint64(1)<<(at.rank&63)
	if answer {
		c.yes[t][word].Or(bit)
	}
	c.known[t][word].Or(bit)
	return answer
}

// stays reports whether the same row count is good at depth t+1.
func (c *corridor) stays(k *rowCounts, at *rowPlace, sum, t int) bool {
	if sum < c.least[t+1] {
		return false
	}
	answer, known := c.lookUp(at.rank, t+1)
	if !known {
		answer = c.search(k, at, sum, t+1)
	}
	return answer
}

// moves tries the abstract moves, the hindmost men and their longest jumps
// first: those are most often the way.
func (c *corridor) moves(k *rowCounts, at *rowPlace, sum, t int) bool {
	p := c.p
	if c.hopeless(k, sum, t) {
		return false
	}
	moves := p.rows.moves(k)
	for todo := moves.taken; todo != 0; todo &= todo - 1 {
		a := uint8(trailing(todo))
		for m := moves.from(a); m != 0; {
			b := uint8(31 - leading(m))
			m &^= 1 << b
			after := sum + int(b) - int(a)
			if after < c.least[t+1] {
				continue
			}
			answer, known := c.lookUp(at.moved(p, k, a, b), t+1)
			if !known {
				next := *k
				next[a]--
				next[b]++
				var place rowPlace
				place.set(p, &next)
				answer = c.search(&next, &place, after, t+1)
			}
			if answer {
				return true
			}
		}
	}
	return false
}

// hopeless reports whether lift rules out a bound further on.
func (c *corridor) hopeless(k *rowCounts, sum, t int) bool {
	for u := t + 1; u <= c.length; u++ {
		if c.least[u] > sum && sum+c.p.lift(k, u-t) < c.least[u] {
			return true
		}
	}
	return false
}
