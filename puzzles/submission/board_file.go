package submission

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
)

// ParseBoardFile reads a board of peg solitaire as many programs write it: one
// character a place, rows from the top, a space where there is none.
//
//	  ***        o O * x X @ 1 ●   a man
//	  ***        . _ 0 · ○         an empty hole
//	*******      space or -        no hole
//	***.***
//	*******      Lines that begin with # are skipped, and empty lines before
//	  ***        the first row and behind the last. Rows may end early.
//	  ***
//
// Spaces between the places of a row, as [positions.Board.Diagram] puts them, are
// told from places without hole by their order: if every second column of the
// text is empty, those columns are dropped. Errors are of type
// [*positions.SyntaxError].
func ParseBoardFile(text string) (*positions.Board, positions.Bits, error) {
	rows, first, err := boardRows(text)
	if err != nil {
		return nil, positions.Bits{}, err
	}
	step := 1
	if spaced(rows) {
		step = 2
	}
	width := 0
	for _, row := range rows {
		width = max(width, (len(row)+step-1)/step)
	}
	var drawing strings.Builder
	drawing.WriteString(strings.Repeat("\n", first-1)) // so that errors name the right line
	for _, row := range rows {
		for x := range width {
			c := byte(positions.SymbolNoHole)
			if x*step < len(row) && row[x*step] != ' ' {
				c = row[x*step]
			}
			drawing.WriteByte(c)
		}
		drawing.WriteByte('\n')
	}
	return positions.ParseDrawn(drawing.String())
}

// boardRows returns the rows of a board file in the symbols of package positions
// and the number of the line that the first one stands on. Every row has a line.
func boardRows(text string) (rows []string, first int, err error) {
	lineNo, gap := 0, 0
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		lineNo++
		line = strings.TrimRight(line, " \r")
		switch {
		case line == "":
			gap = lineNo
			continue
		case line[0] == '#':
			if rows != nil {
				return nil, 0, &positions.SyntaxError{Line: lineNo, Column: 1, Msg: "a comment between the rows of a board"}
			}
			continue
		case rows == nil:
			first = lineNo
		case gap > 0 && gap > first:
			return nil, 0, &positions.SyntaxError{Line: gap, Column: 1, Msg: "an empty line between the rows of a board"}
		case len(rows) == positions.MaxFrame:
			return nil, 0, &positions.SyntaxError{Line: lineNo, Column: 1, Msg: fmt.Sprintf("more than %d rows", positions.MaxFrame)}
		}
		row, err := boardRow(line, lineNo)
		if err != nil {
			return nil, 0, err
		}
		rows = append(rows, row)
	}
	if rows == nil {
		return nil, 0, &positions.SyntaxError{Line: max(lineNo, 1), Column: 1, Msg: "there is no row of holes"}
	}
	return rows, first, nil
}

// longestRow is how many characters a row may have: the places of a frame, with one
// between each two.
const longestRow = 2*positions.MaxFrame - 1

// boardRow puts the symbols of a row into those of package positions, a byte each.
func boardRow(line string, lineNo int) (string, error) {
	var row strings.Builder
	for i, r := range line {
		if row.Len() == longestRow {
			return "", &positions.SyntaxError{
				Line: lineNo, Column: longestRow + 1,
				Msg: fmt.Sprintf("more than %d characters in a row, which are %d places with a space between", longestRow, positions.MaxFrame),
			}
		}
		switch r {
		case 'o', 'O', '*', 'x', 'X', '@', '1', '●':
			row.WriteByte(positions.SymbolMan)
		case '.', '_', '0', '·', '○':
			row.WriteByte(positions.SymbolEmpty)
		case ' ':
			row.WriteByte(' ')
		case '-':
			row.WriteByte(positions.SymbolNoHole)
		default:
			return "", &positions.SyntaxError{
				Line: lineNo, Column: utf8.RuneCountInString(line[:i]) + 1,
				Msg: fmt.Sprintf("unexpected %q: a man is o, an empty hole is ., no hole is a space or -", r),
			}
		}
	}
	return row.String(), nil
}

// spaced reports whether every second column holds nothing, and the first one
// something.
func spaced(rows []string) bool {
	even := false
	for _, row := range rows {
		for x := range len(row) {
			if row[x] == ' ' {
				continue
			}
			if x%2 != 0 {
				return false
			}
			even = even || len(row) > 2
		}
	}
	return even
}
