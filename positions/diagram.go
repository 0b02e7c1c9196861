package positions

import (
	"bytes"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Symbols of text diagrams.
const (
	SymbolEmpty = '.'
	SymbolMan   = 'o'
)

// What is read as a man and as an empty cell: all that the program draws with.
const (
	manRunes   = "oO*mM@●◉◆◈"
	emptyRunes = ".·_+"
)

// Diagram draws the board as text, top row first, one symbol a cell: squares
// and crosses upright, the star as a star, the rhombus slanted so that its six
// directions look alike. Row numbers stand on the left; column letters below,
// or, on the star, where they count within the row, at the end of each row.
func (b *Board) Diagram(symbol func(Cell) rune) string {
	rows, left := b.diagramRows()
	var s strings.Builder
	for r := len(rows) - 1; r >= 0; r-- {
		fmt.Fprintf(&s, "%2d ", r+1)
		at := 0
		for _, c := range rows[r] {
			x := b.column(c) - left
			s.WriteString(strings.Repeat(" ", x-at+1))
			s.WriteRune(symbol(c))
			at = x + 2
		}
		if b.FromTip() {
			s.WriteString(strings.Repeat(" ", b.width()-at+3))
			s.WriteString(rowLetters(len(rows[r])))
		}
		s.WriteByte('\n')
	}
	if !b.FromTip() {
		s.WriteString("  ")
		for i := range b.size {
			s.WriteByte(' ')
			if i == 0 {
				s.WriteByte(' ')
			}
			s.WriteByte(byte('a' + i))
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// DrawMen draws a position with [SymbolMan] and [SymbolEmpty].
func (b *Board) DrawMen(men Bits) string {
	return b.Diagram(func(c Cell) rune {
		if men.Has(c) {
			return SymbolMan
		}
		return SymbolEmpty
	})
}

// column is where c stands in its text row, in characters from an arbitrary
// origin: two a cell, and half a cell more for each row of a triangular lattice.
func (b *Board) column(c Cell) int {
	p := b.points[c]
	if b.Triangular() {
		return 2*p.X + p.Y
	}
	return 2 * p.X
}

func (b *Board) diagramRows() (rows [][]Cell, left int) {
	left = b.column(0)
	for c := range Cell(b.Len()) {
		r := b.Row(c)
		for len(rows) <= r {
			rows = append(rows, nil)
		}
		rows[r] = append(rows[r], c)
		left = min(left, b.column(c))
	}
	return rows, left
}

// width is the greatest column of any cell above the least.
func (b *Board) width() int {
	_, left := b.diagramRows()
	right := left
	for c := range Cell(b.Len()) {
		right = max(right, b.column(c))
	}
	return right - left
}

func rowLetters(n int) string {
	if n == 1 {
		return "a"
	}
	return "a-" + string(rune('a'+n-1))
}

// SyntaxError is an error in a text at a line and column, both from 1.
type SyntaxError struct {
	Line, Column int
	Msg          string
}

// Error returns "line L, column C: message".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// SyntaxErrorAt returns the error for a place in a text, in bytes from its beginning;
// columns count characters.
func SyntaxErrorAt(text []byte, at int, format string, args ...any) *SyntaxError {
	before := text[:min(max(at, 0), len(text))]
	return &SyntaxError{
		Line:   bytes.Count(before, []byte{'\n'}) + 1,
		Column: utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1,
		Msg:    fmt.Sprintf(format, args...),
	}
}

// ParseDiagram reads a position drawn as [Board.DrawMen] draws it: one line a
// row from the top, "o" a man (also O, *, ●, and m, M for a marked one), "." an
// empty cell (also ·, _).
// Spaces within a row, row numbers, the line of column letters, the letters at
// the end of a star's row, empty lines and lines that begin with "#" are
// optional and carry no meaning. A drawn board is read as [Board.DrawBoard] draws
// it, and so is a cross if the drawing shows where it has no hole. Errors are of
// type [*SyntaxError].
func (b *Board) ParseDiagram(text string) (Bits, error) {
	if b.shape == Drawn || !b.shape.Courts() && !b.Triangular() && showsFrame(text) {
		return b.parseDrawnMen(text)
	}
	rows, _ := b.diagramRows()
	var men Bits
	next := len(rows) - 1
	for lineNo, line := range drawnLines(text) {
		if next < 0 {
			return Bits{}, &SyntaxError{lineNo, 1, fmt.Sprintf("the %s has %d rows only", b, len(rows))}
		}
		set, err := b.parseRow(line, lineNo, rows[next])
		if err != nil {
			return Bits{}, err
		}
		men = men.Or(set)
		next--
	}
	if next >= 0 {
		end := strings.Count(text, "\n") + 1
		return Bits{}, &SyntaxError{end, 1, fmt.Sprintf("row %d is missing: the %s has %d rows, from the top", next+1, b, len(rows))}
	}
	return men, nil
}

// drawnLines yields the lines of a drawing that are rows, with their numbers from
// 1: not the empty ones, comments, the legend and the directions.
func drawnLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		lineNo := 0
		for line := range strings.SplitSeq(text, "\n") {
			lineNo++
			line = strings.TrimSuffix(line, "\r")
			trimmed := strings.TrimSpace(line)
			if trimmed == "" || trimmed[0] == '#' || isLetterLine(trimmed) || strings.HasPrefix(trimmed, directionsWord) {
				continue
			}
			if !yield(lineNo, line) {
				return
			}
		}
	}
}

// rowDigits returns the number before a row of a drawing, "" if there is none, and
// where it begins.
func rowDigits(line string) (digits string, at int) {
	at = len(line) - len(strings.TrimLeft(line, " \t"))
	end := at
	for end < len(line) && line[end] >= '0' && line[end] <= '9' {
		end++
	}
	return line[at:end], at
}

// showsFrame reports whether a drawing has symbols for places without a hole.
func showsFrame(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") && strings.ContainsRune(line, SymbolNoHole) {
			return true
		}
	}
	return false
}

func (b *Board) parseRow(line string, lineNo int, cells []Cell) (Bits, error) {
	var men Bits
	fail := func(at int, format string, args ...any) (Bits, error) {
		return Bits{}, &SyntaxError{lineNo, utf8.RuneCountInString(line[:at]) + 1, fmt.Sprintf(format, args...)}
	}
	row := b.Row(cells[0]) + 1
	digits, at := rowDigits(line)
	if digits != "" {
		if n, err := strconv.Atoi(digits); err != nil || n != row {
			return fail(at, "row number %.9s where row %d is due (rows go from the top down)", digits, row)
		}
		at += len(digits)
	}
	seen := 0
	for i, r := range line[at:] {
		switch {
		case r == ' ' || r == '\t':
			continue
		case seen == len(cells):
			if b.FromTip() && strings.TrimSpace(line[at+i:]) == rowLetters(len(cells)) {
				return men, nil
			}
			return fail(at+i, "row %d has %s only", row, cellsInWords(len(cells)))
		case strings.ContainsRune(manRunes, r):
			men = men.With(cells[seen])
		case strings.ContainsRune(emptyRunes, r):
		default:
			return fail(at+i, "unexpected %q: a man is o, an empty cell is .", r)
		}
		seen++
	}
	if seen < len(cells) {
		return fail(len(line), "row %d has %s, this line only %d", row, cellsInWords(len(cells)), seen)
	}
	return men, nil
}

// cellsInWords is "1 cell" or "3 cells".
func cellsInWords(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", n)
}

// isLetterLine reports whether a line is the legend "a b c …".
func isLetterLine(s string) bool {
	want := byte('a')
	for i := range len(s) {
		switch s[i] {
		case ' ':
		case want:
			want++
		default:
			return false
		}
	}
	return want > 'a'
}
