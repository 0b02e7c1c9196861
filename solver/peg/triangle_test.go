package peg

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// From the best hole a triangle is solved in so many moves (OEIS A127500): 5, 9 and 9
// for 4, 5 and 6 holes a side. The puzzle of 15 holes from its top takes 10 (G. Bell,
// Solving Triangular Peg Solitaire, 2008).
func TestTriangles(t *testing.T) {
	for size, want := range map[int]int{4: 5, 5: 9, 6: 9} {
		if size > 5 {
			positiontest.Long(t)
		}
		b := positiontest.Board(t, positions.Triangle, size)
		best := 0
		for _, pair := range puzzles.Vacancies(b) {
			if pair[0] != pair[1] {
				continue
			}
			p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: b.Name(pair[0]), To: puzzles.AnyHole})
			r := solvePegs(t, p, session.Options{Workers: 2})
			if r.Status == session.Optimal && (best == 0 || r.Moves < best) {
				best = r.Moves
			}
			if size == 5 && b.Name(pair[0]) == "a1" && r.Moves != 10 {
				t.Errorf("15 holes from a corner: %d moves, want 10", r.Moves)
			}
		}
		if best != want {
			t.Errorf("%s: %d moves from the best hole, want %d", b, best, want)
		}
	}
}
