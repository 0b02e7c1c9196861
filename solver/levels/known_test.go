package levels

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/check"
)

// TestKnown works out again what is said to be known, where that is quick, and
// compares counts with and without symmetry.
func TestKnown(t *testing.T) {
	for _, k := range contest.Kinds() {
		if k.Chance {
			continue // TestChancesKnown
		}
		for _, known := range k.Known {
			if (known.Positions == 0 || known.Positions > 60_000) && !positiontest.Whole() {
				continue
			}
			g := game(t, k.Name, known.Given())
			if known.Positions == 0 {
				b, err := Forward(t.Context(), g, g.Start(), Options{})
				if err != nil || !b.Settled() || g.Words(contest.Value{Score: b.Lower}) != known.Result {
					t.Errorf("%s: %+v, %v; it is said to be %s", g, b, err, known.Result)
				}
				continue
			}
			table := solved(t, g, Options{Workers: 2})
			whole := solved(t, g, Options{Plain: true})
			counts, err := table.Counts(t.Context(), Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			all, err := whole.Counts(t.Context(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if counts.Kept != table.Count() || all.Kept != whole.Count() || all.Positions != all.Kept {
				t.Errorf("%s: %+v of %d positions, %+v of %d", g, counts, table.Count(), all, whole.Count())
			}
			all.Kept, all.From, counts.Kept, counts.From = 0, contest.Position{}, 0, contest.Position{}
			if counts != all {
				t.Errorf("%s: %+v, without symmetry %+v", g, counts, all)
			}
			if r, err := check.Kept(t.Context(), g, table, 2); err != nil || r.Positions != all.Positions || r.Won != all.Won || r.Lost != all.Lost || !r.Kept {
				t.Errorf("%s: checked %+v, %v", g, r, err)
			}
			v, err := table.Lookup(g.Start())
			if got := g.Words(v); err != nil || got != known.Result || counts.Positions != known.Positions {
				t.Errorf("%s: %s, %d positions; it is said to be %+v", g, got, counts.Positions, known)
			}
		}
	}
}
