package positions_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
)

func TestMoveTable(t *testing.T) {
	for _, b := range everyBoard(t) {
		short, super := positions.NewMoveTable(b, positions.Short), positions.NewMoveTable(b, positions.Super)
		if short.Cells() != b.Len() || super.Cells() != b.Len() {
			t.Errorf("%s: tables of %d and %d cells", b, short.Cells(), super.Cells())
		}
		for c := range positions.Cell(b.Len()) {
			var steps []uint8
			var near, all []positions.Hop
			for d := range b.Directions() {
				p, q := b.Point(c), b.Neighbour(c, d)
				if q == positions.NoCell {
					continue
				}
				steps = append(steps, uint8(q))
				dx, dy := b.Point(q).X-p.X, b.Point(q).Y-p.Y
				for k := 1; ; k++ {
					over := b.CellAt(positions.Point{X: p.X + k*dx, Y: p.Y + k*dy})
					land := b.CellAt(positions.Point{X: p.X + 2*k*dx, Y: p.Y + 2*k*dy})
					if land == positions.NoCell {
						break
					}
					all = append(all, positions.Hop{Over: uint8(over), Land: uint8(land)})
					if k == 1 {
						near = append(near, all[len(all)-1])
					}
				}
			}
			if len(near) == 0 {
				near = []positions.Hop{}
			}
			got := append([]positions.Hop{}, short.Hops(uint8(c))...)
			if diff := cmp.Diff(near, got) + cmp.Diff(all, super.Hops(uint8(c))) +
				cmp.Diff(steps, short.Steps(uint8(c))) + cmp.Diff(steps, super.Steps(uint8(c))); diff != "" {
				t.Fatalf("%s, %s:\n%s", b, b.Name(c), diff)
			}
		}
	}
}
