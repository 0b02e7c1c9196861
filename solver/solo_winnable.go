package solver

import (
	"context"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles"
)

// WinnablePositions returns, for every number of jumps, how many positions can be
// reached from the start of a puzzle of solo or retour and can still reach its
// goal, up to the symmetries of the puzzle. It does not look at the whole
// reachable set: from both ends it goes half-way, then walks back from where the
// halves touch. Memory: a set for each half and the widest layers.
//
// Where the goal is the complement of the start, one half is enough. A jump of
// the complement is a jump taken back, so a position can be won in n jumps just
// if its complement can be reached in n.
func WinnablePositions(ctx context.Context, p *puzzles.Puzzle, o Options) ([]int64, error) {
	run := newRun(ctx, o)
	r := newPegReach(newPegGame(p))
	jumps := bits.OnesCount64(r.start) - bits.OnesCount64(r.goals[0])
	jumps = max(jumps, -jumps)
	counts := make([]int64, jumps+1)
	if jumps == 0 {
		if slices.Contains(r.goals, r.start) {
			counts[0] = 1
		}
		return counts, nil
	}
	budget := run.memory
	near, err := r.newSet(&budget)
	if err != nil {
		return nil, err
	}
	middle := jumps / 2
	layer := r.ends(sieve{set: near}, r.start)
	for range middle {
		if layer, err = r.sift(run, layer, r.forward, sieve{set: near}, nil); err != nil {
			return nil, err
		}
	}
	mirror := len(r.goals) == 1 && r.goals[0] == r.full&^r.start && jumps%2 == 1
	if mirror {
		// What passes are the complements of the winnable positions of layer
		// middle+1: the winnable ones of layer middle.
		layer, err = r.siftComplements(run, layer, r.forward, sieve{near, true})
	} else {
		layer, err = r.touching(run, layer, near, budget, counts)
	}
	if err != nil {
		return nil, err
	}
	for n := middle; n >= 0; n-- {
		counts[n] = int64(len(layer))
		if mirror {
			counts[jumps-n] = counts[n]
		}
		if layer, err = r.sift(run, layer, r.backward, sieve{near, true}, nil); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// touching counts the winnable positions behind the middle and returns those of
// the middle layer. It takes them out of near.
func (r *pegReach) touching(run *run, layer []uint64, near *reachSet, budget int64, counts []int64) ([]uint64, error) {
	far, err := r.newSet(&budget)
	if err != nil {
		return nil, err
	}
	jumps := len(counts) - 1
	middle := jumps / 2
	other := r.ends(sieve{set: far}, r.goals...)
	for range jumps - middle - 1 {
		if other, err = r.sift(run, other, r.backward, sieve{set: far}, nil); err != nil {
			return nil, err
		}
	}
	touched, err := r.sift(run, layer, r.forward, sieve{far, true}, nil)
	if err != nil {
		return nil, err
	}
	for n, layer := middle+1, touched; n <= jumps; n++ {
		counts[n] = int64(len(layer))
		if layer, err = r.sift(run, layer, r.forward, sieve{far, true}, nil); err != nil {
			return nil, err
		}
	}
	return r.sift(run, touched, r.backward, sieve{near, true}, nil)
}

// siftComplements is sift for the complements of the positions that a jump
// makes: the least image of a complement is the complement of the greatest image.
func (r *pegReach) siftComplements(run *run, layer []uint64, jumps []reachJump, through sieve) ([]uint64, error) {
	return r.inParts(run, layer, through, func(p uint64, s *sifter) {
		v := r.views(p)
		for i := range jumps {
			j := &jumps[i]
			if p&j.mask != j.cond {
				continue
			}
			most := v[0] ^ j.delta[0]
			for k := 1; k < r.maps; k++ {
				most = max(most, v[k&7]^j.delta[k&7])
			}
			s.put(r.full &^ most)
		}
	})
}
