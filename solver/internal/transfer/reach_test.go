package transfer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// reachOf is what reach.of tells, by the moves one by one.
func reachOf[W positions.Words](s *layers.Space[W], g *positions.Generator, men *W) (sum int) {
	most := map[uint8]int{}
	positions.Load(g, men)
	for _, m := range g.Append(nil) {
		most[m.From] = max(most[m.From], int(s.Advance[m.To]-s.Advance[m.From]))
	}
	var gains []int
	for _, gain := range most {
		gains = append(gains, gain)
	}
	slices.SortFunc(gains, func(a, b int) int { return b - a })
	for i, gain := range gains[:min(len(gains), len(shares))] {
		sum += shares[i] * gain
	}
	return sum
}

// A position's reach is that of the moves of its men, whatever a mark adds to its words, and
// of a layer a filtered beam goes on from those whose score and reach together are best.
func TestReach(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Star, Size: 4, Army: "13", Arrival: positions.Free},
		{Shape: positions.Square, Size: 16, Army: "19", Arrival: positions.Booklet},
		{Shape: positions.Square, Size: 10, Army: "15", Arrival: positions.Free},
	} {
		for _, game := range []func(puzzles.Options) (*puzzles.Puzzle, error){puzzles.Highscore, puzzles.Treffhalma} {
			p := positiontest.Must(t, game, o)
			t.Run(fmt.Sprint(p), func(t *testing.T) {
				if p.Board.Len() > 128 || session.MarksOne(p) {
					testReach[[4]uint64](t, p)
				} else {
					testReach[[2]uint64](t, p)
				}
			})
		}
	}
}

func testReach[W positions.Words](t *testing.T, p *puzzles.Puzzle) {
	const width = 200
	s := layers.NewSpace[W](p)
	options := beamOptions{width: width, reach: 7}
	b := newBeam(session.NewRun(context.Background(), session.Options{Workers: 2}), s, nil, nil, nil, options)
	b.penalty = 3
	r, g := <-b.reaches, positions.NewGenerator(s.Table, nil, positions.Moves)
	b.reaches <- r
	random := rand.New(rand.NewPCG(1, 2))
	all, differ := new(layers.Layer[W]), map[int]bool{}
	for range width {
		w := s.Start
		men := w
		for range random.IntN(60) {
			for k := range len(men) {
				men[k] &= s.CellBits[k]
			}
			positions.Load(g, &men)
			moves := g.Append(nil)
			m := moves[random.IntN(len(moves))]
			for _, c := range []uint8{m.From, m.To} {
				positions.Flip(&w, c)
				positions.Flip(&men, c)
			}
		}
		reach := r.of(&w)
		if want := reachOf(s, g, &men); reach != want {
			t.Fatalf("reach %d, by its moves %d:\n%s", reach, want, p.Board.DrawMen(positions.Widen(men)))
		}
		differ[reach] = true
		shard := &all.Shards[random.IntN(len(all.Shards))]
		*shard = append(*shard, w)
	}
	if len(differ) < 10 {
		t.Fatalf("%d values of reach: nothing was tested", len(differ))
	}
	together := func(w *W) int { return b.score(w)*scoreUnit + options.reach*r.of(w) }
	best, err := b.farthest(all)
	if err != nil {
		t.Fatal(err)
	}
	kept, least := map[W]bool{}, 1<<30
	for _, shard := range best.Shards {
		for k := range shard {
			kept[shard[k]] = true
			least = min(least, together(&shard[k]))
		}
	}
	if best.Size() != width/filtered {
		t.Errorf("%d positions of %d are gone on from, not an eighth", best.Size(), width)
	}
	for _, shard := range all.Shards {
		for k := range shard {
			// a tenth of a row is what scores are rounded to
			if !kept[shard[k]] && together(&shard[k]) >= least+scoreUnit {
				t.Errorf("dropped: %d, and %d is kept", together(&shard[k]), least)
			}
		}
	}
}
