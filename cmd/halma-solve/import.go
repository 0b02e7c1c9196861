package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// The kinds of foreign files.
const (
	kindAuto  = "auto"
	kindPegs  = "pegs"
	kindBoard = "board"
	kindCSV   = "csv"
	kindList  = "list"
	kindOwn   = "own" // no foreign one; never asked for
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:     "import",
		Category: "Exchange",
		Usage:    "read boards and lines that other programs write",
		Description: `Reads FILE (- is standard input) and writes what it says in a form of this
program.

  pegs   a game ID of Pegs in Simon Tatham's Portable Puzzle Collection, such as
         7x7cross:OOPPPOO…; becomes a drawing for "solo --position"
  board  a drawing with a character a hole and spaces where there is none;
         becomes such a drawing, too
  csv    a line, a move a row, below a row that names the columns: path, or from
         and to; move and hops are checked if they are there
  list   a line as "halma-solve verify" reads it

A certificate, an analysis or a batch of one puzzle becomes a result, too.

A line must solve the puzzle that the options choose. It is replayed and becomes
a result as --format json writes it, with the bounds in the store. A line that
does not is refused with exit code 10, a file that cannot be read with 3.`,
		UsageText: "halma-solve import [options] FILE|-",
		ArgsUsage: cli.Examples(`halma-solve import game.txt | halma-solve solo --position -
halma-solve import --kind csv --men 10 moves.csv -o line.json
halma-solve import --kind list --puzzle solo bergholt.txt | halma-solve show -`),
		Flags:  slices.Concat(cli.Flags(importKind), anyPuzzleFlags(), cli.Flags(cli.OutFile, cli.Force, cli.Store.With("directory of the store with the bounds, or none", ""))),
		Action: importAction,
	}
}

var importKind = cli.Choice("kind", cli.InputCategory, "`KIND`what FILE is: auto (look at it), pegs, board, csv or list",
	kindAuto, kindPegs, kindBoard, kindCSV, kindList).CommandLineOnly()

func importAction(c *cli.Context) error {
	kind := importKind.Of(c)
	p, chosen, err := anyPuzzleOf(c)
	if err != nil {
		return err
	}
	file, name, text, err := converting(c)
	if err != nil {
		return err
	}
	if kind == kindAuto && ownKindOf(text) != nil {
		kind = kindOwn
	} else if kind == kindAuto {
		kind = kindOf(text)
	}
	if chosen && (kind == kindPegs || kind == kindBoard || kind == kindOwn) {
		return cli.UsageError("%s is %s; options that choose a puzzle are for lines of other programs", name,
			map[string]string{kindPegs: "a board (--kind pegs)", kindBoard: "a board (--kind board)", kindOwn: "a file of this program"}[kind])
	}
	var out []byte
	switch kind {
	case kindPegs:
		out, err = drawing(submission.ParsePegsID(string(text)))
	case kindBoard:
		out, err = drawing(submission.ParseBoardFile(string(text)))
	case kindOwn:
		out, err = importOwn(c, name, text)
	default:
		var line puzzles.Line
		if p, line, err = importedLine(kind, text, p, chosen); err == nil {
			out, err = importedResult(c, p, line)
		}
	}
	var illegal *verify.Illegal
	var known *cli.Exit
	switch {
	case errors.As(err, &illegal):
		return cli.Stop(cli.ExitNo, fmt.Sprintf("%s: not valid: %v", name, illegal))
	case errors.As(err, &known):
		return err
	case err != nil:
		return cli.InputError(name, err)
	}
	return file.Save(c.App.Writer, out)
}

// importOwn makes a result of the line in another file of this program.
func importOwn(c *cli.Context, name string, text []byte) ([]byte, error) {
	r, err := readOneOwn("import", name, text)
	switch {
	case err != nil:
		return nil, err
	case r.Line == nil:
		return nil, cli.InputError(name, errors.New("there is no line in it that reaches the goal"))
	}
	if err := replay(name, r); err != nil {
		return nil, err
	}
	return importedResult(c, r.Puzzle, r.Line)
}

func drawing(b *positions.Board, men positions.Bits, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return []byte(b.DrawBoard(men)), nil
}

var (
	pegsID    = regexp.MustCompile(`^\s*[0-9]+(x[0-9]+)?[a-z]*:`)
	csvHeader = regexp.MustCompile(`^(\x{feff})?"?(move|from|to|hops|path)"?(,|\r?\n|$)`)
	listLine  = regexp.MustCompile(`^\s*([0-9]+[.):]|[0-9]*\s*[A-Za-z]?[0-9]+\s*(-|>|–|→))`)
)

// kindOf looks at a file to tell its kind.
func kindOf(text []byte) string {
	switch {
	case pegsID.Match(text):
		return kindPegs
	case csvHeader.Match(text):
		return kindCSV
	}
	for line := range bytes.Lines(text) {
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && trimmed[0] != '#' {
			if listLine.Match(line) {
				return kindList
			}
			break
		}
	}
	return kindBoard
}

// importedLine reads a line that solves the puzzle, with every cell of its moves.
// The puzzle is p unless the line says which it is; chosen is that p is wanted.
func importedLine(kind string, text []byte, p *puzzles.Puzzle, chosen bool) (*puzzles.Puzzle, puzzles.Line, error) {
	checker, err := submission.NewChecker(submission.Options{Puzzle: p, Only: chosen, ParsePuzzle: reports.ParsePuzzle})
	if err != nil {
		return nil, nil, err
	}
	var v *submission.Verdict
	if kind == kindCSV {
		moves, err := submission.ReadCSV(bytes.NewReader(text), p.Board, submission.Limits{})
		if err != nil {
			return nil, nil, err
		}
		v = checker.Replay(moves)
	} else {
		var one, two submission.Batch
		r := submission.NewReader(bytes.NewReader(text), submission.Text, submission.Limits{Bytes: reports.MaxJSON})
		if err := r.Next(&one); err != nil {
			return nil, nil, errors.New("there is no line in it")
		}
		if len(one.Items) > 1 || r.Next(&two) != io.EOF {
			item := slices.Concat(one.Items, two.Items)[1]
			return nil, nil, &positions.SyntaxError{Line: int(item.Line), Column: 1, Msg: "a second line begins here; import takes one"}
		}
		v = checker.Check(one.Items[0])
	}
	if v.Status == submission.Unreadable {
		return nil, nil, v.At
	}
	line := v.Played()
	if v.Status == submission.Illegal {
		line = append(line, v.Path)
	}
	_, err = verify.Replay(v.Puzzle, line)
	return v.Puzzle, line, err
}

// importedResult is a result with a line that has been replayed, as JSON.
func importedResult(c *cli.Context, p *puzzles.Puzzle, line puzzles.Line) (_ []byte, err error) {
	store, err := consultStore(c)
	if err != nil {
		return nil, err
	}
	if store != nil {
		defer func() { err = errors.Join(err, store.Close()) }()
	}
	r := solver.Recall(p, answersFrom(store))
	r.Line, r.Moves, r.Hops, r.Upper = line, len(line), line.Hops(), p.Cost(line)
	r.Status, r.Interrupted = solver.Bounded, ""
	if r.Upper == 0 {
		r.Lower, r.Proof = 0, "the start is a goal"
	}
	switch {
	case r.Lower > r.Upper:
		return nil, fmt.Errorf("a line of %d %s contradicts the proven lower bound %d", r.Upper, p.Count, r.Lower)
	case r.Lower == r.Upper:
		r.Status = solver.Optimal
	}
	var out bytes.Buffer
	err = reports.JSON(&out, r, reports.JSONOptions{})
	return out.Bytes(), err
}
