package reports

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// tints are the cells of a puzzle that a picture colours. Courts that cover more
// than half the board say nothing and are left out: the start of solo.
func tints(p *puzzles.Puzzle) (start, goal positions.Bits) {
	if 2*p.Start.Len() <= p.Board.Len() && !p.Game.Pegs() {
		start = p.Start
	}
	if 2*p.Goal.Len() <= p.Board.Len() {
		goal = p.Goal
	}
	return start, goal
}

// ground is what lies below the men: the board with its courts and holes, and
// the names of rows and columns if legend is set.
func (cv canvas) ground(p *puzzles.Puzzle, legend bool) string {
	var out strings.Builder
	path := func(class, d string) {
		if d != "" {
			fmt.Fprintf(&out, `<path class="%s" d="%s"/>`, class, d)
		}
	}
	var all, dark positions.Bits
	for c := range positions.Cell(cv.board.Len()) {
		all = all.With(c)
		if pt := cv.board.Point(c); (pt.X+pt.Y)%2 == 0 {
			dark = dark.With(c)
		}
	}
	start, goal := tints(p)
	if cv.board.Shape() == positions.Square {
		first, last := cv.spots[0], cv.spots[cv.board.Len()-1]
		fmt.Fprintf(&out, `<rect class="frame" x="%d" y="%d" width="%d" height="%d" rx="14"/>`,
			first.X-pitch/2-9, last.Y-pitch/2-9, last.X-first.X+pitch+18, first.Y-last.Y+pitch+18)
		path("fields", cv.squares(dark))
		path("in-start", cv.squares(start))
		path("in-goal", cv.squares(goal))
		path("grid", cv.squares(all))
	} else {
		lines := cv.runs(all)
		path("rim", lines)
		path("plate", lines)
		path("court-start", cv.runs(start))
		path("court-goal", cv.runs(goal))
		path("lattice", lines)
		path("holes", circles(9, cv.of(all)...))
	}
	if legend {
		cv.labels(&out)
	}
	return out.String()
}

// labels writes the number of every row on its left and the letters of the
// columns below; on the star, where letters count within the row, the last
// letter of every row on its right.
func (cv canvas) labels(out *strings.Builder) {
	text := func(x, y int, anchor, label string) {
		fmt.Fprintf(out, `<text class="label" x="%d" y="%d" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(label))
	}
	gap := labelGap
	if !cv.board.Triangular() {
		gap -= 6
	}
	first := make(map[int]spot)
	last := make(map[int]positions.Cell)
	bottom := make(map[int]spot)
	for c := range positions.Cell(cv.board.Len()) {
		s, row := cv.spots[c], cv.board.Row(c)
		if f, ok := first[row]; !ok || s.X < f.X {
			first[row] = s
		}
		if l, ok := last[row]; !ok || s.X > cv.spots[l].X {
			last[row] = c
		}
		column := cv.board.Point(c).X
		if b, ok := bottom[column]; !ok || s.Y > b.Y {
			bottom[column] = s
		}
	}
	rows := len(first)
	for row := 0; rows > 0; row++ {
		s, ok := first[row]
		if !ok {
			continue // drawn boards may have an empty row
		}
		rows--
		text(s.X-gap, s.Y+9, "end", strconv.Itoa(row+1))
		if cv.board.Shape() == positions.Star {
			name := cv.board.Name(last[row])
			text(cv.spots[last[row]].X+gap, s.Y+9, "start", strings.TrimRight(name, "0123456789"))
		}
	}
	if cv.board.Shape() == positions.Star {
		return
	}
	columns := len(bottom)
	for column := 0; columns > 0; column++ {
		s, ok := bottom[column]
		if !ok {
			continue
		}
		columns--
		x, y := s.X, s.Y+gap+14
		if cv.board.Triangular() {
			x -= (gap - 4) * pitch / 2 / triRow
			y -= 4
		}
		text(x, y, "middle", string(rune('a'+column)))
	}
}
