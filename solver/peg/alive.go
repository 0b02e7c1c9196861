package peg

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// aliveFilter knows exactly of every position whether any line leads through it: it
// can be reached from the start, and the goal can be reached from it. Such a
// position is alive. A search that leaves all others out leaves out no line.
//
// Two sweeps make it: all that can be reached from the end with more men, then of
// this all from which the other end can be reached, back from there.
//
// Where the goal is the complement of the start (all holes full but those) half of
// the work is enough. The complement of a jump is a jump taken back, with the same
// three holes. So p is k jumps behind the start just if its complement is k jumps
// before the goal; p is alive just if both can be reached, and then so is its
// complement.
//
// Where sets of blocks do not fit, but alive positions are few, these are listed
// (listalive.go).
type aliveFilter struct {
	blocks *blockLayout
	set    blockSet // of the first blocks in order; the others are complements of these
	twice  int      // blocks before this place stand for their complements, too

	listed *positionSet // in place of all this: canonical forms
}

// newAliveFilter does the sweeps. Puzzles whose sets do not fit into budget are
// ErrMemory.
func newAliveFilter(run *session.Run, g *game, budget int64) (*aliveFilter, error) {
	b, err := newBlockLayout(g, g.start, 1, budget)
	if err != nil {
		return nil, err
	}
	return sweepAlive(run, g, b)
}

func sweepAlive(run *session.Run, g *game, b *blockLayout) (*aliveFilter, error) {
	most, least := []uint64{g.start}, g.goals
	if bits.OnesCount64(g.start) < bits.OnesCount64(g.goals[0]) {
		most, least = least, most
	}
	if len(least) == 1 && len(most) == 1 && least[0] == g.full&^most[0] && b.classOf(least[0]) == b.classOf(most[0]) {
		return sweepHalf(run, b, most[0])
	}
	a := &aliveFilter{blocks: b, set: b.newSet()}
	run.Hold(a.bytes(), nil)
	for _, p := range most {
		if b.classOf(p) == b.class {
			b.add(a.set, p)
		}
	}
	if err := b.reach(run, a.set, &b.down); err != nil {
		return nil, err
	}
	return a, b.retain(run, a.set, least, &b.up)
}

// sweepHalf makes the filter where the goal is the complement of the start, the one
// with more men, of the same class. Then the class of all men together is 0, so
// complements are of the same class; the pivots agree, and the complement of an
// address has all its bits the other way. Weights and numbers being the other way,
// too, the block of a complement is as far from the end of the order as the block is
// from its beginning, and so are their bits.
//
// The sweep down ends with a band of groups in the middle of the order, as wide as a
// jump leads at the most: in it what can be won is known from the complements. The
// sweep up begins above it, since jumps from there lead no further than the band. The
// rest is never made.
func sweepHalf(run *session.Run, b *blockLayout, start uint64) (*aliveFilter, error) {
	last := len(b.ends) - 1
	first := max(0, (last+1-b.down.widest())/2) // of the band, which ends at last−first
	a := &aliveFilter{blocks: b, set: cache.HugeZeros[uint64](b.words * b.ends[last-first])}
	if first > 0 {
		a.twice = b.ends[first-1]
	}
	run.Hold(a.bytes(), nil)
	if at := b.indexOf(b.addressOf(start)); at>>6 < uint64(len(a.set)) {
		a.set.add(at)
	} // else it is lighter than the goal, and nothing leads there
	if err := b.reachIn(run, a.set, &b.down, 0, last-first); err != nil {
		return nil, err
	}
	if err := b.keepComplements(run, a.set, a.twice); err != nil {
		return nil, err
	}
	if first == 0 {
		return a, nil
	}
	return a, b.retainIn(run, a.set, nil, &b.up, first-1, 0)
}

// keepComplements takes out of a set, from a place to the one as far from the end of
// the order, all positions whose complements are not in it.
func (b *blockLayout) keepComplements(run *session.Run, set blockSet, from int) error {
	words, unused := b.words, 0 // of a block, bits of a word
	if n := len(b.rim); n < int(b.stride) {
		words, unused = max(1<<n>>6, 1), 64-min(1<<n, 64)
	}
	turned := func(w uint64) uint64 { return bits.Reverse64(w) >> unused }
	return parallel.InParts(run.Workers, (len(b.order)+1)/2-from, 1<<14, func(begin, end int) error {
		for i := from + begin; i < from+end; i++ {
			near, far := b.at(set, i), b.at(set, len(b.order)-1-i)
			for k := range words {
				both := near[k] & turned(far[words-1-k])
				near[k], far[words-1-k] = both, turned(both)
			}
		}
		return run.Stop()
	})
}

// has reports whether the position of an index is alive.
func (a *aliveFilter) has(index uint64) bool { return a.set.has(a.kept(index)) }

// kept returns the index of a position, or of its complement where that stands for it.
func (a *aliveFilter) kept(index uint64) uint64 {
	if index>>6 >= uint64(len(a.set)) {
		return a.blocks.complement(index)
	}
	return index
}

// complement returns the index of the complement of a position, if it is of the
// class.
func (b *blockLayout) complement(index uint64) uint64 {
	place, bit := index>>b.stride, index&(1<<b.stride-1)
	return (uint64(len(b.order))-1-place)<<b.stride | bit ^ (1<<len(b.rim) - 1)
}

// keep returns, of jumps that an expander has tried, those that lead to alive positions.
func (a *aliveFilter) keep(all []tried, x *expander) []tried {
	alive := all[:0]
	if a.listed != nil {
		for _, t := range all {
			if a.listed.has(x.canonicalAfter(&t)) {
				alive = append(alive, t)
			}
		}
		return alive
	}
	for i := range all { // word is the index for now
		t := &all[i]
		t.word = a.kept(a.blocks.indexOf(x.seen[t.at][addressView] ^ t.jump.delta[addressView]))
	}
	for i := range all { // so close together all wait for memory at once
		t := &all[i]
		t.bit, t.word = uint8(t.word&63), a.set[t.word>>6]
	}
	for _, t := range all {
		if t.word>>(t.bit&63)&1 != 0 {
			alive = append(alive, t)
		}
	}
	return alive
}

// bytes returns the size of what is kept.
func (a *aliveFilter) bytes() int64 {
	switch {
	case a == nil:
		return 0
	case a.listed != nil:
		return a.listed.bytes()
	}
	return 8*int64(len(a.set)) + 4*int64(len(a.blocks.order))
}

// size returns the number of positions that are alive.
func (a *aliveFilter) size() (n int64) {
	for i, w := range a.set {
		n += int64(bits.OnesCount64(w))
		if i < a.twice*a.blocks.words {
			n += int64(bits.OnesCount64(w))
		}
	}
	return n
}

// filterLog is the number of cells of a board from which on a filter has to wait:
// with n cells for a round of 2^(n−filterLog) positions.
const filterLog = 17

// blockFilter makes the filter by sweeps when the work of a round is worth it, if there is
// memory.
func (s *lineSearch) blockFilter(budget int) error {
	if s.alive != nil || s.noFilter {
		return nil
	}
	if log := s.game.cells - filterLog; log > 0 && budget>>log == 0 {
		return nil
	}
	return s.Phase("filter", func() (string, int, error) {
		var alive *aliveFilter
		err := s.Watched(func() (err error) {
			alive, err = newAliveFilter(s.Run, s.game, s.Memory/2)
			return err
		})
		if errors.Is(err, session.ErrMemory) {
			s.noFilter = true
			return "no memory for it", 0, nil
		}
		if err != nil {
			return "", 0, err
		}
		s.game.look(alive.blocks)
		s.filter(alive)
		n := alive.size()
		if n == 0 {
			err = s.Deny(proofOfNothing)
		}
		return onALine(n), 0, err
	})
}

// filter has searches leave out what is not alive, from the beginning.
func (s *lineSearch) filter(alive *aliveFilter) {
	s.alive, s.through = alive, "can be reached and won"
	s.toGoal.pagodas, s.fromStart.pagodas = pagodas{}, pagodas{} // it knows all that they do
	s.paused = nil
	s.Park(0)
}

// onALine is the outcome of making a filter of so many positions.
func onALine(n int64) string { return fmt.Sprintf("%d positions are on a line", n) }
