// Package check verifies the values of a game that was solved completely. It
// shares no code with the solver: it makes the legal turns of every position by
// package duel and compares its value with those of the positions they lead to.
//
// # Why that is a proof
//
// Let every position satisfy what Position checks. By induction on the distance d,
// who is to move in a position "won in d" can win within d turns: there is a turn
// to a position "lost in d−1". In one "lost in d" every turn leads to a position
// "won" in at most d−1. A drawn position has no turn to a lost one, so neither
// side can win from it as long as the other stays among drawn positions, which
// always has a turn that does. So the values are right; and the distances are, as
// the least over turns to lost positions and the greatest over turns to won ones.
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

// ErrWrong is wrapped by the error about the first position found whose value
// does not follow from the others.
var ErrWrong = errors.New("the value of a position is wrong")

// Report says what was checked. Positions count both sides to move; a view
// stands for one with each side to move.
type Report struct {
	duel.Counts
	Turns     int64 // legal turns tried
	Distances bool  // distances were there and checked
	Longest   int   // the greatest distance of a win
	Anew      bool  // worked out once more: see Limited
}

// All checks every position. The source must bear being asked by several
// goroutines. Without distances it checks that each value agrees with the values
// one turn on, which does not exclude wins that never end.
func All(ctx context.Context, g *duel.Game, s duel.Source, workers int) (*Report, error) {
	ranker, err := positions.NewRanker(g.Board.Len(), g.Men)
	if err != nil {
		return nil, err
	}
	var next atomic.Uint64
	group, ctx := errgroup.WithContext(ctx)
	parts := make([]*checker, max(workers, 1))
	for i := range parts {
		c := &checker{game: g, source: s, patterns: g.Patterns()}
		parts[i] = c
		group.Go(func() error {
			for {
				r := next.Add(1) - 1
				if r >= ranker.Len() {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := c.army(duel.Set(ranker.Unrank(r)[0])); err != nil {
					return err
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	total := Report{Distances: true}
	for _, c := range parts {
		total.Positions += c.Positions
		total.Illegal += c.Illegal
		total.Won += c.Won
		total.Lost += c.Lost
		total.Drawn += c.Drawn
		total.Turns += 2 * c.Turns
		total.Distances = total.Distances && !c.blind
		total.Longest = max(total.Longest, c.Longest)
	}
	return &total, nil
}

// checker is one worker.
type checker struct {
	Report
	game   *duel.Game
	source duel.Source

	patterns []duel.Set // of marked men
	turns    []duel.Turn
	blind    bool // a distance was not known
}

// army checks the positions with the given waiting army.
func (c *checker) army(theirs duel.Set) error {
	cells := c.game.Board.Len()
	free := cells - c.game.Men
	if free < c.game.Men {
		return nil
	}
	for s := duel.Set(1)<<c.game.Men - 1; s < 1<<free; s = s.Next() {
		mine := s.Around(theirs)
		for _, p := range c.patterns {
			for _, q := range c.patterns {
				v := duel.View{Mine: mine, Theirs: theirs, Marked: mine.Spread(p) | theirs.Spread(q)}
				if err := c.position(v); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// position checks one position.
func (c *checker) position(v duel.View) error {
	value, plies, err := c.source.Lookup(v)
	if err != nil {
		return err
	}
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s is %s in %d turns, but %s", ErrWrong,
			c.game.Format(c.game.Position(v, duel.First)), value, plies, fmt.Sprintf(format, args...))
	}
	if plies == duel.NoPlies && (value == duel.ValueWon || value == duel.ValueLost) {
		c.blind = true
	}
	c.Add(value, 2)
	if value == duel.ValueWon {
		c.Longest = max(c.Longest, plies)
	}
	if want, over := c.game.Ending(v).Value(); over {
		if value != want || value != duel.ValueIllegal && plies > 0 {
			return wrong("it is over: %s", want)
		}
		return nil
	}
	if value == duel.ValueIllegal {
		return wrong("it is legal")
	}
	c.turns = c.game.AppendTurns(c.turns[:0], v)
	c.Turns += int64(len(c.turns))
	if len(c.turns) == 0 {
		if value != duel.ValueLost || plies > 0 {
			return wrong("it has no turn, so it is lost")
		}
		return nil
	}
	return c.follows(v, value, plies, wrong)
}

// follows checks the value of a position with turns against those one turn on.
func (c *checker) follows(v duel.View, value duel.Value, plies int, wrong func(format string, args ...any) error) error {
	// Over all turns: the fastest win, the slowest loss, and what is no loss.
	fastest, slowest, saved, wins := maxPlies, -1, 0, 0
	for _, t := range c.turns {
		after, n, err := c.source.Lookup(c.game.After(v, t))
		if err != nil {
			return err
		}
		switch after {
		case duel.ValueLost:
			wins++
			fastest = min(fastest, n)
		case duel.ValueWon:
			slowest = max(slowest, n)
		case duel.ValueDrawn:
			saved++
		default:
			return wrong("it has a turn to an illegal position")
		}
	}
	switch {
	case wins > 0 && value != duel.ValueWon:
		return wrong("it has a turn that wins")
	case wins == 0 && value == duel.ValueWon:
		return wrong("it has no turn that wins")
	case wins == 0 && saved > 0 && value != duel.ValueDrawn:
		return wrong("it has a turn to a drawn position")
	case wins == 0 && saved == 0 && value != duel.ValueLost:
		return wrong("every turn loses")
	case plies == duel.NoPlies:
		return nil
	case value == duel.ValueWon && plies != fastest+1:
		return wrong("the fastest win takes %d", fastest+1)
	case value == duel.ValueLost && plies != slowest+1:
		return wrong("the slowest loss takes %d", slowest+1)
	}
	return nil
}

// maxPlies is more than any distance.
const maxPlies = 1 << 30
