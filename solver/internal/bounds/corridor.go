package bounds

import "sync/atomic"

// Corridor decides, in the row abstraction, whether a position at some depth can
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
type Corridor struct {
	p      *Projection
	Length int               // depth of the end
	least  []int             // [t] sum of rows at depth t, 0 … length
	toGoal bool              // the end is the goal; else only least counts
	known  [][]atomic.Uint64 // [t]
	yes    [][]atomic.Uint64
}

func NewCorridor(p *Projection, least []int, toGoal bool) *Corridor {
	c := &Corridor{p: p, Length: len(least) - 1, least: least, toGoal: toGoal}
	for range least {
		c.known = append(c.known, make([]atomic.Uint64, (p.Size+63)/64))
		c.yes = append(c.yes, make([]atomic.Uint64, (p.Size+63)/64))
	}
	return c
}

// Bytes returns the memory of the answers.
func (c *Corridor) Bytes() int64 { return int64(len(c.known)) * int64(c.p.Size) / 4 }

// Keeps answers for the loaded position after a move from row a to row b, which
// is then at depth t.
func (c *Corridor) Keeps(f *RowFilter, a, b uint8, t int) bool {
	return f.Sum+int(b)-int(a) >= c.least[t] && c.GoesOn(f, a, b, t)
}

// GoesOn is keeps without the bound at depth t itself.
func (c *Corridor) GoesOn(f *RowFilter, a, b uint8, t int) bool {
	rank := f.rank(a, b)
	if answer, known := c.LookUp(rank, t); known {
		return answer
	}
	k := f.Moved(a, b)
	var at RowPlace
	at.Set(c.p, &k)
	return c.Search(&k, &at, f.Sum+int(b)-int(a), t)
}

// LookUp tells whether there is a way on from depth t if that costs no search.
func (c *Corridor) LookUp(rank, t int) (answer, known bool) {
	if c.toGoal && int(c.p.Distance[rank]) > c.Length-t {
		return false, true
	}
	if t == c.Length {
		return true, true
	}
	word, bit := rank>>6, uint64(1)<<(rank&63)
	if c.known[t][word].Load()&bit == 0 {
		return false, false
	}
	return c.yes[t][word].Load()&bit != 0, true
}

// Search answers for a row count for which lookUp does not.
func (c *Corridor) Search(k *RowCounts, at *RowPlace, sum, t int) bool {
	answer := c.stays(k, at, sum, t) || c.moves(k, at, sum, t)
	word, bit := at.Rank>>6, uint64(1)<<(at.Rank&63)
	if answer {
		c.yes[t][word].Or(bit)
	}
	c.known[t][word].Or(bit)
	return answer
}

// stays reports whether the same row count is good at depth t+1.
func (c *Corridor) stays(k *RowCounts, at *RowPlace, sum, t int) bool {
	if sum < c.least[t+1] {
		return false
	}
	answer, known := c.LookUp(at.Rank, t+1)
	if !known {
		answer = c.Search(k, at, sum, t+1)
	}
	return answer
}

// moves tries the abstract moves, the hindmost men and their longest jumps
// first: those are most often the way.
func (c *Corridor) moves(k *RowCounts, at *RowPlace, sum, t int) bool {
	p := c.p
	if c.hopeless(k, sum, t) {
		return false
	}
	moves := p.Rows.moves(k)
	for todo := moves.taken; todo != 0; todo &= todo - 1 {
		a := uint8(trailing(todo))
		for m := moves.from(a); m != 0; {
			b := uint8(31 - leading(m))
			m &^= 1 << b
			after := sum + int(b) - int(a)
			if after < c.least[t+1] {
				continue
			}
			answer, known := c.LookUp(at.moved(p, k, a, b), t+1)
			if !known {
				next := *k
				next[a]--
				next[b]++
				var place RowPlace
				place.Set(p, &next)
				answer = c.Search(&next, &place, after, t+1)
			}
			if answer {
				return true
			}
		}
	}
	return false
}

// hopeless reports whether lift rules out a bound further on.
func (c *Corridor) hopeless(k *RowCounts, sum, t int) bool {
	for u := t + 1; u <= c.Length; u++ {
		if c.least[u] > sum && sum+c.p.Lift(k, u-t) < c.least[u] {
			return true
		}
	}
	return false
}
