package session

import (
	"context"
	"time"

	"github.com/halma-solve/halma-solve/puzzles"
)

// Within gives a context a time limit as [Options] have it, 0 for none. Whoever is done
// calls cancel.
func Within(ctx context.Context, limit time.Duration) (_ context.Context, cancel context.CancelFunc) {
	if limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}

// Answer settles a puzzle by a search, within the limits of o: see the package
// solver, whose Solve it is but for the choice of the search.
func Answer(ctx context.Context, p *puzzles.Puzzle, o Options, search func(*Knowledge) error) (*Result, error) {
	ctx, cancel := Within(ctx, o.Time)
	defer cancel()
	o.Memory = TablesOf(o.Memory)
	return Settle(NewKnowledge(p, NewRun(ctx, o)), search)
}

// Settle asks the store, then searches. The journals go last: a run that is killed
// before leaves them to the next one, which finds the answer in the store.
func Settle(k *Knowledge, search func(*Knowledge) error) (*Result, error) {
	if begun, err := k.BegunAtGoal(); begun {
		return k.Result(""), err
	}
	k.Recall()
	if k.Settled() && !k.Rough {
		return k.Recalled(), k.forgetJournals()
	}
	err := k.checkSavings()
	if err == nil {
		err = search(k)
	}
	stopped := k.Run.EndedBy(err)
	if stopped != "" {
		err = nil
	}
	if err == nil {
		st := k.Run.Stats()
		err = k.remember(&st)
	}
	if err == nil && k.Settled() && !k.Rough {
		err = k.forgetJournals()
	}
	return k.Result(stopped), err
}
