package reports

import (
	"fmt"
	"math"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Measures of a picture. All coordinates are whole numbers, so that the same
// position gives the same bytes on every machine.
const (
	pitch    = 60 // from a cell to the next one in its row
	triRow   = 52 // from row to row of a triangular lattice: 60·√3/2 = 51.96
	manSize  = 23 // radius of a man
	labelGap = 58 // from a cell at the edge to its label
	margin   = 98 // from a cell at the edge to the end of the picture
)

// spot is a place in a picture, Y downwards.
type spot struct{ X, Y int }

// canvas says where the cells of a board are drawn.
type canvas struct {
	board         *positions.Board
	spots         []spot
	width, height int
}

func newCanvas(b *positions.Board) canvas {
	cv := canvas{board: b, spots: make([]spot, b.Len())}
	lo, hi := spot{math.MaxInt, math.MaxInt}, spot{math.MinInt, math.MinInt}
	for c := range cv.spots {
		p := b.Point(positions.Cell(c))
		s := spot{pitch * p.X, -pitch * p.Y}
		if b.Triangular() {
			s = spot{pitch*p.X + pitch/2*p.Y, -triRow * p.Y}
		}
		cv.spots[c] = s
		lo = spot{min(lo.X, s.X), min(lo.Y, s.Y)}
		hi = spot{max(hi.X, s.X), max(hi.Y, s.Y)}
	}
	for c := range cv.spots {
		cv.spots[c].X += margin - lo.X
		cv.spots[c].Y += margin - pitch/4 - lo.Y
	}
	cv.width, cv.height = hi.X-lo.X+2*margin, hi.Y-lo.Y+2*margin-pitch/4
	return cv
}

// runs is a path along the straight rows of neighbours within a set of cells. A
// thick round stroke along it covers the set, a thin one is its lattice. A cell
// without neighbour in the set is a dot.
func (cv canvas) runs(set positions.Bits) string {
	var out strings.Builder
	half := cv.board.Directions() / 2
	next := func(c positions.Cell, d int) positions.Cell {
		if n := cv.board.Neighbour(c, d); set.Has(n) {
			return n
		}
		return positions.NoCell
	}
	for _, c := range set.Cells() {
		alone := true
		for d := range 2 * half {
			alone = alone && next(c, d) == positions.NoCell
		}
		from := cv.spots[c]
		if alone {
			fmt.Fprintf(&out, "M%d %dh0", from.X, from.Y)
		}
		for d := range half {
			last := next(c, d)
			if last == positions.NoCell || next(c, d+half) != positions.NoCell {
				continue
			}
			for n := last; n != positions.NoCell; n = next(n, d) {
				last = n
			}
			fmt.Fprintf(&out, "M%d %dL%d %d", from.X, from.Y, cv.spots[last].X, cv.spots[last].Y)
		}
	}
	return out.String()
}

// squares is the outline of the square fields of a set, each by itself.
func (cv canvas) squares(set positions.Bits) string {
	var out strings.Builder
	for _, c := range set.Cells() {
		fmt.Fprintf(&out, "M%d %dh%dv%dh-%dz", cv.spots[c].X-pitch/2, cv.spots[c].Y-pitch/2, pitch, pitch, pitch)
	}
	return out.String()
}

// circles is the outline of a circle around each of the places.
func circles(radius int, at ...spot) string {
	var out strings.Builder
	for _, s := range at {
		fmt.Fprintf(&out, "M%d %da%d %d 0 1 0 %d 0a%d %d 0 1 0 -%d 0z", s.X-radius, s.Y, radius, radius, 2*radius, radius, radius, 2*radius)
	}
	return out.String()
}

// of returns the places of a set of cells.
func (cv canvas) of(set positions.Bits) []spot {
	var out []spot
	for _, c := range set.Cells() {
		out = append(out, cv.spots[c])
	}
	return out
}
