package solver

import (
	"errors"

	"github.com/halma-solve/halma-solve/positions"
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

// searchTransfers settles a transfer, with or without a mark, in rounds of growing
// effort.
func searchTransfers(k *knowledge) error {
	if marksOne(k.puzzle) {
		return searchMarked(k)
	}
	switch positions.WordsFor(k.puzzle.Board.Len()) {
	case 1:
		return newAttack[[1]uint64](k).rounds()
	case 2:
		return newAttack[[2]uint64](k).rounds()
	default:
		return newAttack[[4]uint64](k).rounds()
	}
}

// newAttack returns the search for a transfer in the width of its board, or of that
// with room for a mark.
func newAttack[W positions.Words](k *knowledge) *attack[W] {
	return &attack[W]{run: k.run, knowledge: k, space: newSpace[W](k.puzzle), small: smallProjection}
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
			if err := exhaust(a.knowledge); err != nil {
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
	s.beamsOver(runs)
	return a.save(false)
}

// proofOfRound spends the round's budget on the lower bound.
func (a *attack[W]) proofOfRound() error {
	err := a.prove(a.standing.Budget)
	switch {
	case errors.Is(err, errUndecided):
		a.standing.ProofFull = true
		err = exhaust(a.knowledge)
	case errors.Is(err, errMemory):
		a.standing.ProofFull, err = true, nil
	case errors.Is(err, errBudget):
		err = nil
	}
	return err
}
