package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// ErrTooLarge is wrapped by errors about games with too many positions for
// [Limited].
var ErrTooLarge = errors.New("too many positions")

// LimitedPositions is the greatest number of positions, both sides to move
// counted, that [Limited] takes.
const LimitedPositions = 10_000_000

// Limited works out the values of all positions of a game with a limit of turns,
// no turn having been made, by the rules of package duel alone and compares them
// with those of a lookup, which must bear being asked by several goroutines. turns is the limit, of both sides together.
//
// First come the positions after so many turns: from all drawn that are not over,
// round by round, until a round changes nothing. From there one round is one turn
// less made. As a round depends on the values before it only, all repeats once a
// round gives what one of the last four has given.
func Limited(ctx context.Context, g *duel.Game, turns int, lookup func(duel.View) duel.Value, workers int) (*Report, error) {
	n, p := uint64(g.Board.Len()), uint64(g.Men)
	all, err := positions.NewRanker(int(n), int(p))
	if err != nil {
		return nil, err
	}
	rest, err := positions.NewRanker(int(n-p), int(p))
	if err != nil {
		return nil, err
	}
	if views := all.Len() * rest.Len(); 2*views > LimitedPositions {
		return nil, fmt.Errorf("%w to work out the limit of turns a second time: %d, at most %d", ErrTooLarge, 2*views, LimitedPositions)
	}
	l := &limited{game: g, ranker: all, workers: max(workers, 1), now: make([]duel.Value, all.Len()*all.Len())}
	for changed := true; changed; {
		if changed, err = l.round(ctx, true); err != nil {
			return nil, err
		}
	}
	const period = 4
	var last [][]duel.Value
	for left := turns; left > 0; left-- {
		last = append(last, l.now)
		if len(last) > period {
			last = last[1:]
		}
		if _, err := l.round(ctx, false); err != nil {
			return nil, err
		}
		// As after k more turns: then k turns at a time make no difference.
		for i, values := range last {
			if k := len(last) - i; slices.Equal(values, l.now) {
				left -= (left - 1) / k * k
				break
			}
		}
	}
	return l.compare(lookup)
}

// limited holds values by the rank of the waiting army and that of the moving one.
type limited struct {
	game    *duel.Game
	ranker  *positions.Ranker
	workers int
	now     []duel.Value
	turns   atomic.Int64
}

func (l *limited) index(v duel.View) uint64 {
	return l.ranker.Rank(v.Theirs.Bits())*l.ranker.Len() + l.ranker.Rank(v.Mine.Bits())
}

// each calls f for all positions with the given waiting army.
func (l *limited) each(theirs uint64, f func(place uint64, v duel.View)) {
	v := duel.View{Theirs: duel.Set(l.ranker.Unrank(theirs)[0])}
	for mine := range l.ranker.Len() {
		if v.Mine = duel.Set(l.ranker.Unrank(mine)[0]); v.Mine&v.Theirs == 0 {
			f(theirs*l.ranker.Len()+mine, v)
		}
	}
}

// round replaces all values by those that follow from them one turn on, and
// reports whether one has changed. late says that the limit of turns is over.
func (l *limited) round(ctx context.Context, late bool) (bool, error) {
	after := make([]duel.Value, len(l.now))
	var next atomic.Uint64
	var changed atomic.Bool
	group, ctx := errgroup.WithContext(ctx)
	for range l.workers {
		group.Go(func() error {
			var turns []duel.Turn
			for {
				theirs := next.Add(1) - 1
				if theirs >= l.ranker.Len() {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				l.each(theirs, func(place uint64, v duel.View) {
					after[place], turns = l.value(v, late, turns)
					if after[place] != l.now[place] {
						changed.Store(true)
					}
				})
			}
		})
	}
	if err := group.Wait(); err != nil {
		return false, err
	}
	l.now = after
	return changed.Load(), nil
}

// value returns what follows for a position. The slice is for use again.
func (l *limited) value(v duel.View, late bool, turns []duel.Turn) (duel.Value, []duel.Turn) {
	if value, over := l.game.EndingAt(v, late).Value(); over {
		return value, turns
	}
	turns = l.game.AppendTurns(turns[:0], v)
	l.turns.Add(int64(len(turns)))
	value := duel.ValueLost
	for _, t := range turns {
		switch l.now[l.index(l.game.After(v, t))] {
		case duel.ValueLost:
			return duel.ValueWon, turns
		case duel.ValueDrawn:
			value = duel.ValueDrawn
		}
	}
	return value, turns
}

func (l *limited) compare(lookup func(duel.View) duel.Value) (*Report, error) {
	r := &Report{Anew: true, Turns: 2 * l.turns.Load()}
	var wrong error
	for theirs := range l.ranker.Len() {
		l.each(theirs, func(place uint64, v duel.View) {
			value := l.now[place]
			if got := lookup(v); got != value && wrong == nil {
				wrong = fmt.Errorf("%w: %s is %s, not %s", ErrWrong, l.game.Format(l.game.Position(v, duel.First)), value, got)
			}
			r.Add(value, 2)
		})
	}
	return r, wrong
}
