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
	bounds            // of games with dice, and then Value is won if more than a half is expected
	// Rolls are, of games with dice, what may fall, none where that makes no difference;
	// Roll is the one that Best and the choices are with, which are none without it.
	Rolls []ProbeRoll `json:"rolls,omitempty"`
	Roll  string      `json:"roll,omitempty"`
	*ProbedTurns
}

// ProbeRoll is a roll with the best turn and what it is worth to who makes it.
type ProbeRoll struct {
	Roll   string `json:"roll"`
	Weight int    `json:"weight"` // how often it comes among as many as all weights together
	Turn   string `json:"turn"`
	Value  string `json:"value"`
	bounds
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
	// Left and Came are, of games with dice, the cells that men leave and come to, if that
	// is not a man of Path alone.
	Left []string `json:"left,omitempty"`
	Came []string `json:"came,omitempty"`
	bounds
}

// NewProbe tells of a scene, with all turns if that is wanted.
func NewProbe(s Scene, turns, claimed bool) Probe {
	p := Probe{Position: s.Position, Value: s.Value.Result, Score: s.Value.Score, Turns: s.Value.Turns, Best: []string{}, Claimed: claimed, bounds: s.Value.bounds}
	for i, r := range s.Rolls {
		p.Rolls = append(p.Rolls, ProbeRoll{r.Name, r.Weight, r.Turn, r.Value.Result, r.Value.bounds})
		if i == s.Roll {
			p.Roll = r.Name
		}
	}
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
			Left: s.Board.CellNames(t.Left), Came: s.Board.CellNames(t.Came), bounds: t.Value.bounds,
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
	text := ContestValue{p.Value, p.Score, p.Turns, p.bounds}.Words()
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
		lines = append(lines, fmt.Sprintf("  %-12s %s", t.Turn, ContestValue{t.Value, t.Score, t.Turns, t.bounds}.Worth()))
	}
	return lines
}

// namesOf lists the names of cells, never nil.
func namesOf(b *positions.Board, cells []positions.Cell) []string {
	return append([]string{}, b.CellNames(cells)...)
}
