package solver

import (
	"context"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/puzzles"
)

// CheckClaim searches for a proof of what a result from outside says, within the
// limits of o, and takes over what is proven. It ends as soon as the claim is
// proven or refuted; that a limit was reached shows in [Result.Unproven]. The
// error wraps [ErrClaim] if the claim is not true; others are those of [Solve].
func CheckClaim(ctx context.Context, r *Result, o Options) (stopped string, err error) {
	if !r.Unproven() {
		return "", nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c, progress := r.Claim, o.Progress
	var enough atomic.Bool
	o.Progress = func(e Event) {
		if progress != nil {
			progress(e)
		}
		if !c.Impossible && (e.Lower >= c.Lower || e.Upper != NoUpper && e.Upper < c.Lower) {
			enough.Store(true)
			cancel()
		}
	}
	if r.Line != nil {
		o.Store = &seeded{o.Store, r.Puzzle, r.Line}
	}
	known, err := Solve(ctx, r.Puzzle, o)
	if err != nil {
		return "", err
	}
	if enough.Load() && known.Interrupted == StoppedByInterrupt {
		known.Interrupted = ""
	}
	return known.Interrupted, r.Learn(known, FromCheck)
}

// seeded is a store, or none, with a line of a puzzle added: a search begins with
// it.
type seeded struct {
	store  Store // may be nil
	puzzle *puzzles.Puzzle
	line   puzzles.Line
}

// Get implements [Store]. The line is replayed by whoever asks.
func (s *seeded) Get(fingerprint [32]byte) (rec Record, ok bool) {
	if s.store != nil {
		rec, ok = s.store.Get(fingerprint)
	}
	if fingerprint == s.puzzle.Fingerprint() && (rec.Line == nil || s.puzzle.Cost(s.line) < s.puzzle.Cost(rec.Line)) {
		rec.Line, ok = s.line, true
	}
	return rec, ok
}

// Put implements [Store].
func (s *seeded) Put(fingerprint [32]byte, rec Record) error {
	if s.store == nil {
		return nil
	}
	return s.store.Put(fingerprint, rec)
}
