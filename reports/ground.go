package reports

import (
	"fmt"
	"html"
	"maps"
	"math"
	"slices"
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
		fmt.Fprintf(&out, `<rect class="inside" x="%d" y="%d" width="%d" height="%d"/>`,
			first.X-pitch/2, last.Y-pitch/2, last.X-first.X+pitch, first.Y-last.Y+pitch)
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
// columns below, on crosses and drawn boards beside the frame; on the star, where
// letters count within the row, the last letter of every row on its right.
func (cv canvas) labels(out *strings.Builder) {
	text := func(x, y int, anchor, label string) {
		fmt.Fprintf(out, `<text class="label" x="%d" y="%d" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(label))
	}
	gap := labelGap
	if !cv.board.Triangular() {
		gap -= 6
	}
	rows, columns := make(map[int][]positions.Cell), make(map[int][]positions.Cell)
	left, below := math.MaxInt, 0
	for c := range positions.Cell(cv.board.Len()) { // from the left, from below
		row, column := cv.board.Row(c), cv.board.Point(c).X
		rows[row] = append(rows[row], c)
		columns[column] = append(columns[column], c)
		left, below = min(left, cv.spots[c].X), max(below, cv.spots[c].Y)
	}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		first, last := rows[row][0], rows[row][len(rows[row])-1]
		x, y := cv.spots[first].X, cv.spots[first].Y+9
		if !cv.board.Triangular() {
			x = left
		}
		text(x-gap, y, "end", strconv.Itoa(row+1))
		if cv.board.FromTip() {
			text(cv.spots[last].X+gap, y, "start", strings.TrimRight(cv.board.Name(last), "0123456789"))
		}
	}
	if cv.board.FromTip() {
		return
	}
	for _, column := range slices.Sorted(maps.Keys(columns)) {
		s := cv.spots[columns[column][0]]
		x, y := s.X, below+gap+14
		if cv.board.Triangular() { // a little along the slanted column
			x, y = s.X-pitch/3, s.Y+gap+10
		}
		text(x, y, "middle", string(rune('a'+column)))
	}
}
