package generate

import (
	"context"
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"go.uber.org/goleak"
)

// TestNoGoroutineIsLeft stops a batch of every kind at its first candidate, and the
// list of every enumeration; by the context, by who takes the puzzles, or not at all.
func TestNoGoroutineIsLeft(t *testing.T) {
	positiontest.Long(t)
	full := errors.New("that is enough")
	run := func(name string, o Options, stops func(Tally) bool) {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			b := &Batch{Options: o, Count: 3, Effort: 50, Workers: 3, Progress: func(t Tally) {
				if stops(t) {
					cancel()
				}
			}}
			_, err := b.Run(ctx, func(*Puzzle) error { return full })
			if err != nil && !errors.Is(err, full) && !errors.Is(err, context.Canceled) && !errors.Is(err, ErrEffort) {
				t.Error(err)
			}
		})
	}
	for name, o := range batches(t) {
		run(name, o, func(t Tally) bool { return t.Candidates == 1 })
	}
	for name, o := range exhaustives(t) {
		run("all of "+name, o, func(t Tally) bool { return t.Listing != "" })
	}
	run("to its end", batches(t)["transfer"], func(Tally) bool { return false })
}
