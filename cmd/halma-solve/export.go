package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/solver"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:     "export",
		Category: "Exchange",
		Usage:    "write boards and lines for other programs",
		Description: `FILE is a result as --format json writes it, another file of this program with
a puzzle in it, or a drawing of a position; - is standard input. What is written
can be read back by "halma-solve import".

  csv    the line as a table: move, from, to, hops, path
  list   the line as a list of moves, "1. a3-c5-e5", and its puzzle in a comment
         that verify, analyze and import read
  pegs   a position as a game ID of Pegs in Simon Tatham's Portable Puzzle
         Collection; on boards of up to 64 holes with four directions
  board  a position as a drawing

The position is that after --move moves of the line, or the drawing itself. A
line is replayed before; one that is not valid is refused with exit code 10.`,
		UsageText: "halma-solve export --kind KIND [options] FILE|-",
		ArgsUsage: cli.Examples(`halma-solve solo --format json | halma-solve export --kind list -
halma-solve export --kind csv star.json -o star.csv
halma-solve export --kind pegs cross.txt
halma-solve export --kind board --move 12 star.json`),
		Flags: cli.Flags(exportKind, moveOption.With("the position after N moves of the line", "0, the start"),
			cli.Board(positions.Shapes(), ", for a drawing", "as drawn, for peg solitaire"), cli.Size, cli.OutFile, cli.Force, cli.Store),
		Action: export,
	}
}

// exportKind has no default.
var exportKind = func() cli.Option[string] {
	o := cli.Choice("kind", cli.ReportCategory, "`KIND`what to write: csv, list, pegs or board", kindCSV, kindList, kindPegs, kindBoard)
	o.Default, o.Shown = "", "none, it is needed"
	return o.CommandLineOnly()
}()

func export(c *cli.Context) error {
	kind := exportKind.Of(c)
	if kind == "" {
		return cli.UsageError("--kind is needed: %s", strings.Join(exportKind.Words, ", "))
	}
	file, name, text, err := converting(c)
	if err != nil {
		return err
	}
	var out []byte
	if isObject(text) || ownKindOf(text) != nil {
		out, err = exportResult(c, kind, name, text)
	} else {
		out, err = exportDrawing(c, kind, name, text)
	}
	if err != nil {
		return err
	}
	return file.Save(c.App.Writer, out)
}

// exportResult writes the line of a result, or a position of it.
func exportResult(c *cli.Context, kind, name string, text []byte) ([]byte, error) {
	if flag := cli.FirstGiven(c, "board", "size"); flag != "" {
		return nil, cli.UsageError("--%s is for drawings; %s is a result, which says it itself", flag, name)
	}
	r, err := readOneOwn("export", name, text)
	if err == nil {
		err = replay(name, r)
	}
	if err != nil {
		return nil, err
	}
	b := r.Puzzle.Board
	if kind == kindPegs || kind == kindBoard {
		n := 0
		if moveOption.IsSet(c) {
			if n, err = cli.WholeNumber(moveOption.Of(c), 0, len(r.Line)); err != nil {
				return nil, moveOption.Refuse(c, fmt.Errorf("%w, as this line has", err))
			}
		}
		return exportPosition(kind, name, b, r.Puzzle.After(r.Line, n))
	}
	switch {
	case c.IsSet("move"):
		return nil, cli.UsageError("--move chooses a position, %s is a line", kind)
	case r.Line == nil:
		return nil, cli.InputError(name, errors.New("there is no line in it"))
	}
	return exportLine(kind, r)
}

func exportLine(kind string, r *solver.Result) ([]byte, error) {
	var out bytes.Buffer
	if kind == kindCSV {
		err := submission.WriteCSV(&out, r.Puzzle.Board, r.Line)
		return out.Bytes(), err
	}
	var puzzle bytes.Buffer
	if err := puzzlefile.Write(&puzzle, r.Puzzle); err != nil {
		return nil, err
	}
	err := submission.WriteList(&out, r.Puzzle.Board, r.Line, puzzle.Bytes())
	return out.Bytes(), err
}

// exportDrawing writes a position that is drawn.
func exportDrawing(c *cli.Context, kind, name string, text []byte) ([]byte, error) {
	if kind != kindPegs && kind != kindBoard {
		return nil, cli.UsageError("%s is a drawing, which has no line (a result is a JSON object)", name)
	}
	if c.IsSet("move") {
		return nil, cli.UsageError("--move is for results; %s is a drawing", name)
	}
	var b *positions.Board
	var men positions.Bits
	var err error
	if c.IsSet("board") {
		if b, err = cli.NewBoard(c); err != nil {
			return nil, err
		}
		men, err = b.ParseDiagram(drawingIn(text))
	} else {
		b, men, err = positions.ParseDrawn(drawingIn(text))
	}
	if err != nil {
		return nil, cli.InputError(name, err)
	}
	return exportPosition(kind, name, b, men)
}

// exportPosition writes a position: boards of peg solitaire so that "solo
// --position" reads them, others as "show" reads them.
func exportPosition(kind, name string, b *positions.Board, men positions.Bits) ([]byte, error) {
	switch {
	case kind == kindPegs:
		id, err := submission.FormatPegsID(b, men)
		if err != nil {
			return nil, cli.InputError(name, err)
		}
		return []byte(id + "\n"), nil
	case !b.Shape().Courts():
		return []byte(b.DrawBoard(men)), nil
	default:
		return []byte(b.DrawMen(men)), nil
	}
}
