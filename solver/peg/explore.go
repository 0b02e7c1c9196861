package peg

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Exploration is what can become of a puzzle of solo. All counts are up to the
// symmetries that keep start and goal.
type Exploration struct {
	Puzzle  *puzzles.Puzzle
	Jumps   []ExploredLayer // by the number of jumps made
	Moves   []int64         // by the least number of moves that lead to a position
	Total   ExploredLayer
	Deepest positions.Bits // the least dead end with the most jumps; none if there is none
	Stats   session.Stats
}

// ExploredLayer counts positions.
type ExploredLayer struct {
	Positions int64 // that can be reached
	Winnable  int64 // that can be reached and won
	DeadEnds  int64 // that can be reached, where no jump is possible and which are not won
}

// DeepestDead returns the number of jumps of the longest game that ends badly,
// and FirstDead of the shortest; −1 if there is none.
func (e *Exploration) DeepestDead() int { return e.dead(len(e.Jumps)-1, -1, -1) }

// FirstDead is the counterpart of [Exploration.DeepestDead].
func (e *Exploration) FirstDead() int { return e.dead(0, len(e.Jumps), 1) }

func (e *Exploration) dead(from, to, step int) int {
	for n := from; n != to; n += step {
		if e.Jumps[n].DeadEnds > 0 {
			return n
		}
	}
	return -1
}

// Explore looks at all positions that can be reached. It takes two sets of
// positions and one for each worker (64 MiB each on the english cross, 1 GiB on
// the french one), so it is for boards of some 40 holes at the most. An error that
// wraps [ErrUnsettled] means that a limit came first.
func Explore(ctx context.Context, p *puzzles.Puzzle, o session.Options) (*Exploration, error) {
	ctx, cancel := session.Within(ctx, o.Time)
	defer cancel()
	run := session.NewRun(ctx, o)
	e := &Exploration{Puzzle: p}
	err := e.explore(run, newGame(p))
	e.Stats = run.Stats()
	if isLimit(err) {
		err = fmt.Errorf("%w: %w", ErrUnsettled, err)
	}
	return e, err
}

func (e *Exploration) explore(run *session.Run, g *game) error {
	const least = 3 // sets that the search by moves needs
	b, err := newBlockLayout(g, g.start, least, run.Memory)
	if err != nil {
		return err
	}
	workers := min(run.Workers, int((run.Memory-4*int64(len(b.order)))/b.bytes())-least+1)
	x := &explorer{e, run, g, b, newOrbitCounter(g, b), &b.down, &b.up, b.newSet()}
	if g.puzzle.Game == puzzles.GameRetour {
		x.forward, x.backward = &b.up, &b.down
	}
	for _, phase := range []struct {
		name string
		sets int64
		do   func() (widest int64, err error)
	}{
		{"by jumps", 1, x.byJumps},
		{"by moves", int64(2 + workers), func() (int64, error) { return x.byMoves(workers) }},
	} {
		run.Hold(phase.sets*b.bytes()+4*int64(len(b.order)), nil)
		err := run.Phase(phase.name, func() (string, int, error) {
			var widest int64
			err := run.Watched(func() (err error) { widest, err = phase.do(); return err })
			return "complete", int(widest), err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// explorer fills in an exploration.
type explorer struct {
	*Exploration
	run               *session.Run
	game              *game
	blocks            *blockLayout
	orbits            *orbitCounter
	forward, backward *blockJumps
	set               blockSet // of whatever phase is at work
}

// byJumps counts what can be reached, and then of this what can be won.
func (x *explorer) byJumps() (widest int64, err error) {
	b := x.blocks
	set := x.set
	b.add(set, x.game.start)
	if err := b.reach(x.run, set, x.forward); err != nil {
		return 0, err
	}
	reached, err := x.orbits.byNumber(x.run, set)
	if err != nil {
		return 0, err
	}
	dead, deepest, err := x.deadEnds(set)
	if err != nil {
		return 0, err
	}
	if err := b.retain(x.run, set, x.game.goals, x.backward); err != nil {
		return 0, err
	}
	winnable, err := x.orbits.byNumber(x.run, set)
	for n := 0; ; n++ {
		men := x.game.menAfter(n)
		if men < 0 || men >= len(reached) || reached[men] == 0 {
			break
		}
		layer := ExploredLayer{reached[men], winnable[men], dead[men]}
		x.Jumps = append(x.Jumps, layer)
		x.Total.Positions += layer.Positions
		x.Total.Winnable += layer.Winnable
		x.Total.DeadEnds += layer.DeadEnds
		widest = max(widest, layer.Positions)
		if dead[men] > 0 {
			x.Deepest = positions.Bits{deepest[men]}
		}
	}
	x.run.Expanded.Add(x.Total.Positions)
	return widest, err
}

// deadEnds returns how many positions of a set have no jump and are no goal, and
// the least of them, by number of men.
func (x *explorer) deadEnds(set blockSet) (count []int64, least []uint64, err error) {
	b, g := x.blocks, x.game
	count, least = make([]int64, g.cells+1), make([]uint64, g.cells+1)
	var mu sync.Mutex
	err = parallel.InParts(x.run.Workers, len(b.order), 1<<14, func(from, to int) error {
		stuck := make([]uint64, b.words)
		for i, block := range b.order[from:to] {
			in := b.at(set, from+i)
			if empty(in) || !x.forward.stuck(b, block, in, stuck) {
				continue
			}
			for i, w := range stuck {
				for ; w != 0; w &= w - 1 {
					rim, _ := b.rimMen(uint(i<<6|bits.TrailingZeros64(w)), b.rimParity(block))
					p := b.coreMen(block) | rim
					if g.canonicalOf(p) != p || slices.Contains(g.goals, p) {
						continue
					}
					men := bits.OnesCount64(p)
					mu.Lock()
					if count[men] == 0 || p < least[men] {
						least[men] = p
					}
					count[men]++
					mu.Unlock()
				}
			}
		}
		return x.run.Stop()
	})
	return count, least, err
}

// stuck leaves in out the positions in of a block that have no jump. It reports
// whether there are any.
func (jumps *blockJumps) stuck(b *blockLayout, block uint32, in, out []uint64) bool {
	for i := range jumps.core {
		if lookUp(&jumps.core[i].away, block) != 0 {
			return false
		}
	}
	copy(out, in)
	parity := b.rimParity(block)
	without := func(j *blockJump) {
		for i, m := range j.masks[parity] {
			out[i] &^= m
		}
	}
	for i := range jumps.mixed {
		batch := &jumps.mixed[i]
		for m := lookUp(&batch.away, block); m != 0; m &= m - 1 {
			without(&batch.jumps[bits.TrailingZeros64(m)])
		}
	}
	for i := range jumps.rim {
		without(&jumps.rim[i])
	}
	return !empty(out)
}

// byMoves counts what can be reached by the number of moves.
func (x *explorer) byMoves(workers int) (widest int64, err error) {
	s := newMoveSearch(x.blocks, x.forward, x.game.start, workers, x.set)
	for size := int64(1); size > 0; {
		count := x.orbits.all(s.last, size)
		x.Moves = append(x.Moves, count)
		widest = max(widest, count)
		x.run.Enter(len(x.Moves), 0, int(count))
		x.run.Expanded.Add(count)
		if size, err = s.step(x.run); err != nil {
			return widest, err
		}
	}
	return widest, nil
}
