package bounds

import (
	"bytes"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

func trailing(x uint32) int { return bits.TrailingZeros32(x) }

func leading(x uint32) int { return bits.LeadingZeros32(x) }

// Far is the distance of a row count from which the goal cannot be reached.
const Far = 255

// AllDistances is the limit of [Projection.Fill] for a table of all of them.
const AllDistances = Far - 1

// Projection is a pattern database over the row abstraction: the exact abstract
// distance of every row count to that of the goal, or of all up to a limit. As each
// concrete move is an abstract one, it is a lower bound on the moves left (Culberson,
// Schaeffer 1998). One byte a row count; they are numbered without gaps:
//
//	rank(k) = Σ over rows i of  offset[i][men in rows below i][k[i]]
//
// where offset counts the row counts that agree below i and have fewer men on i.
type Projection struct {
	*Rows
	Size     int
	offset   [maxRows][maxRows][maxRows]uint32 // [row][men below][men on it]
	ways     [maxRows + 1][maxRows]uint64      // ways to place m men on rows i …
	Distance []uint8
}

// CountRows returns how many row counts there are, or a number too great to be
// of use.
func CountRows(r *Rows) uint64 {
	if r.men >= maxRows {
		return 1 << 40
	}
	p := Projection{Rows: r}
	return p.countWays()
}

func (p *Projection) countWays() uint64 {
	p.ways[p.n][0] = 1
	for i := p.n - 1; i >= 0; i-- {
		for m := range p.men + 1 {
			var sum uint64
			for k := 0; k <= min(m, int(p.capacity[i])); k++ {
				sum += p.ways[i+1][m-k]
			}
			p.ways[i][m] = min(sum, 1<<40)
		}
	}
	return p.ways[0][p.men]
}

// NewProjection returns the table for a goal. The number of row counts must fit
// in 31 bits.
func NewProjection(r *session.Run, rw *Rows, goal RowCounts) (*Projection, error) {
	p := LayOut(rw)
	return p, p.Fill(r, goal, AllDistances, nil)
}

// Fill finds the distances up to a limit by breadth-first search from the goal, or goes on
// with one that was stopped, if p.distance is there: what it has not reached is far. done,
// if not nil, is called when all of a distance are found. What is farther than the limit
// is said to be one farther, which is still a lower bound.
func (p *Projection) Fill(r *session.Run, goal RowCounts, limit int, done func() error) error {
	if p.Distance == nil {
		p.Distance = bytes.Repeat([]byte{Far}, p.Size)
		p.Distance[p.Rank(&goal)] = 0
	}
	seen := make([]atomic.Uint64, (p.Size+63)/64)
	before := make([]uint64, len(seen)) // what had been seen when all of the last distance were
	for i, d := range p.Distance {
		if d != Far {
			before[i>>6] |= 1 << (i & 63)
		}
	}
	for w, set := range before {
		seen[w].Store(set)
	}
	r.Hold(int64(p.Size)+int64(len(seen))*16, nil)
	d, last, todo := p.frontier() // a distance, how many are there, and how many have none
	for ; int(d) < limit; d++ {
		if err := p.extend(r, d, todo < last, seen); err != nil {
			return err
		}
		var found atomic.Int64
		err := parallel.InParts(r.Workers, len(seen), 1<<10, func(from, to int) error {
			n := 0
			for w := from; w < to; w++ {
				now := seen[w].Load()
				fresh := now &^ before[w]
				before[w] = now
				n += bits.OnesCount64(fresh)
				for ; fresh != 0; fresh &= fresh - 1 {
					p.Distance[w<<6+bits.TrailingZeros64(fresh)] = d + 1
				}
			}
			found.Add(int64(n))
			return nil
		})
		last = found.Load()
		todo -= last
		if err != nil || last == 0 || todo == 0 {
			return err
		}
		if done != nil {
			if err := done(); err != nil {
				return err
			}
		}
	}
	for i := range p.Distance {
		p.Distance[i] = min(p.Distance[i], d+1)
	}
	return nil
}

// frontier returns the greatest distance in the table, how many row counts are at
// it, and how many have none.
func (p *Projection) frontier() (d uint8, at, without int64) {
	var counts [Far + 1]int64
	for _, n := range p.Distance {
		counts[n]++
	}
	for d = Far - 1; d > 0 && counts[d] == 0; d-- {
	}
	return d, counts[d], counts[Far]
}

// LayOut returns the numbering of row counts, without distances.
func LayOut(rw *Rows) *Projection {
	p := &Projection{Rows: rw}
	p.Size = int(p.countWays())
	for i := range p.n {
		for below := range p.men + 1 {
			var sum uint64
			for k := 0; k+below <= p.men; k++ {
				p.offset[i][below][k] = uint32(sum)
				sum += p.ways[i+1][p.men-below-k]
			}
		}
	}
	return p
}

// extend adds to seen, the row counts up to distance d, those at distance d+1: the neighbours of those at
// distance d that are not at hand yet (push), or those of the rest that have one of
// them as neighbour (pull: moves can be taken back). Pushing looks at all neighbours
// of the former, pulling at a part of those of the latter, so it pays once they are
// fewer (Beamer, Asanović, Patterson 2012). Both mark the same.
func (p *Projection) extend(r *session.Run, d uint8, pull bool, seen []atomic.Uint64) error {
	from := d
	if pull {
		from = Far
	}
	return parallel.InParts(r.Workers, p.Size, 1<<15, func(at, end int) error {
		if err := r.Stop(); err != nil {
			return err
		}
		k, n := p.unrank(at), at
		var near rowNeighbours
		for ; at < end; at++ {
			if p.Distance[at] != from {
				continue
			}
			if at-n > stride {
				k = p.unrank(at)
			} else {
				for ; n < at; n++ {
					p.successor(&k)
				}
			}
			n = at
			near.set(p, &k, at)
			if pull {
				if p.isNextTo(&k, &near, d) {
					seen[at>>6].Or(1 << (at & 63))
				}
			} else {
				p.mark(&k, &near, seen)
			}
		}
		return nil
	})
}

// stride is how many successors take about as long as unranking (star, 15 men: 14 and
// 240–320 ns, 2026-11).
const stride = 20

// mark adds the neighbours of a row count to seen. (To look at their distances there
// would take eight times the room in the processor's caches.)
func (p *Projection) mark(k *RowCounts, near *rowNeighbours, seen []atomic.Uint64) {
	moves := p.Rows.moves(k)
	for todo := moves.taken; todo != 0; todo &= todo - 1 {
		a := uint8(trailing(todo))
		for m := moves.from(a); m != 0; m &= m - 1 {
			t := near.rank(a, uint8(trailing(m)))
			if seen[t>>6].Load()>>(t&63)&1 == 0 {
				seen[t>>6].Or(1 << (t & 63))
			}
		}
	}
}

// isNextTo reports whether a row count has a neighbour at distance d.
func (p *Projection) isNextTo(k *RowCounts, near *rowNeighbours, d uint8) bool {
	moves := p.Rows.moves(k)
	for todo := moves.taken; todo != 0; todo &= todo - 1 {
		a := uint8(trailing(todo))
		for m := moves.from(a); m != 0; m &= m - 1 {
			if p.Distance[near.rank(a, uint8(trailing(m)))] == d {
				return true
			}
		}
	}
	return false
}

// samples is how many entries of a table that was read are compared with their
// neighbours.
const samples = 1 << 16

// Plausible reports whether a table that was read may be the right one, up to some limit:
// the goal is at distance 0, and of samples spread over all others each has a neighbour
// that is nearer by one, and none nearer than that, or is as far as any and has none that is
// nearer than by one. (All entries together would prove the table a lower bound, step by
// step along each way to the goal, and take as long as building it.)
func (p *Projection) Plausible(goal *RowCounts) bool {
	if len(p.Distance) != p.Size || p.Distance[p.Rank(goal)] != 0 {
		return false
	}
	most := int(slices.Max(p.Distance))
	for rank := 0; rank < p.Size; rank += 1 + p.Size/samples {
		k, nearest := p.unrank(rank), Far
		var near rowNeighbours
		near.set(p, &k, rank)
		moves := p.Rows.moves(&k)
		for todo := moves.taken; todo != 0; todo &= todo - 1 {
			a := uint8(trailing(todo))
			for m := moves.from(a); m != 0; m &= m - 1 {
				nearest = min(nearest, int(p.Distance[near.rank(a, uint8(trailing(m)))]))
			}
		}
		if k != *goal && int(p.Distance[rank]) != min(nearest+1, most) {
			return false
		}
	}
	return true
}

// Rank numbers row counts from 0.
func (p *Projection) Rank(k *RowCounts) int {
	below := k.below()
	return int(p.name(k, &below).lo)
}

// unrank is the inverse of rank.
func (p *Projection) unrank(rank int) (k RowCounts) {
	n, below := uint32(rank), 0
	for i := range p.n {
		on := 0
		for on < min(p.men-below, int(p.capacity[i])) && p.offset[i][below][on+1] <= n {
			on++
		}
		n -= p.offset[i][below][on]
		k[i] = uint8(on)
		below += on
	}
	return k
}

// successor makes k the row count with the next rank: the last row that can take
// a man from the rows behind it does, and those hold the rest as far back as
// their capacities allow.
func (p *Projection) successor(k *RowCounts) {
	behind := 0 // men on the rows after i
	for i := p.n - 1; i >= 0; i-- {
		if behind > 0 && k[i] < p.capacity[i] {
			k[i]++
			behind--
			for j := p.n - 1; j > i; j-- {
				k[j] = uint8(min(behind, int(p.capacity[j])))
				behind -= int(k[j])
			}
			return
		}
		behind += int(k[i])
	}
}

// name implements [Encoding].
func (p *Projection) name(k, below *RowCounts) (name rowName) {
	for i := range p.n {
		name.lo += uint64(p.offset[i][below[i]][k[i]])
	}
	return name
}

// moved implements [Encoding]: only the rows between count.
func (p *Projection) moved(k, below *RowCounts, name rowName, from, to uint8) rowName {
	if from == to {
		return name
	}
	rank := int(name.lo)
	lo, hi, shift := from, to, -1
	if to < from {
		lo, hi, shift = to, from, 1
	}
	for i := lo; i <= hi; i++ {
		under, on := int(below[i]), int(k[i])
		rank -= int(p.offset[i][under][on])
		if i > lo {
			under += shift
		}
		switch i {
		case from:
			on--
		case to:
			on++
		}
		rank += int(p.offset[i][under][on])
	}
	return rowName{lo: uint64(rank)}
}

// rowNeighbours are the parts of the ranks of all neighbours of a row count: a move
// from a row to one above it lowers the number of men below all rows between by one,
// a move to one below it raises it. So the rank of any neighbour is that of the row
// count, and one number for the row that the man leaves and one for that it comes to,
// which share out the rows between as differences of sums.
type rowNeighbours struct {
	at                 uint32
	leaveUp, leaveDown [maxRows]uint32 // of the row that the man leaves, when it goes up or down
	enterUp, enterDown [maxRows]uint32 // of the row it comes to
}

// set works out what the neighbours of a row count need; what they do not stays as it was.
func (a *rowNeighbours) set(p *Projection, k *RowCounts, rank int) {
	a.at = uint32(rank)
	below := 0
	var ups, downs uint32 // sums over the rows before
	for i := range p.n {
		on := int(k[i])
		o := &p.offset[i]
		now := o[below][on]
		more := min(below+1, maxRows-1) // if that is a number of men at all
		beforeUp, beforeDown := ups, downs
		downs += o[more][on] - now
		if below > 0 {
			ups += o[below-1][on] - now
			a.enterUp[i] = beforeUp + o[below-1][on+1] - now
		}
		a.enterDown[i] = o[below][on+1] - now - downs
		if on > 0 {
			a.leaveUp[i] = o[below][on-1] - now - ups
			a.leaveDown[i] = o[more][on-1] - now + beforeDown
		}
		below += on
	}
}

// rank returns the rank after a man goes from a row to another one with room.
func (a *rowNeighbours) rank(from, to uint8) int {
	if from < to {
		return int(a.at + a.leaveUp[from] + a.enterUp[to])
	}
	return int(a.at + a.leaveDown[from] + a.enterDown[to])
}
