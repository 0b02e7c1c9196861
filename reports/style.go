package reports

import "strings"

// Style says how far a text report may use the terminal. Its zero value gives
// plain ASCII drawings without colour.
type Style struct {
	Color bool // ANSI colours
	Dots  bool // draw men and empty cells as ● and · instead of o and .
}

// ink is the colour of a piece of text, as the parameters of an ANSI sequence.
type ink string

const (
	usual   ink = ""
	title   ink = "1"    // bold
	faint   ink = "2"    // legends, empty cells
	good    ink = "1;32" // settled: green
	open    ink = "1;33" // not settled: yellow
	bad     ink = "1;31" // impossible: red
	man     ink = "1;36" // a man: cyan
	special ink = "1;33" // a marked man: yellow
	goal    ink = "32"   // an empty cell of the goal: green
	mover   ink = "1;35" // the man that moved last: magenta
	vacated ink = "35"   // the cell it came from
)

// paint returns text in an ink, or as it is where colours are off.
func (s Style) paint(i ink, text string) string {
	if !s.Color || i == usual || text == "" {
		return text
	}
	return "\x1b[" + string(i) + "m" + text + "\x1b[0m"
}

// glyph is one character of a drawing.
type glyph struct {
	r   rune
	ink ink
}

// paintRow renders a row of glyphs without trailing spaces, with one colour
// sequence for each run of equal ink.
func (s Style) paintRow(row []glyph) string {
	for len(row) > 0 && row[len(row)-1].r == ' ' {
		row = row[:len(row)-1]
	}
	var out strings.Builder
	for len(row) > 0 {
		n := 1
		for n < len(row) && (row[n].ink == row[0].ink || row[n].r == ' ') {
			n++
		}
		for n > 1 && row[n-1].r == ' ' && n < len(row) {
			n--
		}
		var run strings.Builder
		for _, g := range row[:n] {
			run.WriteRune(g.r)
		}
		out.WriteString(s.paint(row[0].ink, run.String()))
		row = row[n:]
	}
	return out.String()
}
