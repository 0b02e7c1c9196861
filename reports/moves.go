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
// one before it and the first is as low as that allows. The first column ends with
// some entry and takes its share of all lines at least, so these heights are tried
// alone: of one or two columns, or entries of a line each, the first one will do.
func split(entries []cellLines, columns int) [][]cellLines {
	total := linesOf(entries)
	height := 0
	for _, entry := range entries {
		if height += len(entry.lines); height*columns < total {
			continue
		}
		if out, ok := dealt(entries, columns, height); ok {
			return out
		}
	}
	return nil // without entries: one column takes them all
}

// dealt fills columns of a height one after the other and reports whether they
// take all entries, none being higher than one before it.
func dealt(entries []cellLines, columns, height int) (out [][]cellLines, ok bool) {
	before := height
	for len(entries) > 0 && len(out) < columns {
		n, used := 0, 0
		for n < len(entries) && used+len(entries[n].lines) <= height {
			used += len(entries[n].lines)
			n++
		}
		if used > before {
			return nil, false
		}
		before = used
		out = append(out, entries[:n])
		entries = entries[n:]
	}
	return out, len(entries) == 0
}

func linesOf(entries []cellLines) (n int) {
	for _, entry := range entries {
		n += len(entry.lines)
	}
	return n
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
