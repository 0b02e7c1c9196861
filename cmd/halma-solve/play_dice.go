package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// playDice plays a game with dice.
func playDice(c *cli.Context, s *contestSource, text string, person duel.Side) error {
	start := s.from
	if text != "" {
		var err error
		if start, err = s.position(c, text); err != nil {
			return err
		}
	}
	r := gambler{contestant: newContestant(s, person), seed: rand.Uint64N(1_000_000)}
	if seedOption.IsSet(c) {
		r.seed = seedOption.Of(c)
	}
	return newMatch(c, r, r.rolled(start, 0)).run()
}

// rolled is a position with the roll of its side to move.
type rolled struct {
	contest.Position
	roll int // index among those of the rules
	ply  int
}

// gambler is a [rival] in a game with dice.
type gambler struct {
	contestant
	seed uint64
}

// rolled rolls for a position: the same whenever so many turns have been made.
func (r gambler) rolled(p contest.Position, ply int) rolled {
	return rolled{p, contest.Fall(r.game.Rules.(contest.Dice).Rolls(), r.seed, ply), ply}
}

func (r gambler) Welcome() string {
	return fmt.Sprintf("%s The dice fall by --seed %d.", r.contestant.Welcome(), r.seed)
}

func (r gambler) Draw(p rolled) string { return r.contestant.Draw(p.Position) }

// Roll says nothing of a roll where all allow the same.
func (r gambler) Roll(p rolled) string {
	dice := r.game.Rules.(contest.Dice)
	if contest.Alike(dice.Rolled(p.Position)) {
		return ""
	}
	return dice.Rolls()[p.roll].Name
}

func (r gambler) Person(game []rolled) bool { return game[len(game)-1].Turn == r.person }

func (r gambler) Turns(p rolled) (turns []offer[rolled], err error) {
	all, err := r.game.RolledChoices(r.chances, p.Position)
	if err != nil || len(all) == 0 {
		return nil, r.fail(err)
	}
	choices := all[p.roll].Choices
	for _, c := range choices {
		turns = append(turns, offer[rolled]{
			text: r.game.FormatTurn(p.Position, c.After), worth: c.Chance.String(), best: c.Chance == choices[0].Chance, after: r.rolled(c.After, p.ply+1),
		})
	}
	return turns, nil
}

// Read reads a turn with the roll.
func (r gambler) Read(p rolled, text string) (rolled, error) {
	t, err := r.game.ParseTurn(p.Position, text)
	if err != nil {
		return p, err
	}
	for _, with := range r.game.Rules.(contest.Dice).Rolled(p.Position)[p.roll] {
		if with.After == t.After {
			return r.rolled(t.After, p.ply+1), nil
		}
	}
	return p, fmt.Errorf("%.40q is no turn with this roll", text)
}

func (r gambler) Over(game []rolled, turns []offer[rolled]) string {
	if len(turns) > 0 {
		return ""
	}
	return r.contestant.Over([]contest.Position{game[len(game)-1].Position}, nil)
}
