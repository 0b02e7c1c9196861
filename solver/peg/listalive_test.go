package peg

import (
	"context"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// What is listed is what brute force reaches from the start and wins, without any bounds, by
// regions (of so few holes they know all), and with pagoda functions, too.
func TestListAlive(t *testing.T) {
	alive, empty := 0, 0
	smallPegs(t, 12, 40, func(name string, p *puzzles.Puzzle) {
		g := newGame(p)
		if g.impossible() != "" {
			return
		}
		want := newBruteForce(p).alive(g.start)
		for bounds := range 3 {
			s := &lineSearch{Run: session.NewRun(context.Background(), session.Options{Workers: 2}), game: g}
			s.toGoal, s.fromStart = &patternBound{}, &patternBound{}
			if bounds > 0 {
				s.toGoal, s.fromStart = newPatternBound(g, true), newPatternBound(g, false)
			}
			if bounds > 1 {
				if err := s.findPagodas(); err != nil {
					t.Fatal(err)
				}
			}
			l := newAliveList(s.Run, g, s.toGoal, s.fromStart)
			if met, _, err := l.make(1<<20, 1<<30); !met || err != nil {
				t.Fatalf("%s: met %v, %v", name, met, err)
			}
			all, err := l.all()
			if err != nil {
				t.Fatal(err)
			}
			if alive += len(want); len(all) == 0 {
				empty++
			}
			listed := newPositionSet(all)
			for men := uint64(1); men <= g.full; men++ {
				if listed.has(g.canonicalOf(men)) != want[men] {
					t.Fatalf("%s: listed %v, brute force says %v:\n%s", name, !want[men], want[men], p.Board.DrawBoard(positions.Bits{men}))
				}
			}
			s.Knowledge = session.NewKnowledge(p, s.Run)
			if err := s.listFilter(1 << 20); err != nil || (s.alive != nil) != (len(want) > 0) || s.Impossible() != (len(want) == 0) {
				t.Errorf("%s: a filter %v, impossible %v, %v, of %d alive positions", name, s.alive != nil, s.Impossible(), err, len(want))
			}
			if slices.Sort(all); len(slices.Compact(all)) != len(all) {
				t.Errorf("%s: a position is listed twice", name)
			}
		}
	})
	if alive < 1000 || empty == 0 {
		t.Errorf("%d alive positions, %d puzzles without any", alive, empty)
	}
}

// A list that will not fit, or is not worth the round, is left alone.
func TestListIsWorth(t *testing.T) {
	g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 6, From: "a1", To: "a1"}))
	r := session.NewRun(context.Background(), session.Options{})
	for _, c := range []struct {
		budget int
		memory int64
		met    bool
	}{
		{1 << 10, 1 << 40, false},
		{1 << 16, 1 << 16, false},
		{1 << 16, 1 << 40, true},
	} {
		l := newAliveList(r, g, newPatternBound(g, true), newPatternBound(g, false))
		met, widest, err := l.make(c.budget, c.memory)
		if met != c.met || err != nil {
			t.Errorf("%+v: met %v, a layer of %d, %v", c, met, widest, err)
		}
	}
}
