package reports

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// worth is the value of the best turn to a cell, as a page shows it there.
type worth struct {
	Cell  positions.Cell `json:"cell"`
	Text  string         `json:"text"`
	Class string         `json:"class"`
}

// newDuelArticle shows a game for two players: best play step by step, and at each
// step what every turn is worth to who makes it, on the cell that it leads to.
func newDuelArticle(d *Duel, number, at int) article {
	g := d.Game
	ground := &puzzles.Puzzle{Board: g.Board, Start: g.Home.Bits(), Goal: g.Goal.Bits()}
	status := "optimal"
	if d.Value == duel.ValueDrawn {
		status = "bounded"
	}
	a := article{
		Number: number, Name: "Two players, " + g.String(), Headline: capital(d.headline()), Status: status,
		HasStart: true, HasGoal: true, At: at, Last: len(d.Line), Duel: true, Facts: legibleFacts(d.facts()),
	}
	a.Player, a.Board = d.player(ground, at)
	a.Text = a.Player.Frames[at].Text
	a.Match = len(d.Line) > 0 && len(d.Choices) >= len(d.Line)
	var men positions.Bits
	for _, c := range a.Player.Frames[at].Men {
		men = men.With(c)
	}
	a.MenOn = menOn(g.Board, men)
	for i, turn := range g.FormatLine(g.Start(), d.Line) {
		a.Moves = append(a.Moves, moveEntry{Number: i + 1, Path: turn})
	}
	return a
}

func (d *Duel) facts() []fact {
	c := d.Counts
	facts := []fact{{"Space", fmt.Sprintf("%s positions: won for the side to move %s, lost %s, drawn %s, illegal %s",
		humanize.Comma(c.Positions), humanize.Comma(c.Won), humanize.Comma(c.Lost), humanize.Comma(c.Drawn), humanize.Comma(c.Illegal))}}
	if d.Longest != duel.NoPlies {
		facts = append(facts, fact{"Longest", fmt.Sprintf("a win in %s: %s", quantity(d.Longest, "turn"), d.Game.Format(d.From))})
	}
	facts = append(facts, fact{"Rules", d.Game.Rules.String() + ": " + d.Game.Rules.Words})
	if d.FromFile {
		facts = append(facts, fact{"Source", "the values are claimed by the file; the turns were replayed"})
	}
	return facts
}

// player makes the frames of best play, and the board at one of them.
func (d *Duel) player(ground *puzzles.Puzzle, at int) (player, template.HTML) {
	g := d.Game
	cv := newCanvas(g.Board)
	var p player
	for c, s := range cv.spots {
		p.Spots = append(p.Spots, [2]int{s.X, s.Y})
		p.Names = append(p.Names, g.Board.Name(positions.Cell(c)))
	}
	now := g.Start()
	men := d.menAtStart()
	for n := range len(d.Line) + 1 {
		f := frame{Mover: -1, Path: []positions.Cell{}}
		if n > 0 {
			v := g.View(now)
			if f.Path = g.Path(v, d.Line[n-1], now.Turn); len(f.Path) > 0 {
				from, to := f.Path[0], f.Path[len(f.Path)-1]
				f.Mover = slices.Index(men, from)
				if i := slices.Index(men, to); i >= 0 { // a swap
					men[i] = from
				}
				men[f.Mover] = to
				f.marks = cv.marksOf(ground, f.Path)
			}
			now = g.Position(g.After(v, d.Line[n-1]), now.Turn.Other())
		}
		f.Men, f.Worth, f.Turns = slices.Clone(men), d.worthAt(n, now.Turn), d.turnsAt(n, now)
		f.Text = d.spoken(n, f.Path, now.Turn)
		p.Frames = append(p.Frames, f)
	}
	return p, d.drawn(cv, ground, p.Frames[at])
}

// menAtStart lists where the men start, those of the first side before the others: the
// order in which frames have them.
func (d *Duel) menAtStart() []positions.Cell {
	start := d.Game.Start()
	return slices.Concat(start.Men[duel.First].Cells(), start.Men[duel.Second].Cells())
}

// worthAt is what the turns after n are worth, of those to one cell the best.
func (d *Duel) worthAt(n int, side duel.Side) (list []worth) {
	if n >= len(d.Choices) {
		return nil
	}
	for _, c := range d.Choices[n] {
		if c.Turn == duel.Pass {
			continue
		}
		to := d.Game.SeenBy(side, c.Turn.To)
		if slices.ContainsFunc(list, func(w worth) bool { return w.Cell == to }) {
			continue
		}
		text := map[duel.Value]string{duel.ValueWon: "+", duel.ValueLost: "−", duel.ValueDrawn: "="}[c.Value]
		if c.Plies != duel.NoPlies {
			text += fmt.Sprint(c.Plies)
		}
		list = append(list, worth{to, text, c.Value.String()})
	}
	return list
}

// turnsAt are the turns after n, as the script plays them.
func (d *Duel) turnsAt(n int, now duel.Position) (list []frameTurn) {
	if n >= len(d.Choices) || n >= len(d.Line) {
		return nil
	}
	v := d.Game.View(now)
	for _, c := range d.Choices[n] {
		t := frameTurn{From: positions.NoCell, To: positions.NoCell, Value: c.Value.String(), Plies: -1}
		if path := d.Game.Path(v, c.Turn, now.Turn); len(path) > 0 {
			t.From, t.To = path[0], path[len(path)-1]
		}
		if c.Plies != duel.NoPlies {
			t.Plies = c.Plies
		}
		list = append(list, t)
	}
	return list
}

// spoken says in words what happened in turn n, and whose turn it is.
func (d *Duel) spoken(n int, path []positions.Cell, next duel.Side) string {
	if n == 0 {
		return "Start: the first side is to move."
	}
	does := "passes"
	if len(path) > 0 {
		does = "plays " + d.Game.Board.FormatPath(path)
	}
	text := fmt.Sprintf("Turn %d of %d: the %s side %s.", n, len(d.Line), next.Other(), does)
	if n == len(d.Line) {
		text += " The game is over."
	}
	return text
}

// drawn is the board at a frame; the script finds men and marks as on other boards.
func (d *Duel) drawn(cv canvas, ground *puzzles.Puzzle, f frame) template.HTML {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="board small" viewBox="0 0 %d %d" role="img" aria-label="%s">`, cv.width, cv.height, template.HTMLEscapeString(ground.Board.String()))
	out.WriteString(cv.ground(ground, true))
	path := func(class, d string) { fmt.Fprintf(&out, `<path class="%s" d="%s"/>`, class, d) }
	path("trails", "")
	path("left", f.Left)
	path("taken", "")
	out.WriteString(`<g class="men">`)
	start := d.Game.Start()
	order := d.menAtStart()
	for i, c := range f.Men {
		shape := manShape
		if start.Marked.Has(order[i]) {
			shape += markShape
		}
		class := "man"
		if i >= d.Game.Men {
			class = "man second"
		}
		if i == f.Mover {
			class += " moved"
		}
		fmt.Fprintf(&out, `<g class="%s" transform="translate(%d %d)">%s</g>`, class, cv.spots[c].X, cv.spots[c].Y, shape)
	}
	out.WriteString("</g>")
	path("placed", "")
	path("casing", f.Shaft)
	path("shaft", f.Shaft)
	path("heads", f.Heads)
	out.WriteString(`<g class="worth">`)
	for _, w := range f.Worth {
		fmt.Fprintf(&out, `<text class="%s" x="%d" y="%d">%s</text>`, w.Class, cv.spots[w.Cell].X, cv.spots[w.Cell].Y+8, w.Text)
	}
	out.WriteString(`</g><g class="names">`)
	for c, s := range cv.spots {
		fmt.Fprintf(&out, `<text x="%d" y="%d">%s</text>`, s.X, s.Y+7, template.HTMLEscapeString(ground.Board.Name(positions.Cell(c))))
	}
	out.WriteString("</g></svg>")
	return template.HTML(out.String())
}
