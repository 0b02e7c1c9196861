package transfer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// stoppedAttack returns an attack on the 6×6 rhombus that thinks every projection
// worth a checkpoint.
func stoppedAttack(t *testing.T, dir string) *attack[[1]uint64] {
	t.Helper()
	return attackOn(t, cases.Sample(t, positions.Free), dir)
}

// attackOn is stoppedAttack on any puzzle of up to 64 cells.
func attackOn(t *testing.T, p *puzzles.Puzzle, dir string) *attack[[1]uint64] {
	t.Helper()
	r := session.NewRun(context.Background(), session.Options{Workers: 2, Checkpoints: dir})
	a := &attack[[1]uint64]{Run: r, Knowledge: session.NewKnowledge(p, r), space: layers.NewSpace[[1]uint64](p)}
	if err := a.prepare(); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestProjectionComesFromTheCheckpoint(t *testing.T) {
	dir := t.TempDir()
	first := stoppedAttack(t, dir)
	if first.bound != nil {
		t.Fatal("there is a projection without a checkpoint")
	}
	if err := first.project(); err != nil {
		t.Fatal(err)
	}
	second := stoppedAttack(t, dir)
	if second.bound == nil || !slices.Equal(second.bound.Distance, first.bound.Distance) {
		t.Fatal("the projection of the checkpoint is another one")
	}
	file := second.Savings().Path(RowsFile)
	data := positiontest.Must(t, os.ReadFile, file)
	data[len(data)/2]++
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	third := stoppedAttack(t, dir)
	if third.bound == nil || !slices.Equal(third.bound.Distance, first.bound.Distance) {
		t.Fatal("a damaged checkpoint was believed, or not replaced")
	}
}

// Where a line is known, the table ends at half of the lengths below it. The layers of
// refutations are the same as with the whole table.
func TestProjectionUpToAHalfChangesNoLayer(t *testing.T) {
	p := cases.Sample(t, positions.Free)
	solved, err := session.Answer(context.Background(), p, session.Options{Workers: 2}, Search)
	if err != nil || solved.Status != session.Optimal {
		t.Fatal(solved, err)
	}
	whole, half := stoppedAttack(t, t.TempDir()), stoppedAttack(t, t.TempDir())
	if err := half.Offer(solved.Line); err != nil {
		t.Fatal(err)
	}
	var steps [2][]certificate.Step
	for i, a := range []*attack[[1]uint64]{whole, half} {
		if err := a.project(); err != nil {
			t.Fatal(err)
		}
		for length := a.Lower(); length < solved.Upper; length++ {
			if line, err := a.complete(length, length, 1<<40); err != nil || line != nil {
				t.Fatal(length, line, err)
			}
			steps[i] = append(steps[i], a.stepsOfTrials()...)
			a.trials = nil
		}
	}
	if got, all := slices.Max(half.bound.Distance), slices.Max(whole.bound.Distance); int(got) != (solved.Upper-1)/2 || got >= all {
		t.Fatalf("distances up to %d of %d below %d moves", got, all, solved.Upper)
	}
	if len(steps[0]) == 0 || !reflect.DeepEqual(steps[0], steps[1]) {
		t.Errorf("refuted by %v, with the whole table by %v", steps[1], steps[0])
	}
}

// The table of the same army counted in hops is of the same size, but its distances
// are greater: believed, it would refute lengths that have a line.
func TestProjectionOfAnotherPuzzleIsNotBelieved(t *testing.T) {
	dir := t.TempDir()
	moves := cases.Sample(t, positions.Free)
	hops := *moves
	hops.Count = positions.Hops
	foreign := attackOn(t, &hops, dir)
	if err := foreign.project(); err != nil {
		t.Fatal(err)
	}
	data := positiontest.Must(t, os.ReadFile, foreign.Savings().Path(RowsFile))
	own := stoppedAttack(t, dir)
	if err := own.project(); err != nil {
		t.Fatal(err)
	}
	if len(foreign.bound.Distance) != len(own.bound.Distance) || slices.Equal(foreign.bound.Distance, own.bound.Distance) {
		t.Fatal("the tables do not differ as they should: nothing to test")
	}
	if err := os.WriteFile(own.Savings().Path(RowsFile), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if ok, err := own.loadRows(bounds.LayOut(own.rows), RowsFile); ok || err != nil {
		t.Errorf("row counts of another puzzle were read (%v)", err)
	}
	again := stoppedAttack(t, dir) // a file of the name makes it build or read the table
	if again.bound == nil || !slices.Equal(again.bound.Distance, own.bound.Distance) {
		t.Error("row counts of another puzzle were believed")
	}
	if last := stoppedAttack(t, dir).Phases; len(last) != 1 || last[0].Outcome != fmt.Sprintf("%d row counts, from a checkpoint", own.bound.Size) {
		t.Errorf("they were not replaced: %v", last)
	}
}

func TestGainsComeFromTheCheckpoint(t *testing.T) {
	dir := t.TempDir()
	first := stoppedAttack(t, dir)
	if err := first.project(); err != nil {
		t.Fatal(err)
	}
	if err := first.learn(1 << 40); err != nil {
		t.Fatal(err)
	}
	before := first.Expanded.Load()
	if first.lacksGains() {
		t.Fatalf("F is known up to %d moves only, the lower bound is %d", len(first.table.gains)-1, first.Lower())
	}
	second := stoppedAttack(t, dir)
	if err := second.learn(1 << 40); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(first.table.gains, second.table.gains) {
		t.Errorf("gains %v, from the checkpoint %v", first.table.gains, second.table.gains)
	}
	if spent := second.Expanded.Load(); spent > 0 || before == 0 {
		t.Errorf("%d positions expanded with the checkpoint, %d without", spent, before)
	}
}

func TestCheckpointsGoWhenThePuzzleIsSettled(t *testing.T) {
	dir := t.TempDir()
	p := cases.Sample(t, positions.Free)
	r, err := session.Answer(context.Background(), p, session.Options{Workers: 2, Checkpoints: dir}, Search)
	if err != nil || r.Status != session.Optimal {
		t.Fatal(r, err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}
