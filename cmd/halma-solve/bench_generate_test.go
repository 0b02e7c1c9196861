package main

import (
	"context"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/solver"
)

// A batch of the benchmark is the same with any number of workers, and one that is
// not as pinned is wrong.
func TestGenerateBenchmarks(t *testing.T) {
	i := workInstance{suite: "generate", name: "a few", work: generatePuzzles(5, smallTransfers)}
	answer, candidates, bytes, err := i.work(context.Background(), solver.Options{Workers: 1})
	if err != nil || !strings.HasPrefix(answer, "5 ") || len(answer) != len("5 abcdef") || candidates < 5 || bytes == 0 {
		t.Fatalf("%s, %d candidates, %d bytes, %v", answer, candidates, bytes, err)
	}
	i.answer, i.expanded = answer, candidates
	if r, err := i.run(context.Background(), solver.Options{Workers: 3}); err != nil || !r.right {
		t.Errorf("%v: %s", err, r.check)
	}
	i.answer = "5 000000"
	if r, err := i.run(context.Background(), solver.Options{Workers: 1}); err != nil || r.right || !strings.Contains(r.check, "WRONG: 5 000000 is pinned") {
		t.Errorf("%v: %s", err, r.check)
	}
	pinned := 0
	for _, i := range generateBenchmarks() {
		if i.suite == "generate" && strings.HasPrefix(i.answer, "1000 ") && i.expanded >= 1000 {
			pinned++
		}
	}
	if pinned != 3 {
		t.Errorf("%d batches of 1,000 are pinned, want 3", pinned)
	}
}
