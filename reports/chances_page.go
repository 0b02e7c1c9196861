package reports

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// staged is a game with dice as a page shows it: best play with the rolls of a seed, and
// before each turn what every roll is worth.
func (d *Chances) staged() *staged {
	g := d.Game
	s := newContestStage(g)
	s.name, s.headline, s.status, s.facts, s.dice = playersOf(g)+", "+g.String(), d.headline(), "optimal", d.facts(), true
	if !d.Chance.Settled() {
		s.status = "bounded"
	}
	p, chance := d.From, d.Chance
	for _, step := range d.Line {
		s.scenes = append(s.scenes, chanceScene(g, p, chance, step.Rolls, step.Roll, step.Roll == contest.NoRoll))
		s.moves = append(s.moves, chanceTurn(g, p, step.Turn))
		p, chance = step.Turn.After, step.Turn.Chance.By(step.Turn.Turn)
	}
	last := chanceScene(g, p, chance, nil, contest.NoRoll, true)
	if len(d.Line) == 0 { // what is known of the rolls at the start
		last = chanceScene(g, p, chance, d.Rolls, contest.NoRoll, contest.AlikeChoices(d.Rolls))
	}
	s.scenes = append(s.scenes, last)
	s.over = len(g.AppendTurns(nil, p)) == 0
	return s
}

func (d *Chances) facts() (facts []fact) {
	if d.Sweeps > 0 {
		facts = append(facts, fact{"Bounds", d.bounds()})
	}
	if d.Exact != nil {
		facts = append(facts, fact{"Exactly", d.exactly()})
	}
	if d.Counts.Positions > 0 {
		facts = append(facts, fact{"Space", d.space()})
	}
	if len(d.Line) > 0 {
		facts = append(facts, fact{"Line", fmt.Sprintf("a game of best turns with the rolls of seed %d", d.Seed)})
	}
	facts = append(facts, fact{"Rules", d.Game.Kind.Summary}, fact{"Play", onOneLine(d.Game.Kind.Text)})
	if d.FromFile {
		facts = append(facts, fact{"Source", chancesSource})
	}
	return facts
}

// staged is the game with best play by its source, and the rolls of seed 1.
func (s solvedChances) staged() (*staged, error) {
	d := &Chances{Game: s.Game, From: s.from, FromFile: true, Seed: 1}
	var err error
	if d.Chance, d.Rolls, err = lookUpChance(s.Game, s.source, s.from); err != nil {
		return nil, err
	}
	if d.Line, err = s.ChanceLine(s.source, s.from, d.Seed, MostChanceTurns); err != nil {
		return nil, err
	}
	return d.staged(), nil
}
