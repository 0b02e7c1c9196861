package solver

import (
	"context"

	"github.com/halma-solve/halma-solve/puzzles"
)

// answer settles a puzzle by a search, within the limits of o: see the package
// solver, whose Solve it is but for the choice of the search.
func answer(ctx context.Context, p *puzzles.Puzzle, o Options, search func(*knowledge) error) (*Result, error) {
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	o.Memory = tablesOf(o.Memory)
	return settle(newKnowledge(p, newRun(ctx, o)), search)
}

// settle asks the store, then searches. The journals go last: a run that is killed
// before leaves them to the next one, which finds the answer in the store.
func settle(k *knowledge, search func(*knowledge) error) (*Result, error) {
	k.recall()
	if k.settled() && !k.rough {
		res := k.result("")
		res.Cached = true
		return res, k.forgetJournals()
	}
	err := search(k)
	stopped := limitOf(err)
	if stopped != "" {
		err = nil
	}
	if err == nil {
		err = k.remember()
	}
	if err == nil && k.settled() && !k.rough {
		err = k.forgetJournals()
	}
	return k.result(stopped), err
}
