package retrograde

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// TestRepetition pins the boards on which the rule of repetition makes a draw of
// a win, and one on which that is not known.
func TestRepetition(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		o       duel.Options
		settled bool
	}{
		{duel.Options{Shape: positions.Rhombus, Size: 3, Men: 2}, true},
		{duel.Options{Shape: positions.Square, Size: 3, Men: 2}, true},
		{duel.Options{Shape: positions.Star, Size: 1, Men: 2}, true},
		{duel.Options{Shape: positions.Rhombus, Size: 3, Men: 3}, false},
	} {
		c.o.Rules = duel.Online
		online, err := SolveOnline(context.Background(), positiontest.Must(t, duel.New, c.o), Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		value, plies, settled, proof, _ := online.Start(context.Background())
		if settled != c.settled || settled != (proof != nil) || settled != (value == duel.ValueDrawn) || plies != duel.NoPlies {
			t.Errorf("%v: %s in %d, settled %t by %v", c.o, value, plies, settled, proof)
		}
	}
}

// game with a full history, by plain recursion: after so many turns it counts as
// won for the hero if it is without the rule of repetition.
type history struct {
	g     *duel.Game
	late  map[duel.View]duel.Value // after all turns
	turns int
	times int
	count map[duel.Position]int
}

// wins reports whether the hero wins from v after so many turns.
func (h *history) wins(v duel.View, made int, turn, hero duel.Side) bool {
	p := h.g.Position(v, turn)
	h.count[p]++
	defer func() { h.count[p]-- }()
	won, lost := duel.ValueWon, duel.ValueLost
	if turn != hero {
		won, lost = lost, won
	}
	if value, over := h.g.Ending(v).Value(); over {
		return value == won
	}
	if h.count[p] == h.times {
		return false
	}
	if made == h.turns {
		return h.late[v] == won
	}
	turns := h.g.AppendTurns(nil, v)
	if len(turns) == 0 {
		return lost == duel.ValueWon
	}
	for _, t := range turns {
		if h.wins(h.g.After(v, t), made+1, turn.Other(), hero) == (turn == hero) {
			return turn == hero
		}
	}
	return turn != hero
}

// TestRepetitionAgreesWithHistory looks for proofs from many positions of games
// with a few turns, where a position may not occur twice, and plays each of them
// out with its whole history.
func TestRepetitionAgreesWithHistory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, o := range []duel.Options{
		{Shape: positions.Rhombus, Size: 3, Men: 1},
		{Shape: positions.Rhombus, Size: 3, Men: 2},
		{Shape: positions.Square, Size: 3, Men: 2},
	} {
		t.Run(fmt.Sprintf("%s%d/%d", o.Shape, o.Size, o.Men), func(t *testing.T) {
			o.Rules = duel.Online
			g := positiontest.Must(t, duel.New, o)
			const turns, times = 8, 2
			online, err := solveOnline(context.Background(), g, turns, Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			h := &history{g: g, late: plainOnline(g, 0), turns: turns, times: times, count: make(map[duel.Position]int)}
			rng := rand.New(rand.NewPCG(7, 7))
			decided, proven, draws := 0, 0, 0
			for range 4000 {
				if decided == 150 {
					break
				}
				sets := rng.Perm(g.Board.Len())
				var v duel.View
				for i := range g.Men {
					v.Mine |= 1 << sets[i]
					v.Theirs |= 1 << sets[g.Men+i]
				}
				value, plies, sure := online.Lookup(v)
				if value == duel.ValueIllegal || value == duel.ValueDrawn {
					continue
				}
				hero := duel.First
				if value == duel.ValueLost {
					hero = duel.Second
				}
				wins := h.wins(v, 0, duel.First, hero)
				if sure {
					if !wins {
						t.Fatalf("%s: %s in %d, but not with its history", g.Format(g.Position(v, duel.First)), value, plies)
					}
					continue
				}
				decided++
				if !wins {
					draws++
				}
				proof := online.repetition(context.Background(), v, times)
				if proof == nil {
					continue
				}
				proven++
				if wins {
					t.Fatalf("%s: %s, proven drawn, but won with its history", g.Format(g.Position(v, duel.First)), value)
				}
			}
			t.Logf("%d positions that repetition might change, %d drawn, %d proven", decided, draws, proven)
			if o.Men > 1 && proven == 0 {
				t.Error("no proof")
			}
		})
	}
}
