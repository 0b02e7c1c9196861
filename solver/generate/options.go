package generate

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Version changes whenever the same options and seed would give other puzzles.
const Version = 3

// Unique says what must be unique in a puzzle.
type Unique string

// What must be unique.
const (
	UniqueNone  Unique = "none"
	UniqueFirst Unique = "first" // the first move
	UniqueLine  Unique = "line"  // the whole line, and so the first move
)

// MaxMoves is the greatest length that can be asked for.
const MaxMoves = 31

// ErrOptions is wrapped by the errors about options.
var ErrOptions = errors.New("no such puzzles")

// Options choose the puzzles of a batch.
type Options struct {
	Kind Kind
	// Game gives board, men and rules. Of solo only board and goal, the last hole,
	// count; of transfer board, number of men and rules; of connection and treffpunkt
	// board, number of men and jumps, for the rules are free.
	Game      *puzzles.Puzzle
	MinMoves  int // from 1
	MaxMoves  int // to MaxMoves
	Unique    Unique
	Easiest   float64 // least difficulty
	Hardest   float64 // greatest difficulty
	Symmetric bool    // the start is its own mirror image; not of endgame
	Starts    Starts  // of connection and treffpunkt; "" on others
	// Mask are the cells that may hold a man at the start of solo; none: all may.
	Mask positions.Bits
	// Exhaustive lists all puzzles of a space instead of random ones: see the
	// package's text. Then MinMoves and MaxMoves may both be 0 for the greatest
	// number of moves that there is, and Seed and Starts are not used.
	Exhaustive bool
	Men        int     // of solo, with Exhaustive
	Filter     *Filter // nil keeps all
	Seed       uint64
}

// Check says what is wrong with options. Errors wrap [ErrOptions].
func (o *Options) Check() error {
	switch {
	case o.Game == nil || o.Game.Count.EachHop():
		return fmt.Errorf("%w: lengths are counted in moves", ErrOptions)
	case (o.Kind == Solo) != (o.Game.Game == puzzles.GameSolo) || o.Game.Goals != nil:
		return fmt.Errorf("%w: %s is no game for %s", ErrOptions, o.Game.Game, o.Kind)
	case !o.Exhaustive && (o.MinMoves < 1 || o.MaxMoves > MaxMoves || o.MinMoves > o.MaxMoves):
		return fmt.Errorf("%w: %d to %d moves (from 1 to %d, the smaller number first)", ErrOptions, o.MinMoves, o.MaxMoves, MaxMoves)
	case !(o.Easiest <= o.Hardest):
		return fmt.Errorf("%w: difficulty %g to %g", ErrOptions, o.Easiest, o.Hardest)
	case o.Symmetric && o.Kind == Endgame:
		return fmt.Errorf("%w: symmetric ones are made of all kinds but endgame", ErrOptions)
	case o.Kind == Transfer && 3*o.Game.Men() > o.Game.Board.Len():
		return fmt.Errorf("%w: %d men are too many for the %s, a third of its cells at the most", ErrOptions, o.Game.Men(), o.Game.Board)
	}
	if o.Exhaustive {
		if err := o.checkExhaustive(); err != nil {
			return err
		}
	}
	switch {
	case o.Mask != (positions.Bits{}):
		return o.checkMask()
	case o.Kind.Figures():
		return o.checkFigures()
	}
	return nil
}

// Form is the seed form: all that the puzzles of a batch depend on. With the index
// of a candidate behind it it says how to make that puzzle again.
func (o *Options) Form() string {
	form := fmt.Sprintf("%s unique=%s difficulty=%g..%g", o.source(), o.Unique, o.Easiest, o.Hardest)
	if o.Filter != nil {
		form += fmt.Sprintf(" filter=%q", o.Filter)
	}
	return form
}

// source is the part of the seed form that the candidates depend on: batches that
// differ in the rest choose from the same ones.
func (o *Options) source() string {
	what := fmt.Sprintf("board=%s", boardName(o.Game.Board))
	switch o.Kind {
	case Solo:
		if what += " goal=" + bitsText(o.Game.Goal); o.Mask != (positions.Bits{}) {
			what += " mask=" + bitsText(o.Mask)
		}
	case Endgame:
		what += fmt.Sprintf(" men=%s rules=%s jumps=%s", o.Game.Army, o.Game.Arrival, o.Game.Jumps)
	case Transfer:
		what += fmt.Sprintf(" men=%d rules=%s jumps=%s", o.Game.Men(), o.Game.Arrival, o.Game.Jumps)
	case Connection, Treffpunkt:
		if what += fmt.Sprintf(" men=%d jumps=%s", o.Game.Men(), o.Game.Jumps); !o.Exhaustive {
			what += fmt.Sprintf(" start=%s", o.Starts)
		}
	}
	if o.Exhaustive {
		what += o.exhaustiveForm()
	}
	return fmt.Sprintf("generate/%d kind=%s %s moves=%d-%d symmetric=%t seed=%d",
		Version, o.Kind, what, o.MinMoves, o.MaxMoves, o.Symmetric, o.Seed)
}

// random returns the random numbers of a candidate.
func random(source string, index int64) *rand.Rand {
	h := sha256.Sum256(fmt.Appendf(nil, "%s index=%d", source, index))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(h[:]), binary.BigEndian.Uint64(h[8:])))
}
