// Package check verifies the values of a game of package contest that was solved
// completely. It knows nothing of the solver, nor of levels, numbers and symmetries:
// it plays every position that turns lead to from the start, each as it stands, and
// compares its value with those of the positions one turn on.
//
// # Why that is a proof
//
// Let every position satisfy what follows checks. Won and lost positions are right by
// induction on the distance, drawn ones because each has a turn to a drawn one and
// none to one that is lost for the opponent: neither side can win as long as the other
// stays among them. Scores are right by induction on the number of turns that can
// still be made, for in games with scores every turn places or removes men.
package check

import (
	"context"
	"errors"
	"fmt"

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
}

// add counts a position of a value.
func (r *Report) add(p contest.Position, v contest.Value) {
	r.Positions++
	if v.Score > 0 && p.Turn == 0 || v.Score < 0 && p.Turn != 0 {
		r.First++
	}
	switch {
	case v.Score > 0:
		r.Won++
	case v.Score < 0:
		r.Lost++
	default:
		r.Drawn++
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
		r.add(p, v)
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
