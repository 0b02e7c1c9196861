package retrograde

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

func TestPublished(t *testing.T) {
	for _, c := range []struct {
		men  int
		want duel.Counts
	}{
		{1, duel.Counts{Positions: 4704, Illegal: 96, Won: 2304, Lost: 2304}},
		{2, duel.Counts{Positions: 2542512, Illegal: 10810, Won: 1265851, Lost: 1265851}},
	} {
		g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 7, Men: c.men, Rules: duel.Paper})
		table, err := Solve(context.Background(), g, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if table.Counts.Illegal != c.want.Illegal || table.Counts.Positions != c.want.Positions || table.Counts.Drawn != 0 || table.Counts.FirstWins() != c.want.Won {
			t.Errorf("%d men: %+v, want %+v", c.men, table.Counts, c.want)
		}
	}
}

// TestChecked solves games that the plain solver cannot do, and has the checker
// go through all of their positions: more men than the others, the rule about a
// tip shut in, boards with and without mirror.
func TestChecked(t *testing.T) {
	positiontest.Long(t)
	for _, o := range []duel.Options{
		{Shape: positions.Rhombus, Size: 4, Men: 3, Rules: duel.Booklet},
		{Shape: positions.Square, Size: 4, Men: positiontest.Of(3, 4), Rules: duel.Swap},
		{Shape: positions.Square, Size: 4, Men: 3, Rules: duel.Filled},
		{Shape: positions.Rhombus, Size: 5, Men: 2, Rules: duel.Swap},
		{Shape: positions.Star, Size: 2, Men: 2, Rules: duel.Filled},
	} {
		t.Run(fmt.Sprintf("%s%d/%d/%s", o.Shape, o.Size, o.Men, o.Rules), func(t *testing.T) {
			table := solved(t, o)
			r := checked(t, table)
			if _, plies, ok := table.Longest(); !ok || plies != r.Longest {
				t.Errorf("longest win %d, want %d", plies, r.Longest)
			}
		})
	}
}

// TestWorkersAgree compares tables made by one and by three workers.
func TestWorkersAgree(t *testing.T) {
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Square, Size: 4, Men: 3, Rules: duel.Swap})
	var tables [2]*Table
	for i, workers := range []int{1, 3} {
		var err error
		if tables[i], err = Solve(context.Background(), g, Options{Workers: workers}); err != nil {
			t.Fatal(err)
		}
	}
	if !sameTables(tables[0], tables[1]) {
		t.Error("the tables differ")
	}
}

// TestEstimateIsKept compares the memory that is foretold with that in use.
func TestEstimateIsKept(t *testing.T) {
	o := duel.Options{Shape: positions.Rhombus, Size: 5, Men: 2}
	for _, rules := range withoutLimit(o) {
		o.Rules = rules
		table := solved(t, o)
		e, err := EstimateOf(table.Game, 2)
		if err != nil {
			t.Fatal(err)
		}
		if e.Positions != table.Counts.Positions {
			t.Errorf("%s: %d positions foretold, %d there", rules, e.Positions, table.Counts.Positions)
		}
		slabs := int64(2 * 2 * slabBytes) // of a worker that came too late for any work there are none
		if table.Bytes > e.Bytes || e.Bytes > 3*table.Bytes+slabs {
			t.Errorf("%s: %d bytes foretold, %d used", rules, e.Bytes, table.Bytes)
		}
	}
}

// TestWithin has a level of a second tell how far it is. The second is none of a real clock.
func TestWithin(t *testing.T) { synctest.Test(t, tellsWithin) }

func tellsWithin(t *testing.T) {
	var parts []float64
	o := Options{Progress: func(e Event) {
		if e.Level != 7 || e.Elapsed <= 0 {
			t.Errorf("%+v", e)
		}
		parts = append(parts, e.Part)
	}}
	s := &space{rows: 10 * span}
	err := s.inSpans(context.Background(), 1, 0, s.rows, o.within(Event{Level: 7}, time.Now()), func(_, at int) {
		if at%span == 0 {
			time.Sleep(100 * time.Millisecond)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) == 0 || len(parts) >= 10 || !slices.IsSorted(parts) || parts[0] <= 0 || parts[len(parts)-1] >= 1 {
		t.Errorf("told of the parts %v", parts)
	}
	if new(Options).within(Event{}, time.Now()) != nil {
		t.Error("tells nobody")
	}
}

// TestPositions pins the numbers of positions of games in tables that two other
// programs found alike, or that follow from the rules' own words.
func TestPositions(t *testing.T) {
	for _, c := range []struct {
		rules     string
		shape     positions.Shape
		size, men int
		want      int64
	}{
		{"connection2", positions.Rhombus, 3, 3, 3360},
		{"connection2", positions.Rhombus, 4, 4, 1_801_800},
		{"connection2", positions.Rhombus, 5, 5, 1_647_455_040},
		{"schnell", positions.Square, 5, 2, 151_800},
		{"schnell", positions.Square, 6, 3, 77_911_680},
		{"super", positions.Square, 7, 3, 559_352_640},
		{"xxl", positions.Star, 2, 3, 92_991_360},
		{"guard", positions.Square, 5, 3, 7_084_000},
		{"farben", positions.Square, 4, 6, 3_363_360},
		{"treff", positions.Square, 4, 3, 2_882_880},
		{"treff", positions.Square, 5, 3, 63_756_000},
		{"treff", positions.Square, 6, 3, 701_205_120},
		{"doppel", positions.Square, 4, 2, 87_360},
		{"doppel", positions.Square, 4, 3, 2_882_880},
		{"doppel", positions.Square, 5, 3, 63_756_000},
		{"two-colour", positions.Star, 1, 2, 34_320},
		{"two-colour", positions.Star, 2, 2, 3_170_160},
	} {
		g := positiontest.Must(t, duel.New, duel.Options{Shape: c.shape, Size: c.size, Men: c.men, Rules: positiontest.Must(t, duel.ParseRules, c.rules)})
		if e, err := EstimateOf(g, 1); err != nil || e.Positions != c.want {
			t.Errorf("%s: %d positions (%v), want %d", g, e.Positions, err, c.want)
		}
	}
}
