package retrograde

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
)

// plainOnline works out the values of all positions with the side First to move
// and no turn made, by plain recursion over the number of turns made with what
// package duel says of the rules.
func plainOnline(g *duel.Game, turns int) map[duel.View]duel.Value {
	var views []duel.View
	for a := range uint64(1) << g.Board.Len() {
		for b := range uint64(1) << g.Board.Len() {
			v := duel.View{Mine: duel.Set(a), Theirs: duel.Set(b)}
			if a&b == 0 && v.Mine.Len() == g.Men && v.Theirs.Len() == g.Men {
				views = append(views, v)
			}
		}
	}
	step := func(v duel.View, after map[duel.View]duel.Value) duel.Value {
		value := duel.ValueLost
		for _, t := range g.AppendTurns(nil, v) {
			switch after[g.After(v, t)] {
			case duel.ValueLost:
				return duel.ValueWon
			case duel.ValueDrawn:
				value = duel.ValueDrawn
			}
		}
		return value
	}
	// After the limit: from all drawn up to what does not change any more. Wins
	// and losses appear in the order of their distance.
	now := make(map[duel.View]duel.Value)
	for changed := true; changed; {
		changed = false
		for _, v := range views {
			value, over := g.EndingAt(v, true).Value()
			if !over {
				value = step(v, now)
			}
			if old, ok := now[v]; !ok || old != value {
				now[v], changed = value, true
			}
		}
	}
	for range turns {
		before := make(map[duel.View]duel.Value)
		for _, v := range views {
			value, over := g.Ending(v).Value()
			if !over {
				value = step(v, now)
			}
			before[v] = value
		}
		now = before
	}
	return now
}

func TestOnlineAgreesWithPlainSolver(t *testing.T) {
	for _, o := range small {
		for _, turns := range []int{0, 1, 2, 7, 30} {
			if o.Men > 2 && turns == 30 {
				continue
			}
			t.Run(fmt.Sprintf("%s%d/%d/%d", o.Shape, o.Size, o.Men, turns), func(t *testing.T) {
				o.Rules = duel.Online
				g := positiontest.Must(t, duel.New, o)
				if g.Board.Len() > 10 {
					t.Skip("too large for the plain solver")
				}
				table, err := solveOnline(context.Background(), g, turns, Options{Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				counts := duel.Counts{}
				for v, want := range plainOnline(g, turns) {
					got := table.limited(v)
					free, plies, _ := table.Free.Lookup(v)
					if free == duel.ValueIllegal {
						got = free
					}
					if got != want {
						t.Fatalf("%s: %s, want %s", g.Format(g.Position(v, duel.First)), got, want)
					}
					if plies != duel.NoPlies && plies <= turns && free != want {
						t.Fatalf("%s: %s in %d without limit, but %s", g.Format(g.Position(v, duel.First)), free, plies, want)
					}
					counts.Add(want, 2)
				}
				if counts != table.Counts {
					t.Errorf("%+v, want %+v", table.Counts, counts)
				}
			})
		}
	}
}

// TestOnlineChecked compares with the checker, on larger boards than the plain
// solver can do, and has the checker find a lie.
func TestOnlineChecked(t *testing.T) {
	ctx := context.Background()
	for _, o := range []duel.Options{
		{Shape: positions.Rhombus, Size: 3, Men: 2}, // repeats every four turns
		{Shape: positions.Rhombus, Size: 3, Men: 3},
		{Shape: positions.Square, Size: 4, Men: 2},
		{Shape: positions.Star, Size: 1, Men: 2},
	} {
		for _, turns := range []int{0, 5, duel.Online.Limit.Turns} {
			o.Rules = duel.Online
			g := positiontest.Must(t, duel.New, o)
			online, err := solveOnline(ctx, g, turns, Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			var lie duel.View
			lookup := func(v duel.View) duel.Value {
				value, _ := online.Lookup(v)
				if v == lie {
					return (value + 1) & 3
				}
				return value
			}
			r, err := check.Limited(ctx, g, turns, lookup, 2)
			if err != nil {
				t.Fatalf("%v, %d turns: %v", o, turns, err)
			}
			if got := r.Counts; got != online.Counts {
				t.Errorf("%v, %d turns: counted %+v, want %+v", o, turns, got, online.Counts)
			}
			lie = g.View(g.Start())
			if _, err := check.Limited(ctx, g, turns, lookup, 2); !errors.Is(err, check.ErrWrong) {
				t.Errorf("%v, %d turns: a lie passes: %v", o, turns, err)
			}
		}
	}
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 6, Men: 3, Rules: duel.Online})
	if _, err := check.Limited(ctx, g, duel.Online.Limit.Turns, nil, 1); !errors.Is(err, check.ErrTooLarge) {
		t.Errorf("too large, but %v", err)
	}
}
