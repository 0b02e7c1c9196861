package positions_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
)

// Parts of jumps lead every man where walks from cell to cell lead it, with and without
// zones, one position after the other.
func TestEndsAreThoseOfWalks(t *testing.T) {
	t.Run("short", func(t *testing.T) { endsAreThoseOfWalks(t, positions.Short) })
	t.Run("super", func(t *testing.T) { endsAreThoseOfWalks(t, positions.Super) })
}

func endsAreThoseOfWalks(t *testing.T, jumps positions.Jumps) {
	chains, loose := 0, 0 // hops beyond the first of two; cells that are no ends
	for _, b := range everyBoard(t) {
		table := positions.NewMoveTable(b, jumps)
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
				without := positions.BitsOf(1, 4, 7)
				for _, cut := range []positions.Bits{{}, without} {
					e.Load(g)
					for i := range e.Sets() {
						for k, cells := range cut {
							e.Sets()[i][k] &^= cells
						}
					}
					before := e.Len()
					want := slices.DeleteFunc(want, func(m positions.Move) bool { return cut.Has(positions.Cell(m.To)) })
					if d := diff.Diff(want, e.Append(nil), cmpopts.EquateEmpty()); d != "" || e.Len() != len(want) {
						t.Fatalf("%v, no move to %v: %d moves\n%s", b.Names(men), b.Names(cut), e.Len(), d)
					}
					loose += before - e.Len()
				}
			})
		}
	}
	if chains < 1000 {
		t.Errorf("%d chains are too few to show anything", chains)
	}
	if (loose > 0) != jumps.Long() {
		t.Errorf("%s jumps: %d cells were in sets but no ends", jumps, loose)
	}
}

// Counts of hops are left to walks.
func TestNoEnds(t *testing.T) {
	b := everyBoard(t)[0]
	for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
		for _, mode := range []positions.Count{positions.Moves, positions.Hops} {
			is := positions.NewEnds[[4]uint64](positions.NewMoveTable(b, jumps), nil, mode) != nil
			if want := mode == positions.Moves; is != want {
				t.Errorf("%s, %s: %v", jumps, mode, is)
			}
		}
	}
}

// BenchmarkEnds lists all moves of the position of [BenchmarkGenerator], or, as most
// searches do, none of them.
func BenchmarkEnds(b *testing.B) {
	board, men := middleGame(b)
	for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
		for _, listed := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/listed=%v", jumps, listed), func(b *testing.B) {
				table := positions.NewMoveTable(board, jumps)
				g, e := positions.NewGenerator(table, nil, positions.Moves), positions.NewEnds[[4]uint64](table, nil, positions.Moves)
				list := make([]positions.Move, 0, 1000)
				for b.Loop() {
					positions.Load(g, (*[4]uint64)(&men))
					e.Load(g)
					if listed {
						list = e.Append(list[:0])
					}
				}
				b.ReportMetric(float64(e.Len()), "moves")
			})
		}
	}
}
