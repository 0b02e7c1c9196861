package solver

import (
	"context"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/figures"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
	"github.com/halma-solve/halma-solve/solver/internal/transfer"
)

// What a search takes and what it returns.
type (
	// Options are the limits and the surroundings of a run.
	Options = session.Options
	// Elsewhere has parts of complete searches done on other machines.
	Elsewhere = session.Elsewhere
	// Objects keeps bytes where all machines find them.
	Objects = session.Objects
	// Method is a complete search for puzzles with figures.
	Method = session.Method
	// Result is what is known of a puzzle.
	Result = session.Result
	// Status says how much of a puzzle is settled.
	Status = session.Status
	// Claim is what a result from outside says of its puzzle.
	Claim = session.Claim
	// Source says where a proven bound comes from.
	Source = session.Source
	// Solutions are the lines of a peg game with some number of moves.
	Solutions = session.Solutions
	// Opening is a first move and the number of lines that begin with it.
	Opening = session.Opening
	// Stats counts the work of one run.
	Stats = session.Stats
	// Phase is one search of a run.
	Phase = session.Phase
	// LayerStats is what became of a layer of a complete search.
	LayerStats = session.LayerStats
	// Cut is how much a bound has cut off a layer.
	Cut = session.Cut
	// KnownAt is what was known of the length at some time of a run.
	KnownAt = session.KnownAt
	// Event is a report of progress.
	Event = session.Event
	// Store keeps what is known of puzzles from run to run.
	Store = session.Store
	// BoundStore is a [Store] that keeps bounds of positions, too.
	BoundStore = figures.BoundStore
	// Record is what a [Store] keeps of one puzzle.
	Record = session.Record
	// Records is a [Store] in a [cache.Store].
	Records = session.Records
	// JournalInfo says what a journal belongs to.
	JournalInfo = session.JournalInfo
	// Exhaustion is the result of [BreadthFirst].
	Exhaustion = layers.Exhaustion
)

// The statuses of a result.
const (
	Optimal    = session.Optimal
	Bounded    = session.Bounded
	Impossible = session.Impossible
	Unknown    = session.Unknown
)

// What may end a search early.
const (
	StoppedByTime      = session.StoppedByTime
	StoppedByMemory    = session.StoppedByMemory
	StoppedByInterrupt = session.StoppedByInterrupt
	StoppedByPositions = session.StoppedByPositions
	StoppedByBeams     = session.StoppedByBeams
)

// The methods for puzzles with figures.
const (
	BothEnds  = session.BothEnds
	Deepening = session.Deepening
)

// The sources of the bounds of a result from outside.
const (
	Trivial         = session.Trivial
	FromStore       = session.FromStore
	FromCheck       = session.FromCheck
	FromCertificate = session.FromCertificate
)

const (
	// NoUpper is the upper bound of a result without a line.
	NoUpper = session.NoUpper
	// Merging and Images are what an [Event] may say is done with a layer.
	Merging = session.Merging
	Images  = session.Images
	// LeastMemory is the least limit with which a search makes sense, in bytes.
	LeastMemory = session.LeastMemory
	// BesideHeap is what the program takes beside the heap of the Go runtime, in bytes.
	BesideHeap = session.BesideHeap
)

// ErrClaim is wrapped by errors about claims that are not true.
var ErrClaim = session.ErrClaim

// ErrMarked is wrapped by errors of [BreadthFirst] about puzzles with several marked
// men.
var ErrMarked = layers.ErrMarked

// NewRecords returns the records in s, which the caller opens and closes.
func NewRecords(s *cache.Store) *Records { return session.NewRecords(s) }

// Journals lists what is saved below dir, the Checkpoints of [Options], the
// greatest first. A directory that is not there has none.
func Journals(dir string) ([]JournalInfo, error) { return session.Journals(dir) }

// RemoveJournals removes journals that [Journals] has listed. No search for their
// puzzles may be under way.
func RemoveJournals(journals ...JournalInfo) error { return session.RemoveJournals(journals...) }

// BreadthFirst searches from the start through all positions, layer by layer, until
// it meets the goal or nothing is left: the yardstick for the other searches. Errors
// wrap [positions.ErrTooMany] or, if more than one man is marked, [ErrMarked]; or
// they are those of ctx.
func BreadthFirst(ctx context.Context, p *puzzles.Puzzle, workers int) (*Exhaustion, error) {
	return layers.BreadthFirst(ctx, p, workers)
}

// Helper makes parts of layers for an [Elsewhere] on another machine.
type Helper = transfer.Helper

// NewHelper returns a helper for searches of a puzzle, which may take so many bytes of
// memory for its tables. Only transfers, with or without a mark, can be helped with.
func NewHelper(p *puzzles.Puzzle, memory int64) (*Helper, error) {
	return transfer.NewHelper(p, memory)
}
