package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:     "show",
		Category: "Look",
		Usage:    "draw a position, or step through a solution",
		Description: `FILE is a solution as "halma-solve highscore --format json" writes it, another
file of this program with puzzles in it (a puzzle, a batch, a certificate, an
analysis), or a diagram of a position in text (then --board is needed); - is
standard input.
Every solution is replayed by the independent verifier before it is shown; a
move that breaks the rules is reported with its number, exit code 10.

` + claimsHelp + `
What turns out not to be true ends with exit code 10, a search that was stopped
with 12.

--puzzle writes the file that defines a built-in game, as "halma-solve solve"
reads it; --board, --size, --men and so on describe it as those of its command.
With --format html it writes a page to play it, with the line of the atlas if
there is one.

In the drawings O is the man that moved last and _ the cell it came from, + an
empty cell of the goal; m, or M if it moved last, is a marked man. A terminal
with Unicode has ◉ for O, ◆ for m and ◈ for M.`,
		UsageText: "halma-solve show [options] FILE|-\n       halma-solve show --puzzle GAME",
		ArgsUsage: cli.Examples(`halma-solve show star.json               # start, middle, end
halma-solve show star.json --move 12     # the position after move 12
halma-solve show star.json --all         # after every move
halma-solve highscore --format json | halma-solve show -
halma-solve show found-elsewhere.json --check
halma-solve show --puzzle solo --format html > solo.html
halma-solve show position.txt --board square --size 8`),
		Flags: append(cli.Flags(moveOption.With("show the position after N moves of the solution, 0 is the start", ""), allMovesOption, gameFileOption, gameFormat, langOption,
			cli.Color, cli.Board(positions.Shapes(), ", of a diagram, or for --puzzle", "none")), append(cli.Flags(puzzleOptions()...), claimFlags()...)...),
		Action: show,
	}
}

// The options of this command, and --move of those that show a position of a line.
var (
	moveOption     = cli.Text("move", cli.ReportCategory, "`N`", "").CommandLineOnly()
	allMovesOption = cli.Switch("all", cli.ReportCategory, "show the position after every move").CommandLineOnly()
	gameFileOption = gameFile()
	gameFormat     = cli.Choice("format", cli.ReportCategory, "`FORM`of --puzzle: json (a puzzle file) or html (a page to play it)", "json", "html").CommandLineOnly()
)

func gameFile() cli.Option[puzzles.Game] {
	o := cli.Choice("puzzle", cli.PuzzleCategory, "`GAME`write the file of a built-in game: "+strings.Join(cli.Names(puzzles.Games()...), ", "), puzzles.Games()...)
	o.Default, o.Shown = "", "none"
	return o.CommandLineOnly()
}

func show(c *cli.Context) error {
	if gameFileOption.IsSet(c) {
		return showPuzzle(c, gameFileOption.Of(c))
	}
	if flag := cli.FirstGiven(c, gameFormat.Name, langOption.Name); flag != "" {
		return cli.UsageError("--%s is for --puzzle, which is not given; halma-solve report makes pages of files", flag)
	}
	for _, o := range puzzleOptions() {
		if o := o.Called(); o != cli.Size.Name && o != "board" && cli.Given(c, o) {
			return cli.UsageError("--%s describes the game of --puzzle, which is not given", o)
		}
	}
	name, text, err := oneInput(c)
	if err != nil {
		return err
	}
	s := cli.ScreenOf(c, true)
	if isObject(text) || ownKindOf(text) != nil {
		return showSolution(c, name, text, s)
	}
	return showDiagram(c, name, drawingIn(text), s)
}

// showSolution draws positions of a solution after the verifier has passed it.
func showSolution(c *cli.Context, name string, text []byte, s cli.Screen) (err error) {
	if flag := cli.FirstGiven(c, "board", "size"); flag != "" {
		return cli.UsageError("--%s is for diagrams; %s is a solution, which says it itself", flag, name)
	}
	if isPlayed(text) {
		if flag := cli.FirstGiven(c, "move", "all", "check", "certificate"); flag != "" {
			return cli.UsageError("--%s is for results of one player", flag)
		}
		as := reports.TextOptions{Width: s.Width, Style: s.Style}
		p, err := readPlayed(name, text)
		if err != nil {
			return err
		}
		return p.text(c.App.Writer, as)
	}
	claims, err := claimsOf(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, claims.done()) }()
	list, err := claims.read(name, text)
	if err == nil {
		err = claims.fits()
	}
	for i, r := range list {
		if err == nil && i > 0 {
			_, err = io.WriteString(c.App.Writer, "\n")
		}
		if err == nil {
			err = showResult(c, r, name, len(list) == 1, s)
		}
	}
	return err
}

// showResult draws positions of a result, which may be alone in its file.
func showResult(c *cli.Context, r *solver.Result, name string, alone bool, s cli.Screen) error {
	if r.Line == nil {
		if c.IsSet("move") {
			return cli.UsageError("--move: there is no line in %s", name)
		}
		return writeText(c, r, reports.TextOptions{Width: s.Width, Style: s.Style})
	}
	if !c.IsSet("move") {
		o := reports.TextOptions{Width: s.Width, Style: s.Style}
		if c.Bool("all") {
			if err := reports.Drawable(r); err != nil {
				return cli.InputError(name, err)
			}
			o.Diagrams = reports.AllDiagrams
		}
		return writeText(c, r, o)
	}
	if c.Bool("all") {
		return cli.UsageError("--move shows one position, --all every one; give one of the two")
	}
	if !alone {
		return cli.UsageError("--move is for one line, in %s there are several", name)
	}
	n, err := cli.WholeNumber(c.String("move"), 0, len(r.Line))
	if err != nil {
		return cli.UsageError("--move: %v, as this solution has", err)
	}
	caption := fmt.Sprintf("start of %d moves", len(r.Line))
	if n > 0 {
		caption = fmt.Sprintf("move %d of %d: %s", n, len(r.Line), r.Puzzle.Board.FormatPath(r.Line[n-1]))
	}
	return drawOne(c, caption, reports.PanelAfter(r.Puzzle, r.Line, n), s)
}

func writeText(c *cli.Context, r *solver.Result, o reports.TextOptions) error {
	return reports.Text(c.App.Writer, r, o)
}

// showDiagram draws a position given as text.
func showDiagram(c *cli.Context, name, text string, s cli.Screen) error {
	for _, flag := range []string{"move", "all", "check", "certificate"} {
		if c.IsSet(flag) {
			return cli.UsageError("--%s is for solutions; %s is a diagram (a solution is a JSON object)", flag, name)
		}
	}
	if !c.IsSet("board") {
		return cli.UsageError("%s is a diagram: --board is needed (%s)", name, positions.OneOf(positions.Shapes()))
	}
	b, err := cli.NewBoard(c)
	if err != nil {
		return err
	}
	men, err := b.ParseDiagram(text)
	if err != nil {
		return cli.InputError(name, err)
	}
	noun := "men"
	if men.Len() == 1 {
		noun = "man"
	}
	return drawOne(c, fmt.Sprintf("%s, %d %s", b, men.Len(), noun), reports.Panel{Board: b, Men: men}, s)
}

// drawOne draws one panel under a line of text.
func drawOne(c *cli.Context, text string, panel reports.Panel, s cli.Screen) error {
	panel.Caption = ""
	_, err := io.WriteString(c.App.Writer, text+"\n\n"+reports.Beside([]reports.Panel{panel}, s.Style, s.Width))
	return err
}
