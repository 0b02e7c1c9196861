package peg

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Beams from few men find the shortest lines where those of the same width from many men find
// longer ones, in either game.
func TestBeamFromFewMen(t *testing.T) {
	for _, c := range []struct {
		hole     string
		shortest int
	}{{"d1", 18}, {"d2", 19}} {
		for game, make := range map[string]func(puzzles.Options) (*puzzles.Puzzle, error){"solo": puzzles.Solo, "retour": puzzles.Retour} {
			r := solvePegs(t, pegPuzzle(t, make, c.hole, c.hole), session.Options{Beam: 1000})
			if r.Upper != c.shortest {
				t.Errorf("%s from %s: %d moves, want %d", game, c.hole, r.Upper, c.shortest)
			}
		}
	}
}

// Landmarks leave room in a beam for what can still be short enough: on the triangle of side 7 it
// finds 12 moves from b1 and c2, and 13 without them. From d2 it finds a line only if it looks for
// none that is much longer than the lower bound.
func TestBeamByLandmarks(t *testing.T) {
	b := positiontest.Board(t, positions.Triangle, 7)
	for hole, width := range map[string]int{"b1": 300, "c2": 300, "d2": 100} {
		p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: hole, To: puzzles.AnyHole})
		if r := solvePegs(t, p, session.Options{Beam: width}); r.Upper != 12 {
			t.Errorf("%s: %d moves, want 12", hole, r.Upper)
		}
	}
}
