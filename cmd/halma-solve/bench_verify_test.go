package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver"
)

// A batch is checked as pinned, and one that is stopped is not judged.
func TestVerifyBenchmarks(t *testing.T) {
	i := verifyInstance{"quick", "a few", 2000}
	var out strings.Builder
	ok, err := i.run(context.Background(), &out, solver.Options{Workers: 2})
	if err != nil || !ok || !strings.Contains(out.String(), "1800 solved") || !strings.Contains(out.String(), "as pinned, ") {
		t.Errorf("%v: %s", err, out.String())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ok, err = i.run(ctx, &out, solver.Options{Workers: 1})
	var code *cli.Exit
	if ok || !errors.As(err, &code) || code.Code != cli.ExitInterrupted {
		t.Errorf("stopped: %v, %v", ok, err)
	}
}
