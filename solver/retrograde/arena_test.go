//go:build darwin || freebsd || linux

package retrograde

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// TestTablesInFile solves games with the tables and the mail in a file, also from a
// checkpoint, and compares all with what memory holds.
func TestTablesInFile(t *testing.T) {
	for _, o := range []duel.Options{
		{Shape: positions.Rhombus, Size: 4, Men: 3, Rules: duel.Paper},
		{Shape: positions.Square, Size: 4, Men: 3, Rules: duel.Swap},
		{Shape: positions.Square, Size: 4, Men: 2, Rules: duel.Farben},
		{Shape: positions.Square, Size: 4, Men: 3, Rules: duel.Treff},
		{Shape: positions.Rhombus, Size: 5, Men: 2, Rules: duel.Booklet},
	} {
		g, err := duel.New(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(g), func(t *testing.T) {
			dir := t.TempDir()
			want := solved(t, o)
			got, err := Solve(context.Background(), g, Options{Workers: 2, Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			if !sameTables(got, want) || got.Counts != want.Counts || got.Turns != want.Turns || !slices.Equal(got.Levels, want.Levels) {
				t.Error("the tables differ")
			}
			e, err := EstimateOf(g, 2)
			if err != nil || got.Bytes > e.Resident {
				t.Errorf("%d bytes of memory, %d foretold, %v", got.Bytes, e.Resident, err)
			}
			if err := got.Close(); err != nil {
				t.Error(err)
			}
			path := filepath.Join(dir, "state")
			for stopped := true; stopped; {
				values, err := SolveValues(&partsContext{context.Background(), 20}, g, Options{Workers: 2, Dir: dir, Checkpoint: path})
				if stopped = errors.Is(err, context.Canceled); stopped {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(values.table.settled, want.table.settled) || !slices.Equal(values.table.wins, want.table.wins) || values.Counts != want.Counts {
					t.Error("the values differ")
				}
				if err := values.Close(); err != nil {
					t.Error(err)
				}
			}
			for _, e := range positiontest.Must(t, os.ReadDir, dir) {
				if e.Name() != "state" {
					t.Errorf("%s is left", e.Name())
				}
			}
		})
	}
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 2, Rules: duel.Paper})
	if _, err := Solve(context.Background(), g, Options{Dir: filepath.Join(t.TempDir(), "none")}); !errors.Is(err, ErrFile) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such directory: %v", err)
	}
}
