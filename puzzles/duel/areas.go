package duel

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// numbers are the numbers of men that have a start area on some board.
var numbers = []int{1, 2, 3, 4, 6, 9, 10}

// area returns the start area of the first side. Errors wrap [puzzles.ErrArmy].
func area(b *positions.Board, men int) (Set, error) {
	cells, ok := areaCells(b, men)
	set := SetOf(cells...)
	if !ok || set&turned(set, b.Len()) != 0 {
		var fit []string
		for _, n := range Men(b) {
			fit = append(fit, strconv.Itoa(n))
		}
		return 0, fmt.Errorf("%w: %d men on the %s (there: %s)", puzzles.ErrArmy, men, b, strings.Join(fit, ", "))
	}
	return set, nil
}

// Men lists the numbers of men that can play on b.
func Men(b *positions.Board) []int {
	var out []int
	for _, n := range numbers {
		cells, ok := areaCells(b, n)
		if set := SetOf(cells...); ok && set&turned(set, b.Len()) == 0 {
			out = append(out, n)
		}
	}
	return out
}

// areaCells returns the cells of an area, which may overlap the opposite one,
// and whether the board has an area for so many men.
func areaCells(b *positions.Board, men int) (cells []positions.Cell, ok bool) {
	tip := b.Point(0)
	at := func(dx, dy int) {
		cells = append(cells, b.CellAt(positions.Point{X: tip.X + dx, Y: tip.Y + dy}))
	}
	star := b.Shape() == positions.Star
	switch {
	case men == 1:
		at(0, 0)
	case men == 2 && star:
		at(0, 0)
		at(-1, 1)
	case men == 2:
		at(0, 0)
		at(0, 1)
	case men == 4 && star:
		at(0, 0)
		at(-1, 1)
		at(0, 1)
		at(-1, 2)
	case men == 4:
		at(0, 0)
		at(1, 0)
		at(0, 1)
		at(1, 1)
	case men == 9 && b.Shape() == positions.Square:
		return court(b, "block3x3")
	case men == 3 || men == 6 || men == 10:
		return court(b, strconv.Itoa(men))
	}
	return cells, len(cells) > 0 && !slices.Contains(cells, positions.NoCell)
}

func court(b *positions.Board, name string) ([]positions.Cell, bool) {
	set, err := puzzles.Court(b, name)
	return set.Cells(), err == nil
}

// turned returns a set after a half turn of the board. Cells are counted along
// the rows, so the half turn reverses their order.
func turned(s Set, cells int) Set { return Set(bits.Reverse64(uint64(s)) >> (MaxCells - cells)) }
