package generate

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// enumerateFigures lists the puzzles that take a connected figure to its image by
// half a turn, or to any other connected figure without a common cell. For every
// goal, up to the symmetries of the board, all depths are found.
func enumerateFigures(ctx context.Context, o *Options, table *positions.MoveTable, workers int, tell teller) (*enumeration, error) {
	b, men := o.Game.Board, o.Game.Men()
	if n := binomial(b.Len(), men); n > mostPaired {
		return nil, fmt.Errorf("%w: %d men of the %s have more than %d positions, which are searched for every goal; %s", ErrSpace, men, b, mostPaired, fitting(o, mostPaired))
	}
	figures, err := connectedFigures(ctx, b, men)
	if err != nil {
		return nil, err
	}
	e := &enumeration{}
	var mu sync.Mutex
	most := 0
	err = inParts(ctx, uint64(len(figures)), 1, workers, func() func(n, _ uint64) error {
		return func(n, _ uint64) error {
			goal := figures[n]
			if !isLeast(b.Symmetries(), goal) {
				return nil
			}
			found, err := startsFor(ctx, o, table, goal, figures)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			tell("figure %d of %d as goal", n+1, len(figures))
			return e.take(o, goal, found, &most)
		}
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// take puts the puzzles of a goal on the list that are wanted, as far as is known;
// most is the greatest number of moves up to now. Shorter ones go when it grows.
func (e *enumeration) take(o *Options, goal positions.Bits, found []listed, most *int) error {
	for _, l := range found {
		if int(l.moves) > *most {
			if *most = int(l.moves); o.MaxMoves == 0 {
				e.list, e.goals = e.list[:0], e.goals[:0]
			}
		}
		if !o.wants(int(l.moves), *most) {
			continue
		}
		if n := len(e.goals); n == 0 || e.goals[n-1][0] != goal {
			e.goals = append(e.goals, []positions.Bits{goal})
		}
		l.goal = int32(len(e.goals) - 1)
		if err := e.add(l); err != nil {
			return err
		}
	}
	return nil
}

// startsFor lists the starts of a goal, up to the symmetries that keep it, with
// their numbers of moves.
func startsFor(ctx context.Context, o *Options, table *positions.MoveTable, goal positions.Bits, figures []positions.Bits) (out []listed, err error) {
	p := withGoals(o.Game, []positions.Bits{goal})
	if o.Kind == Transfer {
		figures = []positions.Bits{puzzles.HalfTurn(p.Board).Apply(goal)}
	}
	maps := imagesOnce(p)
	figures = slices.DeleteFunc(slices.Clone(figures), func(start positions.Bits) bool {
		return start.Intersects(goal) || !isLeast(maps, start) || !o.symmetricEnough(start)
	})
	if len(figures) == 0 {
		return nil, nil
	}
	t, err := newDepths(ctx, p, table, []positions.Bits{goal}, 1, nil)
	if err != nil {
		return nil, err
	}
	for _, start := range figures {
		if moves := t.of(start); moves != unreached {
			out = append(out, listed{start: start, moves: int32(moves)})
		}
	}
	return out, nil
}

// connectedFigures lists all connected sets of so many cells in order: each is one
// of one cell fewer with a neighbour, since every connected set has a cell without
// which it is connected.
func connectedFigures(ctx context.Context, b *positions.Board, cells int) ([]positions.Bits, error) {
	var figures []positions.Bits
	for c := range positions.Cell(b.Len()) {
		figures = append(figures, positions.BitsOf(c))
	}
	for n := 2; n <= cells; n++ {
		seen := make(map[positions.Bits]bool)
		for _, f := range figures {
			for _, c := range f.Cells() {
				for d := range b.Directions() {
					if to := b.Neighbour(c, d); to != positions.NoCell && !f.Has(to) {
						seen[f.With(to)] = true
					}
				}
			}
			if len(seen) > mostFigures {
				return nil, fmt.Errorf("%w: there are more than %d connected figures of %d of the cells of the %s, and fewer of fewer cells", ErrSpace, mostFigures, n, b)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		figures = figures[:0]
		for f := range seen {
			figures = append(figures, f)
		}
	}
	slices.SortFunc(figures, compareBits)
	return figures, nil
}
