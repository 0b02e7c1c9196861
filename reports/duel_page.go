package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// staged is a race with best play as a page shows it.
func (d *Duel) staged() *staged {
	g := d.Game
	s := &staged{
		name: "Two players, " + g.String(), headline: d.headline(), status: "optimal", facts: d.facts(),
		board: g.Board, start: g.Home.Bits(), goal: g.Goal.Bits(),
		parties: sidesInWords, men: slices.Clone(sidesInWords[:]), over: len(d.Line) > 0,
	}
	if d.Value == duel.ValueDrawn {
		s.status = "bounded"
	}
	now := g.Start()
	for n := range len(d.Line) + 1 {
		var choices []duel.Choice
		if n < len(d.Choices) {
			choices = d.Choices[n]
		}
		s.scenes = append(s.scenes, duelScene(g, now, choices))
		if n < len(d.Line) {
			s.moves = append(s.moves, duelTurn(g, now, duel.Choice{Turn: d.Line[n]}))
			now = g.Position(g.After(g.View(now), d.Line[n]), now.Turn.Other())
		}
	}
	return s
}

// sidesInWords are the sides of games that do not name them.
var sidesInWords = [2]string{"the first side", "the second side"}

func (d *Duel) facts() (facts []fact) {
	if c := d.Counts; c.Positions > 0 {
		facts = append(facts, fact{"Space", fmt.Sprintf("%s positions: won for the side to move %s, lost %s, drawn %s, illegal %s",
			humanize.Comma(c.Positions), humanize.Comma(c.Won), humanize.Comma(c.Lost), humanize.Comma(c.Drawn), humanize.Comma(c.Illegal))})
	}
	if d.Longest != duel.NoPlies {
		facts = append(facts, fact{"Longest", fmt.Sprintf("a win in %s: %s", quantity(d.Longest, "turn"), d.Game.Format(d.From))})
	}
	rules := d.Game.Rules
	facts = append(facts, fact{"Rules", rules.String() + ": " + rules.Words}, fact{"Play", onOneLine(rules.Play)})
	if d.Plies == duel.NoPlies && (d.Value == duel.ValueWon || d.Value == duel.ValueLost) && rules.Limit == nil {
		facts = append(facts, fact{"Play", withoutDistances})
	}
	if d.FromFile {
		facts = append(facts, fact{"Source", fileSource})
	}
	return facts
}

// withoutDistances is said of a source that knows who wins and not in how many turns.
const withoutDistances = "no distances are known: who wins with best play keeps what is won, but need not come nearer to it"

// onOneLine takes the ends of lines out of a text.
func onOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// staged is the game with best play by its source.
func (s solvedDuel) staged() (*staged, error) {
	d := &Duel{Game: s.Game, Longest: duel.NoPlies, FromFile: true}
	v := s.View(s.Game.Start())
	var err error
	if d.Value, d.Plies, err = s.source.Lookup(v); err != nil {
		return nil, err
	}
	if d.Line, err = s.Line(s.source, v); err != nil {
		return nil, err
	}
	for n := range max(len(d.Line), 1) { // of a draw the choices at the start
		choices, err := s.Choices(s.source, v)
		if err != nil {
			return nil, err
		}
		if d.Choices = append(d.Choices, choices); n < len(d.Line) {
			v = s.After(v, d.Line[n])
		}
	}
	return d.staged(), nil
}
