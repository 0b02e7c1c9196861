// Package check verifies the values of a game of package contest that was solved
// completely. It knows nothing of the solver, nor of levels, numbers and symmetries:
// it plays every position that turns lead to from the start, each as it stands, and
// compares its value with those of the positions one turn on.
//
// Of games with too many positions for that it checks those that a table keeps, each
// once, and relies on the table for what symmetries of the board make of them.
//
// # Why that is a proof
//
// Let every position satisfy what follows checks. Won and lost positions are right by
// induction on the distance, drawn ones because each has a turn to a drawn one and
// none to one that is lost for the opponent: neither side can win as long as the other
// stays among them. Scores are right by induction on the number of turns that can
// still be made, for in games with scores every turn places or removes men.
//
// Games with dice have bounds of chances: see [Chances].
package check

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// ErrWrong is wrapped by the error about the first position found whose value does
// not follow from the others.
var ErrWrong = errors.New("the value of a position is wrong")

// Most is how many positions are kept in memory at the most, at about 100 bytes each.
const Most = 10_000_000

// ErrMost means that there are more positions than [Most].
var ErrMost = fmt.Errorf("there are more than %d positions", Most)

// Report says what was checked.
type Report struct {
	Positions int64 // reached from the roots, each as it stands
	Turns     int64 // tried in them
	Won       int64 // for the side to move, as Lost and Drawn; of scores by their sign
	Lost      int64
	Drawn     int64
	First     int64 // that the first of the two sides wins, whoever is to move
	Longest   int   // the greatest distance of a win, [contest.NoTurns] if there is none
	// Kept says that only one of all positions was looked at that symmetries make the
	// same.
	Kept bool
}

// Add counts a position of a value as n of them.
func (r *Report) Add(p contest.Position, v contest.Value, n int64) {
	r.Positions += n
	if v.Score > 0 && p.Turn == 0 || v.Score < 0 && p.Turn != 0 {
		r.First += n
	}
	switch {
	case v.Score > 0:
		r.Won += n
	case v.Score < 0:
		r.Lost += n
	default:
		r.Drawn += n
	}
}

// All checks every position that can be reached from a root. Its errors wrap
// [ErrWrong], are [ErrMost], those of the source, or of the context.
func All(ctx context.Context, g *contest.Game, s contest.Source, root contest.Position) (*Report, error) {
	r := &Report{Longest: contest.NoTurns}
	met := map[contest.Position]struct{}{root: {}}
	todo := []contest.Position{root}
	var turns []contest.Turn
	for len(todo) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		turns = g.AppendTurns(turns[:0], p)
		v, err := follows(g, s, p, turns)
		if err != nil {
			return nil, err
		}
		r.Add(p, v, 1)
		r.Turns += int64(len(turns))
		if v.Score > 0 {
			r.Longest = max(r.Longest, v.Turns)
		}
		for _, t := range turns {
			if _, old := met[t.After]; !old {
				met[t.After] = struct{}{}
				todo = append(todo, t.After)
			}
		}
		if len(met) > Most {
			return nil, ErrMost
		}
	}
	return r, nil
}

// Table is a source that can be gone through.
type Table interface {
	contest.Source
	// Part calls f for the positions of one of several parts.
	Part(part, parts int, f func(p contest.Position) error) error
	// Symmetric reports whether one position stands for all its images.
	Symmetric() bool
}

// Kept checks every position that a table keeps, of however many there are. Its errors
// are those of All.
func Kept(ctx context.Context, g *contest.Game, t Table, workers int) (*Report, error) {
	group, ctx := errgroup.WithContext(ctx)
	parts := make([]Report, max(workers, 1))
	for i := range parts {
		parts[i].Longest = contest.NoTurns
		group.Go(func() error {
			var turns []contest.Turn
			return t.Part(i, len(parts), func(p contest.Position) error {
				if err := ctx.Err(); err != nil {
					return err
				}
				turns = g.AppendTurns(turns[:0], p)
				v, err := follows(g, t, p, turns)
				if err != nil {
					return err
				}
				n := int64(1)
				if t.Symmetric() {
					n = int64(g.Copies(p))
				}
				parts[i].Add(p, v, n)
				parts[i].Turns += n * int64(len(turns))
				if v.Score > 0 {
					parts[i].Longest = max(parts[i].Longest, v.Turns)
				}
				return nil
			})
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	r := parts[0]
	r.Kept = t.Symmetric()
	for _, o := range parts[1:] {
		r.Positions += o.Positions
		r.Turns += o.Turns
		r.Won += o.Won
		r.Lost += o.Lost
		r.Drawn += o.Drawn
		r.First += o.First
		r.Longest = max(r.Longest, o.Longest)
	}
	return &r, nil
}

// follows checks the value of one position, whose turns are given, and returns it.
func follows(g *contest.Game, s contest.Source, p contest.Position, turns []contest.Turn) (contest.Value, error) {
	v, err := s.Lookup(p)
	if err != nil {
		return v, err
	}
	want := g.Final(p)
	for i, t := range turns {
		next, err := s.Lookup(t.After)
		if err != nil {
			return v, err
		}
		if by := next.By(t); i == 0 || contest.Better(by, want) < 0 {
			want = by
		}
	}
	if v != want {
		return v, fmt.Errorf("%w: %s is said to be %s, but it is %s", ErrWrong, g.Format(p), g.Words(v), g.Words(want))
	}
	return v, nil
}
