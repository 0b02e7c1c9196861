package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// verifyInstance checks a batch of submissions for the star with 15 men, each of
// 32 moves as JSON with all their cells; the last of every ten has a wrong cell.
type verifyInstance struct {
	suite, name string
	submissions int
}

// verifyBenchmarks lists the instances of verify.
func verifyBenchmarks() []verifyInstance {
	return []verifyInstance{
		{"quick", "verify 20,000 lines of 32 moves", 20_000},
		{"targets", "verify 500,000 lines of 32 moves", 500_000},
	}
}

func (i verifyInstance) about() (suite, name string) { return i.suite, i.name }

// run implements [benchmark].
func (i verifyInstance) run(ctx context.Context, o solver.Options) (benchResult, error) {
	p, block, err := verifyBlock(ctx, o)
	if err != nil {
		return benchResult{}, err
	}
	input := &repeated{block: block, left: i.submissions / 10}
	began := time.Now()
	sum, err := submission.Each(ctx, input, io.Discard, submission.StreamOptions{
		Options: submission.Options{Puzzle: p}, Form: submission.JSONLines, Workers: o.Workers, Append: reports.VerdictJSON,
	})
	if ctx.Err() != nil {
		return benchResult{}, cli.Stop(cli.ExitInterrupted, "")
	}
	if err != nil {
		return benchResult{}, err
	}
	took := time.Since(began)
	answer, wanted := fmt.Sprintf("%d solved", sum.Solved), fmt.Sprintf("%d solved", i.submissions/10*9)
	check := fmt.Sprintf("as pinned, %.0f submissions a second", float64(sum.Submissions)/took.Seconds())
	var wrong []string
	if answer != wanted || sum.Illegal != int64(i.submissions/10) {
		wrong = append(wrong, wanted+" and all others illegal are pinned")
	}
	return judgedResult(benchResult{answer: answer, counted: sum.Submissions, took: took, check: check}, wrong), nil
}

// verifyBlock returns ten submissions, one a line.
func verifyBlock(parent context.Context, o solver.Options) (*puzzles.Puzzle, []byte, error) {
	const length = 32
	p, err := puzzles.Highscore(puzzles.Options{})
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	o.Progress = func(e solver.Event) {
		if e.Upper != solver.NoUpper && e.Upper <= length {
			cancel()
		}
	}
	r, err := solver.Solve(ctx, p, o)
	switch {
	case parent.Err() != nil:
		return nil, nil, cli.Stop(cli.ExitInterrupted, "")
	case err != nil:
		return nil, nil, err
	case r.Moves != length:
		return nil, nil, fmt.Errorf("a line of %d moves is wanted, this one has %d", length, r.Moves)
	}
	good, err := reports.SolutionLine(p.Board, 1, r.Line)
	if err != nil {
		return nil, nil, err
	}
	bad := r.Line[length-1]
	bad[len(bad)-1] = bad[0]
	wrong, err := reports.SolutionLine(p.Board, 10, r.Line)
	if err != nil {
		return nil, nil, err
	}
	block := bytes.Repeat(append(good, '\n'), 9)
	return p, append(append(block, wrong...), '\n'), nil
}

// repeated is a text a number of times.
type repeated struct {
	block []byte
	at    int
	left  int
}

// Read implements [io.Reader].
func (r *repeated) Read(b []byte) (n int, err error) {
	for n < len(b) && r.left > 0 {
		k := copy(b[n:], r.block[r.at:])
		n += k
		if r.at += k; r.at == len(r.block) {
			r.at = 0
			r.left--
		}
	}
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
