package main

import (
	"context"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/solver"
)

// The quick instances are as pinned, and one that is not says so.
func TestSoloBenchmarks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	ran := 0
	for _, i := range soloBenchmarks() {
		if i.suite != "quick" {
			continue
		}
		ran++
		var out strings.Builder
		if ok, err := i.run(context.Background(), &out, solver.Options{Workers: 2}); err != nil || !ok {
			t.Errorf("%v: %s", err, out.String())
		}
		i.answer, i.expanded = "15 optimal", 1
		out.Reset()
		if ok, err := i.run(context.Background(), &out, solver.Options{Workers: 1}); err != nil || ok || !strings.Contains(out.String(), "WRONG: 15 optimal is pinned; 1 expanded are pinned") {
			t.Errorf("%v: %s", err, out.String())
		}
	}
	if ran == 0 {
		t.Error("no quick instance")
	}
}

// The quick instances with figures are as pinned.
func TestFigureBenchmarks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	ran := 0
	for _, i := range figureBenchmarks() {
		if i.suite != "quick" {
			continue
		}
		ran++
		var out strings.Builder
		if ok, err := i.run(context.Background(), &out, solver.Options{Workers: 3, Memory: 1 << 28}); err != nil || !ok {
			t.Errorf("%v: %s", err, out.String())
		}
	}
	if ran == 0 {
		t.Error("no quick instance")
	}
}
