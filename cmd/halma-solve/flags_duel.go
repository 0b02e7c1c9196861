package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// duelFlags choose a game for two players.
func duelFlags() []cli.Flag {
	return []cli.Flag{
		boardFlag(duel.Listed(duel.Courts.ShapeNames(), "or"), "rhombus; with --table all three"),
		&cli.StringFlag{
			Name: "size", Category: puzzleCategory, EnvVars: env("size"),
			Usage:       "`N`size of the board; with --table a range such as 3-5",
			DefaultText: "rhombus 5, square 4, star 1; with --table 3-5, star 1",
		},
		&cli.StringFlag{
			Name: "men", Category: puzzleCategory, EnvVars: env("men"),
			Usage:       "`N`men of each side: 1, 2, 3, 4, 6, 9 (square) or 10; with --table several, with commas",
			DefaultText: "3; with --table 1,2,3,4",
		},
		&cli.StringFlag{
			Name: "rules", Category: puzzleCategory, EnvVars: env("rules"),
			Usage:       "`SET`" + duel.Listed(duel.RulesNames(), "or") + "; with --table several, with commas",
			DefaultText: "booklet; with --table all",
		},
	}
}

// usualDuelSize is the size of a board unless the user says otherwise.
func usualDuelSize(s positions.Shape) int {
	switch s {
	case positions.Square:
		return 4
	case positions.Star:
		return 1
	default:
		return 5
	}
}

// duelShapeOf reads --board.
func duelShapeOf(value string) (positions.Shape, error) {
	s, err := positions.ParseShape(value)
	if err != nil || !slices.Contains(duel.Courts.Shapes, s) {
		return 0, fmt.Errorf("unknown board %q (%s)", clip(value), duel.Listed(duel.Courts.ShapeNames(), "or"))
	}
	return s, nil
}

// duelOf reads the game.
func duelOf(c *cli.Context) (*duel.Game, error) {
	o := duel.Options{Shape: positions.Rhombus, Men: 3}
	for _, f := range []struct {
		name  string
		parse func(string) error
	}{
		{"board", func(value string) (err error) { o.Shape, err = duelShapeOf(value); return err }},
		{"size", func(value string) (err error) {
			smallest, largest, _ := o.Shape.Sizes()
			o.Size, err = wholeNumber(value, smallest, largest)
			return err
		}},
		{"men", func(value string) (err error) { o.Men, err = wholeNumber(value, 1, 10); return err }},
		{"rules", func(value string) (err error) { o.Rules, err = duel.ParseRules(value); return err }},
	} {
		if err := parseFlag(c, f.name, f.parse); err != nil {
			return nil, err
		}
	}
	if o.Size == 0 {
		o.Size = usualDuelSize(o.Shape)
	}
	g, err := duel.New(o)
	if errors.Is(err, duel.ErrBoard) {
		return nil, flagError(c, "size", err)
	}
	if err != nil {
		return nil, flagError(c, "men", err)
	}
	return g, nil
}

// workersOf is the number of workers that a flag's number stands for.
func workersOf(n int) int {
	if n == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// inWords tells what an analysis will take.
func inWords(e retrograde.Estimate, workers int) string {
	return fmt.Sprintf("%s positions, %s of memory, about %s on %d workers",
		reports.Grouped(e.Positions), reports.Bytes(e.Bytes), reports.Clock(e.Time/wholeDuration(workers)), workers)
}

// mustFit refuses a game that does not fit into the memory and names one that
// does, or a way in which it does. values says that it is solved without
// distances.
func mustFit(g *duel.Game, e retrograde.Estimate, err error, memory int64, workers int, values bool) error {
	switch {
	case errors.Is(err, positions.ErrTooMany):
		return &exit{exitLimit, fmt.Sprintf("%s: %v; %s", g, err, whatFits(g, memory, workers, values))}
	case err != nil:
		return err
	case e.Bytes > memory:
		return &exit{exitLimit, fmt.Sprintf("%s needs %s of memory, more than --memory %s; %s",
			g, reports.Bytes(e.Bytes), reports.Bytes(memory), whatFits(g, memory, workers, values))}
	}
	return nil
}

// whatFits names the games nearest to g that fit into the memory.
func whatFits(g *duel.Game, memory int64, workers int, values bool) string {
	fits := func(size, men int) bool {
		o, err := duel.New(duel.Options{Shape: g.Board.Shape(), Size: size, Men: men, Rules: g.Rules})
		if err != nil {
			return false
		}
		estimate := retrograde.EstimateOf
		if values {
			estimate = retrograde.EstimateValues
		}
		e, err := estimate(o, workers)
		return err == nil && e.Bytes <= memory
	}
	var out []string
	if e, err := retrograde.EstimateValues(g, workers); err == nil && e.Bytes <= memory && g.Rules.Limit == nil {
		out = append(out, "--values")
	}
	men := g.Rules.Armies.Men(g.Board)
	for _, n := range slices.Backward(men) {
		if n < g.Men && fits(g.Board.Size(), n) {
			out = append(out, "--men "+strconv.Itoa(n))
			break
		}
	}
	smallest, _, _ := g.Board.Shape().Sizes()
	for size := g.Board.Size() - 1; size >= smallest; size-- {
		if fits(size, g.Men) {
			out = append(out, "--size "+strconv.Itoa(size))
			break
		}
	}
	if len(out) == 0 {
		return "no smaller game fits either"
	}
	if n := len(out) - 1; n > 1 {
		out = []string{strings.Join(out[:n], ", "), out[n]}
	}
	return strings.Join(out, " or ") + " would fit"
}

// wholeDuration is a number as the divisor of a time.
func wholeDuration(n int) time.Duration { return time.Duration(max(n, 1)) }
