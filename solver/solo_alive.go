package solver

import (
	"errors"
	"fmt"
	"math/bits"
)

// pegAlive knows exactly of every position whether any line leads through it: it
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
type pegAlive struct {
	blocks *pegBlocks
	set    blockSet
}

// newPegAlive does the sweeps. Puzzles whose sets do not fit into budget are
// errMemory.
func newPegAlive(run *run, g *pegGame, budget int64) (*pegAlive, error) {
	b, err := newPegBlocks(g, g.start, 1, budget)
	if err != nil {
		return nil, err
	}
	a := &pegAlive{b, b.newSet()}
	run.hold(a.bytes(), nil)
	if err := a.fill(run, g); err != nil {
		return nil, err
	}
	return a, nil
}

func (a *pegAlive) fill(run *run, g *pegGame) error {
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
func (b *pegBlocks) keepComplements(run *run, set blockSet) error {
	words, unused := b.words, 0 // of a block, bits of a word
	if n := len(b.rim); n < int(b.stride) {
		words, unused = max(1<<n>>6, 1), 64-min(1<<n, 64)
	}
	turned := func(w uint64) uint64 { return bits.Reverse64(w) >> unused }
	return inParts(run.workers, len(b.order)/2+1, 1<<14, func(from, to int) error {
		for i := from; i < to; i++ {
			near, far := b.at(set, i), b.at(set, len(b.order)-1-i)
			for k := range words {
				both := near[k] & turned(far[words-1-k])
				near[k], far[words-1-k] = both, turned(both)
			}
		}
		return run.stop()
	})
}

// at reports whether the position of an address is alive.
func (a *pegAlive) at(address uint64) bool { return a.set.has(a.blocks.indexOf(address)) }

// bytes returns the size of what is kept.
func (a *pegAlive) bytes() int64 {
	if a == nil {
		return 0
	}
	return a.blocks.bytes() + 4*int64(len(a.blocks.order))
}

// size returns the number of positions that are alive.
func (a *pegAlive) size() (n int64) {
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
func (s *pegSearch) refine(budget int) error {
	if s.alive != nil || s.noFilter {
		return nil
	}
	if log := s.game.cells - filterLog; log > 0 && budget>>log == 0 {
		return nil
	}
	return s.phase("filter", func() (string, int, error) {
		var alive *pegAlive
		err := s.watched(func() (err error) {
			alive, err = newPegAlive(s.run, s.game, s.memory/2)
			return err
		})
		if errors.Is(err, errMemory) {
			s.noFilter = true
			return "no memory for it", 0, nil
		}
		if err != nil {
			return "", 0, err
		}
		s.alive, s.through = alive, "can be reached and won"
		s.game.look(alive.blocks)
		s.paused = nil
		s.park(0)
		n := alive.size()
		if n == 0 {
			err = s.deny("complete search: of all that can be reached from the start nothing leads to the goal")
		}
		return fmt.Sprintf("%d positions are on a line", n), 0, err
	})
}
