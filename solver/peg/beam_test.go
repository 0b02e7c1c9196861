package peg

import (
	"testing"

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
