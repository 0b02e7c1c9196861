package reports

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// moveTable writes the numbered moves of a line in columns, to be read downwards:
// three if every move fits its column, else two, else one. In two columns or one
// a long chain goes on in the next row.
//
//	1  a3-c5      12  b4-b6-d6
//	2  c2-c3      13  a1-a3-c5
func moveTable(b *positions.Board, line puzzles.Line, s Style, width int) string {
	const margin, gap = 2, 3
	digits := len(fmt.Sprint(len(line)))
	var table [][]cellLines
	for columns := 3; columns >= 1; columns-- {
		room := (width-margin-(columns-1)*gap)/columns - digits - 2
		entries := make([]cellLines, len(line))
		broken := false
		for i, path := range line {
			entries[i] = cellLines{number: i + 1, lines: breakPath(b.FormatPath(path), max(room, 8))}
			broken = broken || len(entries[i].lines) > 1
		}
		if columns == 3 && broken || columns == 2 && broken && room < 24 {
			continue
		}
		table = split(entries, columns)
		break
	}
	columns := make([][]string, len(table))
	widths := make([]int, len(table))
	height := 0
	for i, column := range table {
		for _, entry := range column {
			for k, text := range entry.lines {
				number := strings.Repeat(" ", digits)
				if k == 0 {
					number = fmt.Sprintf("%*d", digits, entry.number)
				}
				columns[i] = append(columns[i], number+"  "+text)
				widths[i] = max(widths[i], digits+2+len(text))
			}
		}
		height = max(height, len(columns[i]))
	}
	var out strings.Builder
	for y := range height {
		out.WriteString(strings.Repeat(" ", margin))
		for i, column := range columns {
			if y >= len(column) {
				break // columns get shorter to the right
			}
			text := column[y]
			out.WriteString(s.paint(faint, text[:digits]))
			out.WriteString(text[digits:])
			if i+1 < len(columns) && y < len(columns[i+1]) {
				out.WriteString(strings.Repeat(" ", widths[i]-len(text)+gap))
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// cellLines is one move in the table.
type cellLines struct {
	number int
	lines  []string
}

// split deals entries to columns from the left so that no column is higher than
// one before it and the first is as low as that allows.
func split(entries []cellLines, columns int) [][]cellLines {
	for height := 1; ; height++ {
		var out [][]cellLines
		rest := entries
		for len(rest) > 0 && len(out) <= columns {
			n, used := 0, 0
			for n < len(rest) && used+len(rest[n].lines) <= height {
				used += len(rest[n].lines)
				n++
			}
			if n == 0 {
				break // an entry higher than the column
			}
			out = append(out, rest[:n])
			rest = rest[n:]
		}
		if len(rest) == 0 && len(out) <= columns && descending(out) {
			return out
		}
	}
}

func descending(columns [][]cellLines) bool {
	before := -1
	for _, column := range columns {
		height := 0
		for _, entry := range column {
			height += len(entry.lines)
		}
		if before >= 0 && height > before {
			return false
		}
		before = height
	}
	return true
}

// breakPath breaks "a3-c5-e5" after hyphens into pieces of at most room bytes.
func breakPath(path string, room int) []string {
	var lines []string
	for len(path) > room {
		cut := strings.LastIndexByte(path[:room], '-') + 1
		if cut == 0 {
			break
		}
		lines = append(lines, path[:cut])
		path = path[cut:]
	}
	return append(lines, path)
}
