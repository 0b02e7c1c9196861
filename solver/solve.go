package solver

import (
	"context"
	"errors"

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
	return newKnowledge(p, newRun(ctx, o)).solve()
}

// solve asks the store, then searches. The journals go last: a run that is killed
// before leaves them to the next one, which finds the answer in the store.
func (k *knowledge) solve() (*Result, error) {
	k.recall()
	if k.settled() && !k.rough {
		res := k.result("")
		res.Cached = true
		return res, k.forgetJournals()
	}
	err := k.search()
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
func (k *knowledge) search() error {
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
		return search[[1]uint64](r, k)
	case words == 2:
		return search[[2]uint64](r, k)
	default:
		return search[[4]uint64](r, k)
	}
}

// Efforts of the first round; each later round has effortGrowth times as much.
const (
	firstWidth   = 1000   // positions a layer of the beam
	firstBudget  = 100000 // positions expanded by refutations: about as many as by the beams
	effortGrowth = 4
	exhaustible  = 1 << 24 // positions up to which a puzzle is searched through when nothing else settles it

	// From this round on, about a minute into a run, wider beams have to wait
	// until refutations have had their share of the work.
	beamsWaitFrom = 4

	// positions expanded to look for the best line of the proven length
	leastPolish, mostPolish = 300_000, 2_000_000
)

// beamProfiles are tried in this order in every round. An early symmetry term
// is best on the square (2026-11, 19 men on 16×16, width 40,000: 43 moves with
// the first two, 45 and more with the last), a late one on the star (15 men,
// width 64,000: 31 moves with the last, 32 with the others).
var beamProfiles = []beamOptions{
	{onset: 60, weight: 3},
	{onset: 5, weight: 8},
	{onset: 15, weight: 12},
	{onset: 35, weight: 8},
}

// search runs the rounds in the width of the board.
func search[W positions.Words](r *run, k *knowledge) error {
	a := &attack[W]{run: r, knowledge: k, space: newSpace[W](k.puzzle), small: smallProjection}
	return a.rounds()
}

// rounds goes in rounds of growing effort until the puzzle is settled.
func (a *attack[W]) rounds() error {
	if err := errors.Join(a.prepare(), a.takeUp()); err != nil {
		return err
	}
	for s := a.standing; !a.settled(); {
		if !s.Beamed {
			if err := a.beamsOfRound(); err != nil {
				return err
			}
		}
		if s.Round == 0 && a.upper == NoUpper {
			if err := a.exhaust(); err != nil {
				return err
			}
		}
		if !s.ProofFull {
			if err := a.proofOfRound(); err != nil {
				return err
			}
		}
		if s.BeamFull && s.ProofFull {
			return errors.Join(errMemory, a.save(true))
		}
		s.next()
		if err := a.save(true); err != nil {
			return err
		}
	}
	if err := a.surroundAgain(); err != nil {
		return err
	}
	return a.polish()
}

// beamsOfRound runs the beams of a round, or has them wait.
func (a *attack[W]) beamsOfRound() error {
	s := a.standing
	runs := !s.BeamFull && (s.Round < beamsWaitFrom || s.ProofFull || s.beamsLag(a.work))
	if runs {
		err := a.beams(s.Width)
		if s.BeamFull = errors.Is(err, errMemory); err != nil && !s.BeamFull {
			return err
		}
	}
	s.beamed(runs)
	return a.save(false)
}

// proofOfRound spends the round's budget on the lower bound.
func (a *attack[W]) proofOfRound() error {
	err := a.prove(a.standing.Budget)
	switch {
	case errors.Is(err, errUndecided):
		a.standing.ProofFull = true
		err = a.exhaust()
	case errors.Is(err, errMemory):
		a.standing.ProofFull, err = true, nil
	case errors.Is(err, errBudget):
		err = nil
	}
	return err
}
