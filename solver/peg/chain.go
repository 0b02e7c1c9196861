package peg

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// batch is how many positions are expanded together. Look-ups in a large set wait
// for memory; those of a batch wait together.
const batch = 16

// expander lists the positions that one move makes of others. It belongs to one
// worker. Reversed moves are listed by the side that runs backward.
type expander struct {
	game  *game
	side  *side
	bound *patternBound // of the moves to the other end
	alive *aliveFilter  // positions that a line leads through; nil: any may be one
	short bool          // moves end after one jump

	seen []views // the positions that are expanded, then those in the middle of chains
	// The same by the numberings of the bound's further partitions, as many words for
	// each, and what the jumps change in them. first is the order in which partitions
	// are asked: who cut something comes forward.
	turned, turns []uint64
	first         []int32
	slacks        []uint64 // by the bound's pagoda functions, as many words for each

	open  []chain // what is to be gone on with
	tried []tried // the jumps of these
	known chainSet

	// stop says why the work has to end, if it has, and room is how many bytes chains may take.
	stop func() error
	room int64

	generated int64
	// left out by the databases of the bound, by its pagoda functions, and for not being alive
	far, fallen, dead int64
	limited           bool // something was left out only for being too far from the other end
}

// chain is a position before or within a move, by its number in seen, and where the
// moving man is.
type chain struct {
	at   int32
	cell uint8
}

// tried is a jump that goes on with a chain.
type tried struct {
	jump  *sideJump
	after uint64
	at    int32 // of the chain
	bound int32 // of the moves from after
	bit   uint8 // of word, which says whether after is alive
	word  uint64
}

func newExpander(g *game, s *side, b *patternBound, a *aliveFilter) *expander {
	x := &expander{game: g, side: s, bound: b, alive: a}
	for i := range b.merson {
		x.first = append(x.first, int32(i))
	}
	for _, j := range g.jumps {
		for i := range b.merson {
			x.turns = append(x.turns, b.merson[i].cells.of(j.mask))
		}
	}
	return x
}

// expand calls visit with the canonical form of every position that one move
// makes of one of ps and that is at most left moves from the other end by the bound.
// A chain is followed in all its branches, and it may stop after every jump.
// Different men may lead to the same position.
//
// A chain is given up when the bound exceeds left by more than one. Of the
// position q in the middle of a chain and any position r that the chain makes of
// it, bound(q) ≤ bound(r)+1: from q the same man could begin a move that makes r,
// in one region of each partition. A chain through a position that is not alive is
// given up, too: from an end of the line one reaches q, and if r is alive the other
// end can be reached from it by way of r.
//
// With short moves are single jumps.
//
// On large boards with eight directions the branches of a single chain can be too many
// for any limit. Then the error says which, and not all was visited.
func (x *expander) expand(ps []uint64, left int, visit func(uint64)) error {
	for ps := range slices.Chunk(ps, batch) {
		x.seen, x.turned, x.slacks, x.open = x.seen[:0], x.turned[:0], x.slacks[:0], x.open[:0]
		x.known.clear()
		for i, p := range ps {
			x.seen = append(x.seen, x.game.views(p))
			for i := range x.bound.merson {
				x.turned = append(x.turned, x.bound.merson[i].cells.of(p))
			}
			x.slacks = x.bound.pagodas.of(p, x.slacks)
			if fallen(x.slacksOf(int32(i))) { // an end of several that nothing leads to
				continue
			}
			for m := p; m != 0; m &= m - 1 {
				x.open = append(x.open, chain{int32(i), uint8(bits.TrailingZeros64(m))})
			}
		}
		for len(x.open) > 0 {
			if err := x.try(left); err != nil {
				return err
			}
			if err := x.goOn(left, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// manyChains is after how many chains limits are asked.
const manyChains = 1 << 12

// limits returns a limit that is reached.
func (x *expander) limits() error {
	if x.stop == nil {
		return nil
	}
	words := len(x.turned) + len(x.slacks)
	held := int64(unsafe.Sizeof(views{}))*int64(len(x.seen)) + 8*int64(words) +
		int64(unsafe.Sizeof(chainKey{}))*int64(len(x.known.slots)) + int64(unsafe.Sizeof(tried{}))*int64(len(x.tried))
	if held > x.room {
		return session.ErrMemory
	}
	return x.stop()
}

// try lists the next jumps of all open chains that lead to a position that is
// alive and not too far from the other end.
func (x *expander) try(left int) error {
	x.tried = x.tried[:0]
	functions := x.bound.pagodas.words > 0
	for i, c := range x.open {
		if i%manyChains == manyChains-1 {
			if err := x.limits(); err != nil {
				return err
			}
		}
		at := &x.seen[c.at]
		by := x.side.by[c.cell]
		for i := range by {
			j := &by[i]
			if at[0]&j.mask != j.cond {
				continue
			}
			x.generated++
			if functions && fallsBy(x.slacksOf(c.at), x.bound.pagodas.off(j.number)) {
				x.fallen++
				continue
			}
			t := tried{jump: j, after: at[0] ^ j.mask, at: c.at}
			n := x.bound.at(at, &j.delta)
			x.limited = x.limited || left < n && n < never
			if n <= left+1 {
				n = max(n, x.further(c.at, j, left+1))
				x.limited = x.limited || left < n
			}
			if n > left+1 {
				x.far++
				continue
			}
			t.bound = int32(n)
			x.tried = append(x.tried, t)
		}
	}
	if x.alive != nil {
		n := len(x.tried)
		x.tried = x.alive.keep(x.tried, x)
		x.dead += int64(n - len(x.tried))
	}
	return nil
}

// slacksOf returns those of a position that was seen.
func (x *expander) slacksOf(at int32) []uint64 {
	n := x.bound.pagodas.words
	return x.slacks[int(at)*n:][:n]
}

// further returns the bound by further partitions for what a jump makes of a position
// that was seen, or one greater than enough.
func (x *expander) further(at int32, j *sideJump, enough int) (most int) {
	n := len(x.first)
	have, turn := x.turned[int(at)*n:][:n], x.turns[int(j.number)*n:][:n]
	for i, k := range x.first {
		most = max(most, x.bound.merson[k].at(have[k]^turn[k]))
		if most > enough {
			x.first[i], x.first[i/2] = x.first[i/2], k
			break
		}
	}
	return most
}

// goOn visits what the jumps that were tried make, and opens the chains that can go
// on. What two chains have come to is visited and gone on with once: a long tour may
// take the same men in very many orders.
func (x *expander) goOn(left int, visit func(uint64)) error {
	x.open = x.open[:0]
	for i := range x.tried {
		if i%manyChains == manyChains-1 {
			if err := x.limits(); err != nil {
				return err
			}
		}
		t := &x.tried[i]
		j, at := t.jump, &x.seen[t.at]
		goesOn := !x.short && x.canJump(t.after, j.next)
		if goesOn && !x.known.add(t.after, j.next) {
			continue
		}
		if int(t.bound) <= left {
			visit(x.canonicalAfter(t))
		} else {
			x.far++
		}
		if goesOn {
			var next views
			for v := range next {
				next[v] = at[v] ^ j.delta[v]
			}
			x.open = append(x.open, chain{int32(len(x.seen)), j.next})
			x.seen = append(x.seen, next)
			for i, w := range x.bound.pagodas.off(j.number) {
				x.slacks = append(x.slacks, x.slacksOf(t.at)[i]-w)
			}
			n := len(x.first)
			for v := range n {
				x.turned = append(x.turned, x.turned[int(t.at)*n+v]^x.turns[int(j.number)*n+v])
			}
		}
	}
	return nil
}

// canonicalAfter returns the canonical form of what a jump makes.
func (x *expander) canonicalAfter(t *tried) uint64 {
	least, at, delta := t.after, &x.seen[t.at], &t.jump.delta
	for v := 1; v < len(x.game.maps); v++ {
		least = min(least, at[v]^delta[v])
	}
	return least
}

// canJump reports whether the man on a cell can make a jump.
func (x *expander) canJump(p uint64, cell uint8) bool {
	by := x.side.by[cell]
	for i := range by {
		if p&by[i].mask == by[i].cond {
			return true
		}
	}
	return false
}

// chainSet is a set of positions within chains and the cells of their men: open
// addressing in at least twice as many slots.
type chainSet struct {
	slots []chainKey
	size  int
}

// chainKey is a position with the cell of its man; the zero value is none, for the
// man is on the position.
type chainKey struct {
	men  uint64
	cell uint8
}

// fewChains is the number of slots that a set begins with.
const fewChains = 1 << 8

// clear makes the set empty. It keeps its slots while it needs a sixteenth of them.
func (s *chainSet) clear() {
	if len(s.slots) <= max(fewChains, 16*s.size) && s.slots != nil {
		clear(s.slots)
	} else {
		s.slots = make([]chainKey, fewChains)
	}
	s.size = 0
}

// add adds a position with its man and reports whether it was not there.
func (s *chainSet) add(men uint64, cell uint8) bool {
	if 2*s.size == len(s.slots) {
		old := s.slots
		s.slots, s.size = cache.Zeros[chainKey](2*len(old)), 0
		for _, k := range old {
			if k.men != 0 {
				s.add(k.men, k.cell)
			}
		}
	}
	for at := int(hash(men ^ uint64(cell)<<56)); ; at++ {
		slot := &s.slots[at&(len(s.slots)-1)]
		switch {
		case slot.men == 0:
			*slot = chainKey{men, cell}
			s.size++
			return true
		case slot.men == men && slot.cell == cell:
			return false
		}
	}
}

// move is a move with all cells that the man touches, in the order of time.
type move struct {
	after uint64 // the position behind it on the side that it was listed for
	path  []positions.Cell
}

// moves lists the moves from p with their paths, all of them or, with distinct,
// one for each position and last cell, in a fixed order.
func (g *game) moves(s *side, p uint64, distinct bool) []move {
	return g.movesUpTo(math.MaxInt, s, p, distinct)
}

// movesUpTo lists the first of these, so many at the most.
func (g *game) movesUpTo(most int, s *side, p uint64, distinct bool) (out []move) {
	g.eachMove(s, p, distinct, func(after uint64, path []positions.Cell) bool {
		out = append(out, move{after, inTime(s, path)})
		return len(out) < most
	})
	return out
}

// inTime copies a path of a side, from the man who moves, in the order of time.
func inTime(s *side, path []positions.Cell) []positions.Cell {
	path = slices.Clone(path)
	if s.backward {
		slices.Reverse(path)
	}
	return path
}

// eachMove calls visit with these, one after the other, until it returns false. The path begins
// with the man who moves, against time on the side that runs so, and is good until visit returns.
func (g *game) eachMove(s *side, p uint64, distinct bool, visit func(after uint64, path []positions.Cell) bool) {
	var seen map[[2]uint64]bool
	var path []positions.Cell
	var follow func(q uint64) bool
	follow = func(q uint64) bool {
		for _, j := range s.by[path[len(path)-1]] {
			if q&j.mask != j.cond {
				continue
			}
			r := q ^ j.mask
			if distinct {
				key := [2]uint64{r, uint64(j.next)}
				if seen[key] {
					continue
				}
				seen[key] = true
			}
			path = append(path, positions.Cell(j.next))
			if !visit(r, path) || !follow(r) {
				return false
			}
			path = path[:len(path)-1]
		}
		return true
	}
	for c := range positions.Cell(g.cells) {
		if p>>c&1 == 0 {
			continue
		}
		if distinct {
			seen = make(map[[2]uint64]bool)
		}
		if path = append(path[:0], c); !follow(p) {
			return
		}
	}
}
