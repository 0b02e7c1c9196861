package together

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// TestFloodNeverNeedsTooMuch compares the cells that ways of jumps need filled with the
// least of all choices of cells to fill, tried one by one.
func TestFloodNeverNeedsTooMuch(t *testing.T) {
	for _, b := range []*positions.Board{
		positiontest.Board(t, positions.Square, 5), positiontest.Board(t, positions.Rhombus, 5), positiontest.Board(t, positions.Star, 1),
	} {
		table := positions.NewMoveTable(b, positions.Short)
		j := newJudge(table, b, positions.BitsOf(0))
		random := rand.New(rand.NewPCG(1, uint64(b.Len())))
		met := 0
		for range 4000 {
			var men, fill set
			var cells []positions.Cell
			for c := range positions.Cell(b.Len()) {
				switch random.IntN(6) {
				case 0:
					men = men.With(c)
				case 1, 2:
					if len(cells) < 8 {
						cells, fill = append(cells, c), fill.With(c)
					}
				}
			}
			source := positions.Cell(random.IntN(b.Len()))
			least := make([]int, b.Len())
			for c := range least {
				least[c] = farSide
			}
			for some := range 1 << len(cells) {
				filled := men
				for i, c := range cells {
					if some>>i&1 != 0 {
						filled = filled.With(c)
					}
				}
				for _, c := range wayByJumps(table, source, filled) {
					least[c] = min(least[c], bits.OnesCount(uint(some)))
				}
			}
			var got [positions.MaxCells]int
			for c := range least {
				j.flood.begin(positions.BitsOf(source), men, j.beside(fill))
				got[c] = j.flood.jumps(positions.BitsOf(positions.Cell(c)), set{}, len(cells))
			}
			for c, want := range least {
				if want < farSide {
					met++
				}
				if got[c] > want {
					t.Fatalf("%s: from %s to %s %d cells are said to miss, %d are enough; men %s, to fill %s", b, b.Name(source), b.Name(positions.Cell(c)), got[c], want, b.Names(men), b.Names(fill))
				}
			}
		}
		if met < 10_000 {
			t.Errorf("%s: only %d ways", b, met)
		}
	}
}

// wayByJumps lists the cells to which jumps lead, whoever stands there.
func wayByJumps(table *positions.MoveTable, from positions.Cell, men set) []positions.Cell {
	found := []positions.Cell{from}
	met := positions.BitsOf(from)
	for i := 0; i < len(found); i++ {
		for _, h := range table.Hops(uint8(found[i])) {
			if to := positions.Cell(h.Land); men.Has(positions.Cell(h.Over)) && !met.Has(to) {
				met, found = met.With(to), append(found, to)
			}
		}
	}
	return found
}
