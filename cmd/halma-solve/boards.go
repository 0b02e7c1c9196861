package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
)

func boardsCommand() *cli.Command {
	return &cli.Command{
		Name:        "boards",
		Category:    "Look",
		Usage:       "list the boards and their armies, drawn",
		Description: "Without options: every kind of board, drawn small. With --board: every army\nthat fits that board, drawn on its start.",
		UsageText:   "halma-solve boards [options]",
		ArgsUsage: examples(`halma-solve boards
halma-solve boards --board square --size 10`),
		Flags: []cli.Flag{
			boardFlag("star, square, rhombus, english or french", "all"),
			sizeFlag(),
			colorFlag(),
		},
		Action: boards,
	}
}

// boardNotes say of every shape what its name does not.
var boardNotes = map[positions.Shape]struct {
	drawn int // size of the small drawing
	text  string
}{
	positions.Star:    {2, "six-pointed star, 6 directions; size s has points of s rows: 13, 37, 73, 121 holes"},
	positions.Square:  {6, "n×n fields, 8 directions"},
	positions.Rhombus: {5, "n×n holes, 6 directions; 9×9 is the star of size 4 without its side points"},
	positions.English: {7, "cross of 33 holes, 4 directions; no courts, for peg solitaire"},
	positions.French:  {7, "cross of 37 holes, 4 directions; no courts, for peg solitaire"},
}

func boards(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	s, err := screenOf(c, true)
	if err != nil {
		return err
	}
	if !c.IsSet("board") {
		if c.IsSet("size") {
			return usageError("--size needs --board: star, square, rhombus, english or french")
		}
		return listBoards(c.App.Writer, s)
	}
	shape, size, err := boardOf(c, positions.Star)
	if err != nil {
		return err
	}
	b, err := positions.NewBoard(shape, size)
	if err != nil {
		return flagError(c, "size", err)
	}
	return listArmies(c.App.Writer, b, s)
}

func listBoards(w io.Writer, s screen) error {
	var out strings.Builder
	for _, shape := range []positions.Shape{positions.Star, positions.Square, positions.Rhombus, positions.English, positions.French} {
		note := boardNotes[shape]
		smallest, largest, usual := shape.Sizes()
		lines := reports.Wrap(note.text, s.width-10)
		if smallest < largest {
			b, err := positions.NewBoard(shape, 0)
			if err != nil {
				return err
			}
			lines = append(lines, reports.Wrap(fmt.Sprintf("--size %d to %d, usual %d; --men there: %s",
				smallest, largest, usual, strings.Join(puzzles.Armies(b), ", ")), s.width-10)...)
		}
		fmt.Fprintf(&out, "%-9s %s\n", shape, lines[0])
		for _, line := range lines[1:] {
			fmt.Fprintf(&out, "%-9s %s\n", "", line)
		}
		b, err := positions.NewBoard(shape, note.drawn)
		if err != nil {
			return err
		}
		panel := reports.Panel{Board: b}
		if army := puzzles.UsualArmy(b); smallest < largest {
			panel = armyPanel(b, army)
			panel.Caption = fmt.Sprintf("size %d, %s men", note.drawn, army)
		}
		out.WriteString("\n" + indented(reports.Beside([]reports.Panel{panel}, s.style, s.width-10), 10) + "\n")
	}
	out.WriteString("\"halma-solve boards --board NAME [--size N]\" draws every army of a board.\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// listArmies draws every army of a board on its start.
func listArmies(w io.Writer, b *positions.Board, s screen) error {
	if b.Directions() == 4 {
		text := fmt.Sprintf("%s: no courts, so no armies\n\n", b)
		_, err := io.WriteString(w, text+reports.Beside([]reports.Panel{{Board: b}}, s.style, s.width))
		return err
	}
	armies := puzzles.Armies(b)
	panels := make([]reports.Panel, len(armies))
	for i, army := range armies {
		panels[i] = armyPanel(b, army)
	}
	text := strings.Join(reports.Wrap(fmt.Sprintf("%s: --men %s; usual %s", b, strings.Join(armies, ", "), armies[0]), s.width), "\n") + "\n\n"
	_, err := io.WriteString(w, text+reports.Beside(panels, s.style, s.width))
	return err
}

// armyPanel draws an army on its start; it is empty if the board has no such
// army.
func armyPanel(b *positions.Board, army string) reports.Panel {
	men, err := puzzles.Court(b, army)
	if err != nil {
		return reports.Panel{Board: b, Caption: army + " does not fit"}
	}
	return reports.Panel{Board: b, Men: men, Goal: puzzles.HalfTurn(b).Apply(men), Caption: army}
}

func indented(text string, n int) string {
	pad := strings.Repeat(" ", n)
	return pad + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+pad) + "\n"
}
