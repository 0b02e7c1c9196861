package generate

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// depths holds, for every position of some men on a board, how many moves it is
// from the nearest of some goals: a byte each at its rank.
//
// It is filled by breadth-first search backwards from the goals. A move backwards
// from a position at depth d leads to one of depth at most d+1, and each position
// of depth d+1 is reached so from one of depth d. So the depths are exact, and what
// is never reached has no solution.
type depths struct {
	ranks   *positions.Ranker
	at      []uint32 // four depths each, changed by bits that fall only
	deepest int
}

const unreached = 255

func newDepths(ctx context.Context, p *puzzles.Puzzle, table *positions.MoveTable, goals []positions.Bits, workers int, tell teller) (*depths, error) {
	ranks, err := positions.NewRanker(p.Board.Len(), p.Men())
	if err != nil {
		return nil, err
	}
	t := &depths{ranks: ranks, at: make([]uint32, (ranks.Len()+3)/4)}
	for i := range t.at {
		t.at[i] = 1<<32 - 1
	}
	for _, g := range goals {
		t.set(ranks.Rank(g), 0)
	}
	for depth := 0; ; depth++ {
		if tell != nil {
			tell("positions %d moves from the goal", depth+1)
		}
		if depth == unreached-1 {
			return nil, fmt.Errorf("%w: more than %d moves", ErrSpace, depth-1)
		}
		found := false
		var mu sync.Mutex
		err := t.scan(ctx, workers, func() func(rank uint64) error {
			w, near := newWalker(table, p), ranks.NewMoveRanks()
			return func(rank uint64) error {
				if t.depth(rank) != depth {
					return nil
				}
				grown := false
				position := ranks.Unrank(rank)
				near.Load(position)
				for _, m := range w.turns(position, true) {
					if prev := near.Rank(positions.Cell(m.From), positions.Cell(m.To)); t.depth(prev) == unreached {
						t.set(prev, depth+1)
						grown = true
					}
				}
				if grown {
					mu.Lock()
					found = true
					mu.Unlock()
				}
				return nil
			}
		})
		if err != nil {
			return nil, err
		}
		if !found {
			t.deepest = depth
			return t, nil
		}
	}
}

func (t *depths) depth(rank uint64) int {
	return int(atomic.LoadUint32(&t.at[rank/4]) >> (8 * (rank % 4)) & 0xff)
}

// set changes the depth of a position from unreached. Of several workers that do so
// at a time all set the same depth.
func (t *depths) set(rank uint64, depth int) {
	shift := 8 * (rank % 4)
	atomic.AndUint32(&t.at[rank/4], ^(uint32(0xff)<<shift)|uint32(depth)<<shift)
}

// of returns the depth of a position.
func (t *depths) of(men positions.Bits) int { return t.depth(t.ranks.Rank(men)) }

// scanned is how many ranks a worker takes at a time.
const scanned = 1 << 14

// scan calls a function of each worker's own for all ranks.
func (t *depths) scan(ctx context.Context, workers int, newVisit func() func(rank uint64) error) error {
	return inParts(ctx, t.ranks.Len(), scanned, workers, func() func(from, to uint64) error {
		visit := newVisit()
		return func(from, to uint64) error {
			for rank := from; rank < to; rank++ {
				if err := visit(rank); err != nil {
					return err
				}
			}
			return nil
		}
	})
}

// lines counts the shortest lines from a position that has a depth: from position
// to position of one depth less.
func (t *depths) lines(w *walker, start positions.Bits) lines {
	l := lines{length: t.of(start)}
	layer, ways := []positions.Bits{start}, map[positions.Bits]uint64{start: 1}
	for depth := l.length - 1; depth >= 0; depth-- {
		var next []positions.Bits
		nextWays := make(map[positions.Bits]uint64)
		for _, men := range layer {
			for _, m := range w.turns(men, false) {
				to := after(men, m)
				if t.of(to) != depth {
					continue
				}
				if nextWays[to] == 0 {
					next = append(next, to)
				}
				nextWays[to] = min(nextWays[to]+ways[men], manyWays)
			}
		}
		if layer, ways = next, nextWays; depth == l.length-1 {
			l.firsts = next
		}
	}
	for _, men := range layer {
		l.count = min(l.count+ways[men], manyWays)
	}
	return l
}

// enumerateTable lists all positions of the men, whose depth says how long the
// puzzle is that they begin.
func enumerateTable(ctx context.Context, o *Options, table *positions.MoveTable, workers int, tell teller) (*enumeration, error) {
	b, men := o.Game.Board, o.Game.Men()
	if n := binomial(b.Len(), men); n > mostPlaces {
		return nil, fmt.Errorf("%w: %d men of the %s have more than %d positions; %s", ErrSpace, men, b, mostPlaces, fitting(o, mostPlaces))
	}
	goals := []positions.Bits{o.Game.Goal}
	if o.Kind == Connection {
		goals = nil
		for _, s := range Straights(b, men) {
			goals = append(goals, s.Cells)
		}
	}
	game := withGoals(o.Game, goals)
	t, err := newDepths(ctx, game, table, goals, workers, tell)
	if err != nil {
		return nil, err
	}
	e := &enumeration{goals: [][]positions.Bits{goals}, depths: t}
	maps := imagesOnce(game)
	from, to := o.MinMoves, min(o.MaxMoves, t.deepest)
	if o.MaxMoves == 0 {
		from, to = 1, t.deepest
	}
	for depth := to; depth >= from; depth-- {
		var mu sync.Mutex
		err := t.scan(ctx, workers, func() func(uint64) error {
			return func(rank uint64) error {
				if t.depth(rank) != depth {
					return nil
				}
				start := t.ranks.Unrank(rank)
				if !isLeast(maps, start) || !o.symmetricEnough(start) {
					return nil
				}
				mu.Lock()
				defer mu.Unlock()
				return e.add(listed{start, 0, int32(depth)})
			}
		})
		if err != nil {
			return nil, err
		}
		if o.MaxMoves == 0 && len(e.list) > 0 {
			break
		}
	}
	return e, nil
}
