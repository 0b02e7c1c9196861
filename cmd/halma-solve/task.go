package main

import (
	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// methodFlag chooses the search for puzzles with figures.
func methodFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "search", Category: searchCategory, EnvVars: env("search"), Value: "auto",
		Usage: "`METHOD`auto, both-ends (breadth first from start and goal) or ida (iterative deepening with a table; goes on from the bounds that an earlier run left in the store)",
	}
}

// methodOf reads --search.
func methodOf(c *cli.Context) (m solver.Method, err error) {
	err = parseFlag(c, "search", func(value string) error {
		if value != "auto" {
			m = solver.Method(value)
		}
		return oneOf("search", value)
	})
	return m, err
}

// solveTask solves a puzzle with figures, or one from a file, as the flags of
// search and report say, and writes the report.
func solveTask(c *cli.Context, puzzle func() (*puzzles.Puzzle, error)) error {
	p, err := puzzle()
	if err != nil {
		return err
	}
	return solveAndReport(c, p)
}
