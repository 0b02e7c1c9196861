package layers

import (
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Filter drops moves that need not be looked at. Each worker has its own.
type Filter[W positions.Words] interface {
	// Prune removes such moves from f.moves, keeping the order of the rest.
	Prune(f *Expander[W])
}

// Sweep expands layers into a table, on all workers at once.
type Sweep[W positions.Words] struct {
	*session.Run
	space   *Space[W]
	Table   *cache.Table[W]
	Workers []*worker[W]
	// Fresh and keep go to the table's Insert; both may be nil.
	Fresh func(*cache.Entry[W])
	Keep  func(*W) bool
}

type worker[W positions.Words] struct {
	expander *Expander[W]
	Filter   Filter[W]
	batch    [cache.Shards][]cache.Entry[W]
	// counts of the sweep in work, added to the run's at its end
	generated, pruned, duplicates int64
}

// NewSweep returns a sweep whose workers obey zones and use filters made by
// newFilter.
func NewSweep[W positions.Words](r *session.Run, s *Space[W], zones *positions.Zones, newFilter func() Filter[W]) *Sweep[W] {
	sw := &Sweep[W]{Run: r, space: s, Table: cache.NewTable(s.Key)}
	for range r.Workers {
		w := &worker[W]{expander: newExpander(s, zones), Filter: newFilter()}
		entries := make([]cache.Entry[W], cache.Shards*session.BatchSize)
		for i := range w.batch {
			w.batch[i] = entries[i*session.BatchSize : i*session.BatchSize : (i+1)*session.BatchSize]
		}
		sw.Workers = append(sw.Workers, w)
	}
	return sw
}

// Expand puts the successors of all positions of l into the table. It returns
// why it stopped early, if it did; the table's content is then incomplete.
func (sw *Sweep[W]) Expand(l *Layer[W]) error {
	type chunk struct{ shard, from, to int }
	var chunks []chunk
	for i, shard := range l.Shards {
		for from := 0; from < len(shard); from += session.ChunkSize {
			chunks = append(chunks, chunk{i, from, min(from+session.ChunkSize, len(shard))})
		}
	}
	var next atomic.Int64
	var over atomic.Bool
	defer sw.Watch(&over)()
	return session.Parallel(len(sw.Workers), func(n int) error {
		w := sw.Workers[n]
		defer func() {
			sw.Generated.Add(w.generated)
			sw.Pruned.Add(w.pruned)
			sw.Duplicates.Add(w.duplicates)
			w.generated, w.pruned, w.duplicates = 0, 0, 0
		}()
		for {
			i := int(next.Add(1)) - 1
			if i >= len(chunks) {
				sw.flush(w)
				return nil
			}
			if over.Load() {
				return session.ErrMemory
			}
			if err := sw.Stop(); err != nil {
				return err
			}
			c := chunks[i]
			for k := c.from; k < c.to; k++ {
				sw.expandOne(w, &l.Shards[c.shard][k])
			}
			sw.Expanded.Add(int64(c.to - c.from))
			sw.Done.Add(int64(c.to - c.from))
		}
	})
}

func (sw *Sweep[W]) expandOne(w *worker[W], parent *W) {
	f := w.expander
	f.load(parent)
	all := len(f.Moves)
	w.Filter.Prune(f)
	w.generated += int64(all)
	w.pruned += int64(all - len(f.Moves))
	var e cache.Entry[W]
	for _, m := range f.Moves {
		f.Child(m, &e)
		shard := cache.ShardOf(e.Hash)
		batch := append(w.batch[shard], e)
		if len(batch) == session.BatchSize {
			w.duplicates += int64(len(batch) - sw.Table.Insert(shard, batch, sw.Fresh, sw.Keep))
			batch = batch[:0]
		}
		w.batch[shard] = batch
	}
}

func (sw *Sweep[W]) flush(w *worker[W]) {
	for shard, batch := range w.batch {
		if len(batch) > 0 {
			w.duplicates += int64(len(batch) - sw.Table.Insert(shard, batch, sw.Fresh, sw.Keep))
			w.batch[shard] = batch[:0]
		}
	}
}

// Reset empties the batches of a sweep that stopped early.
func (sw *Sweep[W]) Reset() {
	for _, w := range sw.Workers {
		for i := range w.batch {
			w.batch[i] = w.batch[i][:0]
		}
	}
	sw.Table.Release()
}
