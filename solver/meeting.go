package solver

import (
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// join is where two halves meet: x is depth moves from the start, and with the
// move from x (or without one if odd is false) it becomes a position whose image
// is depth moves from the start, too.
type join[W positions.Words] struct {
	x    W
	odd  bool
	move positions.Move
	z    W // the position after the move; x if there is none
}

// imageLast notes the keys of the images of the last layer's positions.
func (b *beam[W]) imageLast(last *layer[W], lowest, highest int) error {
	b.images.reset(last.size())
	b.images.lowest, b.images.highest = b.space.totalGain-highest, b.space.totalGain-lowest
	return inShards(b.workers, func(i int) {
		for k := range last.shards[i] {
			_, key := b.space.turned(&last.shards[i][k])
			b.images.add(key)
		}
	})
}

// meetItself collects the positions of l whose image is in l.
func (b *beam[W]) meetItself(l *layer[W]) error {
	var mu sync.Mutex
	return inParts(b.workers, cache.Shards, 1, func(i, _ int) error {
		for k := range l.shards[i] {
			w := l.shards[i][k]
			image, key := b.space.turned(&w)
			met, err := l.has(&image, key)
			if err != nil {
				return err
			}
			if met {
				mu.Lock()
				b.joins = append(b.joins, join[W]{x: w, z: w})
				mu.Unlock()
			}
		}
		return nil
	})
}

// maxJoins is how many joins are compared when a line is put together. Any one
// gives a line of the same length; they differ in hops.
const maxJoins = 4096

// assemble makes a line of the joins between layer d and its image: among all
// lines through the kept layers one with the fewest hops (with count hops: the
// fewest moves is not sought), always the same one.
func (b *beam[W]) assemble(d int) (puzzles.Line, error) {
	s := b.space
	slices.SortFunc(b.joins, func(i, j join[W]) int {
		if c := positions.Compare(&i.x, &j.x); c != 0 {
			return c
		}
		return positions.Compare(&i.z, &j.z)
	})
	joins := b.joins[:min(len(b.joins), maxJoins)]
	b.joins = nil
	ends := make([]W, 0, 2*len(joins))
	for _, j := range joins {
		x, _ := s.canonical(j.x)
		y, _ := s.turned(&j.z)
		ends = append(ends, x, y)
	}
	t, err := newTrace(s, b.zones, b.layers[:d+1], ends)
	if err != nil {
		return nil, err
	}
	best, bestHops := -1, 0
	for i, j := range joins {
		hops := t.hops(ends[2*i]) + t.hops(ends[2*i+1]) + int(j.move.Hops)
		if best < 0 || hops < bestHops {
			best, bestHops = i, hops
		}
	}
	j := joins[best]
	line, err := t.walkTo(j.x)
	if err != nil {
		return nil, err
	}
	second, err := t.walkTo(s.permuted(&j.z, &s.turn))
	if err != nil {
		return nil, err
	}
	if j.odd {
		line = append(line, s.path(&j.x, j.move))
	}
	return append(line, s.reversed(second)...), nil
}
