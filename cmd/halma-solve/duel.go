package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// The options of games for two players. --size, --men and --rules take several
// values with prove --table.
var (
	duelSize = cli.Text("size", cli.PuzzleCategory, "`N`size of the board; with --table a range such as 3-5",
		"rhombus 5, square 4, star 1; with --table 3-5, star 1")
	duelMen = cli.Option[[]int]{
		Name: "men", Category: cli.PuzzleCategory, Usage: "`N`men of each side: 1, 2, 3, 4, 6, 9 (square) or 10; with --table several, with commas",
		Shown: "3, or what comes nearest in the game; with --table 1,2,3,4", Words: []string{"1", "2", "3", "4", "6", "9", "10"}, Open: true,
		Parse: cli.List(func(text string) (int, error) { return cli.WholeNumber(text, 1, 16) }),
	}
	duelRules = cli.Option[[]*duel.Rules]{
		Name: "rules", Category: cli.PuzzleCategory, Usage: "`SET`" + positions.OneOf(duel.AllRules()) + "; with --table several, with commas",
		Shown: "booklet; with --table all", Words: cli.Names(duel.AllRules()...), Parse: cli.List(duel.ParseRules),
	}
	duelBoard = duelBoardOption()
)

func duelBoardOption() cli.Option[positions.Shape] {
	shapes := duel.Courts.Shapes
	o := cli.Board(shapes, "", "rhombus; with --table all three")
	o.Parse = func(text string) (positions.Shape, error) {
		s, err := positions.ParseShape(text)
		if err != nil || !slices.Contains(shapes, s) {
			return 0, fmt.Errorf("unknown board %q (%s)", cli.Clip(text), positions.OneOf(shapes))
		}
		return s, nil
	}
	return o
}

// rulesOf reads which rule sets GAME or --rules names; none if they do not stand there.
func rulesOf(c *cli.Context) ([]*duel.Rules, error) {
	if !c.Args().Present() {
		return duelRules.Of(c), nil
	}
	name, err := cli.OneArgument(c, "one GAME")
	if err == nil && duelRules.IsSet(c) {
		err = cli.UsageError("--rules and GAME %s mean the same; give one of the two", cli.Clip(name))
	}
	if err != nil {
		return nil, err
	}
	rules, err := raceRules(name)
	if err != nil {
		return nil, err
	}
	return []*duel.Rules{rules}, nil
}

// duelOf reads the game. What is not given is as usual under its rules.
func duelOf(c *cli.Context) (*duel.Game, error) {
	rules, err := rulesOf(c)
	if err != nil {
		return nil, err
	}
	if len(rules) > 1 {
		return nil, duelRules.Refuse(c, errors.New("several rule sets are for --table"))
	}
	o := duel.Options{Shape: positions.Rhombus, Men: 3}
	if len(rules) > 0 {
		o.Rules = rules[0]
	}
	shape, size, err := cli.BoardOf(c, o.Nearest().Shape)
	if err != nil {
		return nil, err
	}
	o.Shape, o.Size = shape, size
	if near := o.Nearest(); near.Shape == shape { // else New says what is wrong
		o.Size, o.Men = near.Size, near.Men
	} else if size == 0 {
		o.Size = shape.Duel()
	}
	if duelMen.IsSet(c) {
		if o.Men, err = cli.WholeNumber(c.String("men"), 1, 10); err != nil {
			return nil, duelMen.Refuse(c, err)
		}
	}
	g, err := duel.New(o)
	switch {
	case errors.Is(err, duel.ErrBoard) && o.Nearest().Shape != shape:
		return nil, duelBoard.Refuse(c, err)
	case errors.Is(err, duel.ErrBoard):
		return nil, duelSize.Refuse(c, err)
	case err != nil:
		return nil, duelMen.Refuse(c, err)
	}
	return g, nil
}

// inWords tells what an analysis will take.
func inWords(e retrograde.Estimate, workers int) string {
	return fmt.Sprintf("%s positions, %s of memory, about %s on %d workers",
		humanize.Comma(e.Positions), reports.Bytes(e.Bytes), reports.Clock(e.Time/wholeDuration(workers)), workers)
}

// mustFit refuses a game that does not fit into the memory and names one that
// does, or a way in which it does. values says that it is solved without
// distances.
func mustFit(g *duel.Game, e retrograde.Estimate, err error, memory int64, workers int, values bool) error {
	switch {
	case errors.Is(err, positions.ErrTooMany):
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s: %v; %s", g, err, whatFits(g, memory, workers, values)))
	case err != nil:
		return err
	case e.Bytes > memory:
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s needs %s of memory, more than --memory %s; %s",
			g, reports.Bytes(e.Bytes), reports.Bytes(memory), whatFits(g, memory, workers, values)))

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
