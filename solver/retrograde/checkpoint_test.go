package retrograde

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// interrupted runs an analysis that is stopped after the given level.
func interrupted(t *testing.T, g *duel.Game, path string, after int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a := analysisOf(t, g)
	a.ctx, a.distances, a.counting, a.options = ctx, make([]uint8, a.rows*a.cols), true, Options{Workers: 2, Checkpoint: path, Progress: func(e Event) {
		if e.Part == 1 && e.Level >= after {
			cancel()
		}
	}}
	if err := a.run(); !errors.Is(err, context.Canceled) {
		t.Fatalf("not stopped: %v", err)
	}
}

func TestGoesOnFromCheckpoint(t *testing.T) {
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 2, Rules: duel.Filled})
	want, err := Solve(context.Background(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "state")
	for _, after := range []int{1, 4, 9} { // each goes on from the one before
		interrupted(t, g, path, after)
	}
	levels := 0
	got, err := Solve(context.Background(), g, Options{Checkpoint: path, Progress: func(e Event) {
		if e.Part == 1 {
			levels++
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !sameTables(got, want) || got.Counts != want.Counts || got.Turns != want.Turns || !slices.Equal(got.Levels, want.Levels) {
		t.Error("the tables differ")
	}
	if levels > len(want.Levels)-7 {
		t.Errorf("%d levels of %d were worked out again", levels, len(want.Levels))
	}
}

// TestRunsWithoutTimeGetOn: runs whose time is over before they begin do a part each, and
// so come to the end.
func TestRunsWithoutTimeGetOn(t *testing.T) {
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 2, Rules: duel.Paper})
	want, err := Solve(context.Background(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "state")
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for runs := 1; ; runs++ {
		got, err := Solve(over, g, Options{Checkpoint: path})
		if err == nil {
			if !sameTables(got, want) || got.Counts != want.Counts || runs < len(want.Levels) {
				t.Errorf("after %d runs the tables differ", runs)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || runs > (len(want.Levels)+1)*levelParts {
			t.Fatalf("run %d: %v", runs, err)
		}
	}
}

// TestValuesGoOn: without distances the state is kept as well, and is not taken for one
// with distances.
func TestValuesGoOn(t *testing.T) {
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 2, Rules: duel.Paper})
	want, err := SolveValues(context.Background(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "state")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err = SolveValues(ctx, g, Options{Workers: 3, Checkpoint: path, Progress: func(e Event) {
		if e.Part == 1 && e.Level == 6 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := Solve(context.Background(), g, Options{Checkpoint: path}); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("taken for one with distances: %v", err)
	}
	levels := 0
	got, err := SolveValues(context.Background(), g, Options{Checkpoint: path, Progress: func(e Event) {
		if e.Part == 1 {
			levels++
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.table.settled, want.table.settled) || !slices.Equal(got.table.wins, want.table.wins) ||
		got.Counts != want.Counts || !slices.Equal(got.Levels, want.Levels) || got.Plies != want.Plies || got.longest != want.longest {
		t.Error("the tables differ")
	}
	if levels == 0 || levels > len(want.Levels)-6 {
		t.Errorf("%d levels of %d were worked out again", levels, len(want.Levels))
	}
}

func TestRefusesBadCheckpoints(t *testing.T) {
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 2, Rules: duel.Filled})
	path := filepath.Join(t.TempDir(), "state")
	interrupted(t, g, path, 5)
	good := positiontest.Must(t, os.ReadFile, path)
	refused := func(data []byte, g *duel.Game) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Solve(context.Background(), g, Options{Checkpoint: path}); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("not refused: %v", err)
		}
	}
	refused(nil, g)
	refused(good[:len(good)/2], g)
	refused(good[:len(good)-1], g)
	refused(append(slices.Clone(good), 0), g)
	// One that would begin anew on top of what is settled, with a right checksum.
	end := len(good) - sha256.Size
	again := bytes.Replace(good[:end], []byte(`"next":6`), []byte(`"next":0`), 1)
	if bytes.Equal(again, good[:end]) {
		t.Fatal("the checkpoint does not go on with level 6")
	}
	sum := sha256.Sum256(again)
	refused(append(again, sum[:]...), g)
	for _, at := range []int{3, len(good) / 3, len(good) / 2, len(good) - 1} {
		bad := slices.Clone(good)
		bad[at] ^= 4
		refused(bad, g)
	}
	refused(good, positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 2, Rules: duel.Paper}))
	// A first line that never ends is not read into memory.
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Skipf("no place for a file with a hole: %v", err)
	}
	if _, err := Solve(context.Background(), g, Options{Checkpoint: path}); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("a line of 1 TiB: %v", err)
	}
}

// partsContext is a context that ends when it has been asked so many times.
type partsContext struct {
	context.Context
	left int
}

func (c *partsContext) Err() error {
	if c.left == 0 {
		return context.Canceled
	}
	c.left--
	return nil
}

// TestGoesOnWithinLevels stops an analysis after every third part of a level, and goes on
// with other numbers of workers.
func TestGoesOnWithinLevels(t *testing.T) {
	for _, rules := range []*duel.Rules{duel.Paper, duel.Filled, duel.Swap, duel.Treff} {
		o := duel.Options{Shape: positions.Rhombus, Size: 4, Men: 3, Rules: rules}
		if rules == duel.Treff {
			o.Shape = positions.Square
		}
		g := positiontest.Must(t, duel.New, o)
		for _, distances := range []bool{true, false} {
			want := analysisOf(t, g)
			if distances {
				want.distances = make([]uint8, want.rows*want.cols)
			}
			if err := want.run(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "state")
			within, stops := 0, 0
			for stopped := true; stopped; {
				a := analysisOf(t, g)
				if distances {
					a.distances = make([]uint8, a.rows*a.cols)
				}
				a.ctx, a.options = &partsContext{context.Background(), 3}, Options{Workers: 1 + stops%3, Checkpoint: path}
				err := a.run()
				if stopped = errors.Is(err, context.Canceled); stopped {
					stops++
					if head, _, _ := bytes.Cut(positiontest.Must(t, os.ReadFile, path), []byte("\n")); !bytes.Contains(head, []byte(`"row":0,`)) {
						within++
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				got, want := a.result(), want.result()
				if !sameTables(got, want) || got.Counts != want.Counts || got.Turns != want.Turns || !slices.Equal(got.Levels, want.Levels) ||
					got.Plies != want.Plies || got.longest != want.longest {
					t.Errorf("%s: the tables differ", g)
				}
			}
			if a := want; within < stops/2 && a.kernel.special == nil || stops < len(a.levels)/4 {
				t.Errorf("%s: stopped %d times, %d times within a level", g, stops, within)
			}
		}
	}
}
