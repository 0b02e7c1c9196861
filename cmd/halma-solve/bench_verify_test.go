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
	r, err := i.run(context.Background(), solver.Options{Workers: 2})
	if err != nil || !r.right || r.answer != "1800 solved" || !strings.HasPrefix(r.check, "as pinned, ") {
		t.Errorf("%v: %+v", err, r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err = i.run(ctx, solver.Options{Workers: 1})
	var code *cli.Exit
	if r.right || !errors.As(err, &code) || code.Code != cli.ExitInterrupted {
		t.Errorf("stopped: %+v, %v", r, err)
	}
}
