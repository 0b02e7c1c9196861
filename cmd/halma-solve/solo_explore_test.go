package main

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// What is left of the time of an exploration limits the table that is kept beside it, and a
// table that is not made takes nothing from the exploration.
func TestKeepTableWithinTheTime(t *testing.T) {
	p, err := puzzles.Solo(puzzles.Options{})
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx context.Context
		o   solver.Options
	}{
		"time":      {context.Background(), solver.Options{Time: 1, Memory: 1 << 30}},
		"interrupt": {over, solver.Options{Memory: 1 << 30}},
		"memory":    {context.Background(), solver.Options{Memory: 1 << 20}},
	} {
		dir := t.TempDir()
		if err := (task{puzzle: p, dir: dir}).keepTable(nil, c.ctx, c.o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		store, err := cache.Open(cache.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		st, err := store.Stats()
		if err != nil || st.Entries[cache.KindBound] != 0 {
			t.Errorf("%s: the store has %v, %v", name, st.Entries, err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}
