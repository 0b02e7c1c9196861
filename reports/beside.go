package reports

import (
	"strings"
	"unicode/utf8"
)

// gap stands between panels, in characters between the longest neighbouring rows.
const gap = 3

// Beside draws panels side by side under their captions, as many as the width
// takes, in rows of panels. All must be of one board.
func Beside(panels []Panel, s Style, width int) string {
	if len(panels) == 0 {
		return ""
	}
	sheets := make([]sheet, len(panels))
	for i, p := range panels {
		sheets[i] = p.draw(s)
	}
	perRow := fitting(sheets, width)
	var out strings.Builder
	for i := 0; i < len(sheets); i += perRow {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(joinSheets(sheets[i:min(i+perRow, len(sheets))], s))
	}
	return out.String()
}

// fitting is how many sheets fit in one row of the given width, at least 1.
func fitting(sheets []sheet, width int) int {
	n := 1
	for n < len(sheets) {
		left := offsets(sheets[:n+1])
		if at := captionsAt(sheets[:n+1], left)[n]; at+utf8.RuneCountInString(sheets[n].caption) > width {
			return n
		}
		for _, row := range sheets[n].rows {
			if left[n]+len(row) > width {
				return n
			}
		}
		n++
	}
	return n
}

// captionsAt returns the columns at which the captions begin: each centred over
// its sheet, but two characters behind the one before.
func captionsAt(sheets []sheet, left []int) []int {
	out := make([]int, len(sheets))
	free := 0
	for i, sh := range sheets {
		n := utf8.RuneCountInString(sh.caption)
		out[i] = max(left[i]+(sh.head-n+1)/2, free)
		free = out[i] + n + 2
	}
	return out
}

// offsets returns the columns at which sheets begin when every row keeps the
// gap to the same row of the next sheet. So slanted boards nest: what counts is
// the extent of each row, not of the whole board.
func offsets(sheets []sheet) []int {
	out := make([]int, len(sheets))
	for i := 1; i < len(sheets); i++ {
		step := utf8.RuneCountInString(sheets[i-1].caption) + 1
		for y, row := range sheets[i-1].rows {
			step = max(step, len(row)-blanks(sheets[i].rows[y])+gap)
		}
		out[i] = out[i-1] + step
	}
	return out
}

func blanks(row []glyph) int {
	n := 0
	for n < len(row) && row[n].r == ' ' {
		n++
	}
	return n
}

// joinSheets puts sheets next to each other under their captions.
func joinSheets(sheets []sheet, s Style) string {
	left := offsets(sheets)
	var out strings.Builder
	at := 0
	for i, x := range captionsAt(sheets, left) {
		if caption := sheets[i].caption; caption != "" {
			out.WriteString(strings.Repeat(" ", x-at) + s.paint(title, caption))
			at = x + utf8.RuneCountInString(caption)
		}
	}
	if at > 0 {
		out.WriteByte('\n')
	}
	for y := range sheets[0].rows {
		var line []glyph
		for i, sh := range sheets {
			skip := blanks(sh.rows[y])
			for len(line) < left[i]+skip {
				line = append(line, glyph{' ', usual})
			}
			line = append(line, sh.rows[y][skip:]...)
		}
		out.WriteString(s.paintRow(line))
		out.WriteByte('\n')
	}
	return out.String()
}
