package solver

import "sync/atomic"

// reach decides, in the row abstraction, whether an army can still be a good
// midpoint: whether some abstract way of r more moves leads to a row count with
// at least `need` rows gained from which the goal is at most `slack` abstract
// moves away. If there is no abstract way there is no concrete one, since every
// concrete move is an abstract one; so a position for which the answer is no may
// be dropped. Staying put is allowed, which only adds ways.
//
// Answers are found by depth-first search with memory: two bits a row count and
// number of moves left, set by atomic operations. Two workers may work out the
// same answer, never a different one.
type reach struct {
	p     *projection
	need  int // sum of rows of the army, not gain
	slack int
	known [][]atomic.Uint64 // [r]
	yes   [][]atomic.Uint64
}

func newReach(p *projection, need, slack, moves int) *reach {
	t := &reach{p: p, need: need, slack: slack}
	for range moves + 1 {
		t.known = append(t.known, make([]atomic.Uint64, (p.size+63)/64))
		t.yes = append(t.yes, make([]atomic.Uint64, (p.size+63)/64))
	}
	return t
}

// bytes returns the memory of the answers.
func (t *reach) bytes() int64 { return int64(len(t.known)) * int64(t.p.size) / 4 }

// possible answers for the loaded position after a move from row a to row b,
// with r moves left then. sum is the sum of its rows.
func (t *reach) possible(f *rowFilter, a, b uint8, sum, r int) bool {
	rank := f.rank(a, b)
	if answer, known := t.lookUp(rank, sum, r); known {
		return answer
	}
	k := f.moved(a, b)
	var at rowPlace
	at.set(t.p, &k)
	return t.search(&k, &at, sum, r)
}

// lookUp answers if that costs no search.
func (t *reach) lookUp(rank, sum, r int) (answer, known bool) {
	away := int(t.p.distance[rank])
	switch {
	case away > t.slack+r:
		return false, true
	case away <= t.slack && sum >= t.need:
		return true, true
	case r == 0:
		return false, true
	}
	word, bit := rank>>6, uint64(1)<<(rank&63)
	if t.known[r][word].Load()&bit == 0 {
		return false, false
	}
	return t.yes[r][word].Load()&bit != 0, true
}

// search answers for a row count for which lookUp does not.
func (t *reach) search(k *rowCounts, at *rowPlace, sum, r int) bool {
	answer := sum+t.p.lift(k, r) >= t.need && t.anyMove(k, at, sum, r)
	word, bit := at.rank>>6, uint64(1)<<(at.rank&63)
	if answer {
		t.yes[r][word].Or(bit)
	}
	t.known[r][word].Or(bit)
	return answer
}

// anyMove tries the abstract moves, the hindmost men and their longest jumps
// first: those are most often the way.
func (t *reach) anyMove(k *rowCounts, at *rowPlace, sum, r int) bool {
	p := t.p
	for a := range uint8(p.n) {
		if k[a] == 0 {
			continue
		}
		for m := p.reachable(k, a); m != 0; {
			b := uint8(31 - leading(m))
			m &^= 1 << b
			after := sum + int(b) - int(a)
			answer, known := t.lookUp(at.moved(p, k, a, b), after, r-1)
			if !known {
				next := *k
				next[a]--
				next[b]++
				var place rowPlace
				place.set(p, &next)
				answer = t.search(&next, &place, after, r-1)
			}
			if answer {
				return true
			}
		}
	}
	return false
}
