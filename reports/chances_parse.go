package reports

import (
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
	Sweeps int  `json:"sweeps"`
	Rests  bool `json:"rests"`
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
	d = &Chances{FromFile: true, Sweeps: f.Sweeps, Rests: f.Rests, Counts: contest.ChanceCounts(*f.Counts)}
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
	var lower, upper, total float64
	for i, roll := range f.Chance.Rolls {
		if roll.Roll != rolls[i].Name || roll.Weight != rolls[i].Weight || len(roll.Turns) != len(all[i]) {
			return fmt.Errorf("roll %d: %.20q with weight %d and %d turns, it is %s with %d and %d", i+1, roll.Roll, roll.Weight, len(roll.Turns), rolls[i].Name, rolls[i].Weight, len(all[i]))
		}
		legal := map[string]contest.Turn{}
		for _, t := range all[i] {
			legal[d.Game.FormatTurn(d.From, t.After)] = t
		}
		choices := make([]contest.ChanceChoice, len(roll.Turns))
		best := contest.Chance{}
		for k, turn := range roll.Turns {
			t, ok := legal[turn.Turn]
			if !ok {
				return fmt.Errorf("roll %s: %.40q is no turn here, or stands there twice", roll.Roll, turn.Turn)
			}
			delete(legal, turn.Turn)
			c, err := chanceOf(turn.Lower, turn.Upper)
			if err != nil {
				return fmt.Errorf("roll %s: %s: %w", roll.Roll, turn.Turn, err)
			}
			choices[k] = contest.ChanceChoice{Turn: t, Chance: c}
			if k > 0 && c.Lower > choices[k-1].Chance.Lower {
				return fmt.Errorf("roll %s: %s is better than the turn before it", roll.Roll, turn.Turn)
			}
			best.Lower, best.Upper = max(best.Lower, c.Lower), max(best.Upper, c.Upper)
		}
		d.Rolls = append(d.Rolls, contest.RolledChoices{Roll: rolls[i], Choices: choices})
		weight := float64(roll.Weight)
		lower, upper, total = lower+weight*best.Lower, upper+weight*best.Upper, total+weight
	}
	const much = 1e-9 // more than numbers of this size can be rounded by
	if total > 0 && (d.Chance.Lower > lower/total+much || d.Chance.Upper < upper/total-much) {
		return fmt.Errorf("the turns are worth %.10f to %.10f together, the position before them %s", lower/total, upper/total, d.Chance)
	}
	return nil
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
