package transfer

import (
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
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
func (b *beam[W]) imageLast(last *layers.Layer[W], lowest, highest int) error {
	b.images.Reset(last.Size())
	b.images.Lowest, b.images.Highest = b.space.TotalGain-highest, b.space.TotalGain-lowest
	return layers.InShards(b.Workers, func(i int) {
		for k := range last.Shards[i] {
			_, key := b.space.Turned(&last.Shards[i][k])
			b.images.Add(key)
		}
	})
}

// meetItself collects the positions of l whose image is in l.
func (b *beam[W]) meetItself(l *layers.Layer[W]) error {
	var mu sync.Mutex
	return parallel.InParts(b.Workers, cache.Shards, 1, func(i, _ int) error {
		for k := range l.Shards[i] {
			w := l.Shards[i][k]
			image, key := b.space.Turned(&w)
			met, err := l.Has(&image, key)
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
	joins := b.joins[:min(len(b.joins), layers.MaxJoins)]
	b.joins = nil
	ends := make([]W, 0, 2*len(joins))
	for _, j := range joins {
		x, _ := s.Canonical(j.x)
		y, _ := s.Turned(&j.z)
		ends = append(ends, x, y)
	}
	t, err := layers.NewTrace(s, b.zones, b.layers[:d+1], ends)
	if err != nil {
		return nil, err
	}
	best, bestHops := -1, 0
	for i, j := range joins {
		hops := t.Hops(ends[2*i]) + t.Hops(ends[2*i+1])
		if j.odd {
			hops += len(s.Path(&j.x, j.move)) - 1
		}
		if best < 0 || hops < bestHops {
			best, bestHops = i, hops
		}
	}
	j := joins[best]
	line, err := t.WalkTo(j.x)
	if err != nil {
		return nil, err
	}
	second, err := t.WalkTo(s.Permuted(&j.z, &s.Turn))
	if err != nil {
		return nil, err
	}
	if j.odd {
		line = append(line, s.Path(&j.x, j.move))
	}
	return append(line, s.Reversed(second)...), nil
}
