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

// Every man can go where walks from cell to cell lead him: with short and long jumps, moves
// and hops, with and without zones, one position after the other.
func TestEndsAreThoseOfWalks(t *testing.T) {
	type lister struct {
		jumps positions.Jumps
		count positions.Count
		g     *positions.Generator
		e     *positions.Ends[[4]uint64]
	}
	chains, loose := 0, 0 // hops beyond the first of two; cells that are no ends
	for _, b := range everyBoard(t) {
		var listers []lister
		for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
			table := positions.NewMoveTable(b, jumps)
			for _, count := range []positions.Count{positions.Moves, positions.Hops} {
				for _, zones := range []*positions.Zones{nil, positions.NewZones(positions.BitsOf(3, 4), positions.BitsOf(0, 1, 2), true, true)} {
					if e := positions.NewEnds[[4]uint64](table, zones, count); e != nil {
						listers = append(listers, lister{jumps, count, positions.NewGenerator(table, zones, count), e})
					}
				}
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			l := rapid.SampledFrom(listers).Draw(t, "lister")
			men := drawMen(t, b)
			positions.Load(l.g, (*[4]uint64)(&men))
			want := l.g.Append(nil)
			for i := range want {
				chains += int(want[i].Hops) / 2
				if l.count == positions.Moves {
					want[i].Hops = 0
				}
			}
			slices.SortFunc(want, func(a, b positions.Move) int {
				return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
			})
			for _, cut := range []positions.Bits{{}, positions.BitsOf(1, 4, 7)} {
				l.e.Load(l.g)
				for i := range l.e.Sets() {
					for k, cells := range cut {
						l.e.Sets()[i][k] &^= cells
					}
				}
				before := l.e.Len()
				want := slices.DeleteFunc(want, func(m positions.Move) bool { return cut.Has(positions.Cell(m.To)) })
				if d := diff.Diff(want, l.e.Append(nil), cmpopts.EquateEmpty()); d != "" || l.e.Len() != len(want) {
					t.Fatalf("%s jumps, %s, %v, no move to %v: %d moves\n%s", l.jumps, l.count, b.Names(men), b.Names(cut), l.e.Len(), d)
				}
				switch less := before - l.e.Len(); {
				case l.jumps == positions.Super && l.count == positions.Moves:
					loose += less
				case less > 0:
					t.Fatalf("%s jumps, %s, %v: %d cells of the sets are no ends", l.jumps, l.count, b.Names(men), less)
				}
			}
		})
	}
	if chains < 1000 || loose < 100 {
		t.Errorf("%d chains and %d cells that are no ends are too few to show anything", chains, loose)
	}
}

// Counts of hops with zones are left to walks.
func TestNoEnds(t *testing.T) {
	b := everyBoard(t)[0]
	table := positions.NewMoveTable(b, positions.Short)
	for _, mode := range []positions.Count{positions.Moves, positions.Hops} {
		for _, keep := range []bool{false, true} {
			is := positions.NewEnds[[4]uint64](table, positions.NewZones(positions.BitsOf(0), positions.BitsOf(1), keep, false), mode) != nil
			if want := mode == positions.Moves || !keep; is != want {
				t.Errorf("%s, zones that bar moves %v: %v", mode, keep, is)
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
