package main

import (
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// playRace plays a race.
func playRace(c *cli.Context, name, text string, person duel.Side) error {
	race, done, err := openRace(c, name, cli.DefaultMemory())
	if err != nil {
		return err
	}
	defer done()
	start := race.game.Start()
	if text != "" {
		if start, err = race.game.ParsePosition(text); err != nil {
			return duelPosition.Refuse(c, onOneLine(err))
		}
		if race.game.Ending(race.game.View(start)) == duel.Illegal {
			return duelPosition.Refuse(c, errors.New("this position is not legal"))
		}
	}
	return newMatch(c, racer{race, person}, start).run()
}

// racer is a [rival] in a race.
type racer struct {
	*raceSource
	person duel.Side
}

func (r racer) Welcome() string {
	signs, kinds := map[duel.Side]string{duel.First: "X", duel.Second: "O"}, ""
	if r.game.Marked > 0 {
		signs, kinds = map[duel.Side]string{duel.First: "X and x", duel.Second: "O and o"}, " Capitals are the marked men."
	}
	return fmt.Sprintf("%s. You are %s, the %s side; I am %s, the %s side.%s An empty cell of a goal, yours or mine, is +.",
		r.game, signs[r.person], r.person, signs[r.person.Other()], r.person.Other(), kinds)
}

func (r racer) Draw(p duel.Position) string { return r.game.Draw(p) }

func (r racer) Roll(duel.Position) string { return "" }

func (r racer) Person(game []duel.Position) bool { return game[len(game)-1].Turn == r.person }

func (r racer) Turns(p duel.Position) (turns []offer[duel.Position], err error) {
	g, v := r.game, r.game.View(p)
	choices, err := g.Choices(r, v)
	if err != nil {
		return nil, r.fail(err)
	}
	best := len(duel.Best(choices))
	for i, c := range choices {
		turns = append(turns, offer[duel.Position]{
			text: g.FormatTurn(v, c.Turn, p.Turn), worth: worth(c.Value, c.Plies), best: i < best,
			after: g.Position(g.After(v, c.Turn), p.Turn.Other()),
		})
	}
	return turns, nil
}

func (r racer) Read(p duel.Position, text string) (duel.Position, error) {
	g := r.game
	t, err := g.ParseTurn(text, p)
	if err != nil {
		return p, err
	}
	return g.Position(g.After(g.View(p), t), p.Turn.Other()), nil
}

// worth is a value for the side to move in words.
func worth(v duel.Value, plies int) string {
	word := map[duel.Value]string{duel.ValueWon: "wins", duel.ValueLost: "loses", duel.ValueDrawn: "draws", duel.ValueIllegal: "is illegal"}[v]
	if plies == duel.NoPlies {
		return word
	}
	return fmt.Sprintf("%s in %d", word, plies)
}

func (r racer) Over(game []duel.Position, turns []offer[duel.Position]) string {
	mine := r.Person(game) // my: the person's
	switch e := r.game.Ending(r.game.View(game[len(game)-1])); {
	case e == duel.Won && mine, e == duel.Lost && !mine:
		return "You have won."
	case e == duel.Won, e == duel.Lost:
		return "I have won."
	case len(turns) == 0 && mine:
		return "You have no legal turn: I have won."
	case len(turns) == 0:
		return "I have no legal turn: you have won."
	}
	return ""
}
