package solver

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
)

// TestAgreesWithBreadthFirst compares the whole search with one that uses no
// bound, no symmetry and no hashing, on every board and army that is small
// enough, under all rules.
func TestAgreesWithBreadthFirst(t *testing.T) {
	cases.Small(t, cases.UpTo(300_000, 16_000_000), agree)
}

// TestAgreesWithBreadthFirstOnSixBySix does the same for the largest boards that
// take seconds: 6×6 with 6 men, 1,947,792 positions.
func TestAgreesWithBreadthFirstOnSixBySix(t *testing.T) {
	positiontest.Long(t)
	boards := []puzzles.Options{{Shape: positions.Rhombus, Size: 6, Army: "6", Arrival: positions.Booklet}}
	if positiontest.Whole() {
		boards = append(boards, puzzles.Options{Shape: positions.Square, Size: 6, Army: "6", Arrival: positions.Free})
	}
	for _, o := range boards {
		t.Run(o.Shape.String()+"/"+o.Arrival.String(), func(t *testing.T) {
			agree(t, positiontest.Must(t, puzzles.Highscore, o))
		})
	}
}

// recomputed has the proof of a result made again by the plain program, as far as
// some seconds reach.
func recomputed(t *testing.T, r *Result) {
	t.Helper()
	c, err := Certify(r, "test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Recheck(context.Background(), 20_000, func(certificate.Recomputed) {}); err != nil {
		t.Fatal(err)
	}
}

func agree(t *testing.T, p *puzzles.Puzzle) {
	t.Helper()
	want, err := BreadthFirst(context.Background(), p, 2)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Solve(context.Background(), p, Options{Workers: 2, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	if cases.IsOfCourt(p) { // others have no certificates
		recomputed(t, got)
	}
	if want.Distance < 0 {
		if got.Status != Impossible {
			t.Fatalf("%s %d…%d, breadth-first: impossible", got.Status, got.Lower, got.Upper)
		}
		return
	}
	if got.Status != Optimal || got.Upper != want.Distance {
		t.Fatalf("%s %d…%d, breadth-first: %d", got.Status, got.Lower, got.Upper, want.Distance)
	}
	for name, line := range map[string]puzzles.Line{"search": got.Line, "breadth-first": want.Line} {
		report, err := verify.Replay(p, line)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if cost := [...]int{report.Moves, report.Hops}[p.Count]; cost != want.Distance {
			t.Fatalf("%s: the line has length %d, not %d", name, cost, want.Distance)
		}
	}
}
