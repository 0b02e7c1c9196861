package transfer

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Of a layer a filtered beam goes on from the eighth whose score and reach together are
// best.
func TestFilteredBeam(t *testing.T) {
	const width = 400
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 10, Army: "15", Arrival: positions.Free})
	s := layers.NewSpace[[2]uint64](p)
	b := newBeam(session.NewRun(context.Background(), session.Options{Workers: 2}), s, nil, nil, nil, beamOptions{width: width, reach: 7})
	b.penalty = 3
	r, g := layers.NewReach(s, layers.WholeArmy), positions.NewGenerator(s.Table, nil, positions.Moves)
	random := rand.New(rand.NewPCG(1, 2))
	all, drawn := new(layers.Layer[[2]uint64]), map[[2]uint64]bool{}
	for len(drawn) < width {
		w := s.Start
		for range 20 + random.IntN(40) {
			positions.Load(g, &w)
			moves := g.Append(nil)
			m := moves[random.IntN(len(moves))]
			positions.Flip(&w, m.From)
			positions.Flip(&w, m.To)
		}
		if !drawn[w] {
			drawn[w] = true
			shard := &all.Shards[random.IntN(len(all.Shards))]
			*shard = append(*shard, w)
		}
	}
	together := func(w *[2]uint64) int { // in hundredths of a row
		r.Load(w)
		return b.score(w)*scoreUnit + b.options.reach*r.Of(&s.Advance)
	}
	best, err := b.farthest(all)
	if err != nil {
		t.Fatal(err)
	}
	if best.Size() != width/8 {
		t.Errorf("%d positions of %d are gone on from, not an eighth", best.Size(), width)
	}
	least, leastScore := 1<<30, 1<<30
	for _, shard := range best.Shards {
		for k := range shard {
			least, leastScore = min(least, together(&shard[k])), min(leastScore, b.score(&shard[k]))
			delete(drawn, shard[k])
		}
	}
	better := 0
	for w := range drawn {
		if of := together(&w); of >= least+scoreUnit { // they are compared in tenths
			t.Errorf("dropped: %d, and %d is kept", of, least)
		}
		if b.score(&w) > leastScore {
			better++
		}
	}
	if better == 0 {
		t.Error("none that was dropped has the better score: nothing was tested")
	}
}
