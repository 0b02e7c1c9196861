package solver

import (
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
)

// filter drops moves that need not be looked at. Each worker has its own.
type filter[W positions.Words] interface {
	// prune removes such moves from f.moves, keeping the order of the rest.
	prune(f *expander[W])
}

// sweep expands layers into a table, on all workers at once.
type sweep[W positions.Words] struct {
	*run
	space   *space[W]
	table   *cache.Table[W]
	workers []*worker[W]
	// fresh and keep go to the table's Insert; both may be nil.
	fresh func(*cache.Entry[W])
	keep  func(*W) bool
}

type worker[W positions.Words] struct {
	expander *expander[W]
	filter   filter[W]
	batch    [cache.Shards][]cache.Entry[W]
	// counts of the sweep in work, added to the run's at its end
	generated, pruned, duplicates int64
}

// newSweep returns a sweep whose workers obey zones and use filters made by
// newFilter.
func newSweep[W positions.Words](r *run, s *space[W], zones *positions.Zones, newFilter func() filter[W]) *sweep[W] {
	sw := &sweep[W]{run: r, space: s, table: cache.NewTable(s.key)}
	for range r.workers {
		w := &worker[W]{expander: newExpander(s, zones), filter: newFilter()}
		entries := make([]cache.Entry[W], cache.Shards*batchSize)
		for i := range w.batch {
			w.batch[i] = entries[i*batchSize : i*batchSize : (i+1)*batchSize]
		}
		sw.workers = append(sw.workers, w)
	}
	return sw
}

// expand puts the successors of all positions of l into the table. It returns
// why it stopped early, if it did; the table's content is then incomplete.
func (sw *sweep[W]) expand(l *layer[W]) error {
	type chunk struct{ shard, from, to int }
	var chunks []chunk
	for i, shard := range l.shards {
		for from := 0; from < len(shard); from += chunkSize {
			chunks = append(chunks, chunk{i, from, min(from+chunkSize, len(shard))})
		}
	}
	var next atomic.Int64
	var over atomic.Bool
	defer sw.watch(&over)()
	return parallel(len(sw.workers), func(n int) error {
		w := sw.workers[n]
		defer func() {
			sw.generated.Add(w.generated)
			sw.pruned.Add(w.pruned)
			sw.duplicates.Add(w.duplicates)
			w.generated, w.pruned, w.duplicates = 0, 0, 0
		}()
		for {
			i := int(next.Add(1)) - 1
			if i >= len(chunks) {
				sw.flush(w)
				return nil
			}
			if over.Load() {
				return errMemory
			}
			if err := sw.stop(); err != nil {
				return err
			}
			c := chunks[i]
			for k := c.from; k < c.to; k++ {
				sw.expandOne(w, &l.shards[c.shard][k])
			}
			sw.expanded.Add(int64(c.to - c.from))
			sw.done.Add(int64(c.to - c.from))
		}
	})
}

func (sw *sweep[W]) expandOne(w *worker[W], parent *W) {
	f := w.expander
	f.load(parent)
	all := len(f.moves)
	w.filter.prune(f)
	w.generated += int64(all)
	w.pruned += int64(all - len(f.moves))
	var e cache.Entry[W]
	for _, m := range f.moves {
		f.child(m, &e)
		shard := cache.ShardOf(e.Hash)
		batch := append(w.batch[shard], e)
		if len(batch) == batchSize {
			w.duplicates += int64(len(batch) - sw.table.Insert(shard, batch, sw.fresh, sw.keep))
			batch = batch[:0]
		}
		w.batch[shard] = batch
	}
}

func (sw *sweep[W]) flush(w *worker[W]) {
	for shard, batch := range w.batch {
		if len(batch) > 0 {
			w.duplicates += int64(len(batch) - sw.table.Insert(shard, batch, sw.fresh, sw.keep))
			w.batch[shard] = batch[:0]
		}
	}
}

// reset empties the batches of a sweep that stopped early.
func (sw *sweep[W]) reset() {
	for _, w := range sw.workers {
		for i := range w.batch {
			w.batch[i] = w.batch[i][:0]
		}
	}
	sw.table.Release()
}
