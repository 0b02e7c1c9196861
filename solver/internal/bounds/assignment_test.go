package bounds

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestAssignment compares the bound with the cheapest of all assignments of the men of
// positions drawn by chance, found by trying holes one man after the other, and with that of
// prices worked out for the position.
func TestAssignment(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 6, Army: "6"},
		{Shape: positions.Square, Size: 10, Army: "15"},
		{Shape: positions.Rhombus, Size: 7, Army: "6"},
		{Shape: positions.Rhombus, Size: 8, Army: "15"},
		{Shape: positions.Star, Size: 3, Army: "6"},
		{Shape: positions.Star, Size: 4, Army: "1"},
	} {
		for _, o.Jumps = range []positions.Jumps{positions.Short, positions.Super} {
			o.Arrival, o.Count = positions.Free, positions.Hops
			t.Run(fmt.Sprintf("%s%d/%s/%s", o.Shape, o.Size, o.Army, o.Jumps), func(t *testing.T) {
				p := positiontest.Must(t, puzzles.Highscore, o)
				d, holes := NewHopDistances(p), p.Goal.Cells()
				a := NewAssignment[[2]uint64](d, holes, d.Prices(p.Start.Cells(), holes))
				random := rand.New(rand.NewPCG(1, 2))
				raised := 0
				for range 300 {
					var men [2]uint64
					var cells []positions.Cell
					for _, c := range random.Perm(p.Board.Len())[:len(holes)] {
						men[c>>6] |= 1 << (c & 63)
						cells = append(cells, positions.Cell(c))
					}
					b := NewPriceBoundOf[[2]uint64](d, p.Start, holes, d.Prices(cells, holes))
					b.load(&men)
					if len(holes) <= 6 {
						if least := leastOf(d, cells, holes); least != b.Sum {
							t.Fatalf("prices say %d of %v, the cheapest assignment costs %d", b.Sum, cells, least)
						}
					}
					if !a.Exceeds(&men, b.Sum-1) || a.Exceeds(&men, b.Sum) || a.Exceeds(&men, b.Sum+1) {
						t.Fatalf("%v: the cheapest assignment costs %d; above one less, it, one more: %t, %t, %t",
							cells, b.Sum, a.Exceeds(&men, b.Sum-1), a.Exceeds(&men, b.Sum), a.Exceeds(&men, b.Sum+1))
					}
					if fixed := NewPriceBound[[2]uint64](d, p.Start, p.Goal); len(holes) > 1 {
						if fixed.load(&men); fixed.Sum < b.Sum {
							raised++
						}
					}
				}
				if len(holes) > 1 && raised == 0 {
					t.Error("it never costs more than by the prices of the start: paths are not tested")
				}
			})
		}
	}
}

// leastOf returns what the cheapest assignment costs.
func leastOf(d *HopDistances, men, holes []positions.Cell) int {
	if len(men) == 0 {
		return 0
	}
	least := noWay
	for i, h := range holes {
		holes[0], holes[i] = holes[i], holes[0]
		least = min(least, d.Between(men[0], h)+leastOf(d, men[1:], holes[1:]))
		holes[0], holes[i] = holes[i], holes[0]
	}
	return least
}

func BenchmarkAssignment(b *testing.B) {
	p := positiontest.Must(b, puzzles.Highscore, puzzles.Options{
		Shape: positions.Rhombus, Size: 8, Army: "15", Arrival: positions.Free, Jumps: positions.Super, Count: positions.Hops,
	})
	d, holes := NewHopDistances(p), p.Goal.Cells()
	a := NewAssignment[[1]uint64](d, holes, d.Prices(p.Start.Cells(), holes))
	random := rand.New(rand.NewPCG(1, 2))
	all := make([][1]uint64, 1<<10)
	for i := range all {
		for _, c := range random.Perm(p.Board.Len())[:len(holes)] {
			all[i][0] |= 1 << c
		}
	}
	for i := 0; b.Loop(); i++ {
		a.Exceeds(&all[i%len(all)], 1000)
	}
}
