package solver

import (
	"context"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Solve searches for a shortest line and a proof of it. It returns when the
// puzzle is settled, a limit is reached or ctx ends; limits and the end of ctx
// are no errors. An error is about the store or a broken invariant; what is known
// by then is returned with it.
//
// It goes in rounds of growing effort. Each round runs a symmetric beam search
// for a shorter line, then tries to refute, one by one, the lengths from the
// lower bound up to one less than the best line. Efforts are counted in
// positions, never in seconds, so a run that no limit ends gives the same answer
// on any machine and with any number of workers. Puzzles with figures go the way
// of [searchFigures].
func Solve(ctx context.Context, p *puzzles.Puzzle, o Options) (*Result, error) {
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	o.Memory = tablesOf(o.Memory)
	return settle(newKnowledge(p, newRun(ctx, o)))
}

// settle asks the store, then searches. The journals go last: a run that is killed
// before leaves them to the next one, which finds the answer in the store.
func settle(k *knowledge) (*Result, error) {
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

// search runs the search that the puzzle needs.
func search(k *knowledge) error {
	r, p := k.run, k.puzzle
	switch words := positions.WordsFor(p.Board.Len()); {
	case marksOne(p):
		return searchMarked(r, k)
	case p.Goals != nil && words == 1:
		return searchFigures[[1]uint64](r, k)
	case p.Goals != nil && words == 2:
		return searchFigures[[2]uint64](r, k)
	case p.Goals != nil:
		return searchFigures[[4]uint64](r, k)
	case p.Game.Pegs():
		return searchPegs(r, k)
	case words == 1:
		return searchTransfer[[1]uint64](r, k)
	case words == 2:
		return searchTransfer[[2]uint64](r, k)
	default:
		return searchTransfer[[4]uint64](r, k)
	}
}
