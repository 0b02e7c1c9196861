package transfer

import (
	"context"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// The booklet's own refutations, which a proof needs only when no shortest line
// of the free game obeys it, are made again by the plain program.
func TestBookletRefutationsAreRecomputed(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 5, Army: "6"},
		{Shape: positions.Rhombus, Size: 5, Army: "3", Jumps: positions.Super},
		{Shape: positions.Star, Size: 2, Army: "3"},
	} {
		p := positiontest.Must(t, puzzles.Highscore, o)
		e := cases.Explored(t, p)
		r := session.NewRun(context.Background(), session.Options{Workers: 2})
		a := newAttack[[1]uint64](session.NewKnowledge(p, r))
		if err := a.prepare(); err != nil {
			t.Fatal(err)
		}
		if err := a.equip(1 << 14); err != nil {
			t.Fatal(err)
		}
		var steps []certificate.Step
		for _, length := range []int{e.Distance - 1, e.Distance} {
			for rules, zones := range map[string]*positions.Zones{
				certificate.RulesBooklet:   positions.NewZones(p.Start, p.Goal, true, false),
				certificate.RulesBackwards: positions.NewZones(p.Start, p.Goal, false, true),
			} {
				name := trialName{length, length, rules}
				line, err := a.midpoints(name, 1<<40, zones)
				if err != nil || line != nil && length < e.Distance {
					t.Fatalf("%s, %s: %v, %v", p, name, line, err)
				}
				steps = append(steps, a.trials[name].step)
			}
		}
		recompute(t, p, steps)
	}
}

// Complete breadth-first searches, too.
func TestBreadthFirstIsRecomputed(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 4, Army: "3"},
		{Shape: positions.Square, Size: 4, Army: "3", Count: positions.Hops},
		{Shape: positions.Square, Size: 5, Army: "3", Jumps: positions.Super},
		{Shape: positions.Rhombus, Size: 4, Army: "3", Count: positions.Hops, Arrival: positions.Free},
		{Shape: positions.Star, Size: 1, Army: "3"},
		{Shape: positions.Square, Size: 3, Army: "3", Arrival: positions.Free},
	} {
		p := positiontest.Must(t, puzzles.Highscore, o)
		e := cases.Explored(t, p)
		recompute(t, p, []certificate.Step{layers.CertifyAll(p, e)})
	}
}

func recompute(t *testing.T, p *puzzles.Puzzle, steps []certificate.Step) {
	t.Helper()
	c := certificate.Certificate{Puzzle: certificate.Describe(p), Steps: steps}
	_, err := c.Recheck(context.Background(), 1<<30, func(r certificate.Recomputed) {
		if r.Layers != r.Of {
			t.Errorf("%s: %s: %d of %d layers: %s", p, r.Step, r.Layers, r.Of, r.Reason)
		}
	})
	if err != nil {
		t.Errorf("%s: %v", p, err)
	}
}

// So are refutations and gains where ways on are found without a pattern database, by keys
// or not at all. Images are asked for in either case.
func TestRefutationsWithoutProjectionAreRecomputed(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free},
		{Shape: positions.Rhombus, Size: 5, Army: "3", Arrival: positions.Free, Jumps: positions.Super},
		{Shape: positions.Star, Size: 2, Army: "3", Arrival: positions.Free},
		{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free, Count: positions.Hops},
	} {
		p := positiontest.Must(t, puzzles.Highscore, o)
		for _, keys := range []bool{true, false} {
			steps := refutedWithoutProjection(t, p, keys)
			images := slices.ContainsFunc(steps, func(s certificate.Step) bool {
				return slices.ContainsFunc(s.Bounds, func(b certificate.Bounds) bool { return b.Images && b.Rows == keys })
			})
			if !images {
				t.Errorf("%s, keys %t: no images", p, keys)
			}
			recompute(t, p, steps)
		}
	}
}

// refutedWithoutProjection returns what refutes the lengths about a puzzle's optimum.
func refutedWithoutProjection(t *testing.T, p *puzzles.Puzzle, keys bool) []certificate.Step {
	t.Helper()
	e := cases.Explored(t, p)
	r := session.NewRun(context.Background(), session.Options{Workers: 2})
	a := &attack[[1]uint64]{Run: r, Knowledge: session.NewKnowledge(p, r), space: layers.NewSpace[[1]uint64](p)}
	if err := a.prepare(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.table.widen(r, a.space, 100); err != nil {
		t.Fatal(err)
	}
	if keys {
		a.keys = a.newKeys()
		if err := a.learn(1 << 40); err != nil {
			t.Fatal(err)
		}
	}
	steps := slices.Clone(a.table.steps)
	for _, lengths := range [][2]int{{e.Distance - 1, e.Distance - 1}, {e.Distance - 1, e.Distance}, {e.Distance, e.Distance}} {
		name := trialName{lengths[0], lengths[1], certificate.RulesFree}
		line, err := a.midpoints(name, 1<<40, nil)
		if err != nil || line != nil && lengths[1] < e.Distance {
			t.Fatalf("%s, %s: %v, %v", p, name, line, err)
		}
		steps = append(steps, a.trials[name].step)
	}
	return steps
}

// So are refutations that leave out positions by the cheapest assignment of their men, with
// a man who has a cell of his own among them and without. On these boards the assignment
// leaves out what prices do not.
func TestAssignmentsAreRecomputed(t *testing.T) {
	for _, p := range smallInHops(t) {
		r := session.NewRun(context.Background(), session.Options{Workers: 2, Layers: true})
		a := newAttack[[1]uint64](session.NewKnowledge(p, r))
		if p.Marked.Len() == 1 {
			a = newMarkedAttack[[1]uint64](session.NewKnowledge(p, r), session.NewKnowledge(p.Unmarked(), r))
		}
		if err := a.prepare(); err != nil {
			t.Fatal(err)
		}
		e := cases.Explored(t, p)
		var steps []certificate.Step
		for _, lengths := range [][2]int{{e.Distance - 1, e.Distance - 1}, {e.Distance, e.Distance}} {
			name := trialName{lengths[0], lengths[1], certificate.RulesFree}
			line, err := a.midpoints(name, 1<<40, nil)
			if err != nil || (line != nil) != (lengths[1] == e.Distance) {
				t.Fatalf("%s, %s of %d: %v, %v", p, name, e.Distance, line, err)
			}
			steps = append(steps, a.trials[name].step)
		}
		dropped := int64(0)
		for _, phase := range r.Stats().Phases {
			for _, l := range phase.Layers {
				for _, c := range l.Cuts {
					if c.Bound == boundNames[byAssignment] {
						dropped += c.Count
					}
				}
			}
		}
		t.Logf("%s: %d dropped", p, dropped)
		if dropped == 0 {
			t.Errorf("%s: nothing is dropped", p)
		}
		recompute(t, p, steps)
	}
}

// smallInHops lists transfers in hops, with a mark and without, whose positions the tests go
// through.
func smallInHops(t *testing.T) (out []*puzzles.Puzzle) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 5, Army: "6", Jumps: positions.Super},
		{Shape: positions.Rhombus, Size: 5, Army: "3"},
		{Shape: positions.Rhombus, Size: 5, Army: "6", Jumps: positions.Super},
		{Shape: positions.Rhombus, Size: 6, Army: "3", Jumps: positions.Super},
		{Shape: positions.Star, Size: 2, Army: "3", Jumps: positions.Super},
	} {
		o.Arrival, o.Count = positions.Free, positions.Hops
		out = append(out, positiontest.Must(t, puzzles.Highscore, o), positiontest.Must(t, puzzles.Treffhalma, o))
	}
	return out
}
