package levels

import (
	"context"
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

func game(t *testing.T, name string, options map[string]string) *contest.Game {
	t.Helper()
	g, err := contest.New(contest.KindOf(name), options)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestMemoryIsLimited(t *testing.T) {
	g := game(t, "dutch", nil)
	whole := solved(t, g, Options{})
	_, err := Solve(t.Context(), g, Options{Memory: whole.Bytes - 1})
	var memory *MemoryError
	if !errors.As(err, &memory) || memory.Needs < whole.Bytes {
		t.Errorf("one byte too few: %v", err)
	}
	if _, err := Solve(t.Context(), g, Options{Memory: whole.Bytes}); err != nil {
		t.Errorf("as many bytes as needed: %v", err)
	}
}

func TestSolvingIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solve(ctx, game(t, "dutch", nil), Options{Workers: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestTablesStartAnywhere(t *testing.T) {
	g := game(t, "tippy", nil)
	p, err := g.Parse("a1,b1,c1/a2,b2,c2/first/hand 2")
	if err != nil {
		t.Fatal(err)
	}
	table := solved(t, g, Options{Roots: []contest.Position{p}})
	want, err := solved(t, g, Options{Workers: 2}).Lookup(p)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := table.Lookup(p); got != want || err != nil {
		t.Errorf("%v, %v instead of %v", got, err, want)
	}
	if _, err := table.Lookup(g.Start()); !errors.Is(err, contest.ErrNotReached) {
		t.Errorf("the start: %v", err)
	}
}

// TestEstimate: no game has more positions than are estimated.
func TestEstimate(t *testing.T) {
	for _, k := range contest.Kinds() {
		g, err := contest.New(k, nil)
		if err != nil {
			t.Fatal(err)
		}
		e := EstimateOf(g)
		for _, one := range k.Known {
			if one.Options == "" && e.Positions < one.Positions {
				t.Errorf("%s: %d positions are estimated, there are %d", g, e.Positions, one.Positions)
			}
		}
		if e.Bytes < e.Positions/8 || e.Each <= 0 {
			t.Errorf("%s: %+v", g, e)
		}
	}
}

// TestEstimateLooksAtAllLevels: a sample has as much of a level as the work has, not as
// games have that are played at random, which begin with a placing of men each.
func TestEstimateLooksAtAllLevels(t *testing.T) {
	g := game(t, "gomoku", nil)
	want, all := make([]float64, len(g.Levels())), 0.0
	for at, l := range g.Levels() {
		if want[at] = float64(l.Codes) * acyclicFactor; l.Cycles {
			want[at] = float64(l.Codes) * cyclicFactor
		}
		all += want[at]
	}
	const picks = 20_000
	got := make([]float64, len(want))
	s := samplesOf(g)
	for range picks {
		at, _ := g.Place(s.pick())
		got[at]++
	}
	for at := range want {
		if share := want[at] / all; got[at]/picks < share-0.02 || got[at]/picks > share+0.02 {
			t.Errorf("level %d: %.3f of the sample, %.3f of the work", at, got[at]/picks, share)
		}
	}
	if s.alike != 8 || s.factor <= acyclicFactor || s.factor >= cyclicFactor {
		t.Errorf("%d images, factor %v", s.alike, s.factor)
	}
}
