package positions

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxDrawn is the greatest number of holes of a drawn board: a position then
// fits in one machine word.
const MaxDrawn = 64

// SymbolNoHole stands in the drawing of a board where the board has no hole.
const SymbolNoHole = '-'

// maxDrawnColumns is how many columns have a letter.
const maxDrawnColumns = 26

// MaxFrame is the greatest number of rows of a drawing, and of symbols in one of
// its rows: nothing longer is read, whatever part of it has holes.
const MaxFrame = 64

// ParseDrawn reads a board together with a position on it from a drawing: one
// line a row from the top, "o" (also O, *, ●) a hole with a man, "." (also ·,
// _) an empty hole, "-" no hole. All rows have the same number of symbols.
// Spaces within a row, row numbers, the line of column letters, empty lines and
// lines that begin with "#" are optional and carry no meaning. A line such as
// "directions 6" says how men jump (see [Board.WithDirections]); without it they
// jump along rows and columns.
//
//   - - o o o - -
//   - - o o o - -
//     o o o . o o o     …
//
// Columns and rows without any hole at the edge of the drawing are cut off. The
// errors are of type [*SyntaxError]: a foreign character, rows of different
// lengths, no hole at all, more than [MaxDrawn] holes, more than 26 columns, more
// than [MaxFrame] rows or symbols in a row, or a row number that is not the row's.
func ParseDrawn(text string) (*Board, Bits, error) {
	b, men, err := parseHoles(text)
	if err != nil {
		return nil, Bits{}, err
	}
	n, err := DirectionsIn(text)
	if err == nil && n > 0 {
		b, err = b.WithDirections(n)
	}
	return b, men, err
}

// parseHoles reads all but the directions.
func parseHoles(text string) (*Board, Bits, error) {
	var rows []drawnRow
	for lineNo, line := range drawnLines(text) {
		if len(rows) == MaxFrame {
			return nil, Bits{}, &SyntaxError{lineNo, 1, fmt.Sprintf("more than %d rows", MaxFrame)}
		}
		row, err := readDrawnRow(line, lineNo)
		if err != nil {
			return nil, Bits{}, err
		}
		rows = append(rows, row)
		first := rows[0]
		if len(row.symbols) != len(first.symbols) {
			at := min(len(row.symbols), len(first.symbols))
			column := row.end
			if at < len(row.symbols) {
				column = row.columns[at]
			}
			return nil, Bits{}, &SyntaxError{lineNo, column, fmt.Sprintf(
				"this row has %d symbols, the first one (line %d) has %d: all rows are equally long, with - where there is no hole",
				len(row.symbols), first.line, len(first.symbols))}
		}
	}
	if len(rows) == 0 {
		return nil, Bits{}, &SyntaxError{strings.Count(text, "\n") + 1, 1, "there is no row of holes"}
	}
	for i, row := range rows {
		if want := len(rows) - i; row.number != 0 && row.number != want {
			return nil, Bits{}, &SyntaxError{row.line, 1, fmt.Sprintf("row number %d where row %d is due (rows go from the top down)", row.number, want)}
		}
	}
	return drawnBoard(rows)
}

// drawnRow is one row of a drawing.
type drawnRow struct {
	line    int // from 1
	number  int // the row number before it, 0 if there is none
	symbols []rune
	columns []int // of the symbols, from 1
	end     int   // the column behind the last character
}

func readDrawnRow(line string, lineNo int) (drawnRow, error) {
	row := drawnRow{line: lineNo}
	digits, at := rowDigits(line)
	if digits != "" {
		n, err := strconv.Atoi(digits)
		if err != nil || n == 0 || n > MaxFrame {
			return row, &SyntaxError{lineNo, at + 1, fmt.Sprintf("%.9s is no row number", digits)}
		}
		row.number = n
		at += len(digits)
	}
	row.end = at + 1 // all before it are ASCII
	for _, r := range line[at:] {
		column := row.end
		row.end++
		switch {
		case r == ' ' || r == '\t':
			continue
		case strings.ContainsRune(manRunes, r):
			r = SymbolMan
		case strings.ContainsRune(emptyRunes, r):
			r = SymbolEmpty
		case r == SymbolNoHole:
		default:
			return row, &SyntaxError{lineNo, column, fmt.Sprintf("unexpected %q: a man is o, an empty hole is ., no hole is -", r)}
		}
		if len(row.symbols) == MaxFrame {
			return row, &SyntaxError{lineNo, column, fmt.Sprintf("more than %d symbols in a row", MaxFrame)}
		}
		row.symbols = append(row.symbols, r)
		row.columns = append(row.columns, column)
	}
	return row, nil
}

func drawnBoard(rows []drawnRow) (*Board, Bits, error) {
	var points []Point
	var men Bits
	lo, hi := Point{len(rows[0].symbols), 0}, Point{-1, 0}
	seen := 0
	for i := range rows { // from the top, to name the hole that is too many
		for x, r := range rows[i].symbols {
			if r == SymbolNoHole {
				continue
			}
			if seen++; seen > MaxDrawn {
				return nil, Bits{}, &SyntaxError{rows[i].line, rows[i].columns[x], fmt.Sprintf("more than %d holes", MaxDrawn)}
			}
			lo.X, hi.X = min(lo.X, x), max(hi.X, x)
		}
	}
	last := rows[len(rows)-1]
	switch {
	case seen == 0:
		return nil, Bits{}, &SyntaxError{last.line, 1, "the board has no hole"}
	case hi.X-lo.X >= maxDrawnColumns:
		return nil, Bits{}, &SyntaxError{rows[0].line, rows[0].columns[lo.X+maxDrawnColumns], fmt.Sprintf("more than %d columns", maxDrawnColumns)}
	}
	for y := range rows {
		row := rows[len(rows)-1-y]
		for x, r := range row.symbols {
			if r == SymbolNoHole {
				continue
			}
			if points == nil {
				lo.Y = y
			}
			if r == SymbolMan {
				men = men.With(Cell(len(points)))
			}
			points = append(points, Point{x - lo.X, y - lo.Y})
		}
	}
	return boardOf(Drawn, hi.X-lo.X+1, points, fourWays), men, nil
}

// DrawBoard draws a board with a position as [ParseDrawn] reads it back: every
// row from the top, [SymbolNoHole] where the frame has no hole.
func (b *Board) DrawBoard(men Bits) string {
	rows, _ := b.diagramRows()
	var s strings.Builder
	if !b.UsualDirections() {
		fmt.Fprintf(&s, "%s %d\n", directionsWord, b.Directions())
	}
	for y := len(rows) - 1; y >= 0; y-- {
		for x := range b.size {
			c := b.CellAt(Point{x, y})
			switch {
			case c == NoCell:
				s.WriteRune(SymbolNoHole)
			case men.Has(c):
				s.WriteRune(SymbolMan)
			default:
				s.WriteRune(SymbolEmpty)
			}
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// NewDrawn returns the board whose holes are at the given points. Errors wrap
// [ErrBoard]: no hole, too many, the same one twice, a point left of column a or
// below row 1, beyond column z or row 64. No column and no row at the edges a and
// 1 may be without hole.
func NewDrawn(holes []Point) (*Board, error) {
	points := slices.Clone(holes)
	slices.SortFunc(points, func(p, q Point) int { return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X)) })
	if len(points) == 0 || len(points) > MaxDrawn {
		return nil, fmt.Errorf("%w: drawn of %d holes (1 to %d)", ErrBoard, len(points), MaxDrawn)
	}
	lo, hi := points[0], points[0]
	for i, p := range points {
		if i > 0 && p == points[i-1] {
			return nil, fmt.Errorf("%w: drawn with the same hole twice", ErrBoard)
		}
		lo, hi = Point{min(lo.X, p.X), min(lo.Y, p.Y)}, Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	if lo != (Point{}) || hi.X >= maxDrawnColumns || hi.Y >= MaxDrawn {
		return nil, fmt.Errorf("%w: drawn from column %d, row %d to column %d, row %d (from 1, 1 to at most %d, %d)",
			ErrBoard, lo.X+1, lo.Y+1, hi.X+1, hi.Y+1, maxDrawnColumns, MaxDrawn)
	}
	return boardOf(Drawn, hi.X+1, points, fourWays), nil
}

// parseDrawnMen reads a position on b, which the drawing must show.
func (b *Board) parseDrawnMen(text string) (Bits, error) {
	drawn, men, err := ParseDrawn(text)
	if err != nil {
		return Bits{}, err
	}
	if n, _ := DirectionsIn(text); n > 0 && n != b.Directions() {
		return Bits{}, &SyntaxError{1, 1, fmt.Sprintf("the drawing has %d directions, the board that is due %d", n, b.Directions())}
	}
	if !slices.Equal(drawn.points, b.points) {
		return Bits{}, &SyntaxError{1, 1, fmt.Sprintf("this is not the board of %d holes that is due", b.Len())}
	}
	return men, nil
}
