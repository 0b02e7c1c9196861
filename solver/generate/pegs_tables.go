package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// pegGrader finds the shortest lines of positions of solo, by
//
//	breadth-first search among all positions
//	breadth-first search among those that can be won: [peg.WinTable]
//	look-ups in [peg.DistanceTable]
//
// All are exact and find the same. The first is for boards without tables: those of
// more than tableHoles holes, and goals of several holes. There a position that is
// too large is given up. The second needs a table that is made in about half a second
// of processor time, or comes from the store. The third needs one that takes four; it
// is made when the searches have been as much work, so that a batch takes at most
// about twice the time of the better of the two.
type pegGrader struct {
	pegs    *pegs
	game    *puzzles.Puzzle
	goal    uint64
	store   *cache.Store // may be nil
	workers int

	before    atomic.Int64 // positions that are searched before the table of distances is made
	searched  atomic.Int64
	plain     atomic.Bool // there are no tables
	wins      atomic.Pointer[peg.WinTable]
	distances atomic.Pointer[peg.DistanceTable]
	making    sync.Mutex
	searches  sync.Pool // of *pegSearch
}

const (
	tableHoles        = 33
	tableMemory int64 = 1 << 30

	// Measured 2026-11 on the english cross: 0.7 million positions a second are
	// searched among those that can be won.
	beforeDistances = 2_800_000
	mostWins        = 3_000_000 // for one candidate
	never           = math.MaxInt64
)

func newPegGrader(game *puzzles.Puzzle, store *cache.Store, workers int) *pegGrader {
	g := &pegGrader{
		pegs: newPegs(game.Board), game: game, goal: game.Goal[0], store: store,
		workers: max(1, workers),
	}
	g.before.Store(beforeDistances)
	g.plain.Store(game.Goal.Len() != 1 || game.Board.Len() > tableHoles)
	return g
}

// lengths returns the length of the shortest lines from men, at most longest
// moves, and those lines, or says why there is none.
func (g *pegGrader) lengths(ctx context.Context, men uint64, longest int) (int, pegLengths, verdict, error) {
	for ctx.Err() == nil {
		plain, wins := g.plain.Load(), g.wins.Load()
		if d := g.distances.Load(); d != nil {
			of := func(men uint64) int { return d.Moves(positions.Bits{men}) }
			switch n := of(men); {
			case n < 0:
				return 0, nil, noSolution, nil
			case n > longest:
				return 0, nil, tooLong, nil
			default:
				return n, func(men uint64, moves int) bool { return of(men) == moves }, "", nil
			}
		}
		if plain || wins != nil && g.searched.Load() < g.before.Load() {
			n, on, ok := g.search(ctx, wins, men, longest)
			switch {
			case ok && n == hopeless:
				return 0, nil, noSolution, nil
			case ok && n == tooFar:
				return 0, nil, tooLong, nil
			case ok:
				return n, on, "", nil
			case ctx.Err() == nil && (plain || g.before.Load() == never):
				return 0, nil, tooLarge, nil
			}
		}
		if err := g.advance(ctx, wins); err != nil {
			return 0, nil, "", err
		}
	}
	return 0, nil, "", ctx.Err()
}

// search looks for lines without a table of distances.
func (g *pegGrader) search(ctx context.Context, wins *peg.WinTable, men uint64, longest int) (int, pegLengths, bool) {
	s, _ := g.searches.Get().(*pegSearch)
	if s == nil {
		s = &pegSearch{pegs: g.pegs, goal: g.goal}
	}
	defer g.searches.Put(s)
	s.most, s.alive = mostPositions, nil
	if wins != nil {
		s.most = mostWins
		s.alive = func(men uint64) bool { return wins.Wins(positions.Bits{men}) }
	}
	n, on, ok := s.lengths(ctx, men, longest)
	g.searched.Add(int64(s.seen.size))
	return n, on, ok
}

// advance makes the table that is wanted next, unless another worker has. Where
// there is no room for one there are none; that depends on the board alone.
func (g *pegGrader) advance(ctx context.Context, wins *peg.WinTable) error {
	g.making.Lock()
	defer g.making.Unlock()
	o := solver.Options{Workers: g.workers, Memory: tableMemory}
	var err error
	switch {
	case ctx.Err() != nil || g.plain.Load() || g.wins.Load() != wins || g.distances.Load() != nil:
		return nil
	case wins == nil:
		if wins, _, err = peg.LoadWinTable(ctx, g.store, g.game, o); err == nil {
			g.wins.Store(wins)
		}
	default:
		var d *peg.DistanceTable
		if d, err = peg.NewDistanceTable(ctx, g.game, o); err == nil {
			g.distances.Store(d)
		}
	}
	switch {
	case err == nil || ctx.Err() != nil:
		return nil
	case errors.Is(err, peg.ErrUnsettled):
		g.plain.Store(wins == nil)
		g.before.Store(never)
		return nil
	}
	return fmt.Errorf("a table of what can be won: %w", err)
}

// deadFirst counts the first moves from men after which the puzzle is lost,
// every path one of its own. It is nil if no table says so.
func (g *pegGrader) deadFirst(men uint64) *int {
	t := g.wins.Load()
	if t == nil {
		return nil
	}
	n := 0
	g.pegs.paths(men, func(after uint64, _ []positions.Cell) bool {
		if !t.Wins(positions.Bits{after}) {
			n++
		}
		return true
	})
	return &n
}
