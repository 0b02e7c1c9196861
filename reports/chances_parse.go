package reports

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// chanceFields is a solved game with dice as it stands in the text.
type chanceFields struct {
	Schema string            `json:"schema"`
	Game   contestGameFields `json:"game"`
	Exact  *string           `json:"exact"`
	Chance *ChanceAnswer     `json:"chance"`
	Counts *struct {
		Positions int64 `json:"positions"`
		Kept      int64 `json:"kept"`
		Over      int64 `json:"over"`
		Apart     int64 `json:"apart"`
	} `json:"counts"`
	Sweeps int          `json:"sweeps"`
	Rests  bool         `json:"rests"`
	Seed   uint64       `json:"seed"`
	Line   []chanceStep `json:"line"` // none in older files
}

// ParseChances reads a solved game with dice as [ChancesJSON] writes it. The turns with
// each roll must be those of the rules, and bear out the bounds of the position before
// them; all numbers are the word of whoever wrote it. Errors are of type
// [*positions.SyntaxError].
func ParseChances(text []byte) (*Chances, error) {
	var f chanceFields
	if err := readSolved(text, &f, &f.Schema, ChancesSchema); err != nil {
		return nil, err
	}
	d, err := f.game()
	if err == nil {
		err = f.rolls(d)
	}
	if err == nil {
		err = f.exact(d)
	}
	if err == nil {
		err = f.line(d)
	}
	if err != nil {
		return nil, wrongSolved(err)
	}
	return d, nil
}

// game makes the game and takes over what is said of it as a whole.
func (f *chanceFields) game() (d *Chances, err error) {
	kind, err := f.Game.kind(true)
	switch {
	case err != nil:
		return nil, err
	case f.Chance == nil || f.Counts == nil:
		return nil, fmt.Errorf("there is no chance, or there are no counts")
	}
	d = &Chances{FromFile: true, Sweeps: f.Sweeps, Rests: f.Rests, Seed: f.Seed, Counts: contest.ChanceCounts(*f.Counts)}
	if d.Game, d.From, err = f.Game.game(kind); err != nil {
		return nil, err
	}
	if d.Chance, err = chanceOf(f.Chance.Lower, f.Chance.Upper); err == nil && f.Chance.Position != f.Game.From {
		err = fmt.Errorf("the chance is of %.80q, not of where play begins", f.Chance.Position)
	}
	return d, err
}

func chanceOf(lower, upper float64) (contest.Chance, error) {
	if !(0 <= lower && lower <= upper && upper <= 1) {
		return contest.Chance{}, fmt.Errorf("no chance lies from %g to %g", lower, upper)
	}
	return contest.Chance{Lower: lower, Upper: upper}, nil
}

// rolls takes over the turns with each roll, which must be those of the rules.
func (f *chanceFields) rolls(d *Chances) error {
	dice := d.Game.Rules.(contest.Dice)
	rolls, all := dice.Rolls(), dice.Rolled(d.From)
	if len(f.Chance.Rolls) != len(all) {
		return fmt.Errorf("%d rolls of %d", len(f.Chance.Rolls), len(all))
	}
	for i, roll := range f.Chance.Rolls {
		if roll.Roll != rolls[i].Name || roll.Weight != rolls[i].Weight || len(roll.Turns) != len(all[i]) {
			return fmt.Errorf("roll %d: %.20q with weight %d and %d turns, it is %s with %d and %d", i+1, roll.Roll, roll.Weight, len(roll.Turns), rolls[i].Name, rolls[i].Weight, len(all[i]))
		}
		choices, err := readChoices(d.Game, d.From, roll.Turns, all[i])
		if err != nil {
			return fmt.Errorf("roll %s: %w", roll.Roll, err)
		}
		d.Rolls = append(d.Rolls, contest.RolledChoices{Roll: rolls[i], Choices: choices})
	}
	return borneOut(d.Chance, d.Rolls)
}

// readChoices reads the turns with a roll, the best first: all that are legal, each once,
// and no others.
func readChoices(g *contest.Game, p contest.Position, turns []ChanceTurn, all []contest.Turn) ([]contest.ChanceChoice, error) {
	if len(turns) != len(all) {
		return nil, fmt.Errorf("%d turns of %d", len(turns), len(all))
	}
	legal := map[string]contest.Turn{}
	for _, t := range all {
		legal[g.FormatTurn(p, t.After)] = t
	}
	choices := make([]contest.ChanceChoice, len(turns))
	for k, turn := range turns {
		t, ok := legal[turn.Turn]
		if !ok {
			return nil, fmt.Errorf("%.40q is no turn here, or stands there twice", turn.Turn)
		}
		delete(legal, turn.Turn)
		c, err := chanceOf(turn.Lower, turn.Upper)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", turn.Turn, err)
		}
		choices[k] = contest.ChanceChoice{Turn: t, Chance: c}
		if k > 0 && c.Lower > choices[k-1].Chance.Lower {
			return nil, fmt.Errorf("%s is better than the turn before it", turn.Turn)
		}
	}
	return choices, nil
}

// line replays the game: of each turn the choices must be all that its roll allows, of
// every roll there must be a turn, and all of them bear out the bounds of the position
// before. The rolls must be those of the seed, the turns best ones, and the game must go
// on to its end.
func (f *chanceFields) line(d *Chances) error {
	if len(f.Line) == 0 {
		return nil
	}
	if len(f.Line) > MostChanceTurns {
		return fmt.Errorf("a line of %d turns", len(f.Line))
	}
	rolls := d.Game.Rules.(contest.Dice).Rolls()
	p, chance := d.From, d.Chance
	for i, s := range f.Line {
		step, err := s.step(d.Game, p)
		if err == nil {
			err = borneOut(chance, step.Rolls)
		}
		if fall := contest.Fall(rolls, f.Seed, i); err == nil && step.Roll != contest.NoRoll && step.Roll != fall {
			err = fmt.Errorf("the roll is %s, with the seed %d it is %s", rolls[step.Roll].Name, f.Seed, rolls[fall].Name)
		}
		if err == nil && step.Turn.Chance != step.Choices()[0].Chance {
			err = fmt.Errorf("%.40q is not the best turn with the roll", s.Turn)
		}
		if err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		d.Line, p, chance = append(d.Line, step), step.Turn.After, step.Turn.Chance.By(step.Turn.Turn)
	}
	if len(d.Line) < MostChanceTurns && len(d.Game.AppendTurns(nil, p)) > 0 {
		return fmt.Errorf("the line ends after %d turns, the game does not", len(d.Line))
	}
	return nil
}

// step reads a turn of the line.
func (s chanceStep) step(g *contest.Game, p contest.Position) (step contest.ChanceStep, err error) {
	dice := g.Rules.(contest.Dice)
	rolls, all := dice.Rolls(), dice.Rolled(p)
	if len(s.Rolls) != len(all) || len(all) == 0 {
		return step, fmt.Errorf("%d rolls of %d", len(s.Rolls), len(all))
	}
	step.Roll = contest.NoRoll
	for i, r := range s.Rolls {
		best, err := readBest(g, p, r.ChanceTurn, all[i])
		if err != nil || r.Roll != rolls[i].Name || r.Weight != rolls[i].Weight {
			return step, cmp.Or(err, fmt.Errorf("roll %d is not %.20q with weight %d", i+1, r.Roll, r.Weight))
		}
		step.Rolls = append(step.Rolls, contest.RolledChoices{Roll: rolls[i], Choices: []contest.ChanceChoice{best}})
		if s.Roll != nil && *s.Roll == r.Roll {
			step.Roll = i
		}
	}
	if (step.Roll == contest.NoRoll) != contest.Alike(all) || (step.Roll == contest.NoRoll) != (s.Roll == nil) {
		return step, fmt.Errorf("there is no such roll, or none is needed")
	}
	at := max(step.Roll, 0)
	choices, err := readChoices(g, p, s.Choices, all[at])
	if err != nil {
		return step, err
	}
	step.Rolls[at].Choices = choices
	for _, c := range choices {
		if g.FormatTurn(p, c.After) == s.Turn && g.Format(c.After) == s.Position {
			step.Turn = c
			return step, nil
		}
	}
	return step, fmt.Errorf("%.40q to %.80q is no turn with the roll", s.Turn, s.Position)
}

// readBest reads one of the turns with a roll.
func readBest(g *contest.Game, p contest.Position, turn ChanceTurn, all []contest.Turn) (contest.ChanceChoice, error) {
	for _, t := range all {
		if g.FormatTurn(p, t.After) == turn.Turn {
			c, err := chanceOf(turn.Lower, turn.Upper)
			return contest.ChanceChoice{Turn: t, Chance: c}, err
		}
	}
	return contest.ChanceChoice{}, fmt.Errorf("%.40q is no turn here", turn.Turn)
}

// exact takes over the fraction, which must lie between the bounds.
func (f *chanceFields) exact(d *Chances) error {
	if f.Exact == nil {
		return nil
	}
	var ok bool
	if len(*f.Exact) < 10_000 && !strings.ContainsAny(*f.Exact, "eE._xX") {
		d.Exact, ok = new(big.Rat).SetString(*f.Exact)
	}
	if !ok || d.Exact.Cmp(new(big.Rat).SetFloat64(d.Chance.Lower)) < 0 || d.Exact.Cmp(new(big.Rat).SetFloat64(d.Chance.Upper)) > 0 {
		return fmt.Errorf("%.80q is no fraction between the bounds", *f.Exact)
	}
	return nil
}
