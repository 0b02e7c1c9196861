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

// Armies says where the men of the first side start and where they go, and how the
// second side sees the board.
type Armies struct {
	Shapes  []positions.Shape // the boards
	Size    int               // the usual one, 0 for that of the shape
	Numbers []int             // of men with a start area on some board
	// NoCourts says that no rule speaks of where men start.
	NoCourts bool
	// Start returns the cells of a start area, which may overlap the opposite
	// one, and whether the board has an area for so many men.
	Start func(b *positions.Board, men int) (cells []positions.Cell, ok bool)
	// Goal returns where they go; nil stands for where the opponent starts.
	Goal func(b *positions.Board, men int) Set
	// Marked returns the men of a start area that are of the first of two kinds; nil
	// stands for men who are all alike. Men of a kind are to go to the cells opposite
	// those where they start.
	Marked func(b *positions.Board, home Set) (Set, error)
	// Apart says that those cells are a goal court for each kind, not parts of one.
	Apart bool
	// Exchange returns the symmetry of the board that exchanges the sides, which
	// undoes itself; nil stands for the half turn.
	Exchange func(b *positions.Board) positions.Permutation
}

// Courts are the armies of the race: from a court to the opposite one.
var Courts = &Armies{
	Shapes:  []positions.Shape{positions.Rhombus, positions.Square, positions.Star},
	Numbers: []int{1, 2, 3, 4, 6, 9, 10},
	Start:   areaCells,
}

// start returns the start area of the first side. Errors wrap [puzzles.ErrArmy].
func (a *Armies) start(b *positions.Board, men int) (Set, error) {
	set, ok := a.area(b, men)
	if ok && a.Marked != nil {
		_, err := a.marks(b, set)
		return set, err
	}
	if ok {
		return set, nil
	}
	var fit []string
	for _, n := range a.Men(b) {
		fit = append(fit, strconv.Itoa(n))
	}
	return 0, fmt.Errorf("%w: %d men on the %s (there: %s)", puzzles.ErrArmy, men, b, strings.Join(fit, ", "))
}

// Men lists the numbers of men that can play on b.
func (a *Armies) Men(b *positions.Board) []int {
	var out []int
	for _, n := range a.Numbers {
		set, ok := a.area(b, n)
		if ok && a.Marked != nil {
			_, err := a.marks(b, set)
			ok = err == nil
		}
		if ok {
			out = append(out, n)
		}
	}
	return out
}

// area returns a start area that does not overlap the opposite one.
func (a *Armies) area(b *positions.Board, men int) (Set, bool) {
	if b.Len() > MaxCells {
		return 0, false
	}
	cells, ok := a.Start(b, men)
	set := SetOf(cells...)
	return set, ok && set&a.exchange(b).set(set) == 0
}

// exchange takes a set or a cell as one side sees it to what the other sees.
type exchange struct {
	cells int
	by    positions.Permutation // nil for the half turn
}

func (a *Armies) exchange(b *positions.Board) exchange {
	e := exchange{cells: b.Len()}
	if a.Exchange != nil {
		e.by = a.Exchange(b)
	}
	return e
}

func (e exchange) set(s Set) (out Set) {
	if e.by == nil {
		return turned(s, e.cells)
	}
	for ; s != 0; s &= s - 1 {
		out |= SetOf(e.by[bits.TrailingZeros64(uint64(s))])
	}
	return out
}

func (e exchange) cell(c positions.Cell) positions.Cell {
	if e.by == nil {
		return positions.Cell(e.cells-1) - c
	}
	return e.by[c]
}

// areaCells returns the court for so many men: see the package comment.
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
