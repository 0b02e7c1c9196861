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
	var s strings.Builder
	for i, c := range path {
		if i > 0 {
			s.WriteByte('-')
		}
		s.WriteString(b.Name(c))
	}
	return s.String()
}

// Names returns the names of the cells of a set in the order of their indices.
func (b *Board) Names(set Bits) []string {
	cells := set.Cells()
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = b.Name(c)
	}
	return out
}
