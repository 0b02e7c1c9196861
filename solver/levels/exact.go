package levels

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// ErrCycles means that turns lead back to earlier positions, by which chances are limits
// and no fractions that could be worked out one after the other.
var ErrCycles = errors.New("turns lead back to positions before them")

// MostExact is the number of positions, up to symmetry, of the greatest table of whose
// chances fractions are worked out unasked.
const MostExact = 600_000

// exact works out chances as fractions.
type exact struct {
	*Chances
	ctx    context.Context
	dice   contest.Dice
	values []*big.Rat // by index
	busy   []bool     // by index; positions whose turns are being looked at
}

// Exact returns the chance of a position as a fraction. It is for games in which only
// passes lead back, to the same men: chances of all else are worked out before. Its
// errors are [ErrCycles], that of the context, or one about a fraction that is not
// between the bounds of the table.
//
// # Why that is right
//
// Let v be what a position is worth and w what the same men are worth with the other
// side to move. Of T rolls let b pass the turn to that side, c let the same side pass
// and roll again; the others have turns, the best of them worth a together. Then
//
//	T·v = a + b·(1-w) + c·v
//
// and likewise T·w = a' + b'·(1-v) + c'·w. If the determinant (T-c)(T-c') - b·b' is not
// 0, play leaves these positions almost surely, and the one solution is what they are
// worth. If it is 0, they are left by nobody: that is a cycle.
func (t *Chances) Exact(ctx context.Context, p contest.Position) (*big.Rat, error) {
	values, err := t.fractions(ctx, p)
	if err != nil {
		return nil, err
	}
	at, rank, _ := t.Find(p)
	return values[t.first[at]+rank], nil
}

// fractions returns the chances of all positions that those of p follow from, by index.
func (t *Chances) fractions(ctx context.Context, p contest.Position) ([]*big.Rat, error) {
	n := len(t.lower)
	e := exact{Chances: t, ctx: ctx, dice: t.Game.Rules.(contest.Dice), values: make([]*big.Rat, n), busy: make([]bool, n)}
	if _, err := e.solve(p); err != nil {
		return nil, err
	}
	unit := new(big.Rat).SetInt64(contest.ChanceUnit)
	for i, value := range e.values {
		if value == nil {
			continue
		}
		steps := new(big.Rat).Mul(value, unit)
		if steps.Cmp(new(big.Rat).SetUint64(t.lower[i])) < 0 || steps.Cmp(new(big.Rat).SetUint64(t.upper[i])) > 0 {
			return nil, fmt.Errorf("a position of %s is worth %s, which is not between its bounds", t.Game, value)
		}
	}
	return e.values, nil
}

// sums are what the rolls of a position add up to.
type sums struct {
	turns *big.Rat // a and b together
	stays *big.Rat // T-c
	turn  *big.Rat // b
}

// solve returns what a position is worth. What it asks for is worked out before, in as
// many steps down as the game has turns at the most.
func (e *exact) solve(p contest.Position) (*big.Rat, error) {
	i, err := e.index(p)
	switch {
	case err != nil:
		return nil, err
	case e.values[i] != nil:
		return e.values[i], nil
	case e.busy[i]:
		return nil, ErrCycles
	}
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	rolls := e.dice.Rolled(p)
	if rolls == nil {
		e.values[i] = new(big.Rat).SetFloat64(e.Game.FinalChance(p).Lower)
		return e.values[i], nil
	}
	e.busy[i] = true
	defer func() { e.busy[i] = false }()
	own, err := e.sums(p, rolls)
	if err != nil {
		return nil, err
	}
	if own.turn.Sign() == 0 {
		if own.stays.Sign() == 0 {
			return nil, ErrCycles
		}
		e.values[i] = own.turns.Quo(own.turns, own.stays)
		return e.values[i], nil
	}
	q := p
	q.Turn ^= 1
	other, err := e.sums(q, e.dice.Rolled(q))
	if err != nil {
		return nil, err
	}
	det := minus(times(own.stays, other.stays), times(own.turn, other.turn))
	if det.Sign() == 0 {
		return nil, ErrCycles
	}
	k, err := e.index(q)
	if err != nil {
		return nil, err
	}
	e.values[i] = new(big.Rat).Quo(minus(times(own.turns, other.stays), times(own.turn, other.turns)), det)
	e.values[k] = new(big.Rat).Quo(minus(times(other.turns, own.stays), times(other.turn, own.turns)), det)
	return e.values[i], nil
}

// index returns where the table has a position.
func (e *exact) index(p contest.Position) (int, error) {
	at, rank, ok := e.Find(p)
	if !ok {
		return 0, fmt.Errorf("%w: %s", contest.ErrNotReached, e.Game.Format(p))
	}
	return e.first[at] + rank, nil
}

// sums adds up the rolls of a position.
func (e *exact) sums(p contest.Position, all [][]contest.Turn) (s sums, err error) {
	s = sums{new(big.Rat), new(big.Rat), new(big.Rat)}
	weights := e.dice.Rolls()
	for roll, turns := range all {
		weight := new(big.Rat).SetInt64(int64(weights[roll].Weight))
		after := turns[0].After
		after.Turn = p.Turn
		passes := len(turns) == 1 && after == p
		if passes && turns[0].Again {
			continue
		}
		s.stays.Add(s.stays, weight)
		if passes {
			s.turns.Add(s.turns, weight)
			s.turn.Add(s.turn, weight)
			continue
		}
		var best *big.Rat
		for _, t := range turns {
			v, err := e.solve(t.After)
			if err != nil {
				return s, err
			}
			if !t.Again {
				v = minus(big.NewRat(1, 1), v)
			}
			if best == nil || v.Cmp(best) > 0 {
				best = v
			}
		}
		s.turns.Add(s.turns, weight.Mul(weight, best))
	}
	return s, nil
}

func times(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }

func minus(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
