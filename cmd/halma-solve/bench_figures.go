package main

import (
	"context"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// figureBenchmarks lists the instances of connection and treffpunkt. Pinned
// counts change with the searches; whoever changes them says why in the commit.
func figureBenchmarks() []workInstance {
	line := func(suite, name, answer string, expanded int64, o puzzles.Options, m solver.Method) workInstance {
		return workInstance{suite, "connection " + name, answer, expanded, solveFigure(func() (*puzzles.Puzzle, error) { return puzzles.Connection(o) }, m)}
	}
	figure := func(suite, answer string, expanded int64, o puzzles.Options) workInstance {
		name := fmt.Sprintf("treffpunkt %d, %s, %s", o.Size, o.Army, o.Target)
		return workInstance{suite, name, answer, expanded, solveFigure(func() (*puzzles.Puzzle, error) { return puzzles.Treffpunkt(o) }, "")}
	}
	const all, super, hops = puzzles.AnyLines, positions.Super, positions.Hops
	return []workInstance{
		line("quick", "3", "12 optimal", 78_310, puzzles.Options{Size: 3}, ""),
		line("quick", "3, one worker, ida", "12 optimal", 71_563, puzzles.Options{Size: 3}, solver.Deepening),
		line("quick", "3, any", "12 optimal", 122_896, puzzles.Options{Size: 3, Lines: all}, ""),
		line("quick", "3, super", "10 optimal", 6_526, puzzles.Options{Size: 3, Jumps: super}, ""),
		line("quick", "3, any, hops", "15 optimal", 13_121, puzzles.Options{Size: 3, Lines: all, Count: hops}, ""),
		line("targets", "4", "17 optimal", 744_498, puzzles.Options{}, ""),
		line("targets", "4, any", "17 optimal", 1_399_219, puzzles.Options{Lines: all}, ""),
		line("targets", "4, super", "14 optimal", 28_835, puzzles.Options{Jumps: super}, ""),
		line("targets", "4, any, super", "14 optimal", 34_352, puzzles.Options{Lines: all, Jumps: super}, ""),
		line("targets", "4, any, hops", "25 optimal", 58_304, puzzles.Options{Lines: all, Count: hops}, ""),
		figure("quick", "7 optimal", 2_459, puzzles.Options{Size: 5, Army: "6", Target: "triangle"}),
		figure("quick", "7 optimal", 863, puzzles.Options{Size: 6, Army: "6", Target: "triangle"}),
		figure("targets", "12 optimal", 79_188, puzzles.Options{Size: 8, Army: "13", Target: "diamond"}),
	}
}

// solveFigure solves a puzzle with figures. Iterative deepening runs with one
// worker, for only then are its positions the same in every run.
func solveFigure(puzzle func() (*puzzles.Puzzle, error), m solver.Method) func(context.Context, solver.Options) (string, int64, int64, error) {
	return func(ctx context.Context, o solver.Options) (string, int64, int64, error) {
		p, err := puzzle()
		if err != nil {
			return "", 0, 0, err
		}
		if o.Method = m; m == solver.Deepening {
			o.Workers = 1
		}
		r, err := solver.Solve(ctx, p, o)
		if err != nil {
			return "", 0, 0, err
		}
		return fmt.Sprintf("%d %s", r.Upper, r.Status), r.Stats.Expanded, r.Stats.PeakBytes, nil
	}
}
