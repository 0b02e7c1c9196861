package main

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
)

// playContest plays a game of package contest.
func playContest(c *cli.Context, s *contestSource, text string, person duel.Side) error {
	start := s.from
	if text != "" {
		var err error
		if start, err = s.position(c, text); err != nil {
			return err
		}
	}
	return newMatch(c, newContestant(s, person), start).run()
}

func newContestant(s *contestSource, person duel.Side) contestant {
	return contestant{s, map[duel.Side]uint8{duel.First: 0, duel.Second: 1}[person]}
}

// contestant is a [rival] in a game of package contest.
type contestant struct {
	*contestSource
	person uint8
}

func (r contestant) Welcome() string {
	text := fmt.Sprintf("%s. You are %s", r.game, r.side(r.person))
	if !r.game.Kind.NoSides {
		text += "; I am " + r.side(1-r.person)
	}
	for _, set := range r.game.Legend() {
		switch {
		case r.game.Kind.NoSides:
			text += fmt.Sprintf("; %s, drawn %c, are of neither side", set.Name, set.Sign)
		case set.Side == contest.NoSide:
			text += fmt.Sprintf("; %c: %s", set.Sign, set.Name)
		}
	}
	return text + "."
}

// side names a side and what is drawn for its men: "X, the first side", "the single
// side: X, the first player".
func (r contestant) side(side uint8) string {
	name := "the " + r.game.Kind.Sides[side] + " side"
	var men []string
	for _, set := range r.game.Legend() {
		switch {
		case set.Side != int(side):
		case set.Name == name:
			return fmt.Sprintf("%c, %s", set.Sign, name)
		default:
			men = append(men, fmt.Sprintf("%c, %s", set.Sign, set.Name))
		}
	}
	switch {
	case men != nil:
		return name + ": " + strings.Join(men, ", and ")
	case r.game.Kind.NoSides:
		return name
	}
	return name + ", which has no men"
}

func (r contestant) Draw(p contest.Position) string { return r.game.Draw(p) }

func (r contestant) Roll(contest.Position) string { return "" }

func (r contestant) Person(game []contest.Position) bool {
	if r.game.Kind.NoSides { // the sides move in turn
		return uint8(len(game)-1)%2 == r.person
	}
	return game[len(game)-1].Turn == r.person
}

func (r contestant) Turns(p contest.Position) (turns []offer[contest.Position], err error) {
	choices, err := r.game.Choices(r, p)
	if err != nil {
		return nil, r.fail(err)
	}
	best := len(contest.Best(choices))
	for i, c := range choices {
		turns = append(turns, offer[contest.Position]{
			text: r.game.FormatTurn(p, c.After), worth: reports.ContestWorth(r.game, c.Value), best: i < best, after: c.After,
		})
	}
	return turns, nil
}

func (r contestant) Read(p contest.Position, text string) (contest.Position, error) {
	t, err := r.game.ParseTurn(p, text)
	return t.After, err
}

func (r contestant) Over(game []contest.Position, turns []offer[contest.Position]) string {
	if len(turns) > 0 {
		return ""
	}
	score := r.game.Score(game[len(game)-1])
	if r.game.Kind.Scores {
		score = r.gained(game)
	} else if !r.Person(game) {
		score = -score
	}
	if _, seated := r.game.Seated(); seated && r.game.Kind.Scores {
		return fmt.Sprintf("The game is over: the score of the %s side is %+d.", r.game.Kind.Sides[0], score*(1-2*int(r.person)))
	}
	switch by := max(score, -score); {
	case score == 0:
		return "The game is over: a draw."
	case score > 0 && r.game.Kind.Scores:
		return fmt.Sprintf("The game is over: you have won by %d.", by)
	case r.game.Kind.Scores:
		return fmt.Sprintf("The game is over: I have won by %d.", by)
	case score > 0:
		return "You have won."
	}
	return "I have won."
}

// gained returns what the person has gained more than the program since the first
// position.
func (r contestant) gained(game []contest.Position) (score int) {
	for i, after := range game[1:] {
		for _, t := range r.game.AppendTurns(nil, game[i]) {
			if t.After != after {
				continue
			}
			if r.Person(game[:i+1]) {
				score += t.Gain
			} else {
				score -= t.Gain
			}
		}
	}
	return score
}
