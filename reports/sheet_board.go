package reports

import (
	"fmt"
	"html"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// ringSize is the radius of a ring around a cell of the goal; a man is within.
const ringSize = 26

// sheetDrawing draws the boards of a sheet. What is the same on all drawings is
// there once and referred to.
type sheetDrawing struct {
	list     []SheetPuzzle
	language Language
	canvases []canvas
	ofBoard  []int    // the canvas of each puzzle
	frames   []cutout // what is drawn of it
}

func newSheetDrawing(list []SheetPuzzle, l Language) *sheetDrawing {
	d := &sheetDrawing{list: list, language: l}
	known := make(map[string]int)
	for _, p := range list {
		b := p.Puzzle.Board
		var all []string
		for c := range positions.Cell(b.Len()) {
			all = append(all, b.Name(c))
		}
		key := b.Shape().String() + " " + strings.Join(all, " ")
		n, ok := known[key]
		if !ok {
			n = len(d.canvases)
			known[key] = n
			d.canvases = append(d.canvases, newCanvas(b))
		}
		d.ofBoard = append(d.ofBoard, n)
		d.frames = append(d.frames, d.canvases[n].cutTo(p.Puzzle, p.Line))
	}
	return d
}

// columns is how many boards are drawn beside each other so that the men of the
// largest are some 3 mm wide.
func (d *sheetDrawing) columns() int {
	widest := 0
	for _, f := range d.frames {
		widest = max(widest, f.width(), f.height())
	}
	if widest <= 9*pitch+2*margin-frameLeft {
		return 3
	}
	return 2
}

// boards names the boards: "English cross (33 holes), star 4 (121 holes)".
func (d *sheetDrawing) boards() string {
	var names []string
	for _, cv := range d.canvases {
		names = append(names, d.language.board(cv.board))
	}
	return capital(strings.Join(names, ", "))
}

// shapes are the boards and the men that the drawings refer to.
func (d *sheetDrawing) shapes() string {
	var out strings.Builder
	out.WriteString(`<svg class="board shapes" width="0" height="0" aria-hidden="true"><defs>`)
	for i, cv := range d.canvases {
		fmt.Fprintf(&out, `<g id="board-%d">%s</g>`, i+1, cv.ground(&puzzles.Puzzle{Board: cv.board}, true))
	}
	fmt.Fprintf(&out, `<circle id="ring" class="ring" r="%d"/>`, ringSize)
	out.WriteString(`<g id="man" class="man"><circle class="body" r="19"/></g><g id="marked" class="man"><circle class="body" r="19"/>` + markShape + `</g></defs></svg>`)
	return out.String()
}

// board draws the start of the n-th puzzle.
func (d *sheetDrawing) board(n int) string {
	p, cv := d.list[n].Puzzle, d.canvases[d.ofBoard[n]]
	rings := ringed(p)
	l := d.language
	text := l.say("Men on %s.", l.list(p.Board.Names(p.Start)))
	if p.Marked.Len() > 0 {
		text += " " + l.say("Marked: %s.", l.list(p.Board.Names(p.Marked)))
	}
	if rings.Len() > 0 {
		text += " " + l.say("Goal: %s.", l.list(p.Board.Names(rings)))
	}
	var out strings.Builder
	class, f := "board", d.frames[n]
	if f.width() <= 9*pitch+2*margin-frameLeft {
		class = "board small"
	}
	d.open(&out, d.ofBoard[n], f, class, fmt.Sprintf(` role="img" aria-labelledby="d%d"><desc id="d%[1]d">%s</desc>`, n+1, html.EscapeString(text)))
	for _, band := range bands(p) {
		fmt.Fprintf(&out, `<path class="band" d="%s"/>`, cv.runs(band))
	}
	cv.put(&out, "ring", rings)
	cv.put(&out, "man", p.Start.AndNot(p.Marked))
	cv.put(&out, "marked", p.Marked)
	d.close(&out, d.ofBoard[n], f)
	return out.String()
}

// ringed are the cells of the goal that a sheet rings: all of them, unless there
// are several figures, or they are the whole board, which says nothing.
func ringed(p *puzzles.Puzzle) positions.Bits {
	if p.Goal.Len() == p.Board.Len() || len(p.Goals) > 1 {
		return positions.Bits{}
	}
	return p.Goal
}

// mostBands is the greatest number of figures, any of which will do, that a sheet
// shows on the board. More are a thicket.
const mostBands = 6

// bands are the figures, if there are several, that a sheet shows as bands.
func bands(p *puzzles.Puzzle) (out []positions.Bits) {
	if len(p.Goals) < 2 || len(p.Goals) > mostBands {
		return nil
	}
	for _, g := range p.Goals {
		out = append(out, g.Men)
	}
	return out
}
