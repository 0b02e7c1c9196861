package solver

import (
	"context"
	"fmt"
	"math/bits"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Exploration is what can become of a puzzle of solo. All counts are up to the
// symmetries that keep start and goal.
type Exploration struct {
	Puzzle  *puzzles.Puzzle
	Jumps   []ExploredLayer // by the number of jumps made
	Moves   []int64         // by the least number of moves that lead to a position
	Total   ExploredLayer
	Deepest positions.Bits // the least dead end with the most jumps; none if there is none
	Stats   Stats
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

// Explore looks at all positions that can be reached. Its memory is some 24 bytes a
// position of the widest layer and a set (64 MiB on the english cross, 1 GiB on the
// french one), so it is for boards of some 40 holes at the most. An error that
// wraps [ErrUnsettled] means that a limit came first.
func Explore(ctx context.Context, p *puzzles.Puzzle, o Options) (*Exploration, error) {
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	run := newRun(ctx, o)
	e := &Exploration{Puzzle: p}
	err := e.explore(run, newPegReach(newPegGame(p)))
	e.Stats = run.stats()
	if isLimit(err) {
		err = fmt.Errorf("%w: %w", ErrUnsettled, err)
	}
	return e, err
}

func (e *Exploration) explore(run *run, r *pegReach) error {
	budget := run.memory
	seen, err := r.newSet(&budget)
	if err != nil {
		return err
	}
	for _, phase := range []struct {
		name string
		do   func() (widest int, err error)
	}{
		{"by jumps", func() (int, error) { return e.byJumps(run, r, seen, budget) }},
		{"won", func() (int, error) { return e.won(run, r, seen) }},
		{"by moves", func() (int, error) { clear(seen.bits); return e.byMoves(run, r, seen, budget) }},
	} {
		run.hold(seen.bytes(), nil)
		err := run.phase(phase.name, func() (string, int, error) {
			widest, err := phase.do()
			return "complete", widest, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fits notes a layer of a phase and checks that the next one, which may have
// five times as many positions and is copied once, will fit.
func fits(run *run, seen *reachSet, layer []uint64, depth int, budget int64) error {
	bytes := 8 * int64(len(layer))
	run.hold(seen.bytes()+bytes, nil)
	run.enter(depth, 0, len(layer))
	if 11*bytes > budget {
		return errMemory
	}
	return nil
}

// byJumps is a breadth-first search by jumps. It leaves what can be reached in
// seen.
func (e *Exploration) byJumps(run *run, r *pegReach, seen *reachSet, budget int64) (widest int, err error) {
	goals := make(map[uint64]bool)
	for _, p := range r.goals {
		goals[r.canonicalOf(p)] = true
	}
	layer := r.ends(sieve{set: seen}, r.start)
	for len(layer) > 0 {
		if err := fits(run, seen, layer, len(e.Jumps), budget); err != nil {
			return widest, err
		}
		widest = max(widest, len(layer))
		var mu sync.Mutex
		count := ExploredLayer{Positions: int64(len(layer))}
		least := ^uint64(0)
		next, err := r.sift(run, layer, r.forward,
			sieve{set: seen}, func(p uint64) {
				if goals[p] {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				count.DeadEnds++
				least = min(least, p)
			})
		if err != nil {
			return widest, err
		}
		if count.DeadEnds > 0 {
			e.Deepest = positions.Bits{r.natural(least)}
		}
		e.Jumps = append(e.Jumps, count)
		e.Total.Positions += count.Positions
		e.Total.DeadEnds += count.DeadEnds
		layer = next
	}
	return widest, nil
}

// won walks back from the goals through what can be reached: what has a jump to
// a position that can be won can be won. It takes these out of reached.
func (e *Exploration) won(run *run, r *pegReach, reached *reachSet) (widest int, err error) {
	layer := r.ends(sieve{reached, true}, r.goals...)
	jumps := bits.OnesCount64(r.start) - bits.OnesCount64(r.goals[0])
	for n := max(jumps, -jumps); n >= 0 && len(layer) > 0; n-- {
		widest = max(widest, len(layer))
		e.Jumps[n].Winnable = int64(len(layer))
		e.Total.Winnable += int64(len(layer))
		layer, err = r.sift(run, layer, r.backward, sieve{reached, true}, nil)
		if err != nil {
			return widest, err
		}
	}
	return widest, nil
}

// byMoves is a breadth-first search by moves.
func (e *Exploration) byMoves(run *run, r *pegReach, seen *reachSet, budget int64) (widest int, err error) {
	layer := r.ends(sieve{set: seen}, r.start)
	for len(layer) > 0 {
		if err := fits(run, seen, layer, len(e.Moves), budget); err != nil {
			return widest, err
		}
		widest = max(widest, len(layer))
		e.Moves = append(e.Moves, int64(len(layer)))
		layer, err = r.siftMoves(run, layer, sieve{set: seen})
		if err != nil {
			return widest, err
		}
	}
	return widest, nil
}
