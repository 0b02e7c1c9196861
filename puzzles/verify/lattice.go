package verify

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// span returns the direction and the distance of a hop, or a reason why there
// is none between the two cells: a hop goes along a row, a column or a diagonal
// of the square lattice, along one of the three rows through a hole of the
// triangular one. There, in axial coordinates, these are X fixed, Y fixed, and
// X+Y fixed.
func (g *game) span(from, to positions.Cell) (unit positions.Point, length int, reason string) {
	a, b := g.board.Point(from), g.board.Point(to)
	dx, dy := b.X-a.X, b.Y-a.Y
	straight := dx == 0 || dy == 0
	if !g.board.Triangular() {
		straight = straight || dx == dy || dx == -dy
	} else {
		straight = straight || dx == -dy
	}
	switch {
	case from == to:
		return unit, 0, "a hop from " + g.board.Name(from) + " to itself"
	case !straight:
		return unit, 0, g.pair(from, to) + " are not in one straight line"
	}
	length = max(dx, -dx, dy, -dy)
	return positions.Point{X: dx / length, Y: dy / length}, length, ""
}

// jump says what is wrong with a jump from a cell over length > 1 cells in the
// direction unit, "" if nothing is. The jumper must have been lifted.
func (g *game) jump(from positions.Cell, unit positions.Point, length int) string {
	at := g.board.Point(from)
	cell := func(i int) positions.Cell {
		return g.board.CellAt(positions.Point{X: at.X + i*unit.X, Y: at.Y + i*unit.Y})
	}
	switch {
	case length > 2 && !g.super:
		return g.pair(from, cell(length)) + " are too far apart for a step or a short jump"
	case length%2 != 0:
		return g.pair(from, cell(length)) + " have no cell in the middle to jump over"
	}
	middle := cell(length / 2)
	if middle == positions.NoCell || !g.man[middle] {
		return g.board.Name(middle) + " is empty: there is nobody to jump over"
	}
	for i := 1; i <= length; i++ {
		c := cell(i)
		switch {
		case c == positions.NoCell:
			return "the line between " + g.pair(from, cell(length)) + " leaves the board"
		case c == middle || !g.man[c]:
		case i == length && length == 2:
			return fmt.Sprintf("the cell behind %s, %s, is occupied", g.board.Name(middle), g.board.Name(c))
		case 2*i < length:
			return fmt.Sprintf("the cell before %s, %s, is occupied", g.board.Name(middle), g.board.Name(c))
		default:
			return fmt.Sprintf("a cell behind %s, %s, is occupied", g.board.Name(middle), g.board.Name(c))
		}
	}
	return ""
}

// pair names two cells: "c4 and e5".
func (g *game) pair(a, b positions.Cell) string {
	return g.board.Name(a) + " and " + g.board.Name(b)
}
