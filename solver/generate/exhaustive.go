package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// ErrSpace is wrapped when a space is too large to be enumerated. It wraps
// [ErrOptions].
var ErrSpace = fmt.Errorf("%w: too large a space", ErrOptions)

// What fits.
const (
	mostPlaces  = 1 << 30 // positions of a table of depths, a byte each
	mostPaired  = 1 << 22 // positions of a space that is searched again for every goal
	mostFigures = 1 << 20 // connected figures
	mostListed  = 1 << 23 // puzzles of an enumeration, some 50 bytes each
	mostPegs    = 1 << 25 // positions of solo, some 20 bytes each
)

// enumeration lists the puzzles of a space, the longest first, of equally long ones
// by their start, then their goal.
type enumeration struct {
	list   []listed
	goals  [][]positions.Bits // a puzzle's goals: any of these positions
	depths *depths            // of endgame and connection, which have one list of goals
}

// listed is a puzzle of an enumeration.
type listed struct {
	start positions.Bits
	goal  int32 // index of its goals
	moves int32 // the least number of moves
}

// wants reports whether puzzles of so many moves are asked for, when most is the
// greatest number that there is.
func (o *Options) wants(moves, most int) bool {
	if o.MaxMoves == 0 {
		return moves == most
	}
	return moves >= o.MinMoves && moves <= o.MaxMoves
}

// symmetricEnough reports whether a start may be used: with Symmetric only its own
// mirror images.
func (o *Options) symmetricEnough(start positions.Bits) bool {
	return !o.Symmetric || len(mirrorsOf(o.Game.Board, start)) > 0
}

// checkExhaustive is Check for enumerations.
func (o *Options) checkExhaustive() error {
	switch {
	case (o.MinMoves == 0) != (o.MaxMoves == 0):
		return fmt.Errorf("%w: the least and the greatest number of moves go together", ErrOptions)
	case o.MaxMoves > 0 && (o.MinMoves < 1 || o.MaxMoves > MaxMoves || o.MinMoves > o.MaxMoves):
		return fmt.Errorf("%w: %d to %d moves (from 1 to %d, the smaller number first)", ErrOptions, o.MinMoves, o.MaxMoves, MaxMoves)
	case o.Kind == Solo && (o.Men < 2 || o.Men > o.masked().Len()):
		return fmt.Errorf("%w: %d men of solo (from 2 to %d)", ErrOptions, o.Men, o.masked().Len())
	case o.Kind != Solo && o.Men != 0:
		return fmt.Errorf("%w: the game has the men of %s", ErrOptions, o.Kind)
	case o.Seed != 0 || o.Starts != "":
		return fmt.Errorf("%w: nothing of an enumeration is at random", ErrOptions)
	case o.Kind == Endgame && o.Symmetric:
		return fmt.Errorf("%w: symmetric ones are made of all kinds but endgame", ErrOptions)
	}
	return nil
}

// exhaustiveForm is the part of the seed form that enumerations have.
func (o *Options) exhaustiveForm() string {
	form := " exhaustive"
	if o.Kind == Solo {
		form = fmt.Sprintf(" men=%d exhaustive", o.Men)
	}
	if o.MaxMoves == 0 {
		form += " greatest"
	}
	return form
}

// teller is told how far a list is, by one goroutine at a time.
type teller func(format string, args ...any)

// enumerate lists the puzzles that the options ask for. It takes long; the error
// is that of ctx, or wraps [ErrSpace].
func enumerate(ctx context.Context, o *Options, table *positions.MoveTable, workers int, tell teller) (e *enumeration, err error) {
	switch o.Kind {
	case Solo:
		e, err = enumerateSolo(ctx, o, workers, tell)
	case Endgame, Connection:
		e, err = enumerateTable(ctx, o, table, workers, tell)
	default:
		e, err = enumerateFigures(ctx, o, table, workers, tell)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(e.list, func(a, b listed) int {
		return cmp.Or(cmp.Compare(b.moves, a.moves), compareBits(a.start, b.start), slices.CompareFunc(e.goals[a.goal], e.goals[b.goal], compareBits))
	})
	return e, nil
}

// inParts has workers go through the parts of 0 … n−1, each of at most size numbers,
// with a function of each worker's own. The error is the first one, or that of ctx.
func inParts(ctx context.Context, n, size uint64, workers int, newWorker func() func(from, to uint64) error) error {
	var next atomic.Uint64
	group, ctx := errgroup.WithContext(ctx)
	for range max(1, workers) {
		group.Go(func() error {
			work := newWorker()
			for ctx.Err() == nil {
				from := next.Add(size) - size
				if from >= n {
					return nil
				}
				if err := work(from, min(from+size, n)); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// add puts a puzzle on the list.
func (e *enumeration) add(l listed) error {
	if len(e.list) == mostListed {
		return fmt.Errorf("%w: more than %d puzzles; ask for fewer numbers of moves", ErrSpace, mostListed)
	}
	e.list = append(e.list, l)
	return nil
}

// agrees compares what became of the puzzle at its index with the list.
func (e *enumeration) agrees(p *Puzzle, why verdict) error {
	moves := int(e.list[p.Index].moves)
	switch {
	case why == "" && len(p.Line) != moves:
		return fmt.Errorf("%w: %s needs %d moves by one, %d by the other", errDisagree, ID(p.Kind, p.Task), len(p.Line), moves)
	case why == tooShort || why == tooLong:
		return fmt.Errorf("%w: %s needs %d moves by one, is %s by the other", errDisagree, ID(p.Kind, p.Task), moves, why)
	}
	return nil
}

// task makes the puzzle.
func (e *enumeration) task(game *puzzles.Puzzle, l listed) *puzzles.Puzzle {
	if game.Game.Pegs() {
		return game.From(l.start, positions.Bits{})
	}
	return withGoals(game, e.goals[l.goal]).From(l.start, positions.Bits{})
}

// binomial is the number of sets of k of n things, or more than anything that fits.
func binomial(n, k int) uint64 {
	r, err := positions.NewRanker(n, k)
	if errors.Is(err, positions.ErrTooMany) {
		return math.MaxUint64
	}
	if err != nil {
		return 0
	}
	return r.Len()
}

// fitting says how many men a board may have for a space of at most so many
// positions.
func fitting(o *Options, most uint64) string {
	b, men := o.Game.Board, 0
	if o.Kind == Endgame {
		for _, name := range puzzles.Armies(b) {
			if court, err := puzzles.Court(b, name); err == nil && binomial(b.Len(), court.Len()) <= most {
				men = max(men, court.Len())
			}
		}
		return fmt.Sprintf("the largest army of the %s that fits has %d, or take a smaller board", b, men)
	}
	for binomial(b.Len(), men+1) <= most && men < b.Len()/2 {
		men++
	}
	return fmt.Sprintf("%d men of the %s fit, or take a smaller board", men, b)
}

// imagesOnce are the symmetries that keep a set of goals, for the least image of a
// start.
func imagesOnce(p *puzzles.Puzzle) (out []positions.Permutation) {
	for _, m := range p.Board.Symmetries() {
		if keepsGoals(m, p) {
			out = append(out, m)
		}
	}
	return out
}

// isLeast reports whether no image of a set under maps is less.
func isLeast(maps []positions.Permutation, set positions.Bits) bool {
	for _, m := range maps {
		if m.Apply(set).Less(set) {
			return false
		}
	}
	return true
}
