package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// duelFields is a solved game as it stands in the text. The moves of version 1 were
// texts, and it had no choices.
type duelFields struct {
	Schema string `json:"schema"`
	Game   struct {
		Board string `json:"board"`
		Size  int    `json:"size"`
		Men   int    `json:"men"`
		Rules string `json:"rules"`
	} `json:"game"`
	Value   string          `json:"value"`
	Turns   *int            `json:"turns"`
	Line    []jsontext.Path `json:"line"`
	Choices [][]choice      `json:"choices"`
	Counts  struct {
		Positions int64 `json:"positions"`
		Won       int64 `json:"won"`
		Lost      int64 `json:"lost"`
		Drawn     int64 `json:"drawn"`
		Illegal   int64 `json:"illegal"`
	} `json:"counts"`
	Longest *struct {
		Turns    int    `json:"turns"`
		Position string `json:"position"`
	} `json:"longest"`
}

// ParseDuel reads a solved game as [DuelJSON] writes it and replays its line. Its
// values are the word of whoever wrote it. Errors are of type
// [*positions.SyntaxError].
func ParseDuel(text []byte) (*Duel, error) {
	var f duelFields
	if err := readSolved(text, &f, &f.Schema, DuelSchema); err != nil {
		return nil, err
	}
	d, err := f.duel()
	if err == nil {
		err = f.line(d)
	}
	if err != nil {
		return nil, wrongSolved(err)
	}
	return d, nil
}

// duel makes the game and takes over what is said of it.
func (f *duelFields) duel() (*Duel, error) {
	shape, err := positions.ParseShape(f.Game.Board)
	if err != nil {
		return nil, err
	}
	rules, err := duel.ParseRules(f.Game.Rules)
	if err != nil {
		return nil, err
	}
	g, err := duel.New(duel.Options{Shape: shape, Size: f.Game.Size, Men: f.Game.Men, Rules: rules})
	if err != nil {
		return nil, err
	}
	d := &Duel{Game: g, Plies: duel.NoPlies, Longest: duel.NoPlies, FromFile: true}
	if d.Value, err = parseValue(f.Value); err != nil {
		return nil, err
	}
	if f.Turns != nil {
		d.Plies = *f.Turns
	}
	c := f.Counts
	d.Counts = duel.Counts{Positions: c.Positions, Won: c.Won, Lost: c.Lost, Drawn: c.Drawn, Illegal: c.Illegal}
	if f.Longest != nil {
		d.Longest = f.Longest.Turns
		if d.From, err = g.ParsePosition(f.Longest.Position); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func parseValue(name string) (duel.Value, error) {
	for _, v := range []duel.Value{duel.ValueDrawn, duel.ValueLost, duel.ValueWon, duel.ValueIllegal} {
		if v.String() == name {
			return v, nil
		}
	}
	return 0, fmt.Errorf("%.20q is no value (won, lost or drawn)", name)
}

// line replays the turns; the choices must be legal turns where they stand.
func (f *duelFields) line(d *Duel) error {
	if len(f.Line) > MaxDrawnMoves || len(f.Choices) > 0 && len(f.Choices) != len(f.Line) {
		return fmt.Errorf("a line of %d turns with choices for %d", len(f.Line), len(f.Choices))
	}
	g, p := d.Game, d.Game.Start()
	turn := func(path jsontext.Path) (duel.Turn, error) {
		if len(path) == 1 { // a swap of version 1
			path = strings.Split(path[0], "=")
		}
		switch len(path) {
		case 0:
			return g.ParseTurn("pass", p)
		case 1:
			return duel.Turn{}, errors.New("a turn of one cell")
		}
		return g.ParseTurn(path[0]+"-"+path[len(path)-1], p)
	}
	for i, path := range f.Line {
		t, err := turn(path)
		if err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		if len(f.Choices) > 0 {
			var choices []duel.Choice
			for _, c := range f.Choices[i] {
				made := duel.Choice{Plies: duel.NoPlies}
				if made.Turn, err = turn(c.Path); err == nil {
					made.Value, err = parseValue(c.Value)
				}
				if err != nil {
					return fmt.Errorf("choices for turn %d: %w", i+1, err)
				}
				if c.Turns != nil {
					made.Plies = *c.Turns
				}
				choices = append(choices, made)
			}
			if !slices.ContainsFunc(choices, func(c duel.Choice) bool { return c.Turn == t }) {
				return fmt.Errorf("turn %d is none of its choices", i+1)
			}
			d.Choices = append(d.Choices, choices)
		}
		d.Line = append(d.Line, t)
		p = g.Position(g.After(g.View(p), t), p.Turn.Other())
	}
	return nil
}
