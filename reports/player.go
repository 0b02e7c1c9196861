package reports

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver"
)

// player is what the script knows of a line: everything is worked out here, the
// script only shows it. Frame n is the position after n moves.
type player struct {
	Spots  [][2]int `json:"spots,omitempty"` // of the cells; none if the game of the article has them
	Names  []string `json:"names,omitempty"` // of the cells
	Frames []frame  `json:"frames"`
	playerParties
}

// frame is a position and the move that led there.
type frame struct {
	Text  string           `json:"text"`
	Men   []positions.Cell `json:"men"`             // by man, −1 while it is not on the board
	Mover int              `json:"mover"`           // the man that moved, −1 at the start
	Path  []positions.Cell `json:"path"`            // the cells it touched
	Worth []worth          `json:"worth,omitempty"` // of two players: what turns are worth
	// Of two players: all turns that are legal, the best first, which of them the line
	// makes, and which party it is that makes it.
	Turns  []frameTurn `json:"turns,omitempty"`
	Played int         `json:"played,omitempty"`
	Rolls  []frameRoll `json:"rolls,omitempty"` // of games with dice
	Roll   int         `json:"roll,omitempty"`  // which of them has fallen
	Side   int         `json:"side,omitempty"`
	marks
}

func (l Language) newPlayer(r *solver.Result) player {
	cv := newCanvas(r.Puzzle.Board)
	var p player
	for c, s := range cv.spots {
		p.Spots = append(p.Spots, [2]int{s.X, s.Y})
		p.Names = append(p.Names, r.Puzzle.Board.Name(positions.Cell(c)))
	}
	at := tracks(r.Puzzle, r.Line)
	for n := range at {
		f := frame{Text: l.spoken(r, n), Men: at[n], Mover: -1, Path: []positions.Cell{}, marks: cv.marksAt(r, n)}
		if n > 0 {
			f.Path = r.Line[n-1]
			f.Mover = slices.Index(at[n-1], f.Path[0])
		}
		p.Frames = append(p.Frames, f)
	}
	return p
}

// pageBoard draws the board of an article. The script finds the men by their
// order and the marks by their class. Nothing in it comes from outside.
func (l Language) pageBoard(r *solver.Result, n int) string {
	cv := newCanvas(r.Puzzle.Board)
	at := tracks(r.Puzzle, r.Line)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="%s" viewBox="0 0 %d %d" role="img" aria-label="%s">`, cv.sizeClass(), cv.width, cv.height, template.HTMLEscapeString(l.board(r.Puzzle.Board)))
	out.WriteString(cv.ground(r.Puzzle, true))
	m := cv.marksAt(r, n)
	path := func(class, d string) { fmt.Fprintf(&out, `<path class="%s" d="%s"/>`, class, d) }
	path("trails", "") // the script makes them
	path("left", m.Left)
	path("taken", m.Taken)
	out.WriteString(`<g class="men">`)
	for i, c := range at[n] {
		var s spot
		hidden := ` visibility="hidden"`
		if c != positions.NoCell {
			s, hidden = cv.spots[c], ""
		}
		fmt.Fprintf(&out, `<g class="%s" transform="translate(%d %d)"%s>%s</g>`, manClass(r, at, n, i), s.X, s.Y, hidden, manDrawing(r, i))
	}
	out.WriteString("</g>")
	path("placed", m.Placed)
	path("casing", m.Shaft)
	path("shaft", m.Shaft)
	path("heads", m.Heads)
	cv.names(&out)
	out.WriteString("</svg>")
	return out.String()
}
