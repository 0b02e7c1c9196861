package solver

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/puzzles"
)

// Claim is what a result from outside says of its puzzle. Nothing that it says
// is ever taken for proven: the bound and the status of the result are those that
// were proven here.
type Claim struct {
	Lower      int        // no line is shorter; at least what is trivial
	Impossible bool       // there is no line
	Proof      string     // as it describes it
	Solutions  *Solutions // as it counts them; nil if it does not
	// Certified and CertifiedImpossible are what the argument of a certificate
	// that came with it leads to, if its layers are right; Level is how far those
	// were recomputed.
	Certified           int
	CertifiedImpossible bool
	Level               string
	// Source is what the bound of the result itself rests on.
	Source Source
}

// Source says where a proven bound comes from.
type Source string

// The sources of the bounds of a result from outside.
const (
	Trivial   Source = ""       // start and goal differ, or do not
	FromStore Source = "store"  // proven by an earlier search, kept in the store
	FromCheck Source = "search" // proven by [CheckClaim]
	// FromCertificate: all of a certificate that came with it was recomputed.
	FromCertificate Source = "certificate"
)

// ErrClaim is wrapped by errors about claims that are not true.
var ErrClaim = errors.New("not true")

// AsClaim returns r as it is if nobody answers for it: its line, which whoever
// reads it has replayed or will, no bound but that a puzzle whose start is no goal
// needs a move, and what r says as a claim.
func (r *Result) AsClaim() *Result {
	out := *r
	out.Lower, out.Proof, out.Steps, out.Solutions = 1, "start and goal differ", nil, nil
	if r.Upper == 0 || r.Puzzle.Ended(r.Puzzle.Start, r.Puzzle.Marked) {
		out.Lower, out.Proof = 0, "the start is a goal"
	}
	out.Claim = &Claim{Lower: max(r.Lower, out.Lower), Impossible: r.Status == Impossible, Proof: r.Proof, Solutions: r.Solutions}
	out.Status = out.standing(false)
	return &out
}

// standing is the status that bounds and line make.
func (r *Result) standing(impossible bool) Status {
	switch {
	case impossible:
		return Impossible
	case r.Upper == NoUpper:
		return Unknown
	case r.Lower >= r.Upper:
		return Optimal
	}
	return Bounded
}

// Unproven reports whether a claim says more than what is proven.
func (r *Result) Unproven() bool {
	return r.Claim != nil && r.Status != Impossible && (r.Claim.Impossible || r.Claim.Lower > r.Lower)
}

// Certified reports whether all that a claim says of the bounds follows from the
// certificate that came with it.
func (r *Result) Certified() bool {
	c := r.Claim
	return c != nil && (c.CertifiedImpossible || !c.Impossible && c.Certified >= c.Lower)
}

// Learn holds the claim against what is known of the same puzzle from a source
// that is trusted, and takes over the proven bound. The error wraps [ErrClaim] if
// the claim is not true.
func (r *Result) Learn(known *Result, from Source) error {
	c := r.Claim
	switch {
	case known.Upper != NoUpper && c.Impossible:
		return fmt.Errorf("%w: it says that there is no line, but there is one of %d %s", ErrClaim, known.Upper, r.Puzzle.Count)
	case known.Upper != NoUpper && c.Lower > known.Upper:
		return fmt.Errorf("%w: it says at least %d %s, but there is a line of %d", ErrClaim, c.Lower, r.Puzzle.Count, known.Upper)
	case r.Line != nil && (known.Status == Impossible || known.Lower > r.Upper):
		return fmt.Errorf("the line of %d %s is legal, but a proof says that there is none", r.Upper, r.Puzzle.Count)
	}
	if known.Lower > r.Lower || known.Status == Impossible {
		r.Lower, r.Proof, r.Steps, c.Source = known.Lower, known.Proof, known.Steps, from
	}
	r.Status = r.standing(known.Status == Impossible)
	return nil
}

// Attach takes over what a certificate of the same puzzle leads to: a lower bound,
// or that there is no line, if its layers are right, of which level says how far
// they were recomputed; and the length of its line, which is legal, or [NoUpper].
// The error wraps [ErrClaim] if line and bounds of the two contradict each other.
func (r *Result) Attach(lower, upper int, impossible bool, level string) error {
	if r.Line != nil && (impossible || lower > r.Upper) {
		return fmt.Errorf("%w: its certificate says at least %d %s, but its line has %d", ErrClaim, lower, r.Puzzle.Count, r.Upper)
	}
	c := r.Claim
	c.Certified, c.CertifiedImpossible, c.Level = lower, impossible, level
	return r.Learn(&Result{Upper: upper}, Trivial)
}

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
