package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// eager saves a part after every few positions.
var eager = session.Pace{From: 0, Every: 0, Group: 10}

// A search that is stopped again and again, each time going on with other bounds
// than before, leaves a certificate whose layers are all made again by the plain
// program.
func TestInterruptedSearchesAreRecomputed(t *testing.T) {
	adopted, several, runs := 0, 0, 0
	for i, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free},
		{Shape: positions.Rhombus, Size: 5, Army: "3", Arrival: positions.Free, Jumps: positions.Super},
		{Shape: positions.Star, Size: 2, Army: "3", Arrival: positions.Free},
		{Shape: positions.Square, Size: 4, Army: "3", Arrival: positions.Free, Count: positions.Hops},
		{Shape: positions.Rhombus, Size: 7, Army: "3", Arrival: positions.Free, Jumps: positions.Super, Count: positions.Hops},
	} {
		p := positiontest.Must(t, puzzles.Highscore, o)
		e := cases.Explored(t, p)
		for seed := range 2 {
			random := rand.New(rand.NewPCG(uint64(i), uint64(seed)))
			pair := [2]int{e.Distance, e.Distance}
			if e.Distance%2 == 0 && seed > 0 {
				pair[0]--
			}
			step, n, taken := interrupted(t, p, random, trialName{pair[0], pair[1], certificate.RulesFree})
			if step.Met != e.Distance {
				t.Errorf("%s: met the goal after %d, it is %d moves away", p, step.Met, e.Distance)
			}
			runs, adopted = runs+n, adopted+taken
			if len(step.Bounds) > 1 {
				several++
			}
			if byHalves := step.Potential != nil; byHalves != (o.Jumps == positions.Super && o.Count == positions.Hops) {
				t.Errorf("%s: by a potential: %t", p, byHalves)
			}
			recompute(t, p, []certificate.Step{step})
		}
	}
	t.Logf("%d runs, %d layers begun under other bounds, %d certificates with several bounds", runs, adopted, several)
	if adopted < 10 || several < 4 {
		t.Errorf("%d layers were begun under other bounds, %d certificates have several: nothing was tested", adopted, several)
	}
}

// interrupted runs a search in pieces under changing bounds until it is done. It
// returns its step, the number of runs, and how many of them went on under the
// bounds of the one before.
func interrupted(t *testing.T, p *puzzles.Puzzle, random *rand.Rand, name trialName) (step certificate.Step, runs, adopted int) {
	t.Helper()
	dir := t.TempDir()
	for {
		runs++
		r := session.NewRun(context.Background(), session.Options{Workers: 1, Checkpoints: dir, Layers: true})
		a := &attack[[1]uint64]{Run: r, Knowledge: session.NewKnowledge(p, r), space: layers.NewSpace[[1]uint64](p)}
		if err := a.prepare(); err != nil {
			t.Fatal(err)
		}
		if random.IntN(3) > 0 {
			if err := a.project(); err != nil {
				t.Fatal(err)
			}
		}
		if random.IntN(3) > 0 {
			if _, _, err := a.table.widen(r, a.space, 20+random.IntN(400)); err != nil {
				t.Fatal(err)
			}
		}
		if a.bound != nil && random.IntN(2) > 0 {
			if err := a.learn(1 << 40); err != nil {
				t.Fatal(err)
			}
		}
		if random.IntN(8) == 0 {
			a.classes = nil
		}
		r.Ctx, r.Pace = cases.NewCountdown(1+random.IntN(20+5*runs)), eager
		o := refutationOptions[[1]uint64]{
			from: name.from, length: name.to, rows: a.rows, table: a.table, bound: a.bound, classes: a.classes,
		}
		if halves := someHalves(a.space); p.Jumps == positions.Super && halves != nil {
			o.half, o.bound = halves[min(2, random.IntN(6))], nil
		}
		f := newRefutation(r, a.space, a.journal("search"), o)
		f.Regime = &counted{f, &adopted}
		switch _, err := f.advance(1 << 40); {
		case err == nil:
			for i, l := range f.tally.layers {
				if l.Moves > 0 && cutsBy(f.tally.layers[max(i-1, 0)], byImages) == 0 && l.Moves < movesFrom(t, f.Space, f.Layers[i]) || l.Moves == 0 && l.Repeated != 0 {
					t.Errorf("%s: of a layer of which earlier runs had made a part %+v is told", p, l)
				}
			}
			return f.certify(name.rules), runs, adopted
		case !errors.Is(err, session.ErrInterrupt):
			t.Fatal(err)
		}
	}
}

// counted is a regime that counts how often bounds are adopted.
type counted struct {
	layers.Regime
	adopted *int
}

func (c *counted) Adopt(bounds json.RawMessage) bool {
	ok := c.Regime.Adopt(bounds)
	if ok {
		*c.adopted++
	}
	return ok
}
