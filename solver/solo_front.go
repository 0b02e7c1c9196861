package solver

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
)

// pegFront is a breadth-first search by moves from one end of the puzzle: layer
// k holds, in canonical form, the positions k moves away and not less, as far as
// they can lie on a line that is short enough.
type pegFront struct {
	*run
	game    *pegGame
	side    *pegSide
	layers  [][]uint64
	seen    *cache.Table[[1]uint64]
	workers []*pegWorker
	// limited is set when a position was left out because a line through it
	// would be too long, not because there is none.
	limited atomic.Bool
	bytes   atomic.Int64 // of the layers and of the lists that workers make them of
}

type pegWorker struct {
	expander   *pegExpander
	batch      [cache.Shards][]cache.Entry[[1]uint64]
	fresh      []uint64
	counted    int // of the capacity of fresh, in pegFront.bytes
	duplicates int64
}

func newPegFront(r *run, g *pegGame, side *pegSide, bound *pegBound, a *pegAlive, ends []uint64) *pegFront {
	f := &pegFront{
		run: r, game: g, side: side,
		seen: cache.NewTable(func(k *[1]uint64) uint64 { return pegHash(k[0]) }),
	}
	for range r.workers {
		w := &pegWorker{expander: newPegExpander(g, side, bound, a)}
		entries := make([]cache.Entry[[1]uint64], cache.Shards*batchSize)
		for i := range w.batch {
			w.batch[i] = entries[i*batchSize : i*batchSize : (i+1)*batchSize]
		}
		f.workers = append(f.workers, w)
	}
	var first []uint64
	for _, p := range ends {
		e := cache.Entry[[1]uint64]{Key: [1]uint64{g.canonicalOf(p)}}
		e.Hash = pegHash(e.Key[0])
		if f.seen.Insert(cache.ShardOf(e.Hash), []cache.Entry[[1]uint64]{e}, nil, nil) == 1 {
			first = append(first, e.Key[0])
		}
	}
	f.layers = [][]uint64{first}
	return f
}

// last returns the layer that was made last.
func (f *pegFront) last() []uint64 { return f.layers[len(f.layers)-1] }

// grow makes the next layer of the positions that can lie on a line of at most
// length moves. The order within a layer has no meaning.
func (f *pegFront) grow(length int) error {
	err := f.each(length, func(w *pegWorker, p uint64) { f.take(w, p) }, func(w *pegWorker) {
		for shard := range w.batch {
			f.flush(w, shard)
		}
	})
	if err != nil {
		return err
	}
	var fresh []uint64
	for _, w := range f.workers {
		fresh = append(fresh, w.fresh...)
		f.bytes.Add(8 * int64(cap(w.fresh)-w.counted))
		w.counted = cap(w.fresh)
	}
	slices.Sort(fresh)
	f.layers = append(f.layers, fresh)
	f.bytes.Add(8 * int64(cap(fresh)))
	return nil
}

// touch looks for the positions one move behind the last layer that are in a
// set, and returns the least of them.
func (f *pegFront) touch(length int, set *pegSet) (p uint64, ok bool, err error) {
	least := make([]uint64, len(f.workers))
	index := make(map[*pegWorker]*uint64)
	for i, w := range f.workers {
		least[i] = ^uint64(0)
		index[w] = &least[i]
	}
	err = f.each(length, func(w *pegWorker, p uint64) {
		if set.has(p) {
			if l := index[w]; p < *l {
				*l = p
			}
		}
	}, func(*pegWorker) {})
	p = slices.Min(least)
	return p, p != ^uint64(0), err
}

// each calls visit with every successor of the last layer that can lie on a line
// of at most length moves, on all workers at once, and done when a worker ends.
func (f *pegFront) each(length int, visit func(*pegWorker, uint64), done func(*pegWorker)) error {
	layer := f.last()
	depth := len(f.layers)
	f.enter(depth, length, len(layer))
	var next atomic.Int64
	var over atomic.Bool
	defer f.watch(&over)()
	return parallel(len(f.workers), func(n int) error {
		w := f.workers[n]
		x := w.expander
		w.fresh = w.fresh[:0]
		defer func() {
			f.generated.Add(x.generated)
			f.pruned.Add(x.pruned)
			f.duplicates.Add(w.duplicates)
			x.generated, x.pruned, w.duplicates = 0, 0, 0
			if x.limited {
				f.limited.Store(true)
			}
		}()
		take := func(p uint64) { visit(w, p) }
		for {
			from := int(next.Add(chunkSize)) - chunkSize
			if from >= len(layer) {
				done(w)
				return nil
			}
			if over.Load() {
				return errMemory
			}
			if err := f.stop(); err != nil {
				return err
			}
			chunk := layer[from:min(from+chunkSize, len(layer))]
			for _, p := range chunk {
				x.expand(p, length-depth, take)
			}
			f.expanded.Add(int64(len(chunk)))
			f.run.done.Add(int64(len(chunk)))
		}
	})
}

// take puts a new position into the batch of its shard.
func (f *pegFront) take(w *pegWorker, p uint64) {
	e := cache.Entry[[1]uint64]{Key: [1]uint64{p}, Hash: pegHash(p)}
	shard := cache.ShardOf(e.Hash)
	w.batch[shard] = append(w.batch[shard], e)
	if len(w.batch[shard]) == batchSize {
		f.flush(w, shard)
	}
}

func (f *pegFront) flush(w *pegWorker, shard int) {
	batch := w.batch[shard]
	if len(batch) == 0 {
		return
	}
	added := f.seen.Insert(shard, batch, func(e *cache.Entry[[1]uint64]) { w.fresh = append(w.fresh, e.Key[0]) }, nil)
	w.duplicates += int64(len(batch) - added)
	w.batch[shard] = batch[:0]
}

// held returns the bytes of the front.
func (f *pegFront) held() int64 { return f.seen.Bytes() + f.bytes.Load() }

// pegSet is a set of positions that does not change: open addressing in at least
// twice as many slots as positions, behind a sketch that answers most look-ups of
// others from an eighth of the memory. The answer is exact.
type pegSet struct {
	slots  []uint64 // 0 is empty: every position has a man
	shift  uint
	sketch []uint64 // a bit for each hash of a position, 8 bits a slot
	men    uint64   // bit n is set if a position has n men (63 stands for 64, too)
}

func newPegSet(all []uint64) *pegSet {
	log := max(bits.Len(uint(len(all)))+1, 4)
	s := &pegSet{slots: make([]uint64, 1<<log), shift: uint(64 - log), sketch: make([]uint64, 1<<(log-3))}
	for _, p := range all {
		h := pegHash(p)
		s.sketch[h>>(s.shift+3)] |= 1 << (h & 63)
		s.men |= 1 << min(bits.OnesCount64(p), 63)
		at := h >> s.shift
		for s.slots[at] != 0 && s.slots[at] != p {
			at = (at + 1) & uint64(len(s.slots)-1)
		}
		s.slots[at] = p
	}
	return s
}

func (s *pegSet) has(p uint64) bool {
	if s.men>>min(bits.OnesCount64(p), 63)&1 == 0 {
		return false
	}
	h := pegHash(p)
	if s.sketch[h>>(s.shift+3)]>>(h&63)&1 == 0 {
		return false
	}
	for at := h >> s.shift; s.slots[at] != 0; at = (at + 1) & uint64(len(s.slots)-1) {
		if s.slots[at] == p {
			return true
		}
	}
	return false
}

func (s *pegSet) bytes() int64 { return 8 * int64(len(s.slots)+len(s.sketch)) }
