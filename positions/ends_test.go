package positions_test

import (
	"cmp"
	"slices"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
)

// Parts of jumps lead every man where walks from cell to cell lead it, with and without
// zones, one position after the other.
func TestEndsAreThoseOfWalks(t *testing.T) {
	chains := 0
	for _, b := range everyBoard(t) {
		table := positions.NewMoveTable(b, positions.Short)
		court := positions.BitsOf(0, 1, 2)
		for _, zones := range []*positions.Zones{nil, positions.NewZones(positions.BitsOf(3, 4), court, true, true)} {
			g := positions.NewGenerator(table, zones, positions.Moves)
			e := positions.NewEnds[[4]uint64](table, zones, positions.Moves)
			rapid.Check(t, func(t *rapid.T) {
				men := drawMen(t, b)
				positions.Load(g, (*[4]uint64)(&men))
				want := g.Append(nil)
				for i := range want {
					chains += int(want[i].Hops) / 2
					want[i].Hops = 0
				}
				slices.SortFunc(want, func(a, b positions.Move) int {
					return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
				})
				e.Load(g)
				if d := diff.Diff(want, e.Append(nil)); d != "" || e.Len() != len(want) {
					t.Fatalf("%v: %d moves\n%s", b.Names(men), e.Len(), d)
				}
				without := positions.BitsOf(1, 4, 7)
				for i := range e.Sets() {
					for k, cells := range without {
						e.Sets()[i][k] &^= cells
					}
				}
				want = slices.DeleteFunc(want, func(m positions.Move) bool { return without.Has(positions.Cell(m.To)) })
				if got := e.Append(nil); !slices.Equal(got, want) || e.Len() != len(want) {
					t.Fatalf("%v, no move to %v: %d moves, %v, not %v", b.Names(men), b.Names(without), e.Len(), got, want)
				}
			})
		}
	}
	if chains < 1000 {
		t.Errorf("%d chains are too few to show anything", chains)
	}
}

// Long jumps and counts of hops are left to walks.
func TestNoEnds(t *testing.T) {
	b := everyBoard(t)[0]
	for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
		for _, mode := range []positions.Count{positions.Moves, positions.Hops} {
			is := positions.NewEnds[[4]uint64](positions.NewMoveTable(b, jumps), nil, mode) != nil
			if want := jumps == positions.Short && mode == positions.Moves; is != want {
				t.Errorf("%s, %s: %v", jumps, mode, is)
			}
		}
	}
}
