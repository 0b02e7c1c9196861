package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// MostMoves is how many turns of games with dice are kept in memory at the most, at 4
// bytes each.
const MostMoves = 250_000_000

// ErrMostMoves means that there are more turns than [MostMoves].
var ErrMostMoves = fmt.Errorf("there are more than %d turns", MostMoves)

// ChanceReport says what was checked of a game with dice.
type ChanceReport struct {
	Positions int64 `json:"positions"` // reached from the roots, each as it stands
	Turns     int64 `json:"turns"`     // tried in them, with each roll
	Over      int64 `json:"over"`      // positions in which the game has ended
	Apart     int64 `json:"apart"`     // positions whose bounds do not meet
	// Fixed are the positions with bounds that the turns do not bring nearer to each
	// other, not by one step of 1/[contest.ChanceUnit].
	Fixed int64 `json:"fixed"`
}

// Chances checks every position that can be reached from some of a game with dice:
// the side to move can make sure of its lower bound however the other plays, and the
// other side of what the upper one leaves it, endless play counted as lost for
// whoever's bound it is. Its errors wrap [ErrWrong], are [ErrMost], [ErrMostMoves],
// those of the source, or of the context.
//
// # Why that is a proof
//
// For each of the two sides let low be what the bounds promise it in each position. It
// is checked that
//
//  1. where the game is over low is the score;
//  2. everywhere else the mean, over all rolls, of the best turn's low (the other
//     side's turns: of the worst) is low at least;
//  3. every position has a rank. Rank 0 have those that are over and those with low 0.
//     A position of the other side has the next rank if some roll leads, whatever turn
//     is chosen, to lower ranks; one of the own side if there are turns for all rolls
//     whose mean of low is low at least, and one of which leads to a lower rank.
//
// The side plays the turns of 3. By 2 and 3 low never falls in the mean. From every
// position a rank-0 position is reached with a chance that is bounded from below, so
// that the game comes to one almost surely. There low is the score or 0, hence the mean
// score is low of the first position at least.
//
// Bounds from a value iteration always have the ranks: let T be the positions without
// one, M the greatest low in T, and k the first sweep in which one of T had it. Had it
// one of the other side, then each roll had a turn that stays in T, where no low was M
// in the sweep before. Had it one of the own side, then a best turn of that sweep led
// out of T, for in T no low was M; and its turns are enough for a rank. Both is absurd.
func Chances(ctx context.Context, g *contest.Game, s contest.ChanceSource, roots ...contest.Position) (*ChanceReport, error) {
	dice, ok := g.Rules.(contest.Dice)
	if !ok {
		return nil, fmt.Errorf("%s has no dice", g)
	}
	c := chances{game: g, rolls: dice.Rolls()}
	for _, roll := range c.rolls {
		c.total += uint64(roll.Weight)
	}
	if err := c.reach(ctx, dice, s, roots); err != nil {
		return nil, err
	}
	for side := range uint8(2) {
		if err := c.holds(ctx, side); err != nil {
			return nil, err
		}
	}
	c.report.Positions = int64(len(c.list))
	for i := range c.list {
		if c.still(i) {
			c.report.Fixed++
		}
	}
	return &c.report, nil
}

// chances are all positions with their bounds and turns.
type chances struct {
	game   *contest.Game
	rolls  []contest.Roll
	total  uint64 // weight of all rolls
	list   []contest.Position
	lows   [2][]uint64 // what each side makes sure of, in steps
	turns  [][]uint32  // weight of rolls, number of turns, where to; and so on; nil if over
	report ChanceReport
}

// reach plays all turns from some positions on.
func (c *chances) reach(ctx context.Context, dice contest.Dice, s contest.ChanceSource, roots []contest.Position) error {
	met := map[contest.Position]uint32{}
	for _, p := range roots {
		if _, old := met[p]; !old {
			met[p] = uint32(len(c.list))
			c.list = append(c.list, p)
		}
	}
	moves := 0
	for i := 0; i < len(c.list); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := c.list[i]
		bounds, err := s.Chance(p)
		if err != nil {
			return err
		}
		if !(0 <= bounds.Lower && bounds.Lower <= bounds.Upper && bounds.Upper <= 1) {
			return fmt.Errorf("%w: %s cannot be worth %s", ErrWrong, c.game.Format(p), bounds)
		}
		c.lows[p.Turn] = append(c.lows[p.Turn], uint64(bounds.Lower*contest.ChanceUnit))
		c.lows[p.Turn^1] = append(c.lows[p.Turn^1], contest.ChanceUnit-uint64(bounds.Upper*contest.ChanceUnit))
		if !bounds.Settled() {
			c.report.Apart++
		}
		all := dice.Rolled(p)
		if all == nil {
			c.report.Over++
			if final := c.game.FinalChance(p); bounds != final {
				return fmt.Errorf("%w: the game is over at %s, which is said to be worth %s, but it is %s", ErrWrong, c.game.Format(p), bounds, final)
			}
		}
		c.turns = append(c.turns, c.numbered(all, met))
		if moves += len(c.turns[i]); moves > MostMoves {
			return ErrMostMoves
		}
		if len(c.list) > Most {
			return ErrMost
		}
	}
	return nil
}

// numbered writes down where the turns of a position lead to, rolls with the same ones
// together, and lists positions that are new.
func (c *chances) numbered(all [][]contest.Turn, met map[contest.Position]uint32) (out []uint32) {
	weights, same := []uint32{}, [][]uint32{}
	for roll, turns := range all {
		c.report.Turns += int64(len(turns))
		to := make([]uint32, len(turns))
		for k, t := range turns {
			n, old := met[t.After]
			if !old {
				n = uint32(len(c.list))
				met[t.After], c.list = n, append(c.list, t.After)
			}
			to[k] = n
		}
		slices.Sort(to)
		at := slices.IndexFunc(same, func(other []uint32) bool { return slices.Equal(other, to) })
		if at < 0 {
			at, weights, same = len(same), append(weights, 0), append(same, to)
		}
		weights[at] += uint32(c.rolls[roll].Weight)
	}
	for at, to := range same {
		out = append(append(out, weights[at], uint32(len(to))), to...)
	}
	return slices.Clip(out)
}

// eachRoll calls f for the rolls of a position, those with the same turns together.
func (c *chances) eachRoll(i int, f func(weight uint64, to []uint32)) {
	for list := c.turns[i]; len(list) > 0; {
		n := 2 + list[1]
		f(uint64(list[0]), list[2:n])
		list = list[n:]
	}
}

// chosen is the low of a side among where a roll can lead to: the greatest if it is to
// move, else the least. Of turns that lead to none of in, if that is not nil, it knows
// nothing; without any it is false.
func (c *chances) chosen(side uint8, own bool, to []uint32, in []bool) (low uint64, some bool) {
	for _, n := range to {
		if in != nil && !in[n] {
			continue
		}
		if next := c.lows[side][n]; !some || own == (next > low) {
			low, some = next, true
		}
	}
	return low, some
}

// mean is the sum, by weights, of what a side gets with each roll.
func (c *chances) mean(side uint8, i int) (sum uint64) {
	own := c.list[i].Turn == side
	c.eachRoll(i, func(weight uint64, to []uint32) {
		low, _ := c.chosen(side, own, to, nil)
		sum += weight * low
	})
	return sum
}

// still reports whether one more sweep would change neither bound of a position.
func (c *chances) still(i int) bool {
	if c.turns[i] == nil {
		return true
	}
	return c.mean(0, i)/c.total == c.lows[0][i] && c.mean(1, i)/c.total == c.lows[1][i]
}

// holds checks what is promised to one side.
func (c *chances) holds(ctx context.Context, side uint8) error {
	ranked := make([]bool, len(c.list))
	for i, p := range c.list {
		low := c.lows[side][i]
		ranked[i] = low == 0 || c.turns[i] == nil
		if c.turns[i] != nil && c.mean(side, i) < low*c.total {
			return fmt.Errorf("%w: %s has a bound that its turns do not bear out", ErrWrong, c.game.Format(p))
		}
	}
	for fresh := true; fresh; {
		fresh = false
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range c.list {
			if !ranked[i] && c.leads(side, i, ranked) {
				ranked[i], fresh = true, true
			}
		}
	}
	if i := slices.Index(ranked, false); i >= 0 {
		return fmt.Errorf("%w: a bound of %s rests on positions that lead back to each other alone", ErrWrong, c.game.Format(c.list[i]))
	}
	return nil
}

// leads reports whether a position has a rank if those in ranked have one.
func (c *chances) leads(side uint8, i int, ranked []bool) (found bool) {
	own, sum := c.list[i].Turn == side, c.mean(side, i)
	c.eachRoll(i, func(weight uint64, to []uint32) {
		if !own {
			found = found || !slices.ContainsFunc(to, func(n uint32) bool { return !ranked[n] })
			return
		}
		best, _ := c.chosen(side, own, to, nil)
		if low, some := c.chosen(side, own, to, ranked); some && sum-weight*(best-low) >= c.lows[side][i]*c.total {
			found = true
		}
	})
	return found
}
