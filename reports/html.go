package reports

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

//go:embed page/page.html page/page.css page/player.js
var pageFiles embed.FS

// HTMLOptions chooses what a page shows first.
type HTMLOptions struct {
	Move  int    // the position that the page opens at, by moves made; the last one of shorter lines
	Theme Theme  // AutoTheme if empty: what the reader's system says
	Title string // of the page; the puzzle's name if empty
}

// HTML writes one page that shows results and steps through their lines. It
// needs nothing but itself: script and style are within, and its security policy
// lets nothing else run or load. Texts of the results are shown as they are,
// never as markup. Lines are replayed by the verifier first; errors are those of
// [verify.Replay], [ErrTooLong] and of the writer.
func HTML(w io.Writer, results []*solver.Result, o HTMLOptions) error {
	page, err := newPage(results, o)
	if err != nil {
		return err
	}
	t, err := template.ParseFS(pageFiles, "page/page.html")
	if err != nil {
		return fmt.Errorf("the page's template: %w", err)
	}
	var out bytes.Buffer // a page is written whole or not at all
	if err := t.Execute(&out, page); err != nil {
		return fmt.Errorf("the page's template: %w", err)
	}
	_, err = w.Write(out.Bytes())
	return err
}

// page is what the template shows.
type page struct {
	Title    string
	Heading  string // above the puzzles, "" if there is one alone that has no other title
	Theme    string // "light" or "dark", "" if the reader's system decides
	Policy   string
	Style    template.CSS
	Script   template.JS
	Articles []article
}

// article is one result on the page.
type article struct {
	Number   int // from 1
	Name     string
	Headline string
	Status   string
	Facts    []fact
	Search   []fact
	Phases   [][]string
	Board    template.HTML // drawn at the position the page opens at
	Gauge    template.HTML
	HasStart bool // the start is tinted
	HasGoal  bool
	Taken    bool // men are taken off
	Placed   bool // men are placed
	Marked   bool
	Moves    []moveEntry
	At       int // the position the page opens at
	Last     int // the position after the last move
	Text     string
	MenOn    string
	Player   player
}

// moveEntry is a move in the list.
type moveEntry struct {
	Number int
	Path   string
}

// player is what the script knows of a line: everything is worked out here, the
// script only shows it. Frame n is the position after n moves.
type player struct {
	Spots  [][2]int `json:"spots"` // of the cells
	Names  []string `json:"names"` // of the cells
	Frames []frame  `json:"frames"`
}

// frame is a position and the move that led there.
type frame struct {
	Text  string           `json:"text"`
	Men   []positions.Cell `json:"men"`   // by man, −1 while it is not on the board
	Mover int              `json:"mover"` // the man that moved, −1 at the start
	Path  []positions.Cell `json:"path"`  // the cells it touched
	marks
}

func newPage(results []*solver.Result, o HTMLOptions) (*page, error) {
	style, script, err := pageParts()
	if err != nil {
		return nil, err
	}
	p := &page{
		Title: legible(o.Title), Heading: legible(o.Title), Style: template.CSS(style), Script: template.JS(script),
		Policy: "default-src 'none'; script-src " + hashOf(script) + "; style-src " + hashOf(style) +
			"; img-src data:; base-uri 'none'; form-action 'none'",
	}
	if o.Theme == LightTheme || o.Theme == DarkTheme {
		p.Theme = string(o.Theme)
	}
	for i, r := range results {
		if err := Drawable(r); err != nil {
			return nil, err
		}
		p.Articles = append(p.Articles, newArticle(r, i+1, min(max(o.Move, 0), len(r.Line))))
	}
	switch {
	case p.Title != "":
	case len(results) == 1:
		p.Title = name(results[0])
	default:
		p.Title = quantity(len(results), "puzzle")
		p.Heading = p.Title
	}
	return p, nil
}

// pageParts returns the style and the script of a page.
func pageParts() (style, script string, err error) {
	css, err := pageFiles.ReadFile("page/page.css")
	if err != nil {
		return "", "", err
	}
	js, err := pageFiles.ReadFile("page/player.js")
	if err != nil {
		return "", "", err
	}
	colors := ":root{color-scheme:light;" + variables(false) + "}\n" +
		"@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;" + variables(true) + "}}\n" +
		":root[data-theme=dark]{color-scheme:dark;" + variables(true) + "}\n"
	return "\n" + colors + boardStyle + string(css), "\n" + string(js), nil
}

// hashOf names a script or a style in a security policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func newArticle(r *solver.Result, number, at int) article {
	p := r.Puzzle
	start, goal := tints(p)
	a := article{
		Number: number, Name: name(r), Headline: Headline(r), Status: string(r.Status),
		Facts: legibleFacts(factsOf(r)), Search: searchFacts(r),
		Board: template.HTML(pageBoard(r, at)), Gauge: template.HTML(gauge(r)),
		Taken: p.Game == puzzles.GameSolo, Placed: p.Game == puzzles.GameRetour,
		HasStart: start.Len() > 0, HasGoal: goal.Len() > 0, Marked: p.Marked.Len() > 0,
		At: at, Last: len(r.Line), Text: spoken(r, at), MenOn: menOn(p.Board, p.After(r.Line, at)),
		Player: newPlayer(r),
	}
	for _, row := range phaseRows(&r.Stats) {
		for i := range row {
			row[i] = legible(row[i])
		}
		a.Phases = append(a.Phases, row)
	}
	for i, path := range r.Line {
		a.Moves = append(a.Moves, moveEntry{i + 1, p.Board.FormatPath(path)})
	}
	return a
}

func legibleFacts(facts []fact) []fact {
	for i := range facts {
		facts[i].Text = legible(facts[i].Text)
	}
	return facts
}

func newPlayer(r *solver.Result) player {
	cv := newCanvas(r.Puzzle.Board)
	var p player
	for c, s := range cv.spots {
		p.Spots = append(p.Spots, [2]int{s.X, s.Y})
		p.Names = append(p.Names, r.Puzzle.Board.Name(positions.Cell(c)))
	}
	at := tracks(r.Puzzle, r.Line)
	for n := range at {
		f := frame{Text: spoken(r, n), Men: at[n], Mover: -1, Path: []positions.Cell{}, marks: cv.marksAt(r, n)}
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
func pageBoard(r *solver.Result, n int) string {
	cv := newCanvas(r.Puzzle.Board)
	at := tracks(r.Puzzle, r.Line)
	var out strings.Builder
	class := "board"
	switch {
	case cv.width <= 5*pitch+2*margin:
		class = "board tiny"
	case cv.width <= 9*pitch+2*margin:
		class = "board small"
	}
	fmt.Fprintf(&out, `<svg class="%s" viewBox="0 0 %d %d" role="img" aria-label="%s">`, class, cv.width, cv.height, template.HTMLEscapeString(r.Puzzle.Board.String()))
	out.WriteString(cv.ground(r.Puzzle, true))
	m := cv.marksAt(r, n)
	path := func(class, d string) { fmt.Fprintf(&out, `<path class="%s" d="%s"/>`, class, d) }
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
	out.WriteString(`<g class="names">`)
	for c, s := range cv.spots {
		fmt.Fprintf(&out, `<text x="%d" y="%d">%s</text>`, s.X, s.Y+7, template.HTMLEscapeString(r.Puzzle.Board.Name(positions.Cell(c))))
	}
	out.WriteString("</g></svg>")
	return out.String()
}
