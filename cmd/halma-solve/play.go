package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/tablebase"
)

func playCommand() *cli.Command {
	return &cli.Command{
		Name:     "play",
		Category: "Two players",
		Usage:    "play against a tablebase",
		Description: `FILE is a tablebase as "halma-solve prove --tablebase" writes it. The program
always makes a best turn: it wins as fast and loses as slowly as possible. You
are X, the first side, unless --side says otherwise. A turn is the cell a man
leaves and the one it goes to: a1-b2. Other words: hint shows the best turns,
turns all legal ones with their values, undo takes back your last turn, board
draws the board again, quit ends the game.`,
		UsageText: "halma-solve play [options] FILE",
		ArgsUsage: cli.Examples(`halma-solve play rhombus5.tb
halma-solve play rhombus5.tb --side second`),
		Flags:  cli.Flags(sideOption, duelPosition.With("the position to begin with, as in probe", "the start")),
		Action: play,
	}
}

var (
	sideOption   = cli.Choice("side", cli.PuzzleCategory, "`SIDE`your side: first or second", duel.First, duel.Second)
	duelPosition = cli.Text("position", cli.PuzzleCategory, "`POSITION`", "")
)

func play(c *cli.Context) error {
	name, err := cli.OneArgument(c, "one tablebase")
	if err != nil {
		return err
	}
	g := match{out: c.App.Writer, name: name, in: bufio.NewScanner(os.Stdin), person: sideOption.Of(c)}
	file, closeFile, err := openTablebase("play", g.name, cli.DefaultMemory())
	if err != nil {
		return err
	}
	defer closeFile()
	g.file = file
	start := file.Game.Start()
	if text := duelPosition.Of(c); text != "" {
		if start, err = file.Game.ParsePosition(text); err != nil {
			return duelPosition.Refuse(c, onOneLine(err))
		}
		if file.Game.Ending(file.Game.View(start)) == duel.Illegal {
			return duelPosition.Refuse(c, errors.New("this position is not legal"))
		}
	}
	g.game = []duel.Position{start}
	return g.run()
}

// match is a game between a person and a tablebase.
type match struct {
	out    io.Writer
	in     *bufio.Scanner
	name   string
	file   *tablebase.File
	person duel.Side
	game   []duel.Position // all positions so far
}

func (m *match) now() duel.Position { return m.game[len(m.game)-1] }

func (m *match) view() duel.View { return m.file.Game.View(m.now()) }

func (m *match) run() error {
	fmt.Fprintf(m.out, "%s. You are %s.\n", m.file.Game, map[duel.Side]string{duel.First: "X", duel.Second: "O"}[m.person])
	if err := m.draw(); err != nil {
		return err
	}
	for {
		choices, err := m.file.Game.Choices(m.file, m.view())
		if err != nil {
			return tablebaseError(m.name, err)
		}
		if m.over(choices) {
			return nil
		}
		if m.now().Turn != m.person {
			best := choices[0]
			fmt.Fprintf(m.out, "I play %s.\n", m.file.Game.FormatTurn(m.view(), best.Turn, m.now().Turn))
			m.make(best.Turn)
			if err := m.draw(); err != nil {
				return err
			}
			continue
		}
		fmt.Fprint(m.out, "your turn> ")
		if !m.in.Scan() {
			fmt.Fprintln(m.out)
			if err := m.in.Err(); err != nil {
				return cli.IOError("cannot read standard input: %v", cli.Cause(err))
			}
			return nil
		}
		end, err := m.obey(strings.TrimSpace(m.in.Text()), choices)
		if end || err != nil {
			return err
		}
	}
}

// obey does what the person says.
func (m *match) obey(text string, choices []duel.Choice) (end bool, err error) {
	switch strings.ToLower(text) {
	case "":
	case "quit", "exit", "q":
		return true, nil
	case "hint":
		m.list(duel.Best(choices))
	case "turns", "moves":
		m.list(choices)
	case "board":
		return false, m.draw()
	case "undo":
		if len(m.game) < 3 {
			fmt.Fprintln(m.out, "There is no turn of yours to take back.")
			return false, nil
		}
		m.game = m.game[:len(m.game)-2]
		return false, m.draw()
	default:
		t, err := m.file.Game.ParseTurn(text, m.now())
		if err != nil {
			// What was typed may be anything, and goes back to the terminal.
			fmt.Fprintf(m.out, "%s. (hint, turns, undo, board and quit are understood, too.)\n", printable(err.Error()))
			return false, nil
		}
		m.make(t)
	}
	return false, nil
}

func (m *match) make(t duel.Turn) {
	p := m.now()
	m.game = append(m.game, m.file.Game.Position(m.file.Game.After(m.view(), t), p.Turn.Other()))
}

// list writes turns with their values.
func (m *match) list(choices []duel.Choice) {
	for _, c := range choices {
		fmt.Fprintf(m.out, "  %-12s %s\n", m.file.Game.FormatTurn(m.view(), c.Turn, m.now().Turn), worth(c.Value, c.Plies))
	}
}

// worth is a value for the side to move in words.
func worth(v duel.Value, plies int) string {
	word := map[duel.Value]string{duel.ValueWon: "wins", duel.ValueLost: "loses", duel.ValueDrawn: "draws", duel.ValueIllegal: "is illegal"}[v]
	if plies == duel.NoPlies {
		return word
	}
	return fmt.Sprintf("%s in %d", word, plies)
}

// over says who has won, if the game is over.
func (m *match) over(choices []duel.Choice) bool {
	mine := m.now().Turn == m.person // my: the person's
	switch e := m.file.Game.Ending(m.view()); {
	case e == duel.Won && mine, e == duel.Lost && !mine:
		fmt.Fprintln(m.out, "You have won.")
	case e == duel.Won, e == duel.Lost:
		fmt.Fprintln(m.out, "I have won.")
	case len(choices) == 0 && mine:
		fmt.Fprintln(m.out, "You have no legal turn: I have won.")
	case len(choices) == 0:
		fmt.Fprintln(m.out, "I have no legal turn: you have won.")
	default:
		seen := 0
		for _, p := range m.game {
			if p == m.now() {
				seen++
			}
		}
		if seen < 3 {
			return false
		}
		fmt.Fprintln(m.out, "The position has occurred three times: a draw.")
	}
	return true
}

func (m *match) draw() error {
	_, err := fmt.Fprintf(m.out, "\n%s\n", m.file.Game.Draw(m.now()))
	return err
}
