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
// less, and by more for what other men can do: by no more than the best moves of all men
// together would, and by the least share of that at the least.
func TestScoreWithReach(t *testing.T) {
	p := positiontest.Must(t, puzzles.Treffpunkt, puzzles.Options{Shape: positions.Square, Size: 10, Army: "15", Target: "triangle"})
	for _, o := range []beamOptions{{prices: 1, reach: 8, shares: layers.WholeArmy}, {prices: 1, reach: 12, shares: layers.Foremost}} {
		testScoreWithReach(t, p, o)
	}
}

func testScoreWithReach(t *testing.T, p *puzzles.Puzzle, o beamOptions) {
	s := layers.NewSpace[[2]uint64](p)
	j := newScorer(s, p.Patterns()[:1], o)
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
		score := j.score(&w)
		by := map[uint8]int{} // what the best move of each man makes it less
		for _, m := range g.Append(nil) {
			next := moved(w, m)
			by[m.From] = max(by[m.From], score-j.score(&next))
		}
		best, all := 0, 0
		for _, less := range by {
			best, all = max(best, less), all+less
		}
		if best > 0 {
			shorter++
		}
		least, most := max(10*best, o.shares[len(o.shares)-1]*all)*o.reach/(10*scoreUnit), all*o.reach/scoreUnit
		if far := score + mostReach - j.scoreWithReach(&w); far < least || far > most {
			t.Fatalf("%d less for its reach, %d by its best move, %d by those of all men:\n%s", far, best, all, p.Board.DrawMen(positions.Widen(w)))
		}
	}
	if shorter < 200 {
		t.Errorf("%d positions with a move ahead: little was tested", shorter)
	}
}
