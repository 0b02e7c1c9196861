package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// stoppedAttack returns an attack on the 6×6 rhombus that thinks every projection
// worth a checkpoint.
func stoppedAttack(t *testing.T, dir string) *attack[[1]uint64] {
	t.Helper()
	return attackOn(t, sample(t, positions.Free), dir)
}

// attackOn is stoppedAttack on any puzzle of up to 64 cells.
func attackOn(t *testing.T, p *puzzles.Puzzle, dir string) *attack[[1]uint64] {
	t.Helper()
	r := newRun(context.Background(), Options{Workers: 2, Checkpoints: dir})
	a := &attack[[1]uint64]{run: r, knowledge: newKnowledge(p, r), space: newSpace[[1]uint64](p)}
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
	if second.bound == nil || !slices.Equal(second.bound.distance, first.bound.distance) {
		t.Fatal("the projection of the checkpoint is another one")
	}
	file := second.savings().path(rowsFile)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2]++
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	third := stoppedAttack(t, dir)
	if third.bound == nil || !slices.Equal(third.bound.distance, first.bound.distance) {
		t.Fatal("a damaged checkpoint was believed, or not replaced")
	}
}

// The table of the same army counted in hops is of the same size, but its distances
// are greater: believed, it would refute lengths that have a line.
func TestProjectionOfAnotherPuzzleIsNotBelieved(t *testing.T) {
	dir := t.TempDir()
	moves := sample(t, positions.Free)
	hops := *moves
	hops.Count = positions.Hops
	foreign := attackOn(t, &hops, dir)
	if err := foreign.project(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(foreign.savings().path(rowsFile))
	if err != nil {
		t.Fatal(err)
	}
	own := stoppedAttack(t, dir)
	if err := own.project(); err != nil {
		t.Fatal(err)
	}
	if len(foreign.bound.distance) != len(own.bound.distance) || slices.Equal(foreign.bound.distance, own.bound.distance) {
		t.Fatal("the tables do not differ as they should: nothing to test")
	}
	if err := os.WriteFile(own.savings().path(rowsFile), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if ok, err := own.loadRows(layOut(own.rows), rowsFile); ok || err != nil {
		t.Errorf("row counts of another puzzle were read (%v)", err)
	}
	again := stoppedAttack(t, dir) // a file of the name makes it build or read the table
	if again.bound == nil || !slices.Equal(again.bound.distance, own.bound.distance) {
		t.Error("row counts of another puzzle were believed")
	}
	if last := stoppedAttack(t, dir).phases; len(last) != 1 || last[0].Outcome != fmt.Sprintf("%d row counts, from a checkpoint", own.bound.size) {
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
	before := first.expanded.Load()
	if len(first.table.gains) <= first.lower/2 {
		t.Fatalf("F is known up to %d moves only, the lower bound is %d", len(first.table.gains)-1, first.lower)
	}
	second := stoppedAttack(t, dir)
	if err := second.learn(1 << 40); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(first.table.gains, second.table.gains) {
		t.Errorf("gains %v, from the checkpoint %v", first.table.gains, second.table.gains)
	}
	if spent := second.expanded.Load(); spent > 0 || before == 0 {
		t.Errorf("%d positions expanded with the checkpoint, %d without", spent, before)
	}
}

func TestCheckpointsGoWhenThePuzzleIsSettled(t *testing.T) {
	dir := t.TempDir()
	p := sample(t, positions.Free)
	r, err := answer(context.Background(), p, Options{Workers: 2, Checkpoints: dir}, searchTransfers)
	if err != nil || r.Status != Optimal {
		t.Fatal(r, err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}
