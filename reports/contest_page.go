package reports

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// staged is a game with best play as a page shows it.
func (d *Contest) staged() *staged {
	g := d.Game
	s := newContestStage(g)
	s.name, s.headline, s.status, s.facts = playersOf(g)+", "+g.String(), d.headline(), "optimal", d.facts()
	s.over = len(g.AppendTurns(nil, d.end())) == 0
	if d.Value.Score == 0 && !g.Kind.Scores || d.open() {
		s.status = "bounded"
	}
	p := d.From
	for n := range len(d.Line) + 1 {
		var choices []contest.Choice
		if n < len(d.Choices) {
			choices = d.Choices[n]
		}
		s.scenes = append(s.scenes, contestScene(g, p, choices))
		if n < len(d.Line) {
			s.moves = append(s.moves, contestTurn(g, p, d.Line[n]))
			p = d.Line[n].After
		}
	}
	return s
}

// newContestStage is what is the same in all results of a game: its board, and whose men
// are on it.
func newContestStage(g *contest.Game) *staged {
	s := &staged{board: g.Board, scores: g.Kind.Scores}
	for i, side := range g.Kind.Sides {
		s.parties[i] = "the " + side + " side"
	}
	for i, name := range g.Kind.Men[:g.Sets()] {
		if _, seated := g.Seated(); seated {
			name = "the " + setClasses[i] + " player"
		}
		s.men = append(s.men, name)
	}
	if courts, ok := g.Rules.(contest.Courts); ok {
		start, goal := courts.Courts()
		s.start, s.goal = g.On(start), g.On(goal)
	}
	return s
}

// end is the position at the end of the line.
func (d *Contest) end() contest.Position {
	if n := len(d.Line); n > 0 {
		return d.Line[n-1].After
	}
	return d.From
}

func (d *Contest) facts() (facts []fact) {
	g := d.Game
	switch {
	case d.Forward != nil:
		facts = append(facts, fact{"Search", d.searched()})
	case d.Counts.Positions > 0:
		facts = append(facts, fact{"Space", d.space()})
		if d.Counts.Longest != contest.NoTurns {
			facts = append(facts, fact{"Longest", fmt.Sprintf("a win in %s: %s", quantity(d.Counts.Longest, "turn"), g.Format(d.Longest))})
		}
	}
	facts = append(facts, fact{"Rules", g.Kind.Summary}, fact{"Play", onOneLine(g.Kind.Text)})
	if d.FromFile {
		facts = append(facts, fact{"Source", fileSource})
	}
	return facts
}

// staged is the game with best play by its source.
func (s solvedContest) staged() (*staged, error) {
	d := &Contest{Game: s.Game, From: s.from, FromFile: true}
	var err error
	if d.Value, err = s.source.Lookup(s.from); err != nil {
		return nil, err
	}
	if d.Line, err = s.Line(s.source, s.from); err != nil {
		return nil, err
	}
	p := s.from
	for n := range max(len(d.Line), 1) {
		choices, err := s.Choices(s.source, p)
		if err != nil {
			return nil, err
		}
		if d.Choices = append(d.Choices, choices); n < len(d.Line) {
			p = d.Line[n].After
		}
	}
	return d.staged(), nil
}
