package puzzlefile

import (
	"io"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// Description is a puzzle as files and results have it, its fields in this order.
type Description struct {
	Name  string
	Game  string
	Board string
	Size  int
	Holes []string // of a drawn board
	// Directions of the jumps of solo and retour, if not the usual ones of the board.
	Directions int
	Men        string
	Rules      string // with Jumps, of games whose men step
	Count      string
	Jumps      string
	Start      []string
	Goal       []string // without Goals
	Marked     []string
	Goals      []Figure
}

// Figure is one of the figures that solve a puzzle: names of cells.
type Figure struct {
	Men    []string `json:"men"`
	Marked []string `json:"marked,omitempty"`
	Empty  []string `json:"empty,omitempty"`
}

// Describe returns the description of a puzzle.
func Describe(p *puzzles.Puzzle) Description {
	b := p.Board
	d := Description{
		Name: p.Name, Game: string(p.Game), Board: b.Shape().String(), Size: b.Size(), Men: p.Army, Count: p.Count.String(), Start: b.Names(p.Start),
	}
	if b.Shape() == positions.Drawn {
		d.Holes = b.Names(b.All())
	}
	if !b.UsualDirections() {
		d.Directions = b.Directions()
	}
	if !p.Game.Pegs() {
		d.Rules, d.Jumps = p.Arrival.String(), p.Jumps.String()
	}
	if p.Goals == nil || p.Game.Pegs() {
		d.Goal = b.Names(p.Goal)
		return d
	}
	d.Marked = namesOrNone(b, p.Marked)
	for _, g := range p.Goals {
		d.Goals = append(d.Goals, Figure{Men: b.Names(g.Men), Marked: namesOrNone(b, g.Marked), Empty: namesOrNone(b, g.Empty)})
	}
	return d
}

func namesOrNone(b *positions.Board, set positions.Bits) []string {
	if set.Len() == 0 {
		return nil
	}
	return b.Names(set)
}

// Write writes the fields into the object that is open, as [Fields.Read] reads them.
func (d Description) Write(out *jsontext.Writer) {
	text := func(name, value string) {
		if value != "" {
			out.Field(name, value)
		}
	}
	cells := func(name string, cells []string) {
		if cells != nil {
			out.Field(name, cells)
		}
	}
	text("name", d.Name)
	text("game", d.Game)
	text("board", d.Board)
	out.Field("size", d.Size)
	cells("holes", d.Holes)
	if d.Directions != 0 {
		out.Field("directions", d.Directions)
	}
	if d.Men != "" {
		out.Field("men", jsontext.NameOrNumber(d.Men))
	}
	text("rules", d.Rules)
	text("count", d.Count)
	text("jumps", d.Jumps)
	cells("start", d.Start)
	cells("goal", d.Goal)
	cells("marked", d.Marked)
	if d.Goals == nil {
		return
	}
	figures := make([]any, len(d.Goals))
	for i, g := range d.Goals {
		figures[i] = g
	}
	out.List("goals", figures)
}

// Write writes a puzzle as [Parse] reads it.
func Write(w io.Writer, p *puzzles.Puzzle) error {
	var out jsontext.Writer
	out.Open("")
	out.Field("schema", Schema)
	Describe(p).Write(&out)
	out.End()
	_, err := w.Write(out.Bytes())
	return err
}

// Line is a puzzle on one line, as batches have it: the fields of peg solitaire
// without the usual size, those of rules in another order, and one figure alone as the goal.
// Its JSON is also a file that [Parse] reads.
type Line struct {
	Schema string   `json:"schema"`
	Name   string   `json:"name,omitempty"`
	Game   string   `json:"game"`
	Board  string   `json:"board"`
	Size   int      `json:"size,omitempty"`
	Men    any      `json:"men"` // a number, or the name of an army
	Rules  string   `json:"rules,omitempty"`
	Jumps  string   `json:"jumps,omitempty"`
	Count  string   `json:"count"`
	Start  []string `json:"start"`
	Goal   []string `json:"goal,omitempty"`
	Goals  []Figure `json:"goals,omitempty"` // several of which any will do
}

// OneLine describes a puzzle without marked men whose figures name all men.
func OneLine(p *puzzles.Puzzle) Line {
	d := Describe(p)
	l := Line{
		Schema: Schema, Name: d.Name, Game: d.Game, Board: d.Board, Size: d.Size, Men: jsontext.NameOrNumber(d.Men), Rules: d.Rules, Jumps: d.Jumps, Count: d.Count,
		Start: d.Start, Goal: d.Goal, Goals: d.Goals,
	}
	if len(l.Goals) == 1 {
		l.Goal, l.Goals = l.Goals[0].Men, nil
	}
	if _, _, usual := p.Board.Shape().Sizes(); p.Game.Pegs() && (usual == 0 || usual == p.Board.Size()) { // 0: a drawn board
		l.Size = 0
	}
	return l
}
