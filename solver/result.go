package solver

import (
	"time"

	"github.com/halma-solve/halma-solve/puzzles"
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
	// [StoppedByMemory] or [StoppedByInterrupt]; "" if none did.
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
	Expanded   int64 // positions whose moves were listed
	Generated  int64 // moves listed
	Pruned     int64 // successors that a bound or a beam's threshold cut off
	Duplicates int64 // successors met before
	PeakBytes  int64 // greatest size of the tables and layers of the search
	Elapsed    time.Duration
	Phases     []Phase // in the order they ran
}

// Phase is one search of a run: a beam of some width, or the refutation of one
// length.
type Phase struct {
	Name     string // "beam 20000", "refute 26"
	Outcome  string // "27 moves", "no line of 26 moves", "time"
	Expanded int64
	Widest   int64 // positions in the widest layer
	Elapsed  time.Duration
}

// Event is a report of progress. It is sent a few times a second at the most.
type Event struct {
	Phase     string // as in Phase.Name
	Layer     int    // depth of the layer in work, in the puzzle's count
	Layers    int    // depth at which the phase ends, 0 if not known
	Done      int64  // positions of the layer expanded
	Todo      int64  // positions of the layer in all
	Expanded  int64  // in this run
	Bytes     int64  // held by tables and layers now
	Lower     int
	Upper     int // NoUpper without a line
	Elapsed   time.Duration
	Milestone string // not empty when a bound changed: what is new, in words
}

// Options are the limits and the surroundings of a run.
type Options struct {
	Time     time.Duration // 0: no limit
	Memory   int64         // bytes that the program may take; 0: 4 GiB. See [LeastMemory]
	Workers  int           // 0: all processors
	Progress func(Event)   // called from one goroutine at a time; may be nil
	Store    Store         // may be nil
	// Checkpoints is a directory for the layers of long proofs: a later run with
	// the same puzzle goes on from them, and layers that do not fit into Memory
	// are kept there. It is made when it is needed. Empty: none.
	Checkpoints string
	// SaveAlways saves what a kill would cost at every occasion, not only when it
	// is worth the time: for tests of what a kill leaves.
	SaveAlways bool
	// Method is how to search puzzles with figures; "": [BothEnds] where it
	// applies and fits into Memory, then [Deepening].
	Method Method
}

// What may end a search early.
const (
	StoppedByTime      = "time"
	StoppedByMemory    = "memory"
	StoppedByInterrupt = "interrupt" // the context was cancelled
)

// Method is a complete search for puzzles with figures.
type Method string

// The methods.
const (
	BothEnds  Method = "both-ends" // breadth first from start and figures, after beams for a first line
	Deepening Method = "ida"       // iterative deepening with a transposition table
)
