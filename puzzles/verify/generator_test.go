package verify_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// legalAlone reports whether Replay takes path as a turn in the position men
// of p, whatever else would be needed to solve the puzzle.
func legalAlone(t interface{ Fatalf(string, ...any) }, p *puzzles.Puzzle, men positions.Bits, path []positions.Cell) bool {
	q := *p
	q.Start = men
	return verdict(t, &q, puzzles.Line{path}) != 1
}

// The generator, the verifier and brute force agree on every move of random
// positions of small boards.
func TestGeneratorListsExactlyTheLegalMoves(t *testing.T) {
	listed, barred, super := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom([]positions.Shape{positions.Square, positions.Star, positions.Rhombus}).Draw(t, "shape")
		size := rapid.IntRange(3, 5).Draw(t, "size")
		if shape == positions.Star {
			size -= 2
		}
		b := positiontest.Board(t, shape, size)
		p := &puzzles.Puzzle{
			Game: puzzles.GameHighscore, Board: b,
			Arrival: rapid.SampledFrom([]positions.Arrival{positions.Booklet, positions.Free}).Draw(t, "arrival"),
			Jumps:   rapid.SampledFrom([]positions.Jumps{positions.Short, positions.Super}).Draw(t, "jumps"),
		}
		cells := make([]positions.Cell, b.Len())
		for c := range cells {
			cells[c] = positions.Cell(c)
		}
		n := rapid.IntRange(1, min(10, b.Len()/2)).Draw(t, "men")
		men := positions.BitsOf(rapid.Permutation(cells).Draw(t, "men")[:n]...)
		court := rapid.Permutation(cells).Draw(t, "courts")
		p.Start, p.Goal = positions.BitsOf(court[:n]...), positions.BitsOf(court[n:2*n]...)

		list := map[[2]positions.Cell]int{}
		for _, m := range moves(p, men) {
			key := [2]positions.Cell{positions.Cell(m.From), positions.Cell(m.To)}
			if list[key] != 0 {
				t.Fatalf("%s-%s is listed twice", b.Name(key[0]), b.Name(key[1]))
			}
			list[key] = int(m.Hops)
		}
		table := positions.NewMoveTable(b, p.Jumps)
		o := newOracle(b, p.Jumps, men)
		for from := range positions.Cell(b.Len()) {
			reach := map[positions.Cell]int{}
			if men.Has(from) {
				reach = o.turns(from)
			}
			for to := range positions.Cell(b.Len()) {
				name := b.Name(from) + "-" + b.Name(to)
				path := positions.Path(table, men, from, to)
				if len(path) != reach[to]+1 && !(path == nil && reach[to] == 0) {
					t.Fatalf("path %s of %s, least hops %d", b.FormatPath(path), name, reach[to])
				}
				hops := reach[to]
				if hops != 0 && p.Arrival == positions.Booklet && p.Goal.Has(from) && !p.Goal.Has(to) {
					hops = 0
					barred++
					if legalAlone(t, p, men, path) {
						t.Fatalf("%s leaves the goal, Replay takes it", name)
					}
				}
				if list[[2]positions.Cell{from, to}] != hops {
					t.Fatalf("%s: listed with %d hops, really %d", name, list[[2]positions.Cell{from, to}], hops)
				}
				if hops == 0 {
					continue
				}
				listed++
				if len(path) == 2 && p.Jumps == positions.Super && !near(b, path[0], path[1]) {
					super++
				}
				if !legalAlone(t, p, men, path) {
					t.Fatalf("Replay refuses %s", b.FormatPath(path))
				}
			}
		}
	})
	if !testing.Short() && (listed == 0 || barred == 0 || super == 0) { // with -short only a fifth is tried
		t.Errorf("%d moves listed, %d barred, %d long jumps: not all kinds were seen", listed, barred, super)
	}
}

// arrangements calls f with every set of n of the cells from least upwards.
func arrangements(cells, n int, least positions.Cell, men positions.Bits, f func(positions.Bits)) {
	if n == 0 {
		f(men)
		return
	}
	for c := least; int(c) <= cells-n; c++ {
		arrangements(cells, n-1, c+1, men.With(c), f)
	}
}

// edge is a turn from one position to another.
type edge struct {
	to   positions.Bits
	hops int
}

// distances returns the least number of hops from start to all positions that
// can be reached: Dijkstra's algorithm with a bucket a distance.
func distances(start positions.Bits, edges map[positions.Bits][]edge) map[positions.Bits]int {
	dist := map[positions.Bits]int{start: 0}
	buckets := [][]positions.Bits{{start}}
	for d := 0; d < len(buckets); d++ {
		for i := 0; i < len(buckets[d]); i++ {
			men := buckets[d][i]
			if dist[men] != d {
				continue
			}
			for _, e := range edges[men] {
				if old, ok := dist[e.to]; !ok || d+e.hops < old {
					dist[e.to] = d + e.hops
					for len(buckets) <= d+e.hops {
						buckets = append(buckets, nil)
					}
					buckets[d+e.hops] = append(buckets[d+e.hops], e.to)
				}
			}
		}
	}
	return dist
}

// Counted in hops, the generator's few moves give the same distances between
// all positions as all whole turns do, under the arrival rule read forwards and
// backwards; and the chains it keeps whole are needed for that. Courts of four
// cells anywhere make for more of them than corners do.
func TestHopsGraphKeepsDistances(t *testing.T) {
	positiontest.Long(t)
	tests := []struct {
		shape positions.Shape
		size  int
		army  string
		jumps positions.Jumps
	}{
		{positions.Square, 4, "anywhere", positions.Short},
		{positions.Square, 4, "anywhere", positions.Super},
		{positions.Rhombus, 4, "anywhere", positions.Short},
		{positions.Star, 1, "anywhere", positions.Short},
		{positions.Square, 3, "3", positions.Short},
		{positions.Square, 4, "3", positions.Short},
		{positions.Square, 4, "block2x2", positions.Short},
		{positions.Square, 4, "block2x2", positions.Super},
		{positions.Square, 5, "3", positions.Short},
		{positions.Square, 5, "3", positions.Super},
		{positions.Rhombus, 4, "3", positions.Short},
		{positions.Rhombus, 4, "6", positions.Short},
		{positions.Rhombus, 5, "3", positions.Super},
		{positions.Star, 1, "3", positions.Short},
		{positions.Star, 1, "3", positions.Super},
	}
	needed := 0
	for _, tc := range tests {
		b := positiontest.Board(t, tc.shape, tc.size)
		var start, goal positions.Bits
		if tc.army == "anywhere" {
			cells := rand.New(rand.NewPCG(1, 0)).Perm(b.Len())
			for i := range 4 {
				start = start.With(positions.Cell(cells[i]))
				goal = goal.With(positions.Cell(cells[i+4]))
			}
		} else {
			var err error
			if start, err = puzzles.Court(b, tc.army); err != nil {
				t.Fatal(err)
			}
			goal = puzzles.HalfTurn(b).Apply(start)
		}
		// All turns of all positions, by brute force and before any zone.
		type turn struct {
			from, to positions.Cell
			hops     int
		}
		all := map[positions.Bits][]turn{}
		arrangements(b.Len(), start.Len(), 0, positions.Bits{}, func(men positions.Bits) {
			o := newOracle(b, tc.jumps, men)
			for _, from := range men.Cells() {
				for to, hops := range o.turns(from) {
					all[men] = append(all[men], turn{from, to, hops})
				}
			}
		})
		for zone := range 4 {
			keepGoal, keepOut := zone&1 != 0, zone&2 != 0
			legal := func(m turn) bool {
				return !(keepGoal && goal.Has(m.from) && !goal.Has(m.to)) &&
					!(keepOut && !start.Has(m.from) && start.Has(m.to))
			}
			t.Run(fmt.Sprintf("%s %s %s keepGoal=%v keepOut=%v", b, tc.army, tc.jumps, keepGoal, keepOut), func(t *testing.T) {
				whole, single, chains := map[positions.Bits][]edge{}, map[positions.Bits][]edge{}, map[positions.Bits][]edge{}
				g := positions.NewGenerator(positions.NewMoveTable(b, tc.jumps), positions.NewZones(start, goal, keepGoal, keepOut), positions.Hops)
				for men, turns := range all {
					for _, m := range turns {
						if legal(m) {
							whole[men] = append(whole[men], edge{men.Without(m.from).With(m.to), m.hops})
						}
					}
					positions.Load(g, (*[4]uint64)(&men))
					for _, m := range g.Append(nil) {
						e := edge{men.Without(positions.Cell(m.From)).With(positions.Cell(m.To)), int(m.Hops)}
						chains[men] = append(chains[men], e)
						if m.Hops == 1 {
							single[men] = append(single[men], e)
						}
					}
				}
				want, got, poor := distances(start, whole), distances(start, chains), distances(start, single)
				if len(got) != len(want) {
					t.Errorf("%d positions reached, want %d", len(got), len(want))
				}
				for men, d := range want {
					if got[men] != d {
						t.Fatalf("%v: %d hops, want %d", b.Names(men), got[men], d)
					}
					if pd, ok := poor[men]; !ok || pd != d {
						needed++
					}
				}
			})
		}
	}
	if needed == 0 {
		t.Error("no distance needs a chain kept whole: the boards are too easy")
	}
	t.Logf("%d distances need a chain kept whole", needed)
}

func abs(x int) int { return max(x, -x) }

// near reports whether a short jump or a step leads from a to b.
func near(b *positions.Board, from, to positions.Cell) bool {
	p, q := b.Point(from), b.Point(to)
	return abs(p.X-q.X) <= 2 && abs(p.Y-q.Y) <= 2
}
