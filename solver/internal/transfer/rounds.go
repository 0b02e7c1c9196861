package transfer

import (
	"errors"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// beamProfiles are tried in this order in every round, where there is no reach. An early
// symmetry term is best on the square, a late one on the star. (2026-11, when moves with
// short jumps had no reach, either: 19 men on 16×16, width 40,000, 43 moves with the first
// two, 45 and more with the last; 15 men on the star, width 64,000, 31 with the last, 32
// with the others.)
var beamProfiles = []beamOptions{
	{onset: 60, weight: 3},
	{onset: 5, weight: 8},
	{onset: 15, weight: 12},
	{onset: 35, weight: 8},
}

// filteredProfiles are those where there is a reach. 2026-11, all of them beside all of
// beamProfiles, widths 1,000, 4,000 and 16,000 in two thirds of the processor time or less:
// 13 men on 16×16 41, 39, 39 moves (42, 41, 39), 19 men 48, 43, 43 (48, 48, 43).
var filteredProfiles = []beamOptions{
	{onset: 5, weight: 8, reach: 5},
	{onset: 60, weight: 8, reach: 10},
	{onset: 35, weight: 8, reach: 5},
	{onset: 5, weight: 12, reach: 10},
}

// profiles returns those of the puzzle.
func (a *attack[W]) profiles() []beamOptions {
	if a.space.HasReach() {
		return filteredProfiles
	}
	return beamProfiles
}

// Search settles a transfer, with or without a mark, in rounds of growing
// effort.
func Search(k *session.Knowledge) error {
	if session.MarksOne(k.Puzzle()) {
		return searchMarked(k)
	}
	switch positions.WordsFor(k.Puzzle().Board.Len()) {
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
func newAttack[W positions.Words](k *session.Knowledge) *attack[W] {
	return &attack[W]{Run: k.Run, Knowledge: k, space: layers.NewSpace[W](k.Puzzle()), small: smallProjection}
}

// rounds goes in rounds of growing effort until the puzzle is settled.
func (a *attack[W]) rounds() error {
	if err := errors.Join(a.prepare(), a.TakeUp()); err != nil {
		return err
	}
	if err := a.tryByLosses(); err != nil {
		return err
	}
	err := a.InRounds(session.Rounds{
		BeamsWait: a.beamsWait, Beams: a.beamsOfRound, Prove: a.proofOfRound,
		Exhaust: func() error { return layers.Exhaust(a.Knowledge) },
	})
	if err != nil {
		return err
	}
	if err := a.surroundAgain(); err != nil {
		return err
	}
	return a.polish()
}

// beamsWait reports whether the beams of this round are left out: in later rounds,
// unless they lag far behind, and from the second one on where one refutation settles
// the puzzle. If there is a shorter line it is this that finds it (star, 15 men: beams
// that had their turn all the same took a third of the time). With a mark that takes
// longer than beams do, and so does a length more by halves of what was lost (star of side 3, 10
// men, super jumps: beams find the 23 hops, and 1.3 million positions are expanded in all in place
// of 5.7; 2026-11). The search by losses, which finds lines, too, gains most on them.
func (a *attack[W]) beamsWait() bool {
	s := a.Standing
	if s.BeamFull || s.ProofFull {
		return s.BeamFull
	}
	if a.byLossesOnly() {
		return s.Round >= 1 && !s.BeamsLag(a.Work)
	}
	if _, to := a.lengths(); a.plain == nil && a.Upper() != session.NoUpper && to+1 >= a.Upper() && !a.byHalves(to) {
		return s.Round >= 1
	}
	return s.Round >= session.BeamsWaitFrom && !s.BeamsLag(a.Work)
}

// beamsOfRound runs a beam search of every profile. Where complete searches go by what is
// lost one such beam does instead; under the booklet's rules, which it does not know, it
// comes before the others.
func (a *attack[W]) beamsOfRound() error {
	s := a.Standing
	profiles := a.profiles()
	if a.byLossesOnly() {
		profiles = []beamOptions{{losses: true}}
		if a.Puzzle().Arrival.KeepsGoal() {
			profiles = append(profiles, beamProfiles...)
		}
	}
	err := a.EachBeam(len(profiles), 4*(a.space.TotalGain+a.space.Cells), func(i, limit int) (func() error, error) {
		profile := profiles[i]
		profile.width, profile.limit = s.Width, limit
		if profile.losses {
			return a.beamByLosses(profile)
		}
		return a.beam(profile)
	})
	if s.BeamFull = errors.Is(err, session.ErrMemory); s.BeamFull {
		err = nil
	}
	return err
}

// proofOfRound spends the round's budget on the lower bound, if there is memory for
// that. It returns ErrMemory when there is none for beams either.
func (a *attack[W]) proofOfRound() error {
	s := a.Standing
	var err error
	if !s.ProofFull {
		err = a.prove(s.Budget)
	}
	switch {
	case errors.Is(err, session.ErrUndecided):
		s.ProofFull = true
		err = layers.Exhaust(a.Knowledge)
	case errors.Is(err, session.ErrMemory):
		s.ProofFull, err = true, nil
	case errors.Is(err, session.ErrBudget):
		err = nil
	}
	if err == nil && s.BeamFull && s.ProofFull {
		err = errors.Join(session.ErrMemory, a.Save(true))
	}
	return err
}
