package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
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
		ArgsUsage: cli.Examples(`halma-solve boards
halma-solve boards --board square --size 10`),
		Flags:  cli.Flags(cli.Board(positions.Shapes(), "", "all"), cli.Size, cli.Color),
		Action: boards,
	}
}

func boards(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	s := cli.ScreenOf(c, true)
	if !c.IsSet("board") {
		if c.IsSet("size") {
			return cli.UsageError("--size needs --board: %s", positions.OneOf(positions.Shapes()))
		}
		return listBoards(c.App.Writer, s)
	}
	b, err := cli.NewBoard(c)
	if err != nil {
		return err
	}
	return listArmies(c.App.Writer, b, s)
}

func listBoards(w io.Writer, s cli.Screen) error {
	var out strings.Builder
	for _, shape := range positions.Shapes() {
		note, drawn := shape.Note()
		smallest, largest, usual := shape.Sizes()
		lines := reports.Wrap(note, s.Width-10)
		if smallest < largest {
			b, err := positions.NewBoard(shape, 0)
			if err != nil {
				return err
			}
			lines = append(lines, reports.Wrap(fmt.Sprintf("--size %d to %d, usual %d; --men there: %s",
				smallest, largest, usual, strings.Join(puzzles.Armies(b), ", ")), s.Width-10)...)
		}
		fmt.Fprintf(&out, "%-9s %s\n", shape, lines[0])
		for _, line := range lines[1:] {
			fmt.Fprintf(&out, "%-9s %s\n", "", line)
		}
		b, err := positions.NewBoard(shape, drawn)
		if err != nil {
			return err
		}
		panel := reports.Panel{Board: b}
		if army := puzzles.UsualArmy(b); smallest < largest {
			panel = armyPanel(b, army)
			panel.Caption = fmt.Sprintf("size %d, %s men", drawn, army)
		}
		out.WriteString("\n" + indented(reports.Beside([]reports.Panel{panel}, s.Style, s.Width-10), 10) + "\n")
	}
	out.WriteString("\"halma-solve boards --board NAME [--size N]\" draws every army of a board.\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// listArmies draws every army of a board on its start.
func listArmies(w io.Writer, b *positions.Board, s cli.Screen) error {
	if !b.Shape().Courts() {
		text := fmt.Sprintf("%s: no courts, so no armies\n\n", b)
		_, err := io.WriteString(w, text+reports.Beside([]reports.Panel{{Board: b}}, s.Style, s.Width))
		return err
	}
	armies := puzzles.Armies(b)
	panels := make([]reports.Panel, len(armies))
	for i, army := range armies {
		panels[i] = armyPanel(b, army)
	}
	text := strings.Join(reports.Wrap(fmt.Sprintf("%s: --men %s; usual %s", b, strings.Join(armies, ", "), armies[0]), s.Width), "\n") + "\n\n"
	_, err := io.WriteString(w, text+reports.Beside(panels, s.Style, s.Width))
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
