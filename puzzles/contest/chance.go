package contest

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// Chance bounds what a position of a game with dice is worth to its side to move: its
// expected score with perfect play, a win 1, a draw ½, a loss 0. Lower is the score if
// endless play counted as lost for that side, Upper if it counted as won; both are
// proven bounds. They are whole multiples of 1/[ChanceUnit].
type Chance struct {
	Lower, Upper float64
}

const (
	// ChanceUnit is the number of steps from 0 to 1 in which chances are counted. A
	// float64 holds each of them exactly, and so it does 1 less each of them.
	ChanceUnit = 1 << 52
	// MostWeight is the greatest sum of weights of rolls: ChanceUnit times it fits into
	// 64 bits.
	MostWeight = 1 << 10
	// ChanceWidth is what the bounds of a chance that is settled are apart less than, in
	// steps: 1e-9.
	ChanceWidth = ChanceUnit / 1_000_000_000
)

// Settled reports whether the bounds meet, but for less than 1e-9.
func (c Chance) Settled() bool { return c.Upper-c.Lower < ChanceWidth/float64(ChanceUnit) }

// By is the chance of the mover of a turn to a position with this chance.
func (c Chance) By(t Turn) Chance {
	if t.Again {
		return c
	}
	return Chance{1 - c.Upper, 1 - c.Lower}
}

// chanceDigits are the decimals in which chances are written; chanceScale is ten to
// the power of it.
const (
	chanceDigits = 10
	chanceScale  = 10_000_000_000
)

// String writes both bounds in ten decimals, the lower one rounded down and the upper
// one up: "0.5271304958 to 0.5271304960".
func (c Chance) String() string { return decimals(c.Lower, false) + " to " + decimals(c.Upper, true) }

// decimals writes a multiple of 1/ChanceUnit, rounded down or up.
func decimals(x float64, up bool) string {
	high, low := bits.Mul64(uint64(x*ChanceUnit), chanceScale)
	if up {
		var carry uint64
		low, carry = bits.Add64(low, ChanceUnit-1, 0)
		high += carry
	}
	n := high<<12 | low>>52
	return fmt.Sprintf("%d.%0*d", n/chanceScale, chanceDigits, n%chanceScale)
}

// FinalChance returns the chance of a position without turns.
func (g *Game) FinalChance(p Position) Chance {
	half := float64(g.Score(p)+1) / 2
	return Chance{half, half}
}

// ChanceSource knows the chances of positions.
type ChanceSource interface {
	Chance(p Position) (Chance, error)
}

// ChanceChoice is a turn with the chance of who makes it.
type ChanceChoice struct {
	Turn
	Chance Chance
}

// RolledChoices are the turns with a roll, the best first: those with the greater
// lower bound, of these those with the greater upper one, equals in the order of the
// rules.
type RolledChoices struct {
	Roll    Roll
	Choices []ChanceChoice
}

// RolledChoices returns the turns of a position with each roll; none if the game is
// over, or is one without dice.
func (g *Game) RolledChoices(s ChanceSource, p Position) (all []RolledChoices, err error) {
	dice, ok := g.Rules.(Dice)
	if !ok {
		return nil, nil
	}
	rolls := dice.Rolls()
	for i, turns := range dice.Rolled(p) {
		choices := make([]ChanceChoice, len(turns))
		for k, t := range turns {
			c, err := s.Chance(t.After)
			if err != nil {
				return nil, err
			}
			choices[k] = ChanceChoice{t, c.By(t)}
		}
		slices.SortStableFunc(choices, func(a, b ChanceChoice) int {
			return cmp.Or(cmp.Compare(b.Chance.Lower, a.Chance.Lower), cmp.Compare(b.Chance.Upper, a.Chance.Upper))
		})
		all = append(all, RolledChoices{rolls[i], choices})
	}
	return all, nil
}

// ChanceCounts are numbers of positions, each as many times as symmetries of the
// rules make different ones of it.
type ChanceCounts struct {
	Positions int64
	Kept      int64 // up to symmetry
	Over      int64 // the game has ended
	Apart     int64 // the bounds do not meet
}
