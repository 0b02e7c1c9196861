package main

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// TestDuelsOfTheAtlas solves the small games of the atlas again.
func TestDuelsOfTheAtlas(t *testing.T) {
	ctx, again := context.Background(), 0
	for _, d := range atlas.Duels() {
		if d.Positions > 25_000 {
			continue
		}
		o := duel.Options{
			Shape: positiontest.Must(t, positions.ParseShape, d.Board), Size: d.Size, Men: d.Men,
			Rules: positiontest.Must(t, duel.ParseRules, d.Rules),
		}
		g := positiontest.Must(t, duel.New, o)
		got, err := solvedDuel(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		want := duel.Counts{Positions: d.Positions, Won: d.Won, Lost: d.Lost, Drawn: d.Drawn, Illegal: d.Illegal}
		turns := duel.NoPlies
		if d.Turns != nil {
			turns = *d.Turns
		}
		if got.Counts != want || got.Value.String() != d.Value || got.Plies != turns {
			t.Errorf("%s: %s in %d, %+v; the atlas says %s in %d, %+v", d.ID(), got.Value, got.Plies, got.Counts, d.Value, turns, want)
		}
		again++
	}
	if again < 60 {
		t.Errorf("only %d games", again)
	}
}

func solvedDuel(ctx context.Context, g *duel.Game) (*reports.Duel, error) {
	o := retrograde.Options{Workers: 1}
	if g.Rules.Limit != nil {
		online, err := retrograde.SolveOnline(ctx, g, o)
		if err != nil {
			return nil, err
		}
		return onlineDuel(online)
	}
	table, err := retrograde.Solve(ctx, g, o)
	if err != nil {
		return nil, err
	}
	return tableDuel(table)
}
