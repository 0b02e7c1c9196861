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

// A hexagon with six directions has twelve symmetries, more than any other board.
func TestHexagon(t *testing.T) {
	var points []positions.Point
	for y := -2; y <= 2; y++ {
		for x := max(-2, -2-y); x <= min(2, 2-y); x++ {
			points = append(points, positions.Point{X: x + 2, Y: y + 2})
		}
	}
	b, err := positiontest.Must(t, positions.NewDrawn, points).WithDirections(6)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(b.Symmetries()); n != mostMaps {
		t.Fatalf("%d symmetries, want %d", n, mostMaps)
	}
	solved := 0
	for which := 1; which < 1<<4; which++ { // men that all symmetries keep: unions of rings
		var men positions.Bits
		for c := range positions.Cell(b.Len()) {
			x, y := b.Point(c).X-2, b.Point(c).Y-2
			ring := []int{0, 1, 1, 2, 3}[x*x+x*y+y*y] // the squared distance from the middle is 0, 1, 3 or 4
			if which>>ring&1 != 0 {
				men = men.With(c)
			}
		}
		p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, Men: men, To: puzzles.AnyHole})
		r, want := solvePegs(t, p, session.Options{Workers: 2}), newBruteForce(p).solve(p.Start[0]).moves
		if want < 0 && r.Status != session.Impossible || want >= 0 && (r.Status != session.Optimal || r.Moves != want) {
			t.Errorf("rings %04b: %s, %d moves, brute force finds %d", which, r.Status, r.Moves, want)
		}
		if want > 0 {
			solved++
		}
	}
	if solved == 0 {
		t.Error("none has a solution")
	}
}
