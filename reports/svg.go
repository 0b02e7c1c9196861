package reports

import (
	_ "embed" // the style of boards
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver"
)

//go:embed page/board.css
var boardStyle string

// SVGOptions chooses what a picture shows. The zero value is a strip: the start
// and the position after every move.
type SVGOptions struct {
	Move     *int     // the position after that many moves alone
	Diagrams Diagrams // of a strip: AllDiagrams if empty, or KeyDiagrams
	Columns  int      // boards in a row of the strip; 0: about as wide as high
	Theme    Theme    // AutoTheme if empty
	Title    string   // the puzzle's name if empty
}

// SVG draws one position or a strip of the whole line. Equal results and options
// give equal bytes. The line is replayed by the verifier first; errors are those
// of [verify.Replay], [ErrMove], [ErrTooLong] and of the writer.
func SVG(w io.Writer, r *solver.Result, o SVGOptions) error {
	if err := Drawable(r); err != nil {
		return err
	}
	var out strings.Builder
	var err error
	if o.Move != nil {
		err = writePosition(&out, r, *o.Move, o)
	} else {
		err = writeStrip(&out, r, o)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, out.String())
	return err
}

func writePosition(out *strings.Builder, r *solver.Result, n int, o SVGOptions) error {
	if n < 0 || n > len(r.Line) {
		return fmt.Errorf("%w: %d of a line of %s", ErrMove, n, quantity(len(r.Line), "move"))
	}
	cv := newCanvas(r.Puzzle.Board)
	description := spoken(r, n)
	openSVG(out, cv.width, cv.height, pictureTitle(r, o.Title), description, o.Theme)
	out.WriteString(cv.ground(r.Puzzle, true))
	at := tracks(r.Puzzle, r.Line)
	writeMarks(out, cv.marksAt(r, n), func() {
		for m, c := range at[n] {
			if c != positions.NoCell {
				fmt.Fprintf(out, `<g class="%s" transform="translate(%d %d)">%s</g>`, manClass(r, at, n, m), cv.spots[c].X, cv.spots[c].Y, manDrawing(r, m))
			}
		}
	})
	out.WriteString("</svg>\n")
	return nil
}

// captionRoom is the height below a board of a strip for its caption, in units of
// the board's drawing.
const captionRoom = 84

// writeStrip draws the positions of a line one after the other, the board and
// the men defined once.
func writeStrip(out *strings.Builder, r *solver.Result, o SVGOptions) error {
	cv := newCanvas(r.Puzzle.Board)
	steps := stripSteps(len(r.Line), o.Diagrams)
	width, height := cv.width, cv.height+captionRoom
	columns := o.Columns
	if columns <= 0 {
		// As many as make the strip about 1.5 times as wide as high.
		columns = int(math.Ceil(math.Sqrt(1.5 * float64(len(steps)) * float64(height) / float64(width))))
	}
	columns = min(columns, len(steps))
	rows := (len(steps) + columns - 1) / columns
	openSVG(out, columns*width, rows*height, pictureTitle(r, o.Title), Headline(r), o.Theme)
	out.WriteString(`<defs><g id="ground">` + cv.ground(r.Puzzle, false) + `</g>`)
	out.WriteString(`<g id="man">` + manShape + `</g><g id="marked">` + manShape + markShape + "</g></defs>\n")
	at := tracks(r.Puzzle, r.Line)
	for i, n := range steps {
		fmt.Fprintf(out, `<g transform="translate(%d %d)"><use href="#ground"/>`, i%columns*width, i/columns*height)
		writeMarks(out, cv.marksAt(r, n), func() {
			for m, c := range at[n] {
				if c == positions.NoCell {
					continue
				}
				shape := "man"
				if marked(r, m) {
					shape = "marked"
				}
				fmt.Fprintf(out, `<use class="%s" href="#%s" x="%d" y="%d"/>`, manClass(r, at, n, m), shape, cv.spots[c].X, cv.spots[c].Y)
			}
		})
		caption := "start"
		if n > 0 {
			caption = fmt.Sprintf("%d  %s", n, shortened(r.Puzzle.Board, r.Line[n-1], cv.width/24))
		}
		fmt.Fprintf(out, `<text class="caption" x="%d" y="%d" text-anchor="middle">%s</text></g>`+"\n", width/2, cv.height+22, html.EscapeString(caption))
	}
	out.WriteString("</svg>\n")
	return nil
}

// stripSteps lists the positions of a strip by the number of moves made.
func stripSteps(moves int, d Diagrams) []int {
	if d == KeyDiagrams && moves >= 2 {
		return []int{0, moves / 2, moves}
	}
	steps := make([]int, moves+1)
	for n := range steps {
		steps[n] = n
	}
	return steps
}

// shortened writes a move in at most so many characters: "a3-c5-…-m9".
func shortened(b *positions.Board, path []positions.Cell, room int) string {
	full := b.FormatPath(path)
	if len(full) <= room {
		return full
	}
	end := "-…-" + b.Name(path[len(path)-1])
	for n := len(path) - 2; n > 1; n-- {
		if head := b.FormatPath(path[:n]); len(head)+utf8.RuneCountInString(end) <= room {
			return head + end
		}
	}
	return b.Name(path[0]) + end
}

// openSVG writes the head of a picture of its own. The size that programs show
// it in is half its units, unless it is too large or too small for that.
func openSVG(out *strings.Builder, width, height int, title, description string, theme Theme) {
	shown := min(max(width/2, 240), 1600)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="t d">`+"\n",
		width, height, shown, round(shown*height, width))
	fmt.Fprintf(out, `<title id="t">%s</title><desc id="d">%s</desc>`+"\n", html.EscapeString(legible(title)), html.EscapeString(legible(description)))
	// Elements that are drawn by reference have no board above them, so the
	// classes must do without.
	style := strings.ReplaceAll(strings.TrimSpace(boardStyle), ".board .", ".")
	out.WriteString("<style>\n" + withColors(style, theme == DarkTheme))
	if theme == AutoTheme || theme == "" {
		out.WriteString("\n@media (prefers-color-scheme: dark) {\n" + withColors(style, true) + "\n}")
	}
	out.WriteString("\n</style>\n")
	fmt.Fprintf(out, `<rect class="card" width="%d" height="%d" rx="24"/>`+"\n", width, height)
}

// marksAt returns the marks of the move that led to the position after n moves.
func (cv canvas) marksAt(r *solver.Result, n int) marks {
	if n == 0 {
		return marks{}
	}
	return cv.marksOf(r.Puzzle, r.Line[n-1])
}

// writeMarks draws the marks of a move around its men.
func writeMarks(out *strings.Builder, m marks, men func()) {
	path := func(class, d string) {
		if d != "" {
			fmt.Fprintf(out, `<path class="%s" d="%s"/>`, class, d)
		}
	}
	path("left", m.Left)
	path("taken", m.Taken)
	men()
	path("placed", m.Placed)
	path("casing", m.Shaft)
	path("shaft", m.Shaft)
	path("heads", m.Heads)
}

// manShape is a man around the origin, markShape the sign of a marked one.
const (
	manShape  = `<circle class="body" r="22"/><path class="shine" d="M-13-7a15 15 0 0 1 11-8"/>`
	markShape = `<path class="mark" d="M0-11L10 7L-10 7z"/>`
)

func manDrawing(r *solver.Result, m int) string {
	if marked(r, m) {
		return manShape + markShape
	}
	return manShape
}

// marked reports whether man m is a marked one.
func marked(r *solver.Result, m int) bool {
	start := r.Puzzle.Start.Cells()
	return m < len(start) && r.Puzzle.Marked.Has(start[m])
}

// manClass is the class of man m after n moves.
func manClass(r *solver.Result, at [][]positions.Cell, n, m int) string {
	if n > 0 && m == slices.Index(at[n-1], r.Line[n-1][0]) {
		return "man moved"
	}
	return "man"
}

func pictureTitle(r *solver.Result, title string) string {
	if title != "" {
		return title
	}
	return heading(r.Puzzle) + ": " + Headline(r)
}
