package contest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// The directions of lattices, the opposite of each half the list on.
var (
	fourWays  = []positions.Point{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}}
	eightWays = []positions.Point{{X: 1}, {X: 1, Y: 1}, {Y: 1}, {X: -1, Y: 1}, {X: -1}, {X: -1, Y: -1}, {Y: -1}, {X: 1, Y: -1}}
	sixWays   = []positions.Point{{X: 1}, {Y: 1}, {X: -1, Y: 1}, {X: -1}, {Y: -1}, {X: 1, Y: -1}}
)

// field is the cells of a board that men can stand on between turns, as rules go
// about on them. They have numbers of their own, the places of bits in sets: the
// board's, unless the board has cells that men never stand on.
type field struct {
	board *positions.Board
	cells []positions.Cell   // the board's cells, by number
	next  [][]positions.Cell // [c][d] is the number of the cell next to c in direction d, or NoCell
	near  []Set              // the cells next to c
}

// newField takes the cells of a board that has holds, all if it is nil.
func newField(b *positions.Board, directions []positions.Point, has func(positions.Point) bool) field {
	f := field{board: b}
	for c := range positions.Cell(b.Len()) {
		if has == nil || has(b.Point(c)) {
			f.cells = append(f.cells, c)
		}
	}
	f.next, f.near = make([][]positions.Cell, len(f.cells)), make([]Set, len(f.cells))
	for c, cell := range f.cells {
		p := b.Point(cell)
		for _, d := range directions {
			n := f.number(b.CellAt(positions.Point{X: p.X + d.X, Y: p.Y + d.Y}))
			f.next[c] = append(f.next[c], n)
			if n != positions.NoCell {
				f.near[c] |= duel.SetOf(n)
			}
		}
	}
	return f
}

// number returns the number of a cell of the board, or NoCell.
func (f field) number(cell positions.Cell) positions.Cell {
	if n, found := slices.BinarySearch(f.cells, cell); found {
		return positions.Cell(n)
	}
	return positions.NoCell
}

// point returns where a cell lies in the lattice.
func (f field) point(c positions.Cell) positions.Point { return f.board.Point(f.cells[c]) }

// every returns all cells.
func (f field) every() Set { return Set(1)<<uint(len(f.cells)) - 1 }

// name returns the name of a cell.
func (f field) name(c positions.Cell) string { return f.board.Name(f.cells[c]) }

// names lists the names of the cells of a set.
func (f field) names(s Set) (names []string) {
	for ; s != 0; s &= s - 1 {
		names = append(names, f.name(lowest(s)))
	}
	return names
}

// path writes cells that a man touches.
func (f field) path(cells []positions.Cell, between string) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = f.name(c)
	}
	return strings.Join(names, between)
}

// rectangle returns the board of so many columns and rows.
func rectangle(w, h int) (*positions.Board, error) {
	b, err := lattice(w, h, func(positions.Point) bool { return true })
	if smallest, _, _ := positions.Square.Sizes(); err != nil || w != h || w < smallest {
		return b, err
	}
	return positions.NewBoard(positions.Square, w)
}

// lattice returns the board of those points of a rectangle that has holds.
func lattice(w, h int, has func(positions.Point) bool) (*positions.Board, error) {
	var holes []positions.Point
	for y := range h {
		for x := range w {
			if p := (positions.Point{X: x, Y: y}); has(p) {
				holes = append(holes, p)
			}
		}
	}
	if len(holes) > duel.MaxCells {
		return nil, fmt.Errorf("%w: %d×%d has %d cells; %d are the most for a game to be solved", positions.ErrBoard, w, h, len(holes), duel.MaxCells)
	}
	return positions.NewDrawn(holes)
}
