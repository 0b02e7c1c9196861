package main

import (
	"context"
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// benchInstance is one line of the benchmark.
type benchInstance struct {
	suite, name string
	options     puzzles.Options
	marked      bool  // treffhalma, not highscore
	target      int   // stop at a line of this length; 0: solve
	lower       int   // expected when solved
	expanded    int64 // pinned
	reference   bool  // compare with breadth-first search
}

func (i benchInstance) about() (suite, name string) { return i.suite, i.name }

// run implements [benchmark].
func (i benchInstance) run(parent context.Context, o solver.Options) (benchResult, error) {
	newPuzzle := puzzles.Highscore
	if i.marked {
		newPuzzle = puzzles.Treffhalma
	}
	p, err := newPuzzle(i.options)
	if err != nil {
		return benchResult{}, err
	}
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	began := time.Now()
	var reached solver.Event
	o.Progress = func(e solver.Event) {
		if i.target > 0 && reached.Upper == 0 && e.Upper != solver.NoUpper && e.Upper <= i.target {
			reached = e
			cancel()
		}
	}
	r, err := solver.Solve(ctx, p, o)
	if err != nil {
		return benchResult{}, err
	}
	if parent.Err() != nil {
		return benchResult{}, cli.Stop(cli.ExitInterrupted, "")
	}
	answer, expanded := fmt.Sprintf("%d %s", r.Upper, r.Status), r.Stats.Expanded
	var wrong []string
	switch {
	case i.target > 0:
		answer, expanded = fmt.Sprintf("≤ %d", r.Upper), reached.Expanded
		if r.Upper == solver.NoUpper || r.Upper > i.target {
			wrong = append(wrong, fmt.Sprintf("a line of %d is wanted", i.target))
		}
	case r.Status != solver.Optimal || r.Upper != i.lower:
		wrong = append(wrong, fmt.Sprintf("%d optimal is pinned", i.lower))
	}
	if expanded != i.expanded {
		wrong = append(wrong, fmt.Sprintf("%d expanded are pinned", i.expanded))
	}
	took := time.Since(began)
	if i.reference {
		e, err := solver.BreadthFirst(ctx, p, o.Workers)
		if err != nil {
			return benchResult{}, err
		}
		if e.Distance != r.Upper {
			wrong = append(wrong, fmt.Sprintf("breadth-first search finds %d", e.Distance))
		}
	}
	check := "as pinned"
	if i.reference {
		check = fmt.Sprintf("as pinned, and breadth-first (%.1f s)", (time.Since(began) - took).Seconds())
	}
	return judgedResult(benchResult{answer: answer, counted: expanded, bytes: r.Stats.PeakBytes, took: took, check: check}, wrong), nil
}
