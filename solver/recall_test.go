package solver

import (
	"strings"
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

// TestHolesOfTheLastMan: of solo, a line to one hole is a line to any, a bound to any hole
// one to each, on every triangle of side 5 and vacancy, as searches of their own say.
func TestHolesOfTheLastMan(t *testing.T) {
	b, err := positions.NewBoard(positions.Triangle, 5)
	if err != nil {
		t.Fatal(err)
	}
	raised, lines := 0, 0
	for _, from := range []string{"a1", "a2", "a3", "b3"} {
		solo := func(to string) *puzzles.Puzzle {
			return positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 5, From: from, To: to})
		}
		open := solo(puzzles.AnyHole)
		best := solve(t, open, memory{})
		for _, c := range b.All().Cells() {
			store := memory{}
			own := solve(t, solo(b.Name(c)), store)
			known := Recall(open, store)
			if known.Upper != own.Upper || known.Lower > best.Lower {
				t.Errorf("%s to %s: %d–%d, to any hole %d–%d is known", from, b.Name(c), own.Lower, own.Upper, known.Lower, known.Upper)
			}
			if own.Line != nil {
				lines++
			}
			store = memory{}
			solve(t, open, store)
			known = Recall(solo(b.Name(c)), store)
			if own.Status != Impossible && (known.Lower != best.Lower || own.Lower < known.Lower) {
				t.Errorf("%s to %s: at least %d is known, of %d to any hole and %d here", from, b.Name(c), known.Lower, best.Lower, own.Lower)
			}
			if known.Lower > 1 && !strings.HasPrefix(known.Proof, "even to any hole: ") && known.Status != Impossible {
				t.Errorf("%s to %s: proven by %q", from, b.Name(c), known.Proof)
			}
			if known.Lower > 1 {
				raised++
			}
		}
	}
	if lines < 10 || raised < 10 {
		t.Errorf("%d lines and %d bounds: nothing was tested", lines, raised)
	}
}
