package retrograde

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
)

// Games made of the parts of the seam and nothing else, as a file of each
// package would make them: they show what a new game has to bring.

// lines is the rhombus of Connection for two: all men on one of the two edges that
// begin at the own tip win. There is no court, no arrival and no duty.
var lines = &duel.Rules{
	Name:    "lines",
	Version: 1,
	Armies: &duel.Armies{
		Shapes: []positions.Shape{positions.Rhombus}, Numbers: []int{3, 4}, Start: duel.Courts.Start,
		Goal: func(b *positions.Board, _ int) duel.Set { return edge(b, 0) | edge(b, 1) },
	},
	Turns: duel.StepsAndChains,
	Ending: func(g *duel.Game, v duel.View) duel.Ending {
		for i := range 2 {
			if v.Mine == edge(g.Board, i) {
				return duel.Illegal
			}
		}
		for i := range 2 {
			if g.Turned(v.Theirs) == edge(g.Board, i) {
				return duel.Lost
			}
		}
		return duel.None
	},
}

// edge returns an edge of a rhombus that begins at its tip.
func edge(b *positions.Board, which int) (s duel.Set) {
	tip := b.Point(0)
	for i := range b.Size() {
		at := positions.Point{X: tip.X + i, Y: tip.Y}
		if which == 1 {
			at = positions.Point{X: tip.X, Y: tip.Y + i}
		}
		s |= duel.SetOf(b.CellAt(at))
	}
	return s
}

// linesKernel is the same for the solver.
func linesKernel(g *duel.Game) rules {
	var mine, theirs [2]uint64
	for i := range mine {
		mine[i] = uint64(edge(g.Board, i))
		theirs[i] = uint64(g.Turned(edge(g.Board, i)))
	}
	return rules{ending: func(r *row, men uint64) (duel.Value, bool) {
		if men == mine[0] || men == mine[1] {
			return duel.ValueIllegal, true
		}
		return duel.ValueLost, r.theirs == theirs[0] || r.theirs == theirs[1]
	}}
}

// rings is the booklet's game from the cells of one anti-diagonal to those of the
// opposite one: the corner behind is no court.
var rings = &duel.Rules{
	Name:    "rings",
	Version: 1,
	Armies: &duel.Armies{
		Shapes: []positions.Shape{positions.Square}, Numbers: []int{2, 3},
		Start: func(b *positions.Board, men int) (cells []positions.Cell, ok bool) {
			tip := b.Point(0)
			for i := range men {
				cells = append(cells, b.CellAt(positions.Point{X: tip.X + i, Y: tip.Y + men - 1 - i}))
			}
			return cells, men <= b.Size()
		},
	},
	Turns:      duel.StepsAndChains,
	Conditions: duel.Booklet.Conditions,
	Ending:     duel.Booklet.Ending,
}

// strict has the conditions of two rule sets at once: those of the paper, arrival
// and the clearing duty.
var strict = &duel.Rules{
	Name:       "strict",
	Version:    1,
	Armies:     duel.Courts,
	Turns:      duel.StepsAndChains,
	Conditions: append(duel.Paper.Conditions[:1:1], duel.Arrival, duel.ClearingDuty),
	Ending:     duel.Paper.Ending,
}

func strictKernel(g *duel.Game) rules {
	r := paper(g)
	r.arrival, r.duty = true, true
	return r
}

// TestNewGames solves them by all engines and compares with the plain solver and
// the checker.
func TestNewGames(t *testing.T) {
	positiontest.Long(t)
	for name, of := range map[*duel.Rules]func(*duel.Game) rules{lines: linesKernel, rings: booklet, strict: strictKernel} {
		ruleSets[name] = of
		defer delete(ruleSets, name)
	}
	for _, c := range []struct {
		o         duel.Options
		positions int64
		plain     bool
	}{
		{duel.Options{Shape: positions.Rhombus, Size: 3, Men: 3, Rules: lines}, 3360, true},
		{duel.Options{Shape: positions.Rhombus, Size: 4, Men: 4, Rules: lines}, 1801800, false},
		{duel.Options{Shape: positions.Square, Size: 4, Men: 2, Rules: rings}, 21840, true},
		{duel.Options{Shape: positions.Square, Size: 5, Men: 2, Rules: rings}, 151800, false},
		{duel.Options{Shape: positions.Rhombus, Size: 3, Men: 3, Rules: strict}, 3360, true},
		{duel.Options{Shape: positions.Square, Size: 4, Men: 2, Rules: strict}, 21840, true},
		{duel.Options{Shape: positions.Rhombus, Size: 4, Men: 3, Rules: strict}, 320320, false},
	} {
		t.Run(fmt.Sprintf("%s/%s%d/%d", c.o.Rules, c.o.Shape, c.o.Size, c.o.Men), func(t *testing.T) {
			table := solved(t, c.o)
			if table.Counts.Positions != c.positions {
				t.Errorf("%d positions, want %d", table.Counts.Positions, c.positions)
			}
			if c.plain {
				for p, e := range plain(table.Game) {
					if value, plies, _ := table.Lookup(table.Game.View(p)); value != e.value || plies != e.plies {
						t.Fatalf("%s: %s in %d, want %s in %d", table.Game.Format(p), value, plies, e.value, e.plies)
					}
				}
			}
			report, err := check.All(context.Background(), table.Game, table, 2)
			if err != nil {
				t.Fatal(err)
			}
			if report.Counts != table.Counts || report.Turns != 2*table.Turns {
				t.Errorf("counted %+v with %d turns, the solver %+v with %d", report.Counts, report.Turns, table.Counts, 2*table.Turns)
			}
			values, err := SolveValues(context.Background(), table.Game, Options{Workers: 2})
			if err != nil || values.Counts != table.Counts {
				t.Errorf("%+v without distances (%v), want %+v", values.Counts, err, table.Counts)
			}
			t.Logf("%+v", table.Counts)
		})
	}
}

// TestKnowsAllRules solves a game of every rule set of the table, and refuses one
// that it does not know.
func TestKnowsAllRules(t *testing.T) {
	for _, rules := range duel.AllRules() {
		o := duel.Options{Shape: positions.Rhombus, Size: 3, Men: 1, Rules: rules}.Nearest()
		solve := func(g *duel.Game) error { _, err := Solve(context.Background(), g, Options{}); return err }
		if o.Rules.Limit != nil {
			solve = func(g *duel.Game) error { _, err := SolveOnline(context.Background(), g, Options{}); return err }
			if _, err := Solve(context.Background(), positiontest.Must(t, duel.New, o), Options{}); !errors.As(err, new(CounterError)) {
				t.Errorf("%s: %v", o.Rules, err)
			}
		}
		if err := solve(positiontest.Must(t, duel.New, o)); err != nil {
			t.Errorf("%s: %v", o.Rules, err)
		}
	}
	o := duel.Options{Shape: positions.Rhombus, Size: 3, Men: 3, Rules: lines}
	if _, err := Solve(context.Background(), positiontest.Must(t, duel.New, o), Options{}); err == nil {
		t.Error("an unknown rule set is solved")
	}
}
