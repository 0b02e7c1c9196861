package solver

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Recall tells what the store has, and nothing where it has nothing.
func TestRecall(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 4, Army: "3"})
	for _, s := range []Store{nil, memory{}} {
		if r := Recall(p, s); r.Status != Unknown || r.Lower != 1 || r.Upper != NoUpper || r.Line != nil || r.Puzzle != p || !r.Cached {
			t.Errorf("from an empty store: %+v", r)
		}
	}
	s := memory{}
	found := solve(t, p, s)
	for _, arrival := range []positions.Arrival{positions.Booklet, positions.Free} {
		r := Recall(p.With(arrival), s)
		if r.Upper != found.Upper || r.Moves != found.Moves || r.Hops != found.Hops {
			t.Errorf("%s: %+v, found was %+v", arrival, r, found)
		}
		// What the search did is kept with the puzzle that was searched.
		want := found.Stats.Expanded
		if arrival == positions.Free {
			want = 0
		}
		if r.Stats.Expanded != want || found.Stats.Expanded == 0 {
			t.Errorf("%s: %d positions were expanded, want %d", arrival, r.Stats.Expanded, want)
		}
		// The free game was searched first, and its bound is that of both.
		if r.Status != Optimal || r.Lower != found.Lower {
			t.Errorf("%s: %s, at least %d", arrival, r.Status, r.Lower)
		}
	}
}

// TestRecallAtGoal: where the start is a goal nothing is needed, whatever a store has.
func TestRecallAtGoal(t *testing.T) {
	for _, arrival := range []positions.Arrival{positions.Booklet, positions.Free} {
		p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 4, Army: "3", Arrival: arrival})
		for _, s := range []Store{nil, memory{}} {
			if r := Recall(p.From(p.Goal, p.Marked), s); r.Status != Optimal || r.Lower != 0 || r.Upper != 0 || r.Line == nil {
				t.Errorf("%s: %+v", arrival, r)
			}
		}
	}
}
