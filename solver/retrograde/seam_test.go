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
	for name, of := range map[*duel.Rules]func(*duel.Game) rules{rings: booklet, strict: strictKernel} {
		ruleSets[name] = of
		defer delete(ruleSets, name)
	}
	for _, c := range []struct {
		o         duel.Options
		positions int64
		plain     bool
	}{
		{duel.Options{Shape: positions.Rhombus, Size: 3, Men: 3, Rules: duel.Connection2}, 3360, true},
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
	o := duel.Options{Shape: positions.Rhombus, Size: 3, Men: 3, Rules: strict}
	if _, err := Solve(context.Background(), positiontest.Must(t, duel.New, o), Options{}); err == nil {
		t.Error("an unknown rule set is solved")
	}
}
