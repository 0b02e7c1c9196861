package figures

import (
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// The reach of a position makes its score less by what the best of its moves would make it
// less, and by more for what other men can do: all 15 together weigh no more than 10.8 as
// much.
func TestScoreWithReach(t *testing.T) {
	p := positiontest.Must(t, puzzles.Treffpunkt, puzzles.Options{Shape: positions.Square, Size: 10, Army: "15", Target: "triangle"})
	s := layers.NewSpace[[2]uint64](p)
	j := newScorer(s, p.Patterns()[:1], beamOptions{prices: 1})
	g := positions.NewGenerator(s.Table, nil, p.Count)
	random := rand.New(rand.NewPCG(1, 2))
	moved := func(w [2]uint64, m positions.Move) [2]uint64 {
		positions.Flip(&w, m.From)
		positions.Flip(&w, m.To)
		return w
	}
	shorter := 0
	for range 300 {
		w := s.Start
		for range 5 + random.IntN(30) {
			positions.Load(g, &w)
			moves := g.Append(nil)
			w = moved(w, moves[random.IntN(len(moves))])
		}
		positions.Load(g, &w)
		score, best := j.score(&w), 0
		for _, m := range g.Append(nil) {
			next := moved(w, m)
			best = max(best, score-j.score(&next))
		}
		if best > 0 {
			shorter++
		}
		least, most := best*reachWeight/scoreUnit, 108*best*reachWeight/(10*scoreUnit)
		if far := score + mostReach - j.scoreWithReach(&w); far < least || far > most {
			t.Fatalf("%d less for its reach, and %d by its best move:\n%s", far, best, p.Board.DrawMen(positions.Widen(w)))
		}
	}
	if shorter < 200 {
		t.Errorf("%d positions with a move ahead: little was tested", shorter)
	}
}
