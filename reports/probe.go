package reports

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Probe is what is told of a position of a game for two or more, as JSON.
type Probe struct {
	Position string   `json:"position"`
	Value    string   `json:"value"`           // for who is to move
	Score    *int     `json:"score,omitempty"` // of games with scores: what is gained from here on
	Turns    *int     `json:"turns"`           // to the end with best play; nil if there is none or it is not known
	Best     []string `json:"best"`            // all best turns
	Claimed  bool     `json:"claimed"`         // by a file
	*ProbedTurns
}

// ProbedTurns is all that is needed to play on from a position.
type ProbedTurns struct {
	// Mover is which of the two parties is to move, 0 or 1, and Side its name; -1 and
	// none where positions do not tell: then it is who did not move last.
	Mover   int           `json:"mover"`
	Side    string        `json:"side,omitempty"`
	Men     [][]string    `json:"men"`              // their cells, by set
	Marked  []string      `json:"marked,omitempty"` // cells of those that are marked
	Hand    int           `json:"hand,omitempty"`   // men that are still to be placed
	Choices []ProbeChoice `json:"choices"`          // the best first, none if the game is over
}

// ProbeChoice is a turn with what it is worth to who makes it.
type ProbeChoice struct {
	Turn  string   `json:"turn"`
	Path  []string `json:"path"` // the cells that the man touches; see [contest.Game.Path]
	Value string   `json:"value"`
	Score *int     `json:"score,omitempty"`
	Turns *int     `json:"turns"`
	Gain  int      `json:"gain,omitempty"`  // of scores: at once
	Again bool     `json:"again,omitempty"` // the same party is to move again
	After string   `json:"after"`           // the position after it
}

// NewProbe tells of a scene, with all turns if that is wanted.
func NewProbe(s Scene, turns, claimed bool) Probe {
	p := Probe{Position: s.Position, Value: s.Value.Result, Score: s.Value.Score, Turns: s.Value.Turns, Best: []string{}, Claimed: claimed}
	for _, t := range s.Turns[:s.Best] {
		p.Best = append(p.Best, t.Text)
	}
	if !turns {
		return p
	}
	all := &ProbedTurns{Mover: s.Mover, Side: s.Side, Marked: s.Board.Names(s.Marked), Hand: s.Hand, Choices: []ProbeChoice{}}
	for _, men := range s.Men {
		all.Men = append(all.Men, namesOf(s.Board, men.Cells()))
	}
	for _, t := range s.Turns {
		all.Choices = append(all.Choices, ProbeChoice{
			Turn: t.Text, Path: namesOf(s.Board, t.Path), Value: t.Value.Result, Score: t.Value.Score, Turns: t.Value.Turns,
			Gain: t.Gain, Again: t.Again, After: t.After,
		})
	}
	p.ProbedTurns = all
	return p
}

// ProbeDuel looks a position of a race up, with all turns if that is wanted. Errors wrap
// [duel.ErrInconsistent], or are those of the source.
func ProbeDuel(g *duel.Game, s duel.Source, p duel.Position, turns, claimed bool) (Probe, error) {
	value, choices, err := lookUpDuel(g, s, p)
	if err != nil {
		return Probe{}, err
	}
	best := duel.Best(choices)
	if !turns { // the others need not be written
		choices = best
	}
	scene := duelScene(g, p, choices)
	scene.Value, scene.Best = value, len(best)
	return NewProbe(scene, turns, claimed), nil
}

// Words is the answer in a line: "won 5 a1-b2 b1-c2".
func (p Probe) Words() string {
	text := ContestValue{p.Value, p.Score, p.Turns}.Words()
	for _, turn := range p.Best {
		text += " " + turn
	}
	return text
}

// Lines are all turns with what they are worth to who makes them.
func (p Probe) Lines() (lines []string) {
	if p.ProbedTurns == nil {
		return nil
	}
	for _, t := range p.Choices {
		lines = append(lines, fmt.Sprintf("  %-12s %s", t.Turn, ContestValue{t.Value, t.Score, t.Turns}.Worth()))
	}
	return lines
}

// namesOf lists the names of cells, never nil.
func namesOf(b *positions.Board, cells []positions.Cell) []string {
	return append([]string{}, b.CellNames(cells)...)
}
