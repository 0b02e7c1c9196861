package check

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// bounds are chances in steps of 1/[contest.ChanceUnit].
type bounds map[contest.Position]contest.PackedChance

func (b bounds) Chance(p contest.Position) (contest.Chance, error) {
	c, known := b[p]
	if !known {
		return contest.Chance{}, contest.ErrNotReached
	}
	chance, _ := c.Unpack()
	return chance, nil
}

// swept returns the bounds of all positions after so many sweeps, each the mean of the
// best turns. Where fall says so, lower bounds begin with the upper ones that came out
// and fall as far as the turns make them.
func swept(t *testing.T, g *contest.Game, sweeps int, fall bool) bounds {
	t.Helper()
	dice := g.Rules.(contest.Dice)
	list, all := []contest.Position{g.Start()}, map[contest.Position][][]contest.Turn{}
	now := bounds{}
	for i := 0; i < len(list); i++ {
		p := list[i]
		if _, met := all[p]; met {
			continue
		}
		all[p] = dice.Rolled(p)
		for _, turn := range g.AppendTurns(nil, p) {
			list = append(list, turn.After)
		}
		now[p] = contest.PackedChance{Upper: contest.ChanceUnit}
		if all[p] == nil {
			score := uint64(g.FinalChance(p).Lower * contest.ChanceUnit)
			now[p] = contest.PackedChance{Lower: score, Upper: score}
		}
	}
	sweep := func() (changes int) {
		for p, rolls := range all {
			var low, high, total uint64
			for i, turns := range rolls {
				var c contest.PackedChance
				for _, turn := range turns {
					n := now[turn.After]
					if !turn.Again {
						n = contest.PackedChance{Lower: contest.ChanceUnit - n.Upper, Upper: contest.ChanceUnit - n.Lower}
					}
					c.Lower, c.Upper = max(c.Lower, n.Lower), max(c.Upper, n.Upper)
				}
				weight := uint64(dice.Rolls()[i].Weight)
				low, high, total = low+weight*c.Lower, high+weight*c.Upper, total+weight
			}
			if rolls == nil {
				continue
			}
			c := contest.PackedChance{Lower: low / total, Upper: (high + total - 1) / total}
			if fall { // whatever is promised must be borne out
				c = contest.PackedChance{Lower: min(c.Lower, now[p].Lower), Upper: max(c.Upper, now[p].Upper)}
			}
			if c != now[p] {
				now[p] = c
				changes++
			}
		}
		return changes
	}
	falls := fall
	fall = false
	for range sweeps {
		if sweep() == 0 {
			break
		}
	}
	if falls {
		for p, c := range now { // both are what endless play is worth if the first side wins it
			worth := [2]uint64{c.Upper, c.Lower}[p.Turn]
			now[p] = contest.PackedChance{Lower: worth, Upper: worth}
		}
		for fall = true; sweep() > 0; {
		}
	}
	return now
}

func dices(t *testing.T, name string, options map[string]string) *contest.Game {
	t.Helper()
	g, err := contest.New(contest.KindOf(name), options)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestChances checks bounds after any number of sweeps.
func TestChances(t *testing.T) {
	rakado := dices(t, "rakado", nil)
	for _, sweeps := range []int{0, 3, 10, 1000} {
		b := swept(t, rakado, sweeps, false)
		r, err := Chances(t.Context(), rakado, b, rakado.Start())
		if err != nil || r.Positions != int64(len(b)) || r.Positions != 679 || (r.Apart == 0) != (sweeps == 1000) {
			t.Errorf("%d sweeps: %+v, %v", sweeps, r, err)
		}
	}
	b := swept(t, rakado, 1000, false)
	list := slices.SortedFunc(maps.Keys(b), func(p, q contest.Position) int { return strings.Compare(rakado.Format(p), rakado.Format(q)) })
	for i := 0; i < len(list); i += 17 {
		c := b[list[i]]
		for _, lie := range []contest.PackedChance{{Lower: c.Lower + 1<<23, Upper: c.Upper + 1<<23}, {Lower: c.Lower - 1<<23, Upper: c.Upper - 1<<23}} {
			b[list[i]] = lie
			if _, err := Chances(t.Context(), rakado, b, rakado.Start()); !errors.Is(err, ErrWrong) {
				t.Errorf("%s is %v, not %v: %v", rakado.Format(list[i]), c, lie, err)
			}
		}
		b[list[i]] = c
	}
}

// TestEndlessPlayIsNoProof has promises each of which follows from others, but which
// rest on play that never ends.
func TestEndlessPlayIsNoProof(t *testing.T) {
	g := dices(t, "dice", map[string]string{"size": "3", "men": "2", "faces": "2"})
	if r, err := Chances(t.Context(), g, swept(t, g, 400, false), g.Start()); err != nil || r.Apart == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	b := swept(t, g, 400, true)
	if start := b[g.Start()]; start.Lower < contest.ChanceUnit/100*79 {
		t.Fatalf("%v is as much as the first side makes sure of", start)
	}
	if _, err := Chances(t.Context(), g, b, g.Start()); !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), "lead back to each other alone") {
		t.Errorf("%v", err)
	}
}
