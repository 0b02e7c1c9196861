package session

import (
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles"
)

// Rounds is a search in rounds of growing effort, each with beams for a shorter line
// and complete searches for a greater lower bound. What a round may cost is in the
// run's standing.
type Rounds struct {
	BeamsWait func() bool // whether the beams of this round are left out
	Beams     func() error
	Exhaust   func() error // searches through all positions if they are few
	Prove     func() error
}

// InRounds searches until the puzzle is settled, or one of the parts ends with an
// error. If beams of one width are asked for it runs these alone.
func (k *Knowledge) InRounds(r Rounds) error {
	if k.Run.Options.Beam > 0 {
		return k.InBeams(r.Beams)
	}
	for s := k.Run.Standing; !k.Settled(); {
		if !s.Beamed {
			wait := r.BeamsWait()
			if !wait {
				if err := r.Beams(); err != nil {
					return err
				}
			}
			s.beamsOver(!wait)
			if err := k.Run.Save(false); err != nil {
				return err
			}
		}
		if s.Round == 0 && k.upper == NoUpper {
			if err := r.Exhaust(); err != nil {
				return err
			}
		}
		if err := r.Prove(); err != nil {
			return err
		}
		s.next()
		if err := k.Run.Save(true); err != nil {
			return err
		}
	}
	return nil
}

// InBeams runs beams of the width asked for, over and over until they have found nothing
// shorter from the first to the last, or end with ErrBeams themselves, see
// [Knowledge.EachBeam].
func (k *Knowledge) InBeams(beams func() error) error {
	for s := k.Run.Standing; !k.Settled(); {
		before, all := k.upper, s.Beams == 0
		err := beams()
		if err != nil && !errors.Is(err, ErrBeams) {
			return err
		}
		if s.BeamFull {
			return ErrMemory
		}
		if err == nil && all && k.upper == before {
			err = ErrBeams
		}
		s.Beams, s.Beaming = 0, nil
		if err != nil {
			s.Idle = 0
		}
		if saved := k.Run.Save(true); saved != nil || err != nil {
			return errors.Join(saved, err)
		}
	}
	return nil
}

// EachBeam runs the beams 0 … n−1 of a round, but for those that are done. Each is
// told below what length to look; most is that without a line. over removes the files
// of the beam. Where beams of one width run alone it ends with ErrBeams as soon as all n
// of them, one after the other, have found nothing: any of them would be told the same
// again.
func (k *Knowledge) EachBeam(n, most int, beam func(i, limit int) (over func() error, err error)) error {
	r, s := k.Run, k.Run.Standing
	s.BeamWork.start(r.Work)
	defer func() { s.BeamWork.stop(r.Work) }()
	for s.Beams < n && !k.Settled() {
		limit := k.upper
		if limit == NoUpper {
			limit = most
		}
		before := k.upper
		over, err := beam(s.Beams, limit)
		if err != nil {
			return err
		}
		s.Beams++
		s.Idle++
		if k.upper != before {
			s.Idle = 0
		}
		if err := over(); err != nil {
			return err
		}
		if r.Options.Beam > 0 && s.Idle >= n && !k.Settled() {
			return ErrBeams
		}
	}
	return nil
}

// MeterProof counts the work of complete searches until stop is called.
func (r *Run) MeterProof() (stop func()) {
	s := r.Standing
	s.ProofWork.start(r.Work)
	return func() { s.ProofWork.stop(r.Work) }
}

// Shorter takes what a beam has found, a line or nil, and returns the outcome of its
// phase.
func (k *Knowledge) Shorter(line puzzles.Line, widest int, err error) (outcome string, _ int, _ error) {
	if err != nil || line == nil {
		return "nothing shorter", widest, err
	}
	return fmt.Sprintf("%d %s", k.puzzle.Cost(line), k.puzzle.Unit()), widest, k.Offer(line)
}
