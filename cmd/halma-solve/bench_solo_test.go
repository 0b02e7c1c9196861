package main

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/solver"
)

// The quick instances are as pinned, and one that is not says so.
func TestQuickBenchmarks(t *testing.T) {
	positiontest.Long(t)
	for name, list := range map[string][]workInstance{"solo": soloBenchmarks(), "figures": figureBenchmarks()} {
		ran := 0
		for _, i := range list {
			if i.suite != "quick" {
				continue
			}
			ran++
			if r, err := i.run(context.Background(), solver.Options{Workers: 3, Memory: 1 << 28}); err != nil || !r.right {
				t.Errorf("%v: %s", err, r.check)
			}
			i.work = func(context.Context, solver.Options) (string, int64, int64, error) { return "98 optimal", 2, 0, nil }
			i.answer, i.expanded = "99 optimal", 1
			if r, err := i.run(context.Background(), solver.Options{Workers: 1}); err != nil || r.right || r.check != "WRONG: 99 optimal is pinned; 1 expanded are pinned" {
				t.Errorf("%v: %s", err, r.check)
			}
		}
		if ran == 0 {
			t.Errorf("%s: no quick instance", name)
		}
	}
}
