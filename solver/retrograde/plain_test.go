package retrograde

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
)

// plain is a solver without ranks, symmetries, bit tricks or parents: it makes
// all positions with both sides to move, each with a list of its successors, and
// goes through all of them again and again until nothing changes.
func plain(g *duel.Game) map[duel.Position]entry {
	known := make(map[duel.Position]entry)
	after := make(map[duel.Position][]duel.Position)
	var sets []duel.Set
	for s := range uint64(1) << g.Board.Len() {
		if duel.Set(s).Len() == g.Men {
			sets = append(sets, duel.Set(s))
		}
	}
	for _, a := range sets {
		for _, b := range sets {
			for _, p := range positionsWith(g, a, b) {
				v := g.View(p)
				if value, over := g.Ending(v).Value(); over {
					known[p] = entry{value, 0}
					if value == duel.ValueIllegal {
						known[p] = entry{value, duel.NoPlies}
					}
					continue
				}
				turns := g.AppendTurns(nil, v)
				if len(turns) == 0 {
					known[p] = entry{duel.ValueLost, 0}
					continue
				}
				for _, t := range turns {
					after[p] = append(after[p], g.Position(g.After(v, t), p.Turn.Other()))
				}
			}
		}
	}
	for ply := 1; ; ply++ {
		found := make(map[duel.Position]entry)
		for p, next := range after {
			losing := true
			for _, q := range next {
				e, ok := known[q]
				if ok && e.value == duel.ValueLost {
					found[p] = entry{duel.ValueWon, ply}
				}
				losing = losing && ok && e.value == duel.ValueWon
			}
			if losing {
				found[p] = entry{duel.ValueLost, ply}
			}
		}
		for p, e := range found {
			known[p] = e
			delete(after, p)
		}
		if len(found) == 0 {
			break
		}
	}
	for p := range after {
		known[p] = entry{duel.ValueDrawn, duel.NoPlies}
	}
	return known
}

// positionsWith lists the positions with these men, whoever of them is marked.
func positionsWith(g *duel.Game, a, b duel.Set) (out []duel.Position) {
	if a&b != 0 {
		return nil
	}
	marks := []duel.Set{0}
	if g.Marked > 0 {
		marks = nil
		for m := range a | b + 1 {
			if m&^(a|b) == 0 && (m&a).Len() == g.Marked && (m&b).Len() == g.Marked {
				marks = append(marks, m)
			}
		}
	}
	for _, turn := range []duel.Side{duel.First, duel.Second} {
		for _, m := range marks {
			out = append(out, duel.Position{Men: [2]duel.Set{a, b}, Turn: turn, Marked: m})
		}
	}
	return out
}

type entry struct {
	value duel.Value
	plies int
}

// small lists games that the plain solver can do.
var small = []duel.Options{
	{Shape: positions.Rhombus, Size: 3, Men: 1},
	{Shape: positions.Rhombus, Size: 3, Men: 2},
	{Shape: positions.Rhombus, Size: 3, Men: 3},
	{Shape: positions.Rhombus, Size: 4, Men: 1},
	{Shape: positions.Square, Size: 3, Men: 1},
	{Shape: positions.Square, Size: 3, Men: 2},
	{Shape: positions.Square, Size: 3, Men: 3},
	{Shape: positions.Square, Size: 4, Men: 2},
	{Shape: positions.Star, Size: 1, Men: 1},
	{Shape: positions.Star, Size: 1, Men: 2},
}

// withoutLimit lists the rule sets without a limit of turns by which a game can be
// played.
func withoutLimit(o duel.Options) []*duel.Rules {
	return slices.DeleteFunc(duel.AllRules(), func(r *duel.Rules) bool {
		o.Rules = r
		_, err := duel.New(o)
		return r.Limit != nil || err != nil
	})
}

func solved(t testing.TB, o duel.Options) *Table {
	t.Helper()
	table, err := Solve(context.Background(), positiontest.Must(t, duel.New, o), Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// checked returns what the check of a table found, and fails if it counted anything
// else than the solver.
func checked(t *testing.T, table *Table) *check.Report {
	t.Helper()
	r, err := check.All(context.Background(), table.Game, table, 2)
	if err != nil {
		t.Fatal(err)
	}
	if r.Counts != table.Counts || r.Turns != 2*table.Turns {
		t.Errorf("counted %+v with %d turns, the solver %+v with %d", r.Counts, r.Turns, table.Counts, 2*table.Turns)
	}
	return r
}

// analysisOf returns the analysis of a game before its first level.
func analysisOf(t testing.TB, g *duel.Game) *analysis {
	t.Helper()
	k, err := newKernel(g, false)
	if err != nil {
		t.Fatal(err)
	}
	table, err := newTable(positiontest.Must(t, newSpace, g), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis{
		table: table, kernel: k, plies: duel.NoPlies,
		ctx: context.Background(), leastPart: span,
	}
}

// sameTables reports whether two tables hold the same.
func sameTables(a, b *Table) bool {
	return slices.Equal(a.table.settled, b.table.settled) && slices.Equal(a.table.wins, b.table.wins) && slices.Equal(a.distances, b.distances)
}

func TestAgreesWithPlainSolver(t *testing.T) {
	positiontest.Long(t)
	for _, o := range small {
		for _, o.Rules = range withoutLimit(o) {
			t.Run(fmt.Sprintf("%s%d/%d/%s", o.Shape, o.Size, o.Men, o.Rules), func(t *testing.T) {
				table := solved(t, o)
				want := plain(table.Game)
				if int64(len(want)) != table.Counts.Positions {
					t.Errorf("%d positions, want %d", table.Counts.Positions, len(want))
				}
				bad := 0
				for p, e := range want {
					value, plies, _ := table.Lookup(table.Game.View(p))
					if (value != e.value || plies != e.plies) && bad < 3 {
						t.Errorf("%s: %s in %d, want %s in %d", table.Game.Format(p), value, plies, e.value, e.plies)
						bad++
					}
				}
				checked(t, table)
			})
		}
	}
}
