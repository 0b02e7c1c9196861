package session

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Status says how much of a puzzle is settled.
type Status string

// The statuses of a result.
const (
	Optimal    Status = "optimal"    // Lower = Upper, both proven
	Bounded    Status = "bounded"    // a line is known, a shorter one may exist
	Impossible Status = "impossible" // proven to have no solution
	Unknown    Status = "unknown"    // no line found yet; Lower is proven
)

// NoUpper is the upper bound of a result without a line.
const NoUpper = -1

// Result is what is known of a puzzle. Lower and Upper are in the puzzle's
// count; every Line has been replayed by the independent verifier.
type Result struct {
	Puzzle *puzzles.Puzzle
	Status Status
	Lower  int
	Upper  int          // NoUpper without a line
	Line   puzzles.Line // nil without a line
	Moves  int          // of Line
	Hops   int          // of Line
	Proof  string       // how the lower bound was obtained, one sentence
	// Steps prove the lower bound, for a certificate; nil for games without.
	Steps []certificate.Step
	// Interrupted is the limit that ended the search: [StoppedByTime],
	// [StoppedByMemory], [StoppedByPositions], [StoppedByBeams] or [StoppedByInterrupt];
	// "" if none did.
	Interrupted string
	Cached      bool // answered by the store alone
	Stats       Stats
	// Solutions counts the lines of Moves moves of a peg game; nil if they
	// have not been counted.
	Solutions *Solutions
	// Claim is what a result from outside says; nil of one that was found here.
	Claim *Claim
}

// Stats counts the work of one run. It is no part of the answer.
type Stats struct {
	Expanded   int64         `json:"expanded"`   // positions whose moves were listed
	Generated  int64         `json:"generated"`  // moves listed
	Pruned     int64         `json:"pruned"`     // successors that a bound or a beam's threshold cut off
	Duplicates int64         `json:"duplicates"` // successors met before
	PeakBytes  int64         `json:"peak_bytes"` // greatest size of the tables and layers of the search
	Elapsed    time.Duration `json:"elapsed"`
	Phases     []Phase       `json:"phases,omitempty"` // in the order they ran
	Known      []KnownAt     `json:"known,omitempty"`  // the bounds whenever they changed, in this order
}

// KnownAt is what was known of the length at some time of a run.
type KnownAt struct {
	Elapsed time.Duration `json:"elapsed"` // since the run began
	Lower   int           `json:"lower"`
	Upper   int           `json:"upper"` // NoUpper without a line
}

// mostKept is how many phases and changes of bounds of earlier runs are kept.
const mostKept = 500

// then adds up the figures of two runs, of which o was the later one.
func (s Stats) then(o Stats) Stats {
	known := slices.Clone(s.Known)
	for _, k := range o.Known {
		k.Elapsed += s.Elapsed
		known = append(known, k)
	}
	phases := slices.Concat(s.Phases, o.Phases)
	return Stats{
		Expanded: s.Expanded + o.Expanded, Generated: s.Generated + o.Generated, Pruned: s.Pruned + o.Pruned,
		Duplicates: s.Duplicates + o.Duplicates, PeakBytes: max(s.PeakBytes, o.PeakBytes), Elapsed: s.Elapsed + o.Elapsed,
		Phases: phases[max(0, len(phases)-mostKept):], Known: known[max(0, len(known)-mostKept):],
	}
}

// Phase is one search of a run: a beam of some width, or the refutation of one
// length.
type Phase struct {
	Name     string        `json:"name"`    // "beam 20000", "refute 26"
	Outcome  string        `json:"outcome"` // "27 moves", "no line of 26 moves", "time"
	Expanded int64         `json:"expanded"`
	Widest   int64         `json:"widest"` // positions in the widest layer
	Elapsed  time.Duration `json:"elapsed"`
	Layers   []LayerStats  `json:"layers,omitempty"` // of a complete search, if they were asked for
}

// Event is a report of progress. It is sent a few times a second at the most.
type Event struct {
	Phase     string // as in Phase.Name
	Layer     int    // depth of the layer in work, in the puzzle's count
	Layers    int    // depth at which the phase ends, 0 if not known
	Doing     string // with the layer: "" while its positions are expanded, else [Merging] or [Images]
	Done      int64  // positions of the layer that are expanded, or shards of it that are done with
	Todo      int64  // positions or shards of the layer in all, 0 if not known
	Expanded  int64  // in this run
	Bytes     int64  // held by tables and layers now
	Lower     int
	Upper     int // NoUpper without a line
	Elapsed   time.Duration
	Milestone string // not empty when a bound changed: what is new, in words
}

// What takes long with a layer beside expanding it.
const (
	Merging = "merging" // what was found is put together, without what is to be dropped
	Images  = "images"  // images of positions are looked for in layers before
)

// Options are the limits and the surroundings of a run.
type Options struct {
	Time    time.Duration // 0: no limit
	Memory  int64         // bytes that the program may take; 0: 4 GiB. See [LeastMemory]
	Workers int           // 0: all processors
	// Positions is how many positions searches by layers may expand, 0 for any number:
	// from an empty store the answer is the same on any machine. The layer in work is
	// finished. Peg games and iterative deepening do not count them; the second is
	// left out.
	Positions int64
	// Beam is the width of beams, how many of the best positions of each depth they look at.
	// They look for shorter lines as long as they find some:
	// nothing is refuted, and the search ends with [StoppedByBeams]. 0: the usual search.
	Beam     int
	Progress func(Event) // called from one goroutine at a time; may be nil
	Store    Store       // may be nil
	// Checkpoints is a directory for the layers of long proofs: a later run with
	// the same puzzle goes on from them, and layers that do not fit into Memory
	// are kept there. It is made when it is needed. Empty: none.
	Checkpoints string
	// Scratch says that no later run will have Checkpoints: only layers that do not fit
	// into Memory are kept there.
	Scratch bool
	// SaveAlways saves what a kill would cost at every occasion, not only when it
	// is worth the time: for tests of what a kill leaves.
	SaveAlways bool
	// Layers says that phases of complete searches are to tell what became of each
	// layer: which bound cut how much, and which positions were useful. It takes time.
	Layers bool
	// Method is how to search puzzles with figures; "": [BothEnds] where it
	// applies and fits into Memory, then [Deepening].
	Method Method
	// Elsewhere expands wide layers of complete searches on other machines; nil: there
	// are none. The answer is the same.
	Elsewhere Elsewhere
}

// Elsewhere has parts of complete searches done on other machines. It is called by many
// goroutines.
type Elsewhere interface {
	Objects
	// Do has an order carried out by a helper, and gives check what came of it, once. An
	// error of check is about that.
	Do(ctx context.Context, order []byte, check func(out []byte) error) error
	// Slots is how many orders are worked at at once, as far as is known.
	Slots() int
	// Grain is how many positions a part has at least; a layer that has fewer is
	// expanded here.
	Grain() int
	// Wide is how many positions a layer has at least for the next one to be put
	// together, and kept, elsewhere, too.
	Wide() int
}

// Objects keeps bytes where all machines find them, under names that say what they are.
type Objects interface {
	// Put keeps bytes and returns their name: the same for the same bytes.
	Put(ctx context.Context, data []byte) (name string, err error)
	// Get returns the bytes of a name, or an error.
	Get(ctx context.Context, name string) ([]byte, error)
	// Remove removes what nobody needs any more.
	Remove(ctx context.Context, name string) error
}

// What may end a search early.
const (
	StoppedByTime      = "time"
	StoppedByMemory    = "memory"
	StoppedByInterrupt = "interrupt" // the context was cancelled
	StoppedByPositions = "positions" // so many were expanded
	StoppedByBeams     = "beams"     // those that were asked for found nothing shorter
)

// Method is a complete search for puzzles with figures.
type Method string

// The methods.
const (
	BothEnds  Method = "both-ends" // breadth first from start and figures, after beams for a first line
	Deepening Method = "ida"       // iterative deepening with a transposition table
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
	// Known is the length of a line that is known elsewhere, [NoUpper] for none, of
	// a file without a line: whoever shows its puzzle has not asked for the line.
	Known int
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
	out.Claim = &Claim{Lower: max(r.Lower, out.Lower), Impossible: r.Status == Impossible, Proof: r.Proof, Solutions: r.Solutions, Known: NoUpper}
	out.Status = out.Standing(false)
	return &out
}

// Standing is the status that bounds and line make.
func (r *Result) Standing(impossible bool) Status {
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

// Alike reports whether the same optimum is proven under both rules of arrival: the line
// is legal under the booklet's, and the steps prove the bound of the free game, whose
// lines are those of the booklet's and more.
func (r *Result) Alike() bool {
	if r.Status != Optimal || r.Unproven() || !HasCertificates(r.Puzzle) || r.Puzzle.Alternates() {
		return false
	}
	_, illegal := verify.Replay(r.Puzzle.With(positions.Booklet), r.Line)
	_, unproven := certificate.Prune(r.Puzzle.With(positions.Free), r.Steps, r.Lower, false)
	return illegal == nil && unproven == nil
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
		return fmt.Errorf("%w: it says that there is no line, but there is one of %d %s", ErrClaim, known.Upper, r.Puzzle.Unit())
	case known.Upper != NoUpper && c.Lower > known.Upper:
		return fmt.Errorf("%w: it says at least %d %s, but there is a line of %d", ErrClaim, c.Lower, r.Puzzle.Unit(), known.Upper)
	case r.Line != nil && (known.Status == Impossible || known.Lower > r.Upper):
		return fmt.Errorf("the line of %d %s is legal, but a proof says that there is none", r.Upper, r.Puzzle.Unit())
	}
	if known.Lower > r.Lower || known.Status == Impossible {
		r.Lower, r.Proof, r.Steps, c.Source = known.Lower, known.Proof, known.Steps, from
	}
	if r.Line == nil && known.Line != nil && (c.Known == NoUpper || known.Upper < c.Known) {
		c.Known = known.Upper
	}
	r.Status = r.Standing(known.Status == Impossible)
	return nil
}

// Attach takes over what a certificate of the same puzzle leads to: a lower bound,
// or that there is no line, if its layers are right, of which level says how far
// they were recomputed; and the length of its line, which is legal, or [NoUpper].
// The error wraps [ErrClaim] if line and bounds of the two contradict each other.
func (r *Result) Attach(lower, upper int, impossible bool, level string) error {
	if r.Line != nil && (impossible || lower > r.Upper) {
		return fmt.Errorf("%w: its certificate says at least %d %s, but its line has %d", ErrClaim, lower, r.Puzzle.Unit(), r.Upper)
	}
	c := r.Claim
	c.Certified, c.CertifiedImpossible, c.Level = lower, impossible, level
	return r.Learn(&Result{Upper: upper}, Trivial)
}

// Solutions are the lines of a peg game with some number of moves. Two lines are
// distinct if they differ in any cell that a man touches or in the order of the
// moves. UpToSymmetry counts lines that a symmetry of board, start and goal takes
// into each other once.
type Solutions struct {
	Sequences    *big.Int
	UpToSymmetry *big.Int
	First        []puzzles.Line // in a fixed order, as many as asked for
	Openings     []Opening      // the first moves of all lines, in the same order
}

// Opening is a first move and the number of lines that begin with it.
type Opening struct {
	Path  []positions.Cell
	Lines *big.Int
}
