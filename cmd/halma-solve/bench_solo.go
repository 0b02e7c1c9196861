package main

import (
	"context"
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// workInstance is one line of the benchmark about anything. work returns the
// answer, how many positions were expanded and the bytes of tables.
type workInstance struct {
	suite, name string
	answer      string // pinned
	expanded    int64  // pinned; 0 if it is not
	work        func(ctx context.Context, o solver.Options) (answer string, expanded, bytes int64, err error)
}

// soloBenchmarks lists the instances of solo and retour: the targets of the
// README. Pinned counts change with the searches; whoever changes them says why
// in the commit.
func soloBenchmarks() []workInstance {
	return []workInstance{
		{"quick", "solo c1-c1", "16 optimal", 629_183, solvePegGame(puzzles.Solo, "c1", "c1")},
		{"targets", "solo d4-d4", "18 optimal", 137_357, solvePegGame(puzzles.Solo, "", "")},
		{"targets", "retour d4-d4", "18 optimal", 137_354, solvePegGame(puzzles.Retour, "", "")},
		{"targets", "solo, 21 single vacancies", "21 optimal", 0, singleVacancies},
		{"targets", "solo d4, all positions", "23475688 reached, 1679072 winnable", 0, exploreCentral},
		{"targets", "solo d4, winnable positions", "1679072 winnable", 0, winnableCentral},
	}
}

func (i workInstance) about() (suite, name string) { return i.suite, i.name }

// run implements [benchmark].
func (i workInstance) run(ctx context.Context, o solver.Options) (benchResult, error) {
	began := time.Now()
	answer, expanded, bytes, err := i.work(ctx, o)
	if ctx.Err() != nil {
		return benchResult{}, cli.Stop(cli.ExitInterrupted, "")
	}
	if err != nil {
		return benchResult{}, err
	}
	took := time.Since(began)
	var wrong []string
	if answer != i.answer {
		wrong = append(wrong, i.answer+" is pinned")
	}
	if i.expanded != 0 && expanded != i.expanded {
		wrong = append(wrong, fmt.Sprintf("%d expanded are pinned", i.expanded))
	}
	return judgedResult(benchResult{answer: answer, counted: expanded, bytes: bytes, took: took, check: "as pinned"}, wrong), nil
}

func solvePegGame(newPuzzle func(puzzles.Options) (*puzzles.Puzzle, error), from, to string) func(context.Context, solver.Options) (string, int64, int64, error) {
	return func(ctx context.Context, o solver.Options) (string, int64, int64, error) {
		p, err := newPuzzle(puzzles.Options{From: from, To: to})
		if err != nil {
			return "", 0, 0, err
		}
		r, err := solver.Solve(ctx, p, o)
		if err != nil {
			return "", 0, 0, err
		}
		return fmt.Sprintf("%d %s", r.Upper, r.Status), r.Stats.Expanded, r.Stats.PeakBytes, nil
	}
}

// singleVacancies solves every problem of one empty hole and one last hole of the
// english cross that parity allows, one of those that symmetries make of another.
func singleVacancies(ctx context.Context, o solver.Options) (string, int64, int64, error) {
	b, err := positions.NewBoard(positions.English, 0)
	if err != nil {
		return "", 0, 0, err
	}
	solved, expanded, bytes := 0, int64(0), int64(0)
	for _, pair := range puzzles.Vacancies(b) {
		p, err := puzzles.Solo(puzzles.Options{Board: b, From: b.Name(pair[0]), To: b.Name(pair[1])})
		if err != nil {
			return "", 0, 0, err
		}
		r, err := solver.Solve(ctx, p, o)
		if err != nil {
			return "", 0, 0, err
		}
		if r.Status == solver.Optimal {
			solved++
		}
		expanded += r.Stats.Expanded
		bytes = max(bytes, r.Stats.PeakBytes)
	}
	return fmt.Sprintf("%d optimal", solved), expanded, bytes, nil
}

func exploreCentral(ctx context.Context, o solver.Options) (string, int64, int64, error) {
	p, err := puzzles.Solo(puzzles.Options{})
	if err != nil {
		return "", 0, 0, err
	}
	e, err := peg.Explore(ctx, p, o)
	return fmt.Sprintf("%d reached, %d winnable", e.Total.Positions, e.Total.Winnable), e.Stats.Expanded, e.Stats.PeakBytes, err
}

func winnableCentral(ctx context.Context, o solver.Options) (string, int64, int64, error) {
	p, err := puzzles.Solo(puzzles.Options{})
	if err != nil {
		return "", 0, 0, err
	}
	counts, err := peg.WinnablePositions(ctx, p, o)
	sum := int64(0)
	for _, n := range counts {
		sum += n
	}
	return fmt.Sprintf("%d winnable", sum), 0, 0, err
}
