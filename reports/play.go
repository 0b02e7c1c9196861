package reports

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/solver"
)

// playable is what the script knows of a puzzle that the reader plays: the board's
// lattice, from which page/rules.js works out the moves, and what is known.
type playable struct {
	ID      string             `json:"id"`              // of the puzzle, in links and in what the browser keeps
	Kind    string             `json:"kind"`            // "halma", "solo" or "retour"
	Board   *int               `json:"board,omitempty"` // of those of a book, which has the next two
	Cells   [][5]any           `json:"cells,omitempty"`
	Ways    [][2]int           `json:"ways,omitempty"`   // the directions in the lattice
	Super   bool               `json:"super,omitempty"`  // long jumps
	Keep    bool               `json:"keep,omitempty"`   // no turn leaves the goal
	Armies  bool               `json:"armies,omitempty"` // two of them in turn; the marked men are one
	ByHops  bool               `json:"byHops,omitempty"`
	Start   []positions.Cell   `json:"start"`
	Marked  []positions.Cell   `json:"marked,omitempty"`
	Goal    []positions.Cell   `json:"goal"`
	Figures []playFigure       `json:"figures,omitempty"` // none: all men on the goal; not of solo
	Lower   int                `json:"lower"`
	Upper   int                `json:"upper"`  // 0 if no line is known
	Source  string             `json:"source"` // how lower is known: "proven" or "claimed"
	Line    [][]positions.Cell `json:"line"`   // reaches the goal; none if there is none
	Puzzle  json.RawMessage    `json:"puzzle"` // as a file has it
}

// playFigure is a figure that ends the game.
type playFigure struct {
	Men    []positions.Cell `json:"men"`
	Marked []positions.Cell `json:"marked"`
	Empty  []positions.Cell `json:"empty"`
}

func newPlayable(r *solver.Result) (*playable, error) {
	p := r.Puzzle
	id := p.Fingerprint()
	var file, puzzle bytes.Buffer
	if err := puzzlefile.Write(&file, p); err != nil {
		return nil, fmt.Errorf("the puzzle as a file: %w", err)
	}
	if err := json.Compact(&puzzle, file.Bytes()); err != nil {
		return nil, fmt.Errorf("the puzzle as a file: %w", err)
	}
	g := &playable{
		ID: hex.EncodeToString(id[:8]), Kind: "halma", Ways: ways(p),
		Super: p.Jumps.Long(), Keep: p.Arrival.KeepsGoal() && !p.Game.Pegs(), ByHops: p.Count.EachHop(), Armies: p.Alternates(),
		Start: asList(p.Start), Marked: asList(p.Marked), Goal: asList(p.Goal), Figures: figuresOf(p),
		Lower: r.Lower, Source: "proven", Line: [][]positions.Cell{}, Puzzle: puzzle.Bytes(),
	}
	if p.Game.Pegs() {
		g.Kind = string(p.Game)
	}
	if r.Unproven() {
		g.Lower, g.Source = r.Claim.Lower, "claimed"
	}
	if r.Upper != solver.NoUpper {
		g.Upper, g.Line = r.Upper, append(g.Line, r.Line...)
	}
	for c, s := range newCanvas(p.Board).spots {
		at := p.Board.Point(positions.Cell(c))
		g.Cells = append(g.Cells, [5]any{at.X, at.Y, s.X, s.Y, p.Board.Name(positions.Cell(c))})
	}
	return g, nil
}

// ways are the directions of steps and jumps.
func ways(p *puzzles.Puzzle) [][2]int {
	var list [][2]int
	for _, way := range p.Board.Ways() {
		list = append(list, [2]int{way.X, way.Y})
	}
	return list
}

func figuresOf(p *puzzles.Puzzle) []playFigure {
	whole := playFigure{Men: asList(p.Goal), Marked: asList(positions.Bits{}), Empty: asList(positions.Bits{})}
	if p.Game == puzzles.GameRetour {
		for c := range positions.Cell(p.Board.Len()) {
			if !p.Goal.Has(c) {
				whole.Empty = append(whole.Empty, c)
			}
		}
	}
	if p.Goals == nil || p.Game.Pegs() {
		if len(whole.Empty) == 0 {
			return nil
		}
		return []playFigure{whole}
	}
	var list []playFigure
	for _, f := range p.Goals {
		list = append(list, playFigure{asList(f.Men), asList(f.Marked), asList(f.Empty)})
	}
	return list
}

// asList lists a set, never nil: the script wants lists.
func asList(set positions.Bits) []positions.Cell {
	return append([]positions.Cell{}, set.Cells()...)
}
