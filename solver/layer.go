package solver

import (
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
)

// layer is the set of positions of one depth, cut into the shards of the table
// that collected it, each sorted by [positions.Less]. Sorted shards make
// membership a binary search, set difference a merge, and every walk over a
// layer the same whatever the number of workers.
type layer[W positions.Words] struct {
	shards [cache.Shards][]W
}

// singleton returns the layer with just w.
func singleton[W positions.Words](w W, key uint64) *layer[W] {
	l := new(layer[W])
	l.shards[cache.ShardOf(key)] = []W{w}
	return l
}

// size returns the number of positions.
func (l *layer[W]) size() int {
	n := 0
	for _, s := range l.shards {
		n += len(s)
	}
	return n
}

// bytes returns the memory that the positions take.
func (l *layer[W]) bytes() int64 {
	var w W
	return int64(l.size()) * int64(len(w)) * 8
}

// has reports whether the layer holds w, whose key is given.
func (l *layer[W]) has(w *W, key uint64) bool {
	shard := l.shards[cache.ShardOf(key)]
	lo, hi := 0, len(shard)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if positions.Less(&shard[mid], w) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(shard) && shard[lo] == *w
}

// gather empties the table into a new layer, without the positions of the
// layers given (the ones before it: they were reached with fewer moves).
func gather[W positions.Words](t *cache.Table[W], workers int, without ...*layer[W]) (*layer[W], error) {
	l := new(layer[W])
	err := inShards(workers, func(i int) {
		shard := t.Take(i, make([]W, 0, t.ShardLen(i)))
		slices.SortFunc(shard, func(a, b W) int { return positions.Compare(&a, &b) })
		for _, old := range without {
			shard = subtract(shard, old.shards[i])
		}
		l.shards[i] = slices.Clip(shard)
	})
	return l, err
}

// subtract removes from a, in place, what is in b. Both are sorted.
func subtract[W positions.Words](a, b []W) []W {
	out, j := 0, 0
	for i := range a {
		for j < len(b) && positions.Less(&b[j], &a[i]) {
			j++
		}
		if j < len(b) && b[j] == a[i] {
			continue
		}
		if out != i {
			a[out] = a[i]
		}
		out++
	}
	return a[:out]
}

// union returns the positions of both layers, which are used up.
func union[W positions.Words](a, b *layer[W]) *layer[W] {
	out := new(layer[W])
	for i := range out.shards {
		all := append(a.shards[i], b.shards[i]...)
		slices.SortFunc(all, func(a, b W) int { return positions.Compare(&a, &b) })
		out.shards[i] = slices.Compact(all)
	}
	return out
}

// inShards calls f once for every shard number, on several goroutines.
func inShards(workers int, f func(shard int)) error {
	return inParts(workers, cache.Shards, 1, func(from, _ int) error {
		f(from)
		return nil
	})
}
