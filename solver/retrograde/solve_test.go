package retrograde

import (
	"context"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

func TestPublished(t *testing.T) {
	for _, c := range []struct {
		men  int
		want Counts
	}{
		{1, Counts{Positions: 4704, Illegal: 96, Won: 2304, Lost: 2304}},
		{2, Counts{Positions: 2542512, Illegal: 10810, Won: 1265851, Lost: 1265851}},
	} {
		g, err := duel.New(duel.Options{Shape: positions.Rhombus, Size: 7, Men: c.men, Rules: duel.Paper})
		if err != nil {
			t.Fatal(err)
		}
		table, err := Solve(context.Background(), g, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(table.Counts, len(table.Levels), table.Elapsed)
		if table.Counts.Illegal != c.want.Illegal || table.Counts.Positions != c.want.Positions || table.Counts.Drawn != 0 || table.Counts.FirstWins() != c.want.Won {
			t.Errorf("%d men: %+v, want %+v", c.men, table.Counts, c.want)
		}
	}
}

func TestBig(t *testing.T) {
	for _, c := range []struct{ size, men int }{{6, 3}, {5, 4}, {7, 3}} {
		g, err := duel.New(duel.Options{Shape: positions.Rhombus, Size: c.size, Men: c.men, Rules: duel.Paper})
		if err != nil {
			t.Fatal(err)
		}
		table, err := Solve(context.Background(), g, Options{Workers: 2, Progress: func(e Event) { t.Log(e.Level, e.Settled, e.Elapsed.Round(time.Millisecond)) }})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(table.Counts, len(table.Levels), table.Elapsed, table.Bytes>>20)
	}
}
