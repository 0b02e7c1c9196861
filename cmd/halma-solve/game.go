package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// The options that only some games have.
var (
	goalOption = cli.Choice("goal", cli.PuzzleCategory, "`LINES`own (the two lines from the own tip) or any (all six)",
		puzzles.OwnLines, puzzles.AnyLines)
	targetOption   = target()
	fromOption     = cli.Text("from", cli.PuzzleCategory, "`HOLE`", "the middle; the top of a triangle")
	toOption       = cli.Text("to", cli.PuzzleCategory, "`HOLE`", "the middle; on a triangle and with --position any")
	positionOption = position()
)

func target() cli.Option[string] {
	o := cli.File("target", cli.PuzzleCategory, "`NAME|FILE`a built-in figure, or a file with a drawing of the board", "")
	o.Default, o.Words, o.Open = puzzles.DefaultTarget, puzzles.Targets(), true
	return o
}

func position() cli.Option[string] {
	o := cli.File("position", cli.PuzzleCategory, "`FILE`", "every hole but one")
	return cli.Needed(o, "the name of a file is needed, or -")
}

// drawnIn is what --position means, behind whose position it is.
const drawnIn = ", drawn in FILE (- is standard input): o a man, . an empty hole, - no hole; with --board the holes of that board only, without it any board of up to 64 holes, men of which jump in more than four directions if a line says \"directions 6\" or 8"

// methodOption chooses the search for puzzles with figures.
var methodOption = cli.Choice[solver.Method]("search", cli.SearchCategory,
	"`METHOD`auto, both-ends (breadth first from start and goal) or ida (iterative deepening with a table; goes on from the bounds that an earlier run left in the store)",
	"auto", solver.BothEnds, solver.Deepening)

// certificateOption is where the proof of a result goes.
var certificateOption = cli.NewFile("certificate", cli.ReportCategory,
	"`FILE`how the bounds were proven, to be checked by \"halma-solve verify\"", "none", "certificate").CommandLineOnly()

// gameCommand completes the command of a game. What the game takes its description
// in package puzzles says; more are options of this command alone. Without an action
// it solves the puzzle and reports.
func gameCommand(g puzzles.Game, command cli.Command, more ...cli.Definition) *cli.Command {
	info, _ := g.Info()
	command.Name, command.Category = string(g), "Solve"
	command.UsageText = "halma-solve " + command.Name + " [options]"
	command.Description += "\n\nExit codes:\n" + cli.ExitCodesHelp
	command.Flags = slices.Concat(gameFlags(info), cli.Flags(more...), cli.SearchFlags(""), cli.Flags(cli.Strict, cli.Beam))
	format := cli.Format
	if g == puzzles.GameSolo {
		format = cli.FormatOrCSV // of --explore
	}
	if !g.Pegs() {
		command.Flags = append(command.Flags, cli.Flags(cli.Positions)...)
	}
	if info.Figures {
		command.Flags = append(command.Flags, cli.Flags(methodOption)...)
	}
	command.Flags = slices.Concat(command.Flags, cli.ReportFlags(format), cli.Flags(cli.Store, cli.Fresh))
	if info.Certificates {
		command.Flags = append(command.Flags, cli.Flags(certificateOption)...)
	}
	if info.Shared {
		command.Flags = append(command.Flags, clusterFlags()...)
	}
	if command.Action == nil {
		command.Action = func(c *cli.Context) error {
			if err := cli.NoArguments(c); err != nil {
				return err
			}
			p, err := puzzleOf(c, g)
			if err != nil {
				return err
			}
			return solveAndReport(c, p)
		}
	}
	return &command
}

// gameFlags are the options of a game.
func gameFlags(info puzzles.Info) []cli.Flag {
	known := []cli.Definition{
		cli.Board(info.Boards, "", info.Usual.String()), cli.Size, cli.Men, cli.Rules, cli.Count, cli.Jumps, cli.Directions,
		goalOption, targetOption, fromOption, toOption, positionOption,
	}
	var options []cli.Definition
	for _, p := range info.Takes {
		if p.Name == positionOption.Name {
			p.Meaning += drawnIn
		}
		i := slices.IndexFunc(known, func(o cli.Definition) bool { return o.Called() == p.Name })
		options = append(options, known[i].With(p.Meaning, p.Usual))
	}
	return cli.Flags(options...)
}

// puzzleOf reads the options of a game and makes its puzzle.
func puzzleOf(c *cli.Context, g puzzles.Game) (*puzzles.Puzzle, error) {
	info, _ := g.Info()
	o := puzzles.Options{
		Army: cli.Men.Of(c), Arrival: cli.Rules.Of(c), Count: cli.Count.Of(c), Jumps: cli.Jumps.Of(c),
		Lines: goalOption.Of(c), Target: targetOption.Of(c), Directions: cli.Directions.Of(c), From: fromOption.Of(c), To: toOption.Of(c),
	}
	var err error
	if o.Shape, o.Size, err = cli.BoardOf(c, info.Usual); err != nil {
		return nil, err
	}
	switch {
	case g.Pegs():
		err = holesOf(c, info, &o)
	case !slices.Contains(puzzles.Targets(), o.Target) && targetOption.IsSet(c):
		o.Figure, err = figureOf(c, o)
	}
	if err != nil {
		return nil, err
	}
	p, err := info.New(o)
	switch {
	case err == nil && info.Has(cli.Rules.Name) && !cli.Rules.IsSet(c):
		return p.AsPrinted(), nil
	case err == nil:
		return p, nil
	case errors.Is(err, puzzles.ErrTarget) && !targetOption.IsSet(c):
		return nil, cli.UsageError("%v (it is the usual one; --target names another)", err)
	case errors.Is(err, puzzles.ErrTarget):
		return nil, targetOption.Refuse(c, err)
	case errors.Is(err, puzzles.ErrArmy):
		return nil, cli.Men.Refuse(c, err)
	case errors.Is(err, puzzles.ErrHole) && strings.HasPrefix(err.Error(), "to: "):
		return nil, toOption.Refuse(c, errors.Unwrap(err))
	case errors.Is(err, puzzles.ErrPegs), errors.Is(err, puzzles.ErrHole):
		return nil, cli.UsageError("%v", err)
	}
	return nil, cli.Refuse(c, "board", err)
}

// figureOf reads the figure from the file that --target names.
func figureOf(c *cli.Context, o puzzles.Options) (positions.Bits, error) {
	b, err := positions.NewBoard(o.Shape, o.Size)
	if err != nil {
		return positions.Bits{}, cli.Refuse(c, "board", err)
	}
	if _, err := os.Stat(o.Target); err != nil && o.Target != "-" {
		return positions.Bits{}, targetOption.Refuse(c, fmt.Errorf("%q is neither a built-in figure (%s) nor a file%s",
			cli.Clip(o.Target), strings.Join(puzzles.Targets(), ", "), cli.DidYouMean(o.Target, puzzles.Targets())))
	}
	name, text, err := readInput(c, o.Target)
	if err != nil {
		return positions.Bits{}, err
	}
	men, err := b.ParseDiagram(drawingIn(text))
	if err == nil && men.Len() == 0 {
		err = errors.New("the figure has no cells")
	}
	if err != nil {
		return men, cli.InputError(name, err)
	}
	return men, nil
}

// holesOf reads the options of a peg game that name holes.
func holesOf(c *cli.Context, g puzzles.Info, o *puzzles.Options) (err error) {
	if !slices.Contains(g.Boards, o.Shape) {
		return cli.Refuse(c, "board", fmt.Errorf("%s is no board for %s (%s; --position draws others)", o.Shape, g.Game, positions.OneOf(g.Boards)))
	}
	if g.Game == puzzles.GameRetour && o.To == puzzles.AnyHole {
		return toOption.Refuse(c, errors.New("any: the first man needs a hole"))
	}
	if o.Board, err = positions.NewBoard(o.Shape, o.Size); err != nil {
		return err
	}
	if o.Directions > 0 {
		if o.Board, err = o.Board.WithDirections(o.Directions); err != nil {
			return cli.Directions.Refuse(c, err)
		}
	}
	if positionOption.IsSet(c) {
		if fromOption.IsSet(c) {
			return cli.UsageError("--from is the hole that is empty on a full board, --position says all; give one of the two")
		}
		if err := readPosition(c, o); err != nil {
			return err
		}
	}
	for _, hole := range []cli.Option[string]{fromOption, toOption} {
		name := hole.Of(c)
		if hole.IsSet(c) && (hole.Name != toOption.Name || name != puzzles.AnyHole) {
			if _, err := o.Board.ParseCell(name); err != nil {
				return hole.Refuse(c, err)
			}
		}
	}
	return nil
}

// readPosition reads the file of --position.
func readPosition(c *cli.Context, o *puzzles.Options) error {
	name, text, err := readInput(c, positionOption.Of(c))
	if err != nil {
		return err
	}
	drawing := drawingIn(text)
	if c.IsSet("board") {
		o.Men, err = o.Board.ParseDiagram(drawing)
	} else {
		o.Board, o.Men, err = positions.ParseDrawn(drawing)
	}
	if err == nil && o.Men.Len() == 0 {
		err = &positions.SyntaxError{Line: 1, Column: 1, Msg: "there are no men in the drawing"}
	}
	if err != nil {
		return cli.InputError(name, err)
	}
	if n, _ := positions.DirectionsIn(drawing); n > 0 && o.Directions > 0 && n != o.Directions {
		return cli.Directions.Refuse(c, fmt.Errorf("%d, but %s says directions %d", o.Directions, cli.Clip(name), n))
	}
	return nil
}
