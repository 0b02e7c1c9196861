package solver

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// TestCertificatesOfTwoArmies makes the layers of proofs again by the plain program, on
// boards of every kind.
func TestCertificatesOfTwoArmies(t *testing.T) {
	boards := []puzzles.Options{
		{Shape: positions.Rhombus, Size: 4, Army: "3"},
		{Shape: positions.Rhombus, Size: 6, Army: "3"},
		{Shape: positions.Star, Size: 2, Army: "3"},
		{Shape: positions.Square, Size: 5, Army: "3"},
		{Shape: positions.Square, Size: 7, Army: "10"},
		{Shape: positions.Square, Size: 3, Army: "1"},
		{Shape: positions.Rhombus, Size: 5, Army: "3", Jumps: positions.Super},
		{Shape: positions.Square, Size: 5, Army: "3", Jumps: positions.Super},
	}
	if positiontest.Whole() {
		boards = append(boards,
			puzzles.Options{Shape: positions.Rhombus, Size: 6, Army: "6"},
			puzzles.Options{Shape: positions.Star, Size: 2, Army: "6"},
			puzzles.Options{Shape: positions.Square, Size: 8, Army: "6"},
			puzzles.Options{Shape: positions.Square, Size: 7, Army: "3"})
	}
	made := 0
	for _, o := range boards {
		p := positiontest.Must(t, puzzles.Shortest, o)
		r, err := Solve(t.Context(), p, Options{Workers: 2, Positions: 60_000})
		if err != nil {
			t.Fatal(err)
		}
		c, err := Certify(r, "a test")
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		extent, err := c.Recheck(context.Background(), 0, func(r certificate.Recomputed) { made += r.Layers })
		if err != nil || extent != certificate.Verified || c.Lower != r.Lower {
			t.Errorf("%s: at least %d: %s, %v", p, c.Lower, extent, err)
		}
	}
	if made < 20 {
		t.Errorf("only %d layers: the test says too little", made)
	}
}

// TestRestsOfTwoArmies: what a store has of the positions of a line, in which one of the
// armies is to move, is what a search finds.
func TestRestsOfTwoArmies(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 3, Army: "1"}, {Shape: positions.Rhombus, Size: 4, Army: "3"}, {Shape: positions.Square, Size: 4, Army: "3"},
	} {
		p, kept := positiontest.Must(t, puzzles.Shortest, o), memory{}
		whole, err := Solve(t.Context(), p, Options{Store: kept})
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(whole.Line) + 1 {
			for _, store := range []Store{nil, kept, kept} {
				want := len(whole.Line) - i
				if r, err := Solve(t.Context(), p.Rest(whole.Line, i), Options{Store: store}); err != nil || r.Lower != want || r.Upper != want {
					t.Errorf("%s after %d turns: from %d to %d with the store %v, want %d; %v", p, i, r.Lower, r.Upper, store != nil, want, err)
				}
			}
		}
	}
}

// TestRecordsOfTwoArmies: what a store has is used by the next run if its steps prove its
// bound, and else as if it were not there.
func TestRecordsOfTwoArmies(t *testing.T) {
	p := positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Rhombus, Size: 4, Army: "3"})
	kept := memory{}
	first, err := Solve(t.Context(), p, Options{Store: kept})
	if err != nil || first.Status != Optimal || first.Cached {
		t.Fatal(first, err)
	}
	if again, err := Solve(t.Context(), p, Options{Store: kept}); err != nil || !again.Cached || again.Lower != first.Lower {
		t.Errorf("the second run: %v, %v", again, err)
	}
	record, _ := kept.Get(p.Fingerprint())
	for name, spoil := range map[string]func(r *Record){
		"a bound without steps": func(r *Record) { r.Steps = nil },
		"a bound above what the steps prove": func(r *Record) {
			r.Line, r.Lower = nil, r.Lower+1
		},
		"a length left out": func(r *Record) { r.Steps = r.Steps[:len(r.Steps)-1] },
		"a line in which an army moves twice": func(r *Record) {
			r.Line = append(puzzles.Line{r.Line[0], r.Line[2]}, r.Line[2:]...)
		},
	} {
		spoiled := record
		spoil(&spoiled)
		if r := Recall(p, memory{p.Fingerprint(): spoiled}); r.Lower > 1 || r.Line != nil {
			t.Errorf("%s: from %d to %d turns are believed", name, r.Lower, r.Upper)
		}
	}
}
