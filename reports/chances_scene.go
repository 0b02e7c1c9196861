package reports

import (
	"fmt"
	"math"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// SolvedChances is a game with dice with a source of its chances, which are somebody's
// claim; play begins at from.
func SolvedChances(g *contest.Game, s contest.ChanceSource, from contest.Position) Solved {
	return solvedChances{g, s, from}
}

type solvedChances struct {
	*contest.Game
	source contest.ChanceSource
	from   contest.Position
}

func (s solvedChances) Start() string { return s.Format(s.from) }

func (s solvedChances) Scene(position, roll string) (Scene, error) {
	p, err := parseOr(s.Game, position, s.from)
	if err != nil {
		return Scene{}, err
	}
	chance, rolls, err := lookUpChance(s.Game, s.source, p)
	if err != nil {
		return Scene{}, err
	}
	at := contest.NoRoll
	for i, r := range s.Rules.(contest.Dice).Rolls() {
		if r.Name == roll {
			at = i
		}
	}
	if roll != "" && at == contest.NoRoll {
		return Scene{}, ErrRoll
	}
	return chanceScene(s.Game, p, chance, rolls, at, contest.AlikeChoices(rolls)), nil
}

// lookUpChance returns the chance of a position and its turns with all rolls. Errors wrap
// [contest.ErrInconsistent], or are those of the source.
func lookUpChance(g *contest.Game, s contest.ChanceSource, p contest.Position) (c contest.Chance, rolls []contest.RolledChoices, err error) {
	if c, err = s.Chance(p); err != nil {
		return c, nil, err
	}
	if rolls, err = g.RolledChoices(s, p); err == nil {
		err = borneOut(c, rolls)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", g.Format(p), err)
	}
	return c, rolls, err
}

// borneOut makes sure that the best turns with all rolls make the bounds of the position
// before them, but for what numbers of this size can be rounded by.
func borneOut(c contest.Chance, rolls []contest.RolledChoices) error {
	const much = 1e-9
	var lower, upper, total float64
	for _, r := range rolls {
		best, weight := contest.Chance{}, float64(r.Roll.Weight)
		for _, t := range r.Choices {
			best.Lower, best.Upper = max(best.Lower, t.Chance.Lower), max(best.Upper, t.Chance.Upper)
		}
		lower, upper, total = lower+weight*best.Lower, upper+weight*best.Upper, total+weight
	}
	if total > 0 && (c.Lower > lower/total+much || c.Upper < upper/total-much) {
		return fmt.Errorf("%w: the turns are worth %.10f to %.10f together, the position before them %s", contest.ErrInconsistent, lower/total, upper/total, c)
	}
	return nil
}

// chanceScene is a position of a game with dice and its turns with one of the rolls, or
// with [contest.NoRoll]; alike says that all allow the same.
func chanceScene(g *contest.Game, p contest.Position, c contest.Chance, rolls []contest.RolledChoices, at int, alike bool) Scene {
	s := contestScene(g, p, nil)
	s.Value, s.Roll = chanceValue(c), contest.NoRoll
	if len(rolls) == 0 {
		return s
	}
	if alike {
		at = 0
	} else {
		s.Roll = at
		for _, r := range rolls {
			best := r.Choices[0]
			s.Rolls = append(s.Rolls, SceneRoll{r.Roll.Name, r.Roll.Weight, g.FormatTurn(p, best.After), chanceValue(best.Chance)})
		}
	}
	if at == contest.NoRoll {
		return s
	}
	for _, t := range rolls[at].Choices {
		if t.Chance == rolls[at].Choices[0].Chance {
			s.Best++
		}
		s.Turns = append(s.Turns, chanceTurn(g, p, t))
	}
	return s
}

// chanceTurn is one of the choices of a position with a roll.
func chanceTurn(g *contest.Game, p contest.Position, c contest.ChanceChoice) SceneTurn {
	t := SceneTurn{
		Text: g.FormatTurn(p, c.After), Path: []positions.Cell{}, After: g.Format(c.After),
		Value: chanceValue(c.Chance), Again: c.Again || c.After.Turn == p.Turn,
	}
	left, came := g.Moved(p, c.After)
	if t.Left, t.Came = left.Cells(), came.Cells(); len(t.Left) == 1 && len(t.Came) == 1 {
		t.Path, t.Left, t.Came = []positions.Cell{t.Left[0], t.Came[0]}, nil, nil
	}
	return t
}

// chanceValue is a chance for the side to move: won if its score is expected to be more
// than a half.
func chanceValue(c contest.Chance) ContestValue {
	v := ContestValue{Result: "drawn", bounds: bounds{&c.Lower, &c.Upper}}
	switch {
	case c.Lower > 0.5 && c.Lower+c.Upper-1 > 1e-9:
		v.Result = "won"
	case c.Upper < 0.5 && 1-c.Lower-c.Upper > 1e-9:
		v.Result = "lost"
	}
	return v
}

// hundredths is a bound of a chance in whole hundredths; 0 and 100 are those that are
// certain.
func hundredths(x float64) int {
	switch {
	case x < contest.ChanceWidth/float64(contest.ChanceUnit):
		return 0
	case x > 1-contest.ChanceWidth/float64(contest.ChanceUnit):
		return 100
	}
	return min(max(int(math.Round(100*x)), 1), 99)
}

// sign is a chance in few signs, "85"; "51–75" if its bounds are apart.
func (b bounds) sign() string {
	if lower, upper := hundredths(*b.Lower), hundredths(*b.Upper); *b.Upper-*b.Lower >= contest.ChanceWidth/float64(contest.ChanceUnit) && lower < upper {
		return fmt.Sprintf("%d–%d", lower, upper)
	}
	return fmt.Sprint(hundredths((*b.Lower + *b.Upper) / 2))
}
