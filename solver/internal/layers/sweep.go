package layers

import (
	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Filter drops moves that need not be looked at. Each worker has its own.
type Filter[W positions.Words] interface {
	// Prune removes such moves from f.moves, keeping the order of the rest.
	Prune(f *Expander[W])
}

// Narrower is a [Filter] that can drop moves before they are listed, all that one man can
// make to a row of cells at once.
type Narrower[W positions.Words] interface {
	// Narrow removes, of the cells to which each of the men can go, such to which moves
	// need not be looked at. It is called before Prune, unless hops are counted under
	// zones: there moves are not in sets.
	Narrow(men []uint8, ends []W)
}

// Successors makes those of positions. Each worker has its own.
type Successors[W positions.Words] interface {
	// Expand adds the successors of a canonical position, in canonical form. It returns
	// how many there were and how many of them were dropped.
	Expand(parent *W, into *cache.Batches[W]) (all, dropped int)
}

// Sweep expands layers into a table, on all workers at once.
type Sweep[W positions.Words] struct {
	*session.Run
	space   *Space[W]
	Table   *cache.Table[W]
	Workers []*worker[W]
	// Fresh and Keep go to the table's Insert; both may be nil. They are set before
	// the first Expand.
	Fresh func(*cache.Entry[W])
	Keep  func(*W) bool
}

type worker[W positions.Words] struct {
	Filter     Filter[W] // nil if successors are made in another way than by moves
	successors Successors[W]
	batches    *cache.Batches[W] // of the sweep in work
	// counts of the sweep in work, added to the run's at its end
	generated, pruned int64
}

// NewSweep returns a sweep whose workers obey zones and use filters made by
// newFilter.
func NewSweep[W positions.Words](r *session.Run, s *Space[W], zones *positions.Zones, newFilter func() Filter[W]) *Sweep[W] {
	sw := &Sweep[W]{Run: r, space: s, Table: cache.NewTable(s.Key)}
	for range r.Workers {
		by := &byMoves[W]{expander: newExpander(s, zones), filter: newFilter()}
		by.narrower, _ = by.filter.(Narrower[W])
		sw.Workers = append(sw.Workers, &worker[W]{Filter: by.filter, successors: by})
	}
	return sw
}

// NewSweepOf returns a sweep whose workers use successors made by newSuccessors.
func NewSweepOf[W positions.Words](r *session.Run, s *Space[W], newSuccessors func() Successors[W]) *Sweep[W] {
	sw := &Sweep[W]{Run: r, space: s, Table: cache.NewTable(s.Key)}
	for range r.Workers {
		sw.Workers = append(sw.Workers, &worker[W]{successors: newSuccessors()})
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
	for _, w := range sw.Workers {
		if w.batches == nil { // when what goes to Insert is known
			w.batches = cache.NewBatches(sw.Table, sw.Fresh, sw.Keep)
		}
	}
	defer sw.count()
	return sw.Share(len(chunks), func(n, task int) int {
		w, c := sw.Workers[n], chunks[task]
		for k := c.from; k < c.to; k++ {
			w.expand(&l.Shards[c.shard][k])
		}
		return c.to - c.from
	}, func(n int) { sw.Workers[n].batches.Flush() })
}

func (w *worker[W]) expand(parent *W) {
	all, dropped := w.successors.Expand(parent, w.batches)
	w.generated += int64(all)
	w.pruned += int64(dropped)
}

// byMoves makes the successors by the moves that a filter leaves.
type byMoves[W positions.Words] struct {
	expander *Expander[W]
	filter   Filter[W]
	narrower Narrower[W] // the filter, if it is one
}

func (s *byMoves[W]) Expand(parent *W, into *cache.Batches[W]) (all, dropped int) {
	f := s.expander
	all = f.load(parent, s.narrower)
	s.filter.Prune(f)
	var e cache.Entry[W]
	for _, m := range f.Moves {
		f.Child(m, &e)
		into.Add(&e)
	}
	return all, all - len(f.Moves)
}

// count adds the workers' counts to those of the run.
func (sw *Sweep[W]) count() {
	for _, w := range sw.Workers {
		sw.Generated.Add(w.generated)
		sw.Pruned.Add(w.pruned)
		sw.Duplicates.Add(w.batches.Duplicates)
		w.generated, w.pruned, w.batches.Duplicates = 0, 0, 0
	}
}

// Reset empties the batches of a sweep that stopped early.
func (sw *Sweep[W]) Reset() {
	for _, w := range sw.Workers {
		if w.batches != nil {
			w.batches.Reset()
		}
	}
	sw.Table.Clear()
}
