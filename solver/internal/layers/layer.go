package layers

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Layer is the set of positions of one depth, cut into the shards of the table
// that collected it, each sorted by [positions.Less]. Sorted shards make
// membership a binary search, set difference a merge, and every walk over a
// layer the same whatever the number of workers.
//
// A layer is in memory, or in a file or on other machines; then shards are read when
// they are wanted.
type Layer[W positions.Words] struct {
	Shards [cache.Shards][]W
	file   *cache.Run[W] // nil: not in a file
	away   *away[W]      // nil: not on other machines
	// written is the digest of the run that was written of the layer, "" for none.
	written string

	mu   sync.Mutex
	read [cache.Shards][]W // shards that has took from the file
}

// Singleton returns the layer with just w.
func Singleton[W positions.Words](w W, key uint64) *Layer[W] {
	l := new(Layer[W])
	l.Shards[cache.ShardOf(key)] = []W{w}
	return l
}

// Size returns the number of positions.
func (l *Layer[W]) Size() int {
	if l.file != nil {
		return int(l.file.Len())
	}
	n := 0
	for i := range l.Shards {
		n += l.shardLen(i)
	}
	return n
}

// shardLen returns the number of positions of a shard.
func (l *Layer[W]) shardLen(i int) int {
	switch {
	case l.file != nil:
		return int(l.file.ShardLen(i))
	case l.away != nil:
		return l.away.counts[i]
	}
	return len(l.Shards[i])
}

// here reports whether the positions are in memory.
func (l *Layer[W]) here() bool { return l.file == nil && l.away == nil }

// bytes returns the memory that the positions take, or those that were read from where they
// are.
func (l *Layer[W]) bytes() int64 {
	var w W
	size := int64(len(w)) * 8
	if l.here() {
		return int64(l.Size()) * size
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var read int64
	for _, shard := range l.read {
		read += int64(len(shard))
	}
	return read * size
}

// BytesOf returns the memory of layers.
func BytesOf[W positions.Words](layers []*Layer[W]) int64 {
	var n int64
	for _, l := range layers {
		n += l.bytes()
	}
	return n
}

// Shard returns the positions of a shard. The slice is the layer's own, or fresh
// from where they are.
func (l *Layer[W]) Shard(i int) ([]W, error) {
	switch {
	case l.file != nil:
		return l.file.ReadShard(i, make([]W, 0, l.file.ShardLen(i)))
	case l.away != nil:
		return l.away.shard(i)
	}
	return l.Shards[i], nil
}

// part returns the shards from … to−1 as a layer in memory.
func (l *Layer[W]) part(from, to int) (*Layer[W], error) {
	out := new(Layer[W])
	for i := from; i < to; i++ {
		shard, err := l.Shard(i)
		if err != nil {
			return nil, err
		}
		out.Shards[i] = shard
	}
	return out, nil
}

// Has reports whether the layer holds w, whose key is given.
func (l *Layer[W]) Has(w *W, key uint64) (bool, error) {
	i := cache.ShardOf(key)
	shard := l.Shards[i]
	if !l.here() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.read[i] == nil {
			var err error
			if l.read[i], err = l.Shard(i); err != nil {
				return false, err
			}
		}
		shard = l.read[i]
	}
	return isIn(shard, w), nil
}

// isIn reports whether a sorted shard has a position.
func isIn[W positions.Words](shard []W, w *W) bool {
	_, found := slices.BinarySearchFunc(shard, *w, func(a, b W) int { return positions.Compare(&a, &b) })
	return found
}

// summary returns what a certificate says of the layer.
func (l *Layer[W]) summary(workers int, s *Space[W]) (gain int, digest certificate.Sum, err error) {
	if l.away != nil {
		return l.away.gain, l.away.digest, nil
	}
	var mu sync.Mutex
	err = parallel.InParts(workers, cache.Shards, 1, func(i, _ int) error {
		shard, err := l.Shard(i)
		if err != nil {
			return err
		}
		highest, sum := s.summary(shard)
		mu.Lock()
		defer mu.Unlock()
		gain = max(gain, highest)
		digest.AddSum(sum)
		return nil
	})
	return gain, digest, err
}

// summary returns what a certificate says of some of the positions of a layer.
func (s *Space[W]) summary(list []W) (gain int, digest certificate.Sum) {
	size := (s.Cells + 7) / 8
	if s.Marked {
		size++
	}
	var own, mirrored positionCode
	for k := range list {
		gain = max(gain, s.Gain(&list[k]))
		image := s.Permuted(&list[k], &s.Mirror)
		s.encode(&list[k], &own)
		s.encode(&image, &mirrored)
		least := own[:size]
		if bytes.Compare(mirrored[:size], least) < 0 {
			least = mirrored[:size]
		}
		digest.Add(least)
	}
	return gain, digest
}

// positionCode has room for the code of a position as certificates define it; of a marked
// position followed by the number of the marked cell.
type positionCode [positions.MaxCells/8 + 1]byte

// encode writes the code of a position to where nothing is yet, or an earlier one's.
func (s *Space[W]) encode(w *W, code *positionCode) {
	men := s.Men(w)
	for k := 0; k < min(len(men), positions.MaxCells/64); k++ {
		binary.LittleEndian.PutUint64(code[8*k:], men[k])
	}
	if s.Marked {
		code[(s.Cells+7)/8] = s.Mark(w)
	}
}

// Filter returns the layer of the positions for which keep is true.
func (l *Layer[W]) Filter(workers int, keep func(*W) bool) (*Layer[W], error) {
	out := new(Layer[W])
	err := parallel.InParts(workers, cache.Shards, 1, func(i, _ int) error {
		shard, err := l.Shard(i)
		if err != nil {
			return err
		}
		for k := range shard {
			if keep(&shard[k]) {
				out.Shards[i] = append(out.Shards[i], shard[k])
			}
		}
		return nil
	})
	return out, err
}

// Keep removes from a list of positions, in place, those that do not belong to a layer.
// It is called by many workers at once.
type Keep[W positions.Words] func(list []W) ([]W, error)

// Drop removes from a list, in place, the positions that drop names. It may be stopped on
// the way.
func Drop[W positions.Words](r *session.Run, list []W, drop func(w *W) bool) ([]W, error) {
	out := list[:0]
	for i := range list {
		if i%session.ChunkSize == 0 {
			if err := r.Stop(); err != nil {
				return nil, err
			}
		}
		if !drop(&list[i]) {
			out = append(out, list[i])
		}
	}
	return out, nil
}

// LastTwo returns the layers that the next one is kept free of. Where moves can be
// taken back nothing else comes up again: a successor is at most one layer behind.
func LastTwo[W positions.Words](all []*Layer[W]) []*Layer[W] { return all[max(0, len(all)-2):] }

// Gather empties the table into a new layer, without the positions of the
// layers given (the ones before it: they were reached with fewer moves). A table
// that takes an eighth of the memory gives back its slots on the way, so that it and
// the layer take no more together than it did.
func (sw *Sweep[W]) Gather(without ...*Layer[W]) (*Layer[W], error) {
	return sw.gatherKept(nil, without)
}

// gatherKept is Gather of the positions that keep, which may be nil, leaves. It is
// asked shard by shard, so that what it drops is never there as a whole.
func (sw *Sweep[W]) gatherKept(keep Keep[W], without []*Layer[W]) (*Layer[W], error) {
	thrifty := sw.Table.Bytes() > sw.Memory/8
	sw.Doing(session.Merging, cache.Shards)
	l, shard := new(Layer[W]), sw.gathering(keep, without, !thrifty)
	err := parallel.InParts(sw.Run.Workers, cache.Shards, 1, func(i, _ int) (err error) {
		l.Shards[i], err = shard(i)
		sw.Done.Add(1)
		return err
	})
	return l, err
}

// gathering returns gatherKept of one shard, which may be called by many workers. slots
// says whether the table keeps its slots: then the next keys need not make room again.
func (sw *Sweep[W]) gathering(keep Keep[W], without []*Layer[W], slots bool) func(i int) ([]W, error) {
	t := sw.Table
	return func(i int) ([]W, error) {
		shard := sorted(t.Take(i, make([]W, 0, t.ShardLen(i)), slots))
		shard, err := subtractAll(shard, i, without)
		if err == nil && keep != nil {
			shard, err = keep(shard)
		}
		return fitted(shard), err
	}
}

// fitted gives back the memory that a list has too much of.
func fitted[W positions.Words](list []W) []W {
	if len(list) < cap(list)/8*7 {
		return slices.Clone(list)
	}
	return list
}

// subtractAll removes from a shard, in place, what the same shard of the layers
// holds.
func subtractAll[W positions.Words](shard []W, i int, without []*Layer[W]) ([]W, error) {
	for _, l := range without {
		old, err := l.Shard(i)
		if err != nil {
			return nil, err
		}
		shard = subtract(shard, old)
	}
	return shard, nil
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

// InShards calls f once for every shard number, on several goroutines.
func InShards(workers int, f func(shard int)) error {
	return parallel.InParts(workers, cache.Shards, 1, func(from, _ int) error {
		f(from)
		return nil
	})
}

// mostScore stands for all greater scores, too.
const mostScore = 1<<14 - 1

// Best returns the width positions of the least scores, which are not negative, and among
// equals at the cut those that come first in the layer's order; and that cut, −1 if all fit.
// begin is called for each shard: it returns what scores its positions, and what is called
// after them.
func (l *Layer[W]) Best(workers, width int, begin func() (score func(*W) int, over func())) (best *Layer[W], cut int, err error) {
	if l.Size() <= width {
		return l, -1, nil
	}
	var scores [cache.Shards][]uint16
	err = parallel.InParts(workers, cache.Shards, 1, func(i, _ int) error {
		shard, err := l.Shard(i)
		score, over := begin()
		defer over()
		scores[i] = make([]uint16, len(shard))
		for k := range shard {
			scores[i][k] = uint16(min(score(&shard[k]), mostScore))
		}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	var histogram [mostScore + 1]int
	for _, shard := range scores {
		for _, score := range shard {
			histogram[score]++
		}
	}
	ties := width
	for histogram[cut] < ties {
		ties -= histogram[cut]
		cut++
	}
	best = new(Layer[W])
	for i := range scores {
		shard, err := l.Shard(i)
		if err != nil {
			return nil, 0, err
		}
		for k, score := range scores[i] {
			if int(score) > cut || int(score) == cut && ties == 0 {
				continue
			}
			if int(score) == cut {
				ties--
			}
			best.Shards[i] = append(best.Shards[i], shard[k])
		}
	}
	return best, cut, nil
}
