package positions

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrCell is wrapped by every error about a name that is no cell of the board.
var ErrCell = errors.New("no such cell")

// nameCells gives every cell its letter and number. On the star the letter is
// the place within the row, elsewhere the column.
func (b *Board) nameCells() {
	b.names = make([]string, len(b.points))
	b.byName = make(map[string]Cell, len(b.points))
	row, place := -1, 0
	for c := range b.points {
		if r := b.Row(Cell(c)); r != row {
			row, place = r, 0
		} else {
			place++
		}
		letter := place
		if !b.FromTip() {
			letter = b.points[c].X
		}
		name := string(rune('a'+letter)) + strconv.Itoa(row+1)
		b.names[c] = name
		b.byName[name] = Cell(c)
	}
}

// Name returns the coordinate of c, such as "e5"; "?" if there is no such cell.
func (b *Board) Name(c Cell) string {
	if c < 0 || int(c) >= len(b.names) {
		return "?"
	}
	return b.names[c]
}

// ParseCell returns the cell with the given name. Upper case is accepted.
func (b *Board) ParseCell(name string) (Cell, error) {
	if len(name) <= 4 {
		if c, ok := b.byName[name]; ok {
			return c, nil
		}
		if c, ok := b.byName[lower(name)]; ok {
			return c, nil
		}
	}
	shown := name
	if len(shown) > 12 {
		shown = shown[:12] + "…"
	}
	return NoCell, fmt.Errorf("%w: %q is not on the %s (%s … %s)", ErrCell, shown, b, b.names[0], b.names[len(b.names)-1])
}

// lower is name with a letter of the Latin alphabet at its head made small, and
// no other letter: strings.ToLower turns the sign of the kelvin into a k.
func lower(name string) string {
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return string(name[0]+'a'-'A') + name[1:]
	}
	return name
}

// FormatPath writes the cells a man touches in one move: "a3-c5-e5".
func (b *Board) FormatPath(path []Cell) string {
	return strings.Join(b.CellNames(path), "-")
}

// CellNames returns the names of cells in their order.
func (b *Board) CellNames(cells []Cell) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = b.Name(c)
	}
	return names
}

// ParseCells reads names of cells.
func (b *Board) ParseCells(names []string) ([]Cell, error) {
	cells := make([]Cell, len(names))
	for i, name := range names {
		var err error
		if cells[i], err = b.ParseCell(name); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

// Names returns the names of the cells of a set in the order of their indices.
func (b *Board) Names(set Bits) []string { return b.CellNames(set.Cells()) }
