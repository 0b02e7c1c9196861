package check

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plain solves a game by trying all turns, without cycles and with scores.
type plain struct {
	game  *contest.Game
	known map[contest.Position]contest.Value
	lie   contest.Position // whose value is one too much
}

func (s plain) Lookup(p contest.Position) (contest.Value, error) {
	v, ok := s.known[p]
	if !ok {
		v = s.game.Final(p)
		for i, t := range s.game.AppendTurns(nil, p) {
			next, _ := s.Lookup(t.After)
			if by := next.By(t); i == 0 || contest.Better(by, v) < 0 {
				v = by
			}
		}
		if p == s.lie {
			v.Score++
		}
		s.known[p] = v
	}
	return v, nil
}

func (s plain) Part(part, parts int, f func(p contest.Position) error) error {
	n := 0
	for _, p := range slices.SortedFunc(maps.Keys(s.known), func(p, q contest.Position) int {
		return strings.Compare(s.game.Format(p), s.game.Format(q))
	}) {
		if n++; n%parts == part {
			if err := f(p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (plain) Symmetric() bool { return false }

func TestAll(t *testing.T) {
	g, err := contest.New(contest.KindOf("tippy"), map[string]string{"size": "3", "men": "2"})
	if err != nil {
		t.Fatal(err)
	}
	s := plain{game: g, known: map[contest.Position]contest.Value{}, lie: contest.Position{Hand: 255}}
	r, err := All(t.Context(), g, s, g.Start())
	if err != nil {
		t.Fatal(err)
	}
	// 9 cells: men placed one after the other, two sides in turn; nobody is captured.
	if want := int64(1 + 9 + 9*8 + 9*8/2*7 + 9*8/2*7*6/2); r.Positions != want || r.Drawn != want {
		t.Errorf("%+v, want %d positions, all drawn", r, want)
	}
	for p := range s.known {
		liar := plain{game: g, known: map[contest.Position]contest.Value{}, lie: p}
		if _, err := All(t.Context(), g, liar, g.Start()); !errors.Is(err, ErrWrong) {
			t.Fatalf("%s is one too much: %v", g.Format(p), err)
		}
		if len(liar.known) > 200 && p.Hand < 2 {
			break
		}
	}
	kept, err := Kept(t.Context(), g, s, 3)
	if err != nil || kept.Positions != r.Positions || kept.Turns != r.Turns || kept.Drawn != r.Drawn || kept.Kept {
		t.Errorf("%+v, %v", kept, err)
	}
	s.known[g.Start()] = contest.Value{Score: 1, Turns: contest.NoTurns}
	if _, err := Kept(t.Context(), g, s, 2); !errors.Is(err, ErrWrong) {
		t.Errorf("the start is won: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := All(ctx, g, s, g.Start()); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
