package solver

import (
	"context"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/figures"
	"github.com/halma-solve/halma-solve/solver/internal/session"
	"github.com/halma-solve/halma-solve/solver/internal/together"
	"github.com/halma-solve/halma-solve/solver/internal/transfer"
	"github.com/halma-solve/halma-solve/solver/peg"
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
// on any machine and with any number of workers. Puzzles with figures and
// peg games have searches of their own.
func Solve(ctx context.Context, p *puzzles.Puzzle, o Options) (*Result, error) {
	return session.Answer(ctx, p, o, search)
}

// search runs the search that the puzzle needs.
func search(k *session.Knowledge) error {
	switch p := k.Puzzle(); {
	case p.Alternates():
		return together.Search(k)
	case p.Goals != nil && !session.MarksOne(p):
		return figures.Search(k)
	case p.Game.Pegs():
		return peg.Search(k)
	default:
		return transfer.Search(k)
	}
}
