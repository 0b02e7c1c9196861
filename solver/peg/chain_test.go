package peg

import (
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Positions expanded together make what each makes alone, listed plainly; with eight
// directions there are more chains than a set of them begins with.
func TestExpander(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 3))
	most := 0
	for _, directions := range []int{4, 6, 8} {
		p, err := puzzles.Solo(puzzles.Options{Directions: directions})
		if err != nil {
			t.Fatal(err)
		}
		g := newGame(p)
		bound := newPatternBound(g, true)
		for _, s := range []*side{&g.forward, &g.backward} {
			x := newExpander(g, s, bound, nil)
			var ps []uint64
			want := make(map[uint64]bool)
			for range 2*batch + 3 {
				q := random.Uint64() & random.Uint64() & g.full
				ps = append(ps, q)
				for _, m := range g.moves(s, q, true) {
					if bound.of(g, m.after) < never {
						want[g.canonicalOf(m.after)] = true
					}
				}
			}
			got := make(map[uint64]bool)
			x.expand(ps, never-2, func(q uint64) { got[q] = true })
			most = max(most, len(x.known.slots))
			for q := range want {
				if !got[q] {
					t.Fatalf("%d directions, backward %v: not visited:\n%s", directions, s.backward, p.Board.DrawBoard(positions.Bits{q}))
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d directions, backward %v: %d positions visited, plainly there are %d", directions, s.backward, len(got), len(want))
			}
		}
	}
	if most == fewChains {
		t.Error("no set of chains has grown: the positions are too easy")
	}
}
