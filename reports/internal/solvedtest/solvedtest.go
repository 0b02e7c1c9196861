// Package solvedtest solves small games for two for the tests of reports and of its
// site. What cannot be solved ends the test.
package solvedtest

import (
	"bytes"
	"os"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	contestbase "github.com/halma-solve/halma-solve/puzzles/contest/tablebase"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/tablebase"
	"github.com/halma-solve/halma-solve/solver/levels"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// Race returns the tablebase of a race with one man a side on the rhombus of size 3.
func Race(t testing.TB) *tablebase.File {
	t.Helper()
	g, err := duel.New(duel.Options{Shape: positions.Rhombus, Size: 3, Men: 1})
	if err != nil {
		t.Fatal(err)
	}
	table, err := retrograde.Solve(t.Context(), g, retrograde.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.CreateTemp(t.TempDir(), "*.tb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if err := tablebase.Write(t.Context(), f, g, table, true, 1); err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := tablebase.Open(f, info.Size(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Solve makes a game of package contest and solves it.
func Solve(t testing.TB, name string, options map[string]string) (*contest.Game, *levels.Table) {
	t.Helper()
	g, err := contest.New(contest.KindOf(name), options)
	if err != nil {
		t.Fatal(err)
	}
	table, err := levels.Solve(t.Context(), g, levels.Options{Workers: 1, Memory: 1 << 28})
	if err != nil {
		t.Fatal(err)
	}
	return g, table
}

// Contest returns the tablebase of a game of package contest.
func Contest(t testing.TB, name string, options map[string]string) *contestbase.File {
	t.Helper()
	g, table := Solve(t, name, options)
	var text bytes.Buffer
	if err := contestbase.Write(t.Context(), &text, g, g.Start(), table); err != nil {
		t.Fatal(err)
	}
	return read(t, &text)
}

// Chances returns the tablebase of a game with dice.
func Chances(t testing.TB, name string, options map[string]string) *contestbase.File {
	t.Helper()
	g, err := contest.New(contest.KindOf(name), options)
	if err != nil {
		t.Fatal(err)
	}
	table, err := levels.SolveChances(t.Context(), g, levels.Options{Workers: 1, Memory: 1 << 28})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := contestbase.Write(t.Context(), &text, g, g.Start(), table); err != nil {
		t.Fatal(err)
	}
	return read(t, &text)
}

func read(t testing.TB, text *bytes.Buffer) *contestbase.File {
	t.Helper()
	file, err := contestbase.Read(text, int64(text.Len()), 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
