package solver_test

import (
	"context"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// A puzzle is solved within limits; without any, until the answer is proven.
func ExampleSolve() {
	p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 5, Army: "6"})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := solver.Solve(context.Background(), p, solver.Options{Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reports.Headline(r))
	fmt.Println("from", r.Lower, "to", r.Upper, "moves, line of", len(r.Line))
	// Output:
	// 9 moves, proven optimal
	// from 9 to 9 moves, line of 9
}
