package bounds

import (
	"slices"
	"sync/atomic"
)

// Corridor decides, in the row abstraction, whether a position at some depth can
// still be on a line that keeps to known bounds. With sum(k) the sum of the rows of
// all men, row counts k at depth t lead on
//
//	at the last depth     if they are the goal's, or with no goal always;
//	at any depth before   if some abstract move turns k into k', or k stays as it
//	                      is, with sum(k') ≥ least[t+1] so that k' leads on from t+1.
//
// Every concrete move is an abstract one, or stays where it moves within a row. So
// what does not lead on may be dropped: no concrete line keeps to the bounds either.
//
// Staying need not be tried where least never decreases: take the stays out of a
// walk, then what was at depth j is at some depth i ≤ j, and least[i] ≤ least[j], so
// the bounds still hold, and the end comes no later. It may then come early. For the
// same reason what leads on from t+1 does so from t.
//
// Answers come from depth-first search with memory and are functions of k and t
// alone. Two workers may work out the same answer, never a different one. How row
// counts are named and answers remembered is up to the encoding.
type Corridor struct {
	rows   *Rows
	names  Encoding
	memory memory
	Length int        // depth of the end
	least  []int      // [t] sum of rows at depth t, 0 … Length
	most   int        // the greatest of them
	stays  bool       // staying is tried
	goal   *RowCounts // if men that are not where it has them are to be counted; else nil
	height bool       // the end is a sum of rows for which there has to be room; see [Rows.mostSum]
	done   <-chan struct{}
}

// Encoding names row counts.
type Encoding interface {
	// Corridor returns one to the goal, or where only the sums of rows count.
	Corridor(least []int, toGoal bool) *Corridor

	// name returns the name of row counts. below has the men on the rows below each.
	name(k, below *RowCounts) rowName
	// moved returns the name after a man goes from row a to row b.
	moved(k, below *RowCounts, name rowName, a, b uint8) rowName

	// verdicts is the room in bytes for the verdicts that a worker remembers.
	verdicts() int64
}

// rowName is row counts exactly: their rank, or a key (keys.go).
type rowName struct{ lo, hi uint64 }

// memory is what is known of row counts at the depths of one corridor.
type memory interface {
	// touch reads what look will look at after each of some moves, so that the processor
	// waits for several of them at once.
	touch(moves []RowMove, t int)
	// look tells whether row counts lead on if that costs no search.
	look(name rowName, sum, t int) (answer, known bool)
	note(name rowName, t int, answer bool)
	Bytes() int64
}

// newCorridor returns one that tries to stay; see [Keys.Corridor].
func newCorridor(rw *Rows, names Encoding, least []int, m memory) *Corridor {
	return &Corridor{rows: rw, names: names, memory: m, Length: len(least) - 1, least: least, most: slices.Max(least), stays: true}
}

// Bytes returns the memory of the answers.
func (c *Corridor) Bytes() int64 { return c.memory.Bytes() }

// GoOn answers for the loaded position after each of some moves, which is then at depth
// t. The bound at depth t itself is not asked.
func (c *Corridor) GoOn(f *RowFilter, moves []RowMove, t int) {
	for i := range moves {
		m := &moves[i]
		m.name = f.nameAfter(m.From, m.To)
	}
	c.memory.touch(moves, t)
	for i := range moves {
		m := &moves[i]
		if m.Kept = false; c.tooFull(&f.k, m.From, m.To, t) {
			continue
		}
		sum, known := f.SumAfter(m.From, m.To), false
		if m.Kept, known = c.memory.look(m.name, sum, t); !known {
			k := f.Moved(m.From, m.To)
			m.Kept = c.search(&k, m.name, sum, t)
		}
	}
}

// floor returns the first row, from the given one on, to which a man of row a may go, with
// the move that makes depth t, so that Lift does not rule out the next bound that the
// others do not meet by themselves: before it all row counts are hopeless.
func (c *Corridor) floor(men *lineup, a uint8, row, t int) int {
	for n := 1; t+n <= c.Length; n++ {
		if least := c.least[t+n]; least > men.sum-int(a) {
			return men.floor(a, row, least, n)
		}
	}
	return row
}

// Least returns the least sum of rows at a depth.
func (c *Corridor) Least(t int) int { return c.least[t] }

// Has reports whether row counts at depth t have the sum of rows that they need there,
// and lead on.
func (c *Corridor) Has(k *RowCounts, t int) bool {
	sum := c.rows.sum(k)
	if sum < c.least[t] {
		return false
	}
	below := k.below()
	name := c.names.name(k, &below)
	answer, known := c.memory.look(name, sum, t)
	if !known {
		counts := *k // so that k need not be in memory that is collected
		answer = c.search(&counts, name, sum, t)
	}
	return answer
}

// search answers for row counts of which the memory does not know. When the run is
// to end, whatever is not known yet leads on, which drops nothing; searches throw
// away what they did from then on (Layered.Hasty).
func (c *Corridor) search(k *RowCounts, name rowName, sum, t int) bool {
	select {
	case <-c.done:
		return true
	default:
	}
	answer := c.stays && c.stay(k, name, sum, t) || c.moves(k, name, sum, t)
	c.memory.note(name, t, answer)
	return answer
}

// stay reports whether the same row counts are good at depth t+1.
func (c *Corridor) stay(k *RowCounts, name rowName, sum, t int) bool {
	if sum < c.least[t+1] {
		return false
	}
	answer, known := c.memory.look(name, sum, t+1)
	if !known {
		answer = c.search(k, name, sum, t+1)
	}
	return answer
}

// moves tries the abstract moves, the hindmost men and their longest jumps
// first: those are most often the way.
func (c *Corridor) moves(k *RowCounts, name rowName, sum, t int) bool {
	if c.hopeless(k, sum, t) {
		return false
	}
	// Men that are more than the goal has in their rows have a move to make.
	left, surplus := c.Length-t, 0
	if c.goal != nil {
		if surplus = c.surplus(k); surplus > left {
			return false
		}
	}
	var men lineup
	men.set(c.rows, k)
	below := k.below()
	moves := c.rows.moves(k)
	var next [maxRows]RowMove
	for todo := moves.taken; todo != 0; todo &= todo - 1 {
		a := uint8(trailing(todo))
		others := surplus // of the rest
		if c.goal != nil && k[a] > c.goal[a] {
			others--
		}
		floor := c.floor(&men, a, men.floor(a, 0, c.least[t+1], 0), t+1)
		n := 0
		for m := moves.from(a) >> floor << floor; m != 0; {
			b := uint8(31 - leading(m))
			m &^= 1 << b
			if c.goal != nil && (others >= left || others == left-1 && k[b] >= c.goal[b]) || c.tooFull(k, a, b, t+1) {
				continue
			}
			next[n] = RowMove{From: a, To: b, name: c.names.moved(k, &below, name, a, b)}
			n++
		}
		c.memory.touch(next[:n], t+1)
		for i := range next[:n] {
			m := &next[i]
			after := sum + int(m.To) - int(a)
			answer, known := c.memory.look(m.name, after, t+1)
			if !known {
				moved := *k
				moved[a]--
				moved[m.To]++
				answer = c.search(&moved, m.name, after, t+1)
			}
			if answer {
				return true
			}
		}
	}
	return false
}

// tooFull reports whether there is no room for the height after a man goes from row a to
// row b, at depth t.
func (c *Corridor) tooFull(k *RowCounts, a, b uint8, t int) bool {
	if !c.height {
		return false
	}
	k[a]--
	k[b]++
	most := c.rows.mostSum(k, c.Length-t)
	k[a]++
	k[b]--
	return most < c.least[c.Length]
}

// surplus returns how many men are more than the goal has in their rows.
func (c *Corridor) surplus(k *RowCounts) (n int) {
	for i := range c.rows.n {
		n += max(0, int(k[i])-int(c.goal[i]))
	}
	return n
}

// hopeless reports whether Lift rules out a bound further on.
func (c *Corridor) hopeless(k *RowCounts, sum, t int) bool {
	if sum >= c.most {
		return false
	}
	row, left, behind, top := 0, int(k[0]), 0, c.rows.foremost(k)
	for n := 1; t+n <= c.Length; n++ {
		if n <= c.rows.men {
			for left == 0 {
				row++
				left = int(k[row])
			}
			left--
			behind += row
		}
		if need := c.least[t+n] - sum; need > 0 && c.rows.lift(top, n, behind) < need {
			return true
		}
	}
	return false
}

// ranked is the memory of a corridor where a pattern database ranks row counts: two
// bits for each of them and each depth, set by atomic operations. Of those that are too
// far from the goal it knows it at once.
type ranked struct {
	*Projection
	toGoal  bool
	answers [][]atomic.Uint64 // [t]: known, and above that the answer
}

// Corridor implements [Encoding].
func (p *Projection) Corridor(least []int, toGoal bool) *Corridor {
	r := &ranked{Projection: p, toGoal: toGoal}
	for range least {
		r.answers = append(r.answers, make([]atomic.Uint64, (p.Size+31)/32))
	}
	return newCorridor(p.Rows, p, least, r)
}

// verdicts implements [Encoding]: answers are two bits each, which are soon asked again.
func (*Projection) verdicts() int64 { return leastVerdicts }

func (r *ranked) Bytes() int64 { return int64(len(r.answers)) * int64(r.Size) / 4 }

// look asks the table of distances once of row counts at a depth: each look at one of
// these tables waits for the memory.
func (r *ranked) look(name rowName, _, t int) (answer, known bool) {
	if bits := r.answers[t][name.lo>>5].Load() >> (name.lo & 31 * 2); bits&1 != 0 {
		return bits&2 != 0, true
	}
	last := len(r.answers) - 1
	if r.toGoal && int(r.Distance[name.lo]) > last-t {
		r.note(name, t, false)
		return false, true
	}
	return t == last, t == last
}

func (r *ranked) touch(moves []RowMove, t int) {
	answers := r.answers[t]
	for i := range moves {
		answers[moves[i].name.lo>>5].Load()
	}
}

func (r *ranked) note(name rowName, t int, answer bool) {
	bits := uint64(1)
	if answer {
		bits = 3
	}
	r.answers[t][name.lo>>5].Or(bits << (name.lo & 31 * 2))
}
