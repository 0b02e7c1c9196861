package reports

import (
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Panel is one drawing of a board: a position, and what is to be seen in it.
type Panel struct {
	Board   *positions.Board
	Men     positions.Bits
	Marked  positions.Bits   // those of the men that are marked
	Goal    positions.Bits   // its empty cells are tinted; may be empty
	Path    []positions.Cell // the move that led here; may be nil
	Caption string
}

// firstCellRune is the first of the private runes that stand for the cells
// 0, 1, 2 … while a diagram is laid out.
const firstCellRune = 0xE000

// sheet is a panel laid out: rows of glyphs from the top, which may differ in
// length. head is twice the column on which the caption is centred.
type sheet struct {
	rows    [][]glyph
	head    int
	caption string
}

// draw lays a panel out, with row numbers and letters as [positions.Board.Diagram]
// puts them.
func (p Panel) draw(s Style) sheet {
	text := p.Board.Diagram(func(c positions.Cell) rune { return firstCellRune + rune(c) })
	out := sheet{caption: p.Caption}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		runes := []rune(line)
		row := make([]glyph, len(runes))
		first, last := -1, -1
		for i, r := range runes {
			if r < firstCellRune {
				row[i] = glyph{r, faint}
				continue
			}
			row[i] = p.glyph(s, positions.Cell(r-firstCellRune))
			if first < 0 {
				first = i
			}
			last = i
		}
		if out.rows == nil {
			out.head = first + last
		}
		out.rows = append(out.rows, row)
	}
	return out
}

// glyph is how a cell looks. Without colour the man that moved last is O and
// the cell it left is _, a marked man is m, and M if it moved last, an empty cell of
// the goal is +; all can be read back with ParseDiagram.
func (p Panel) glyph(s Style, c positions.Cell) glyph {
	moved, left := positions.NoCell, positions.NoCell
	if len(p.Path) > 0 {
		moved, left = p.Path[len(p.Path)-1], p.Path[0]
	}
	symbols := [...]rune{'o', 'O', '.', '_', 'm', 'M'}
	if s.Dots {
		symbols = [...]rune{'●', '◉', '·', '_', '◆', '◈'}
	}
	switch {
	case p.Marked.Has(c) && c == moved:
		return glyph{symbols[5], mover}
	case p.Marked.Has(c):
		return glyph{symbols[4], special}
	case p.Men.Has(c) && c == moved:
		return glyph{symbols[1], mover}
	case p.Men.Has(c):
		return glyph{symbols[0], man}
	case c == left:
		return glyph{symbols[3], vacated}
	case p.Goal.Has(c) && 2*p.Goal.Len() <= p.Board.Len(): // else it says nothing
		return glyph{'+', goal}
	default:
		return glyph{symbols[2], faint}
	}
}
