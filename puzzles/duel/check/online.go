package check

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// ErrTooLarge is wrapped by errors about games with too many positions for
// [Online].
var ErrTooLarge = errors.New("too many positions")

// OnlinePositions is the greatest number of positions, both sides to move counted,
// that [Online] takes.
const OnlinePositions = 10_000_000

// Online works out the values of all positions under the rules online, no turn
// having been made, by the rules of package duel alone and compares them with those
// of a lookup, which must bear being asked by several goroutines. The rule of
// repetition is left out.
//
// First come the positions after the given number of turns: from all drawn that
// are not over, round by round, until a round changes nothing. From there one round
// is one turn less made. As a round depends on the values before it only, all
// repeats once a round gives what one of the last four has given.
func Online(ctx context.Context, g *duel.Game, turns int, lookup func(duel.View) duel.Value, workers int) (*Report, error) {
	n, p := uint64(g.Board.Len()), uint64(g.Men)
	all, err := positions.NewRanker(int(n), int(p))
	if err != nil {
		return nil, err
	}
	rest, err := positions.NewRanker(int(n-p), int(p))
	if err != nil {
		return nil, err
	}
	if views := all.Len() * rest.Len(); 2*views > OnlinePositions {
		return nil, fmt.Errorf("%w to work out the limit of turns a second time: %d, at most %d", ErrTooLarge, 2*views, OnlinePositions)
	}
	o := &online{game: g, ranker: all, workers: max(workers, 1), now: make([]duel.Value, all.Len()*all.Len())}
	for changed := true; changed; {
		if changed, err = o.round(ctx, true); err != nil {
			return nil, err
		}
	}
	const period = 4
	var last [][]duel.Value
	for left := turns; left > 0; left-- {
		last = append(last, o.now)
		if len(last) > period {
			last = last[1:]
		}
		if _, err := o.round(ctx, false); err != nil {
			return nil, err
		}
		// As after k more turns: then k turns at a time make no difference.
		for i, values := range last {
			if k := len(last) - i; equal(values, o.now) {
				left -= (left - 1) / k * k
				break
			}
		}
	}
	return o.compare(lookup)
}

func equal(a, b []duel.Value) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

// online holds values by the rank of the waiting army and that of the moving one.
type online struct {
	game    *duel.Game
	ranker  *positions.Ranker
	workers int
	now     []duel.Value
	turns   atomic.Int64
}

func (o *online) index(v duel.View) uint64 {
	return o.ranker.Rank(v.Theirs.Bits())*o.ranker.Len() + o.ranker.Rank(v.Mine.Bits())
}

// each calls f for all positions with the given waiting army.
func (o *online) each(theirs uint64, f func(place uint64, v duel.View)) {
	v := duel.View{Theirs: duel.Set(o.ranker.Unrank(theirs)[0])}
	for mine := range o.ranker.Len() {
		if v.Mine = duel.Set(o.ranker.Unrank(mine)[0]); v.Mine&v.Theirs == 0 {
			f(theirs*o.ranker.Len()+mine, v)
		}
	}
}

// round replaces all values by those that follow from them one turn on, and
// reports whether one has changed. late says that the limit of turns is over.
func (o *online) round(ctx context.Context, late bool) (bool, error) {
	after := make([]duel.Value, len(o.now))
	var next atomic.Uint64
	var changed atomic.Bool
	group, ctx := errgroup.WithContext(ctx)
	for range o.workers {
		group.Go(func() error {
			var turns []duel.Turn
			for {
				theirs := next.Add(1) - 1
				if theirs >= o.ranker.Len() {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				o.each(theirs, func(place uint64, v duel.View) {
					after[place], turns = o.value(v, late, turns)
					if after[place] != o.now[place] {
						changed.Store(true)
					}
				})
			}
		})
	}
	if err := group.Wait(); err != nil {
		return false, err
	}
	o.now = after
	return changed.Load(), nil
}

// value returns what follows for a position. The slice is for use again.
func (o *online) value(v duel.View, late bool, turns []duel.Turn) (duel.Value, []duel.Turn) {
	ending := o.game.Ending(v)
	if ending == duel.None && late {
		ending = o.game.Cleared(v)
	}
	if value, over := ended(ending); over {
		return value, turns
	}
	turns = o.game.AppendTurns(turns[:0], v)
	o.turns.Add(int64(len(turns)))
	value := duel.ValueLost
	for _, t := range turns {
		switch o.now[o.index(o.game.After(v, t))] {
		case duel.ValueLost:
			return duel.ValueWon, turns
		case duel.ValueDrawn:
			value = duel.ValueDrawn
		}
	}
	return value, turns
}

func (o *online) compare(lookup func(duel.View) duel.Value) (*Report, error) {
	r := &Report{Anew: true, Turns: 2 * o.turns.Load()}
	var wrong error
	for theirs := range o.ranker.Len() {
		o.each(theirs, func(place uint64, v duel.View) {
			value := o.now[place]
			if got := lookup(v); got != value && wrong == nil {
				wrong = fmt.Errorf("%w: %s is %s, not %s", ErrWrong, o.game.Format(o.game.Position(v, duel.First)), value, got)
			}
			r.Positions += 2
			switch value {
			case duel.ValueWon:
				r.Won += 2
			case duel.ValueLost:
				r.Lost += 2
			case duel.ValueDrawn:
				r.Drawn += 2
			default:
				r.Illegal += 2
			}
		})
	}
	return r, wrong
}
