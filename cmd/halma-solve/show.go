package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:     "show",
		Category: "Look",
		Usage:    "draw a position, or step through a solution",
		Description: `FILE is a solution as "halma-solve highscore --format json" writes it, or a
diagram of a position in text (then --board is needed); - is standard input.
Every solution is replayed by the independent verifier before it is shown; a
move that breaks the rules is reported with its number, exit code 10.

` + claimsHelp + `
What turns out not to be true ends with exit code 10, a search that was stopped
with 12.

--puzzle writes the file that defines a built-in game, as "halma-solve solve"
reads it.

In the drawings O is the man that moved last and _ the cell it came from; m, or
M if it moved last, is a marked man.`,
		UsageText: "halma-solve show [options] FILE|-\nhalma-solve show --puzzle GAME",
		ArgsUsage: examples(`halma-solve show star.json               # start, middle, end
halma-solve show star.json --move 12     # the position after move 12
halma-solve show star.json --all         # after every move
halma-solve highscore --format json | halma-solve show -
halma-solve show found-elsewhere.json --check
halma-solve show position.txt --board square --size 8`),
		Flags: append([]cli.Flag{
			&cli.StringFlag{
				Name: "move", Category: reportCategory,
				Usage: "`N`show the position after N moves of the solution, 0 is the start",
			},
			&cli.BoolFlag{Name: "all", Category: reportCategory, Usage: "show the position after every move"},
			&cli.StringFlag{
				Name: "puzzle", Category: puzzleCategory, DefaultText: "none",
				Usage: "`GAME`write the file of a built-in game: " + strings.Join(builtInNames(), ", "),
			},
			colorFlag(),
			boardFlag("star, square, rhombus, english or french, for a diagram", "none"),
			sizeFlag(),
		}, claimFlags()...),
		Action: show,
	}
}

func show(c *cli.Context) error {
	if c.IsSet("puzzle") {
		return showPuzzle(c)
	}
	if c.NArg() != 1 {
		return usageError(`show needs one file, or - for standard input; see "halma-solve help show"`)
	}
	name, text, err := readInput(c.Args().First())
	if err != nil {
		return err
	}
	s, err := screenOf(c, true)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return showSolution(c, name, text, s)
	}
	return showDiagram(c, name, text, s)
}

// readInput reads a file or standard input, and returns its name for messages.
func readInput(path string) (name string, text []byte, err error) {
	var from io.Reader = os.Stdin
	name = "standard input"
	if path != "-" {
		name = path
		f, err := os.Open(path)
		if err != nil {
			return name, nil, ioError("cannot read %s: %v", name, cause(err))
		}
		defer f.Close()
		from = f
	}
	text, err = io.ReadAll(io.LimitReader(from, reports.MaxJSON+1))
	switch {
	case err != nil:
		return name, nil, ioError("cannot read %s: %v", name, cause(err))
	case len(bytes.TrimSpace(text)) == 0:
		return name, nil, inputError(name, errors.New("there is nothing in it"))
	case len(text) > reports.MaxJSON:
		return name, nil, inputError(name, fmt.Errorf("it is longer than %s", reports.Bytes(reports.MaxJSON)))
	}
	return name, text, nil
}

// showSolution draws positions of a solution after the verifier has passed it.
func showSolution(c *cli.Context, name string, text []byte, s screen) (err error) {
	for _, flag := range []string{"board", "size"} {
		if fromCommandLine(flag) {
			return usageError("--%s is for diagrams; %s is a solution, which says it itself", flag, name)
		}
	}
	claims, err := claimsOf(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, claims.done()) }()
	r, err := claims.readResult(name, text)
	if err == nil {
		err = claims.fits()
	}
	if err != nil {
		return err
	}
	if r.Line == nil {
		return writeText(c, r, reports.TextOptions{Width: s.width, Style: s.style})
	}
	if !c.IsSet("move") {
		o := reports.TextOptions{Width: s.width, Style: s.style}
		if c.Bool("all") {
			if err := reports.Drawable(r); err != nil {
				return inputError(name, err)
			}
			o.Diagrams = reports.AllDiagrams
		}
		return writeText(c, r, o)
	}
	if c.Bool("all") {
		return usageError("--move shows one position, --all every one; give one of the two")
	}
	n, err := wholeNumber(c.String("move"), 0, len(r.Line))
	if err != nil {
		return usageError("--move: %v, as this solution has", err)
	}
	caption := fmt.Sprintf("start of %d moves", len(r.Line))
	if n > 0 {
		caption = fmt.Sprintf("move %d of %d: %s", n, len(r.Line), r.Puzzle.Board.FormatPath(r.Line[n-1]))
	}
	return drawOne(c, caption, reports.PanelAfter(r.Puzzle, r.Line, n), s)
}

// replay has the verifier look at the line of a result, if it has one.
func replay(name string, r *solver.Result) error {
	if r.Line == nil {
		return nil
	}
	_, err := verify.Replay(r.Puzzle, r.Line)
	var illegal *verify.Illegal
	switch {
	case errors.As(err, &illegal):
		return &exit{exitNo, fmt.Sprintf("%s: not valid: %v", name, illegal)}
	case err != nil:
		return inputError(name, err)
	}
	return nil
}

func writeText(c *cli.Context, r *solver.Result, o reports.TextOptions) error {
	return reports.Text(c.App.Writer, r, o)
}

// showDiagram draws a position given as text.
func showDiagram(c *cli.Context, name string, text []byte, s screen) error {
	for _, flag := range []string{"move", "all", "check", "certificate"} {
		if c.IsSet(flag) {
			return usageError("--%s is for solutions; %s is a diagram (a solution is a JSON object)", flag, name)
		}
	}
	if !c.IsSet("board") {
		return usageError("%s is a diagram: --board is needed (star, square, rhombus, english or french)", name)
	}
	shape, size, err := boardOf(c, positions.Star)
	if err != nil {
		return err
	}
	b, err := positions.NewBoard(shape, size)
	if err != nil {
		return flagError(c, "size", err)
	}
	men, err := b.ParseDiagram(strings.TrimPrefix(string(text), "\ufeff"))
	if err != nil {
		return inputError(name, err)
	}
	noun := "men"
	if men.Len() == 1 {
		noun = "man"
	}
	return drawOne(c, fmt.Sprintf("%s, %d %s", b, men.Len(), noun), reports.Panel{Board: b, Men: men}, s)
}

// drawOne draws one panel under a line of text.
func drawOne(c *cli.Context, text string, panel reports.Panel, s screen) error {
	panel.Caption = ""
	_, err := io.WriteString(c.App.Writer, text+"\n\n"+reports.Beside([]reports.Panel{panel}, s.style, s.width))
	return err
}
