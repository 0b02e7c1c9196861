package transfer

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// What beams drop before moves are listed, they would drop afterwards: moves to a lower
// score than the threshold which are not looked up in the image of the last layer.
func TestBeamsNarrow(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 3, Army: "10", Arrival: positions.Free})
	s := layers.NewSpace[[2]uint64](p)
	f := newBeam(session.NewRun(context.Background(), session.Options{Workers: 1}), s, nil, nil, nil, beamOptions{}).newFilter()
	g := positions.NewGenerator(s.Table, nil, positions.Moves)
	dropped, listed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := s.Start
		var moves []positions.Move
		for range rapid.IntRange(0, 25).Draw(t, "moves before") {
			positions.Load(g, &w)
			moves = g.Append(moves[:0])
			m := rapid.SampledFrom(moves).Draw(t, "move")
			positions.Flip(&w, m.From)
			positions.Flip(&w, m.To)
		}
		positions.Load(g, &w)
		moves = g.Append(moves[:0])
		after := func(m positions.Move) [2]uint64 {
			x := w
			positions.Flip(&x, m.From)
			positions.Flip(&x, m.To)
			return x
		}
		f.penalty = rapid.SampledFrom([]int{0, 1, 30}).Draw(t, "penalty")
		aim := after(rapid.SampledFrom(moves).Draw(t, "move with the score of the threshold"))
		f.threshold.Store(int64(f.score(&aim)))
		f.seekJoins = rapid.Bool().Draw(t, "images are looked for")
		f.images.Lowest = s.Gain(&w) + rapid.IntRange(-3, 10).Draw(t, "from")
		f.images.Highest = f.images.Lowest + 3

		index := map[uint8]int{}
		ends := make([][2]uint64, len(g.Men()))
		for i, c := range g.Men() {
			index[c], ends[i] = i, [2]uint64{^uint64(0), ^uint64(0)}
		}
		f.Narrow(g.Men(), ends)
		for _, m := range moves {
			listed++
			if layers.Has(&ends[index[m.From]], m.To) != 0 {
				continue
			}
			dropped++
			x := after(m)
			gain := s.Gain(&x)
			if f.score(&x) >= int(f.threshold.Load()) || f.seekJoins && gain >= f.images.Lowest && gain <= f.images.Highest {
				t.Fatalf("threshold %d, images that gain %d … %d: the move %v is gone, to the score %d and the gain %d",
					f.threshold.Load(), f.images.Lowest, f.images.Highest, m, f.score(&x), gain)
			}
		}
	})
	if dropped < 50 {
		t.Errorf("%d of %d moves dropped before they are listed", dropped, listed)
	}
}
