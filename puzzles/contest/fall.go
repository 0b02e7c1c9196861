package contest

import "slices"

// Fall returns which of the rolls falls after so many turns of a game: its place in the
// list. It follows from the seed, in the terminal as on pages (reports/page/dice.js has
// the same). Numbers are mixed as MurmurHash3 (Appleby, 2011) does it in the end.
func Fall(rolls []Roll, seed uint64, turns int) int {
	mix := func(x uint32) uint32 {
		x = (x ^ x>>16) * 0x85ebca6b
		x = (x ^ x>>13) * 0xc2b2ae35
		return x ^ x>>16
	}
	x := mix(mix(uint32(seed)^mix(uint32(seed>>32))) + uint32(turns+1)*0x9e3779b9)
	total := 0
	for _, r := range rolls {
		total += r.Weight
	}
	at := 0
	for n := int(uint64(x) * uint64(total) >> 32); n >= rolls[at].Weight; at++ {
		n -= rolls[at].Weight
	}
	return at
}

// NoRoll stands where no roll falls, or all allow the same.
const NoRoll = -1

// Alike reports whether all rolls allow the same turns, or none: then no roll is needed.
func Alike[T comparable](all [][]T) bool {
	return !slices.ContainsFunc(all, func(turns []T) bool { return !slices.Equal(turns, all[0]) })
}

// AlikeChoices is [Alike] of turns whose chances are known.
func AlikeChoices(rolls []RolledChoices) bool {
	var all [][]ChanceChoice
	for _, r := range rolls {
		all = append(all, r.Choices)
	}
	return Alike(all)
}

// ChanceStep is a best turn in a game with dice.
type ChanceStep struct {
	Rolls []RolledChoices // of the position before it
	Roll  int             // the place of the roll in Rolls, or [NoRoll]
	Turn  ChanceChoice
}

// Choices are the turns that the roll allows, the best first.
func (s ChanceStep) Choices() []ChanceChoice { return s.Rolls[max(s.Roll, 0)].Choices }

// ChanceLine plays from a position with the best turns, always the first of them, and
// with the rolls of a seed, to the end of the game or so many turns.
func (g *Game) ChanceLine(s ChanceSource, p Position, seed uint64, most int) (line []ChanceStep, err error) {
	for len(line) < most {
		rolls, err := g.RolledChoices(s, p)
		if err != nil || len(rolls) == 0 {
			return line, err
		}
		step := ChanceStep{Rolls: rolls, Roll: NoRoll}
		if !AlikeChoices(rolls) {
			step.Roll = Fall(g.Rules.(Dice).Rolls(), seed, len(line))
		}
		step.Turn = step.Choices()[0]
		line, p = append(line, step), step.Turn.After
	}
	return line, nil
}
