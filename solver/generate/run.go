package generate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
)

// Batch is a run of the generator.
type Batch struct {
	Options Options
	Count   int   // puzzles wanted in all, those in Known among them
	Effort  int   // candidates in a row without a new puzzle after which it gives up
	Workers int   // at least 1
	From    int64 // index of the first candidate: the one after the last puzzle in Known
	Known   []*Puzzle
	// Store keeps grades and tables from one batch to the next; nil for none.
	// Puzzles do not depend on it.
	Store *cache.Store
	// Remote makes the candidates; nil: they are made here.
	Remote *Remote
	// Progress is told how it goes after every candidate; nil for nobody.
	Progress func(Tally)
}

// Tally counts candidates and what became of them, since From.
type Tally struct {
	Candidates int64
	Found      int // with those known before
	InARow     int // candidates since the last puzzle
	All        int // puzzles of an enumeration
	// Listing says how far an enumeration is that is not yet listed; then "".
	Listing string
	// Dropped counts the others by the reason.
	Dropped map[string]int64
	// Recalled counts the candidates whose grades were in the store.
	Recalled int64
	// Unkept is why grades were no longer put into the store; nil if all were.
	Unkept error
}

// Unsettled is how many candidates were too large to be searched.
func (t Tally) Unsettled() int64 { return t.Dropped[string(tooLarge)] }

// listing tells how far the list of an enumeration is.
func (b *Batch) listing(format string, args ...any) {
	if b.Progress != nil {
		b.Progress(Tally{Found: len(b.Known), Listing: fmt.Sprintf(format, args...)})
	}
}

// ErrEffort is returned when too many candidates in a row made no new puzzle.
var ErrEffort = errors.New("no new puzzle among many candidates")

// outcome is what became of a candidate.
type outcome struct {
	puzzle *Puzzle
	why    verdict
	err    error
}

// Run makes puzzles and gives them to emit, in the order of their indices, until
// there are Count, or an enumeration is through. It returns [ErrEffort] when it gave
// up, the error of ctx when that ended, errors of emit as they are. Errors of the
// options wrap [ErrOptions].
func (b *Batch) Run(ctx context.Context, emit func(*Puzzle) error) (Tally, error) {
	tally := Tally{Found: len(b.Known), Dropped: make(map[string]int64)}
	if err := b.Options.Check(); err != nil || tally.Found >= b.Count {
		return tally, err
	}
	known := make(map[task]bool)
	for _, p := range b.Known {
		known[taskOf(p.Task)] = true
	}
	workers := max(1, b.Workers)
	end := int64(math.MaxInt64)
	var made *batch
	if b.Remote == nil || b.Options.Exhaustive {
		made = newBatch(&b.Options, b.Store, b.Workers)
	}
	if b.Options.Exhaustive {
		var err error
		if made.all, err = enumerate(ctx, &b.Options, made.table, workers, b.listing); err != nil {
			return tally, err
		}
		tally.All = len(made.all.list)
		end = int64(tally.All)
	}
	outcomes := b.elsewhere(ctx, end, &tally)
	if b.Remote == nil {
		outcomes = inOrder(ctx, workers, b.From, end, made.outcome)
	}
	for out := range outcomes {
		if out.err != nil {
			return tally, out.err
		}
		if p := out.puzzle; p != nil {
			if t := taskOf(p.Task); known[t] {
				out.puzzle, out.why = nil, duplicate
			} else {
				known[t] = true
				if err := emit(p); err != nil {
					return tally, err
				}
			}
		}
		tally.count(out)
		if made != nil {
			tally.Recalled, tally.Unkept = made.grades.counts()
		}
		if b.Progress != nil {
			b.Progress(tally)
		}
		switch {
		case tally.Found >= b.Count:
			return tally, nil
		case tally.InARow >= b.Effort && !b.Options.Exhaustive:
			return tally, ErrEffort
		}
	}
	return tally, ctx.Err()
}

// count takes what became of one more candidate.
func (t *Tally) count(out outcome) {
	t.Candidates++
	t.InARow++
	if out.puzzle != nil {
		t.Found++
		t.InARow = 0
	}
	if out.why != "" {
		t.Dropped[string(out.why)]++
	}
}

// inOrder calls f for the indices from … end−1, on several goroutines, and yields
// what it returns in the order of the indices. It ends with ctx or with the loop
// over it, once what is under way has returned.
func inOrder[T any](ctx context.Context, workers int, from, end int64, f func(context.Context, int64) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		ctx, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer stop()
		// Every index has a channel of its own in queue, which keeps their order.
		type job struct {
			index int64
			done  chan T
		}
		jobs, queue := make(chan job), make(chan job, 4*workers)
		running.Go(func() {
			defer close(jobs)
			defer close(queue)
			for index := from; index < end; index++ {
				j := job{index, make(chan T, 1)}
				for _, to := range []chan job{queue, jobs} {
					select {
					case to <- j:
					case <-ctx.Done():
						return
					}
				}
			}
		})
		for range workers {
			running.Go(func() {
				for j := range jobs {
					j.done <- f(ctx, j.index)
				}
			})
		}
		for j := range queue {
			select {
			case out := <-j.done:
				if !yield(out) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}
