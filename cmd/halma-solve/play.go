package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
)

func playCommand() *cli.Command {
	return &cli.Command{
		Name:     "play",
		Category: "Two players",
		Usage:    "play against a tablebase",
		Description: `FILE is a tablebase as "halma-solve prove --tablebase" writes it. GAME is a game
that "halma-solve help prove" names and explains; it is solved before play
begins: a race of up to 100,000,000 positions, or one of those with options of
their own, which its size should allow. The program always makes a best turn: it
wins as fast and loses as slowly as possible, or gains the most. You are the
first side unless --side says otherwise; which men are whose in drawings is said
when play begins, and in races + is an empty cell of a goal. A turn is the cell
a man leaves and the one it goes to, a1-b2, or the cell a man is put on. Other
words: hint shows the best turns, turns all legal ones with their values, undo
takes back your last turn, board draws the board again, quit ends the game.

In games with dice the program rolls for both sides, shows each roll, and makes
the turn with the greatest expected score. The rolls follow from --seed and the
number of turns, so after undo they come again. A seed that was not given is
drawn and shown; on pages of "halma-solve serve" it gives the same rolls.
Positions that come again make no draw: other rolls follow.`,
		UsageText: "halma-solve play [options] FILE|GAME",
		ArgsUsage: cli.Examples(`halma-solve play rhombus5.tb
halma-solve play rhombus5.tb --side second
halma-solve play schnell --board square --size 4 --men 3
halma-solve play gomoku --size 4 --men 4
halma-solve play rakado --seed 7`),
		Flags: append(cli.Flags(sideOption, duelPosition.With("the position to begin with, as in probe", "the start"),
			seedOption.With("of games with dice: whole number from 0, from which all rolls follow", "drawn")), contestFlags()...),
		Action: play,
	}
}

var (
	sideOption   = cli.Choice("side", cli.PuzzleCategory, "`SIDE`your side: first or second", duel.First, duel.Second)
	duelPosition = cli.Text("position", cli.PuzzleCategory, "`POSITION`", "")
)

func play(c *cli.Context) error {
	name, err := cli.OneArgument(c, "one tablebase or GAME")
	if err != nil {
		return err
	}
	text, person := duelPosition.Of(c), sideOption.Of(c)
	other, err := openContest(c, name, cli.DefaultMemory(), text)
	switch {
	case err != nil:
		return err
	case other != nil && other.chances != nil:
		return playDice(c, other, text, person)
	case seedOption.IsSet(c):
		return seedOption.Refuse(c, errors.New("this game has no dice"))
	case other != nil:
		return playContest(c, other, text, person)
	}
	return playRace(c, name, text, person)
}

// rival is a perfect opponent in games with positions P.
type rival[P comparable] interface {
	// Welcome says what is played, which side the person has, and what drawings show.
	Welcome() string
	// Draw draws a position.
	Draw(p P) string
	// Roll is the roll with which a turn is to be made, "" in games without dice.
	Roll(p P) string
	// Person reports whether the person is to move after the positions of a game.
	Person(game []P) bool
	// Turns are the legal turns, the best first.
	Turns(p P) ([]offer[P], error)
	// Read reads a turn.
	Read(p P, text string) (after P, err error)
	// Over says who has won, "" if the game goes on.
	Over(game []P, turns []offer[P]) string
}

// offer is a turn with what it is worth to who makes it.
type offer[P comparable] struct {
	text, worth string
	best        bool
	after       P
}

// match is a game between a person and a rival.
type match[P comparable] struct {
	out   io.Writer
	width int // of the terminal
	in    *bufio.Scanner
	rival rival[P]
	game  []P // all positions so far
}

// newMatch begins a game.
func newMatch[P comparable](c *cli.Context, r rival[P], start P) *match[P] {
	return &match[P]{out: c.App.Writer, width: cli.ScreenOf(c, true).Width, in: bufio.NewScanner(os.Stdin), rival: r, game: []P{start}}
}

func (m *match[P]) now() P { return m.game[len(m.game)-1] }

// say writes a text in lines as wide as the terminal at the most.
func (m *match[P]) say(format string, args ...any) {
	fmt.Fprintln(m.out, strings.Join(reports.Wrap(fmt.Sprintf(format, args...), m.width), "\n"))
}

func (m *match[P]) run() error {
	m.say("%s", m.rival.Welcome())
	m.draw()
	for {
		turns, err := m.rival.Turns(m.now())
		if err != nil {
			return err
		}
		if m.over(turns) {
			return nil
		}
		roll := m.rival.Roll(m.now())
		if !m.rival.Person(m.game) {
			if roll != "" {
				roll = "roll " + roll + " and "
			}
			m.say("I %splay %s.", roll, turns[0].text)
			m.game = append(m.game, turns[0].after)
			m.draw()
			continue
		}
		if roll != "" {
			roll = "you roll " + roll + ", "
		}
		fmt.Fprintf(m.out, "%syour turn> ", roll)
		if !m.in.Scan() {
			fmt.Fprintln(m.out)
			if err := m.in.Err(); err != nil {
				return cli.IOError("cannot read standard input: %v", cli.Cause(err))
			}
			return nil
		}
		if m.obey(strings.TrimSpace(m.in.Text()), turns) {
			return nil
		}
	}
}

// obey does what the person says.
func (m *match[P]) obey(text string, turns []offer[P]) (end bool) {
	switch strings.ToLower(text) {
	case "":
	case "quit", "exit", "q":
		return true
	case "hint":
		m.list(turns, true)
	case "turns", "moves":
		m.list(turns, false)
	case "board":
		m.draw()
	case "undo":
		m.undo()
	default:
		after, err := m.rival.Read(m.now(), text)
		if err != nil {
			// What was typed may be anything, and goes back to the terminal.
			m.say("%s. (hint, turns, undo, board and quit are understood, too.)", printable(err.Error()))
			return false
		}
		m.game = append(m.game, after)
		if m.rival.Person(m.game) { // who may roll again should see for what
			m.draw()
		}
	}
	return false
}

// undo goes back to the last position in which the person was to move.
func (m *match[P]) undo() {
	for n := len(m.game) - 1; n > 0; n-- {
		if m.rival.Person(m.game[:n]) {
			m.game = m.game[:n]
			m.draw()
			return
		}
	}
	m.say("There is no turn of yours to take back.")
}

// list writes turns with their values.
func (m *match[P]) list(turns []offer[P], best bool) {
	for _, t := range turns {
		if t.best || !best {
			fmt.Fprintf(m.out, "  %-12s %s\n", t.text, t.worth)
		}
	}
}

// over says who has won, if the game is over.
func (m *match[P]) over(turns []offer[P]) bool {
	text := m.rival.Over(m.game, turns)
	if text == "" && len(slices.DeleteFunc(slices.Clone(m.game), func(p P) bool { return p != m.now() })) >= 3 {
		text = "The position has occurred three times: a draw."
	}
	if text != "" {
		m.say("%s", text)
	}
	return text != ""
}

func (m *match[P]) draw() { fmt.Fprintf(m.out, "\n%s\n", m.rival.Draw(m.now())) }
