package peg

import (
	"errors"
	"fmt"
	"math/bits"

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
// Where the goal is the complement of the start (all holes full but those) the
// second sweep is not needed. The complement of a jump is a jump taken back, with
// the same three holes. So p is k jumps behind the start just if its complement is
// k jumps before the goal, and p is alive just if both can be reached.
type aliveFilter struct {
	blocks *blockLayout
	set    blockSet
}

// newAliveFilter does the sweeps. Puzzles whose sets do not fit into budget are
// ErrMemory.
func newAliveFilter(run *session.Run, g *game, budget int64) (*aliveFilter, error) {
	b, err := newBlockLayout(g, g.start, 1, budget)
	if err != nil {
		return nil, err
	}
	a := &aliveFilter{b, b.newSet()}
	run.Hold(a.bytes(), nil)
	if err := a.fill(run, g); err != nil {
		return nil, err
	}
	return a, nil
}

func (a *aliveFilter) fill(run *session.Run, g *game) error {
	b := a.blocks
	most, least := []uint64{g.start}, g.goals
	if bits.OnesCount64(g.start) < bits.OnesCount64(g.goals[0]) {
		most, least = least, most
	}
	for _, p := range most {
		if b.classOf(p) == b.class {
			b.add(a.set, p)
		}
	}
	if err := b.reach(run, a.set, &b.down); err != nil {
		return err
	}
	if len(least) == 1 && len(most) == 1 && least[0] == g.full&^most[0] && b.classOf(least[0]) == b.class {
		return b.keepComplements(run, a.set)
	}
	return b.retain(run, a.set, least, &b.up)
}

// keepComplements takes out of a set all positions whose complements are not in
// it. The class of all men together must be 0, so that a complement is of the same
// class; then the pivots agree, and the complement of an address has all its bits
// the other way. Weights and numbers being the other way, too, the block is as far
// from the end of the order as the complement's from its start, and so is the bit
// in the block.
func (b *blockLayout) keepComplements(run *session.Run, set blockSet) error {
	words, unused := b.words, 0 // of a block, bits of a word
	if n := len(b.rim); n < int(b.stride) {
		words, unused = max(1<<n>>6, 1), 64-min(1<<n, 64)
	}
	turned := func(w uint64) uint64 { return bits.Reverse64(w) >> unused }
	return parallel.InParts(run.Workers, (len(b.order)+1)/2, 1<<14, func(from, to int) error {
		for i := from; i < to; i++ {
			near, far := b.at(set, i), b.at(set, len(b.order)-1-i)
			for k := range words {
				both := near[k] & turned(far[words-1-k])
				near[k], far[words-1-k] = both, turned(both)
			}
		}
		return run.Stop()
	})
}

// at reports whether the position of an address is alive.
func (a *aliveFilter) at(address uint64) bool { return a.set.has(a.blocks.indexOf(address)) }

// bytes returns the size of what is kept.
func (a *aliveFilter) bytes() int64 {
	if a == nil {
		return 0
	}
	return a.blocks.bytes() + 4*int64(len(a.blocks.order))
}

// size returns the number of positions that are alive.
func (a *aliveFilter) size() (n int64) {
	for _, w := range a.set {
		n += int64(bits.OnesCount64(w))
	}
	return n
}

// filterLog is the number of cells of a board from which on a filter has to wait:
// with n cells for a round of 2^(n−filterLog) positions.
const filterLog = 17

// refine builds the filter of live positions when the work of a round is worth
// it, if there is memory.
func (s *lineSearch) refine(budget int) error {
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
		s.alive, s.through = alive, "can be reached and won"
		s.game.look(alive.blocks)
		s.paused = nil
		s.Park(0)
		n := alive.size()
		if n == 0 {
			err = s.Deny("complete search: of all that can be reached from the start nothing leads to the goal")
		}
		return fmt.Sprintf("%d positions are on a line", n), 0, err
	})
}
