package main

import (
	"context"
	"strings"
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
			var out strings.Builder
			if ok, err := i.run(context.Background(), &out, solver.Options{Workers: 3, Memory: 1 << 28}); err != nil || !ok {
				t.Errorf("%v: %s", err, out.String())
			}
			if ran > 1 {
				continue
			}
			i.answer, i.expanded = "99 optimal", 1
			out.Reset()
			if ok, err := i.run(context.Background(), &out, solver.Options{Workers: 1}); err != nil || ok || !strings.Contains(out.String(), "WRONG: 99 optimal is pinned; 1 expanded are pinned") {
				t.Errorf("%v: %s", err, out.String())
			}
		}
		if ran == 0 {
			t.Errorf("%s: no quick instance", name)
		}
	}
}
