package reports

import (
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

// AtlasHTML writes the atlas as one page: maps of boards and armies, each cell with what
// is known and a link to the line, which can be stepped through. The page needs nothing
// but itself. Lines are replayed and bounds derived before they are shown.
func AtlasHTML(w io.Writer, entries []*atlas.Entry, duels []*atlas.Duel, l Language) error {
	style, script, err := pageParts("page/atlas.css", "page/words.js", "page/atlas.js")
	if err != nil {
		return err
	}
	p := atlasPage{
		head: newHead(l.say("What is proven"), style, script), language: l, Script: template.JS(script),
		Sum: l.atlasSum(entries, duels), DuelLegend: l.duelLegend(), Duels: l.duelRows(duels), Boards: map[string]atlasBoard{},
	}
	p.in(l, script)
	places := map[string]string{} // where the line of an entry stands
	for _, e := range entries {
		if places[e.ID()], err = p.addLine(e); err != nil {
			return err
		}
	}
	for _, t := range atlasTables(entries) {
		p.Games = append(p.Games, atlasGame{Name: capital(l.titleOf(t)), Maps: t.maps(l, places)})
	}
	return writePage(w, "atlas.html", l, p)
}

// atlasPage is what the template shows.
type atlasPage struct {
	head
	language   Language
	Script     template.JS
	Sum        string
	Games      []atlasGame
	DuelLegend string
	Duels      [][]string
	Lines      []atlasLine
	Boards     map[string]atlasBoard // by name, for the script
	Grounds    []atlasGround
}

// atlasGame is a game, in transfers on boards of one shape.
type atlasGame struct {
	Name string
	Maps []atlasMap
}

// atlasMap is what is known in one way of counting and jumping, under one rule set; ""
// where the game has no choice.
type atlasMap struct {
	Count, Jumps, Rules string
	Caption             string
	Corner              string // what stands at the left and above
	Columns             []string
	Rows                []atlasMapRow
}

type atlasMapRow struct {
	Label string
	Cells []atlasMapCell
}

// atlasMapCell is one puzzle; without a place there is none.
type atlasMapCell struct {
	Text, Place, Class, Spoken string
}

// atlasLine is a line with all that is known.
type atlasLine struct {
	ID, Name, Headline, Status string
	Board, Game                string // for the script
	Start, Goal, Marked        string // cells
	Moves                      []string
	Proof, Source, Again       string
}

// atlasBoard is where the cells of a board lie.
type atlasBoard struct {
	Name   string   `json:"name"`
	Width  int      `json:"width"`
	Height int      `json:"height"`
	Names  []string `json:"names"`
	Spots  [][2]int `json:"spots"`
}

// atlasGround is a board without courts, drawn once.
type atlasGround struct {
	Name  string
	Drawn template.HTML
}

// addLine adds the line of an entry, unless another one has it, and returns where it
// stands.
func (p *atlasPage) addLine(e *atlas.Entry) (place string, err error) {
	q, err := e.Puzzle()
	if err != nil {
		return "", err
	}
	answers := known.New(nil)
	answers.Find = func(fingerprint [32]byte) *atlas.Entry {
		if !e.Follows && atlas.Key(fingerprint) == e.Fingerprint {
			return e
		}
		return atlas.Find(fingerprint)
	}
	r := solver.Recall(q, answers)
	if r.Line == nil {
		return "", fmt.Errorf("the atlas has no line for %s that can be replayed", e.ID())
	}
	behind := answers.Behind(r)
	i := slices.IndexFunc(behind, func(o *atlas.Entry) bool {
		return e.Follows && o.Game == e.Game && o.Board == e.Board && o.Size == e.Size && o.Lower == e.Lower && o.Upper == e.Upper
	})
	if i >= 0 {
		return behind[i].ID(), nil
	}
	b := p.addBoard(q.Board)
	start, goal := tints(q)
	if q.Game.Pegs() {
		start = q.Start
	}
	if r.Proof == "" {
		r.Proof = p.language.say("see the source")
	}
	p.Lines = append(p.Lines, atlasLine{
		ID: e.ID(), Name: p.language.lineName(e, q), Headline: p.language.headline(r), Status: string(r.Status), Board: b, Game: string(q.Game),
		Start: cellList(q.Board, start), Goal: cellList(q.Board, goal), Marked: cellList(q.Board, q.Marked),
		Moves: atlas.FormatLine(q.Board, r.Line), Proof: p.language.sentence(r.Proof), Source: p.language.madeBy(behind), Again: e.Again(),
	})
	return e.ID(), nil
}

// lineName names the puzzle of an entry, its rules included.
func (l Language) lineName(e *atlas.Entry, p *puzzles.Puzzle) string {
	name := l.heading(p)
	if e.Target != "" || e.Goal != "" {
		name += ", " + l.word(e.Target+e.Goal)
	}
	if e.Rules != "" {
		name += ", " + l.sentence(e.Rules+" rules")
	}
	if e.Jumps != "" {
		name += ", " + l.sentence(e.Jumps+" jumps")
	}
	return name + ", " + l.sentence("counted in "+e.Count)
}

// madeBy says in a sentence where what is known is from.
func (l Language) madeBy(behind []*atlas.Entry) string {
	var parts []string
	for _, e := range behind {
		if e.Certified() {
			parts = append(parts, l.say("%s, with a certificate, %s", e.ID(), e.Date))
		} else {
			parts = append(parts, l.say("%s, by a run, not certified, %s", e.ID(), e.Date))
		}
	}
	return strings.Join(parts, "; ")
}

func cellList(b *positions.Board, set positions.Bits) string { return strings.Join(b.Names(set), " ") }

// addBoard adds a board and returns its name.
func (p *atlasPage) addBoard(b *positions.Board) string {
	name := fmt.Sprintf("%s%d", b.Shape(), b.Size())
	if _, ok := p.Boards[name]; ok {
		return name
	}
	cv := newCanvas(b)
	board := atlasBoard{Name: p.language.board(b), Width: cv.width, Height: cv.height}
	for c, s := range cv.spots {
		board.Names = append(board.Names, b.Name(positions.Cell(c)))
		board.Spots = append(board.Spots, [2]int{s.X, s.Y})
	}
	p.Boards[name] = board
	p.Grounds = append(p.Grounds, atlasGround{name, template.HTML(cv.ground(&puzzles.Puzzle{Board: b}, true))})
	return name
}

// maps are the maps of a table: the size of the board goes to the right, or where the
// last man goes, all else down.
func (t *atlasTable) maps(l Language, places map[string]string) (maps []atlasMap) {
	across := max(slices.Index(t.names, "size"), slices.Index(t.names, "to"))
	for _, unit := range t.units {
		for _, rules := range []positions.Arrival{positions.Booklet, positions.Free} {
			if m := t.mapOf(l, unit, rules, across, places); len(m.Rows) > 0 {
				maps = append(maps, m)
			}
		}
	}
	return maps
}

// mapOf is the map of a unit under a rule set; it has no rows if there is nothing.
func (t *atlasTable) mapOf(l Language, unit string, rules positions.Arrival, across int, places map[string]string) (m atlasMap) {
	names := l.words(t.names)
	m.Corner = strings.Join(slices.Delete(slices.Clone(names), across, across+1), ", ") + " \\ " + names[across]
	for _, r := range t.rows {
		e := r.cells[unit].under(rules)
		if e == nil {
			continue
		}
		m.Count, m.Jumps, m.Rules = e.Count, e.Jumps, e.Rules
		labels := l.words(r.labels)
		column := slices.Index(m.Columns, labels[across])
		if column < 0 {
			column = len(m.Columns)
			m.Columns = append(m.Columns, labels[across])
		}
		label := strings.Join(slices.Delete(labels, across, across+1), ", ")
		row := slices.IndexFunc(m.Rows, func(o atlasMapRow) bool { return o.Label == label })
		if row < 0 {
			row = len(m.Rows)
			m.Rows = append(m.Rows, atlasMapRow{Label: label})
		}
		for len(m.Rows[row].Cells) <= column {
			m.Rows[row].Cells = append(m.Rows[row].Cells, atlasMapCell{})
		}
		m.Rows[row].Cells[column] = l.mapCell(e, places[e.ID()])
	}
	for i := range m.Rows {
		for len(m.Rows[i].Cells) < len(m.Columns) {
			m.Rows[i].Cells = append(m.Rows[i].Cells, atlasMapCell{})
		}
	}
	m.Caption = l.word(unit)
	if m.Rules != "" {
		m.Caption += ", " + l.sentence(m.Rules+" rules")
	}
	return m
}

// under is the entry under a rule set. Games without a choice have one under the
// booklet's, so that they have one map.
func (c *atlasCell) under(rules positions.Arrival) *atlas.Entry {
	switch {
	case c == nil:
		return nil
	case rules.KeepsGoal() && c.booklet == nil && c.free != nil && c.free.Rules == "":
		return c.free
	case rules.KeepsGoal():
		return c.booklet
	case c.free != nil && c.free.Rules == "":
		return nil
	}
	return c.free
}

func (l Language) mapCell(e *atlas.Entry, place string) atlasMapCell {
	c := atlasMapCell{Text: e.Length(), Place: place, Class: "proven", Spoken: l.say("proven")}
	gap := e.Upper - e.Lower
	switch {
	case gap > 4:
		c.Class = "gap far"
	case gap > 1:
		c.Class = "gap some"
	case gap > 0:
		c.Class = "gap narrow"
	}
	if gap > 0 {
		c.Spoken = l.say("at least %d, a line of %d is known", e.Lower, e.Upper)
	}
	return c
}
