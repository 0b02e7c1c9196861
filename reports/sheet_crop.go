package reports

import (
	"fmt"
	"html"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Measures of a cut.
const (
	cutBeyond = 144       // how far a cut is from the last cell that is needed: two more cells are seen
	cutLeast  = 7 * pitch // no drawing is cut smaller
	cutLabel  = 70        // room for the names of cells at the left of a cut board
	cutWorth  = 50        // percent of the board: a cut that leaves more is not worth it
	frameLeft = 4         // what a whole board has around it without the room for labels that it does not need
	frameTop  = 30
)

// cutout is the part of a canvas that a drawing shows.
type cutout struct {
	left, top, right, bottom int
	cut                      bool // the board goes on beyond it
}

// wholeBoard is the frame of a board that is not cut.
func (cv canvas) wholeBoard() cutout {
	right, bottom := 44, 18 // without labels there is less to be seen
	if cv.board.FromTip() {
		right, bottom = 16, 44
	}
	return cutout{left: frameLeft, top: frameTop, right: cv.width - right, bottom: cv.height - bottom}
}

// cutTo is the part of a board where the men of a puzzle, its goals and the cells of a
// solution are, with a cell more on every side; the whole board if that is not much more.
func (cv canvas) cutTo(p *puzzles.Puzzle, line puzzles.Line) cutout {
	whole := cv.wholeBoard()
	needed := p.Start
	if p.Goal.Len() < p.Board.Len() {
		needed = needed.Or(p.Goal)
	}
	for _, g := range p.Goals {
		needed = needed.Or(g.Men)
	}
	for _, path := range line {
		for _, c := range append(between(p.Board, path), path...) {
			needed = needed.With(c)
		}
	}
	spots := cv.of(needed)
	f := cutout{left: spots[0].X, right: spots[0].X, top: spots[0].Y, bottom: spots[0].Y, cut: true}
	for _, s := range spots {
		f.left, f.right, f.top, f.bottom = min(f.left, s.X), max(f.right, s.X), min(f.top, s.Y), max(f.bottom, s.Y)
	}
	f.left, f.right = widened(f.left-cutBeyond, f.right+cutBeyond, whole.left, whole.right)
	f.top, f.bottom = widened(f.top-cutBeyond, f.bottom+cutBeyond, whole.top, whole.bottom)
	if 100*f.area() > cutWorth*whole.area() {
		return whole
	}
	return f
}

func (f cutout) width() int  { return f.right - f.left }
func (f cutout) height() int { return f.bottom - f.top }
func (f cutout) area() int   { return f.width() * f.height() }

// shows reports whether a cell at s is seen whole.
func (f cutout) shows(s spot) bool {
	return s.X-manSize >= f.left && s.X+manSize <= f.right && s.Y-manSize >= f.top && s.Y+manSize <= f.bottom
}

// widened makes the stretch from low to high at least cutLeast long, within from and to;
// a stretch that ends close to an end of these goes up to it.
func widened(low, high, from, to int) (int, int) {
	if missing := cutLeast - (high - low); missing > 0 {
		low, high = low-missing/2, high+missing/2
	}
	if low < from+pitch {
		low, high = from, max(high, from+cutLeast)
	}
	if high > to-pitch {
		low, high = min(low, to-cutLeast), to
	}
	return max(low, from), min(high, to)
}

// open begins the drawing of a frame of the board with this number, up to what is drawn
// on it; close ends it. A cut board has the name of the first cell that is seen at the
// left of every row, and dashes along its cuts.
func (d *sheetDrawing) open(out *strings.Builder, n int, f cutout, class, label string) {
	if !f.cut {
		fmt.Fprintf(out, `<svg class="%s" viewBox="%d %d %d %d"%s<use href="#board-%d"/>`, class, f.left, f.top, f.width(), f.height(), label, n+1)
		return
	}
	fmt.Fprintf(out, `<svg class="%s" viewBox="%d %d %d %d"%s`, class, f.left-cutLabel, f.top, f.width()+cutLabel, f.height(), label)
	fmt.Fprintf(out, `<svg x="%d" y="%d" width="%d" height="%d" viewBox="%[1]d %[2]d %[3]d %[4]d"><use href="#board-%d"/>`, f.left, f.top, f.width(), f.height(), n+1)
}

func (d *sheetDrawing) close(out *strings.Builder, n int, f cutout) {
	if f.cut {
		cv := d.canvases[n]
		out.WriteString("</svg>")
		named := make(map[int]bool)
		for c, s := range cv.spots { // from the left
			row := cv.board.Row(positions.Cell(c))
			if cv.board.FromTip() && s.X-labelGap-manSize >= f.left && !named[row] {
				named[row] = true // its number is seen
			}
			if f.shows(s) && !named[row] {
				named[row] = true
				fmt.Fprintf(out, `<text class="label" x="%d" y="%d" text-anchor="end">%s</text>`, f.left-8, s.Y+9, html.EscapeString(cv.board.Name(positions.Cell(c))))
			}
		}
		whole, torn := cv.wholeBoard(), ""
		for _, side := range []struct {
			cut bool
			d   string
		}{
			{f.left > whole.left, fmt.Sprintf("M%d %dV%d", f.left, f.top, f.bottom)},
			{f.right < whole.right, fmt.Sprintf("M%d %dV%d", f.right, f.top, f.bottom)},
			{f.top > whole.top, fmt.Sprintf("M%d %dH%d", f.left, f.top, f.right)},
			{f.bottom < whole.bottom, fmt.Sprintf("M%d %dH%d", f.left, f.bottom, f.right)},
		} {
			if side.cut {
				torn += side.d
			}
		}
		fmt.Fprintf(out, `<path class="torn" d="%s"/>`, torn)
	}
	out.WriteString("</svg>")
}

// movesADiagram is how many moves a diagram of a solution shows at most.
const movesADiagram = 3

// mostDrawnMoves is how many moves all solutions may have together; if they have more,
// they are text.
const mostDrawnMoves = 1500

// moves is how many moves the solutions have together.
func (d *sheetDrawing) moves() (n int) {
	for _, p := range d.list {
		n += len(p.Line)
	}
	return n
}

// steps draws the solution of a puzzle: positions on the way, each with the next moves
// as numbered arrows.
func (d *sheetDrawing) steps(n int) (drawn []string) {
	p, line := d.list[n].Puzzle, d.list[n].Line
	cv, f := d.canvases[d.ofBoard[n]], d.frames[n]
	for at := 0; at < len(line); {
		to, begun := at, positions.Bits{}
		for to < len(line) && to < at+movesADiagram && !begun.Has(line[to][0]) {
			begun = begun.With(line[to][0])
			to++
		}
		var out strings.Builder
		d.open(&out, d.ofBoard[n], f, "board step", ` aria-hidden="true">`)
		men, marked := p.After(line, at), p.MarkedAfter(line, at)
		cv.put(&out, "man", men.AndNot(marked))
		cv.put(&out, "marked", marked)
		var way marks
		for _, path := range line[at:to] {
			m := cv.marksOf(p, path)
			way.Shaft, way.Heads = way.Shaft+m.Shaft, way.Heads+m.Heads
		}
		fmt.Fprintf(&out, `<path class="casing" d="%s"/><path class="shaft" d="%[1]s"/><path class="heads" d="%s"/>`, way.Shaft, way.Heads)
		for i, path := range line[at:to] {
			s := cv.spots[path[0]]
			fmt.Fprintf(&out, `<text class="nth" x="%d" y="%d">%d</text>`, s.X, s.Y+11, at+i+1)
		}
		d.close(&out, d.ofBoard[n], f)
		drawn = append(drawn, out.String())
		at = to
	}
	return drawn
}

// put draws a shape on every cell of a set.
func (cv canvas) put(out *strings.Builder, shape string, set positions.Bits) {
	for _, s := range cv.of(set) {
		fmt.Fprintf(out, `<use href="#%s" x="%d" y="%d"/>`, shape, s.X, s.Y)
	}
}
