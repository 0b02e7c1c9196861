package generate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Straight is a straight line across a board: all cells from one edge to the other
// along a direction. On the square of size n those of n cells are the rows, the
// columns and the two long diagonals; on the star of size s those of 3s+1 holes
// are the six lines of the game connection.
type Straight struct {
	First, Last positions.Cell // First is the lesser
	Cells       positions.Bits
	direction   int
}

// Straights lists the lines of so many cells, from 3 on, by their ends.
func Straights(b *positions.Board, cells int) (out []Straight) {
	if cells < leastStraight {
		return nil
	}
	for d := range b.Directions() {
		var inside positions.Bits // cells that are not the first in this direction
		for c := range positions.Cell(b.Len()) {
			if n := b.Neighbour(c, d); n != positions.NoCell {
				inside = inside.With(n)
			}
		}
		for c := range positions.Cell(b.Len()) {
			if inside.Has(c) {
				continue
			}
			s := Straight{First: c, Last: c, direction: d}
			for n := c; n != positions.NoCell; n = b.Neighbour(n, d) {
				s.Last, s.Cells = n, s.Cells.With(n)
			}
			if s.Cells.Len() == cells && s.First < s.Last {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(s, t Straight) int { return cmp.Or(cmp.Compare(s.First, t.First), cmp.Compare(s.Last, t.Last)) })
	return out
}

// leastStraight is the least number of cells of a straight line: two are as good
// as any two neighbours.
const leastStraight = 3

// straightLengths lists the lengths of all lines across a board.
func straightLengths(b *positions.Board) string {
	var out []string
	for n := leastStraight; n <= b.Len(); n++ {
		if len(Straights(b, n)) > 0 {
			out = append(out, fmt.Sprint(n))
		}
	}
	return strings.Join(out, ", ")
}

// straightBetween returns the straight line of neighbours from one cell to
// another, whose numbers rise.
func straightBetween(b *positions.Board, first, last positions.Cell) (positions.Bits, bool) {
	for d := range b.Directions() {
		var cells positions.Bits
		for c := first; c != positions.NoCell && first < last; c = b.Neighbour(c, d) {
			if cells = cells.With(c); c == last {
				return cells, true
			}
		}
	}
	return positions.Bits{}, false
}

// StraightGoals lists the ends of the straight lines that solve a puzzle, the end
// with the lesser number first, in their order; nil if a goal is no straight line.
func StraightGoals(p *puzzles.Puzzle) (out [][2]positions.Cell) {
	for _, g := range p.Patterns() {
		cells := g.Men.Cells()
		ends := [2]positions.Cell{cells[0], cells[len(cells)-1]}
		if line, ok := straightBetween(p.Board, ends[0], ends[1]); !ok || line != g.Men {
			return nil
		}
		out = append(out, ends)
	}
	slices.SortFunc(out, func(a, b [2]positions.Cell) int { return slices.Compare(a[:], b[:]) })
	return out
}
