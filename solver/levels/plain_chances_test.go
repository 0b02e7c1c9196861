package levels

import (
	"math"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainChance is a plain game with dice.
type plainChance interface {
	start() plainState
	// over tells whether a game has ended, and what it is worth to the first side then.
	over(s plainState) (worth float64, over bool)
	// rolls are the states after each roll, all rolls alike.
	rolls(s plainState) [][]plainState
}

// plainExpected works out what all states are worth to the first side, once if endless
// play is worth 0 to it and once if it is worth 1.
func plainExpected(g plainChance) (low, high map[plainState]float64) {
	list, numbers := []plainState{g.start()}, map[plainState]int{g.start(): 0}
	var next [][][]int // nothing of states that are over
	for n := 0; n < len(list); n++ {
		var all [][]int
		if _, over := g.over(list[n]); !over {
			for _, roll := range g.rolls(list[n]) {
				var after []int
				for _, s := range roll {
					if _, met := numbers[s]; !met {
						numbers[s] = len(list)
						list = append(list, s)
					}
					after = append(after, numbers[s])
				}
				all = append(all, after)
			}
		}
		next = append(next, all)
	}
	values := func(endless float64) map[plainState]float64 {
		worth, named := make([]float64, len(list)), map[plainState]float64{}
		for n, s := range list {
			worth[n] = endless
			if next[n] == nil {
				worth[n], _ = g.over(s)
			}
		}
		for plainSweep(list, next, worth) > 1e-15 {
		}
		for n, s := range list {
			named[s] = worth[n]
		}
		return named
	}
	return values(0), values(1)
}

// plainSweep gives each state the mean of what its rolls are worth, and returns the
// greatest change.
func plainSweep(list []plainState, next [][][]int, worth []float64) (change float64) {
	for n, rolls := range next {
		if rolls == nil {
			continue
		}
		sum := 0.0
		for _, after := range rolls {
			best := worth[after[0]]
			for _, a := range after {
				if list[n].turn == 0 {
					best = max(best, worth[a])
				} else {
					best = min(best, worth[a])
				}
			}
			sum += best
		}
		sum /= float64(len(rolls))
		change = max(change, math.Abs(sum-worth[n]))
		worth[n] = sum
	}
	return change
}

// agreeChances compares the chances of all positions with those of a plain game, with
// and without symmetry.
func agreeChances(t *testing.T, g *contest.Game, plain plainChance, of func(contest.Position) plainState) {
	t.Helper()
	low, high := plainExpected(plain)
	whole, reduced := chances(t, g, Options{Plain: true}), chances(t, g, Options{Workers: 2})
	if int(whole.Count()) != len(low) {
		t.Fatalf("%s: %d positions, the plain game has %d", g, whole.Count(), len(low))
	}
	if counts, all := reduced.Counts(), whole.Counts(); counts.Positions != all.Kept || counts.Apart != all.Apart || counts.Over != all.Over {
		t.Errorf("%s: counted %+v, without symmetry %+v", g, counts, all)
	}
	wrong := 0
	l := &whole.levels[0]
	l.Each(0, len(l.Words), func(code uint64, _ int) {
		p := g.At(0, code)
		want := contest.Chance{Lower: low[of(p)], Upper: high[of(p)]}
		if p.Turn == 1 {
			want = contest.Chance{Lower: 1 - want.Upper, Upper: 1 - want.Lower}
		}
		for _, table := range []*Chances{whole, reduced} {
			got, err := table.Chance(p)
			if err != nil || math.Abs(got.Lower-want.Lower) > 2e-9 || math.Abs(got.Upper-want.Upper) > 2e-9 {
				if wrong++; wrong < 5 {
					t.Errorf("%s: %s is %s, %v, the plain game says %s", g, g.Format(p), got, err, want)
				}
			}
		}
	})
}

func chances(t *testing.T, g *contest.Game, o Options) *Chances {
	t.Helper()
	table, err := SolveChances(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
