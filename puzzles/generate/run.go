package generate

import (
	"context"
	"errors"
	"fmt"
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
	made := newBatch(&b.Options, b.Store, b.Workers)
	grades := newGrades(&b.Options, b.Store)
	made.grades = grades
	workers := max(1, b.Workers)
	end := int64(math.MaxInt64)
	if b.Options.Exhaustive {
		var err error
		if made.all, err = enumerate(ctx, &b.Options, made.table, workers, b.listing); err != nil {
			return tally, err
		}
		tally.All = len(made.all.list)
		end = int64(tally.All)
	}
	ctx, stop := context.WithCancel(ctx)
	// Every index has a channel of its own in queue, which keeps their order.
	type job struct {
		index int64
		done  chan outcome
	}
	jobs, queue := make(chan job), make(chan job, 4*workers)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	running.Go(func() {
		defer close(jobs)
		defer close(queue)
		for index := b.From; index < end; index++ {
			j := job{index, make(chan outcome, 1)}
			select {
			case queue <- j:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- j:
			case <-ctx.Done():
				return
			}
		}
	})
	for range workers {
		running.Go(func() {
			for j := range jobs {
				var out outcome
				out.puzzle, out.why, out.err = made.candidate(ctx, j.index)
				j.done <- out
			}
		})
	}
	for {
		var out outcome
		select {
		case j, more := <-queue:
			if !more {
				return tally, ctx.Err()
			}
			select {
			case out = <-j.done:
			case <-ctx.Done():
				return tally, ctx.Err()
			}
		case <-ctx.Done():
			return tally, ctx.Err()
		}
		if out.err != nil {
			return tally, out.err
		}
		tally.Candidates++
		tally.InARow++
		tally.Recalled, tally.Unkept = grades.counts()
		if p := out.puzzle; p != nil {
			if t := taskOf(p.Task); known[t] {
				out.why = duplicate
			} else {
				known[t] = true
				if err := emit(p); err != nil {
					return tally, err
				}
				tally.Found++
				tally.InARow = 0
			}
		}
		if out.why != "" {
			tally.Dropped[string(out.why)]++
		}
		if b.Progress != nil {
			b.Progress(tally)
		}
		switch {
		case tally.Found >= b.Count:
			return tally, nil
		case tally.InARow >= b.Effort && made.all == nil:
			return tally, ErrEffort
		}
	}
}
