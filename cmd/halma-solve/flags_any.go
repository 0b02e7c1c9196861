package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// anyPuzzleFlags choose a puzzle of any game, as the flags of its own command do.
func anyPuzzleFlags() []cli.Flag {
	flags := []cli.Flag{
		&cli.StringFlag{
			Name: "puzzle", Category: puzzleCategory, EnvVars: env("puzzle"),
			Usage:       "`NAME|FILE`the game: highscore, treffhalma, solo, retour, connection or treffpunkt; the options below describe it as those of its command do; or a puzzle file",
			DefaultText: "highscore; solo on a cross",
		},
		boardFlag("star, square or rhombus; english or french for solo and retour", "star; treffhalma square; pegs english"),
	}
	seen := map[string]bool{"board": true}
	pegs := pegFlags("the hole that is empty at the start of solo, at the end of retour", "the last hole of solo, or any; the first of retour", "the start of solo, the goal of retour")
	for _, f := range append(puzzleFlags(positions.Star), pegs...) {
		if name := f.Names()[0]; !seen[name] {
			flags, seen[name] = append(flags, f), true
		}
	}
	return flags
}

// Flags that describe puzzles of one kind of game only.
var (
	courtFlags = []string{"size", "men", "rules", "jumps"}
	holeFlags  = []string{"from", "to", "position"} // analyze takes the last for any game
)

// anyPuzzleOf reads anyPuzzleFlags. chosen is false if none of them was given; then
// the puzzle is the usual one.
func anyPuzzleOf(c *cli.Context) (p *puzzles.Puzzle, chosen bool, err error) {
	for _, f := range anyPuzzleFlags() {
		chosen = chosen || c.IsSet(f.Names()[0])
	}
	if value := c.String("puzzle"); strings.ContainsAny(value, "./") {
		p, err = puzzleFileOf(c, value)
		return p, chosen, err
	}
	game := puzzles.GameHighscore
	err = parseFlag(c, "puzzle", func(value string) error {
		game = puzzles.Game(value)
		return oneOf("puzzle", value)
	})
	if err != nil {
		return nil, chosen, err
	}
	if !c.IsSet("puzzle") {
		shape, _ := positions.ParseShape(c.String("board"))
		walks := c.IsSet("board") && shape != positions.English && shape != positions.French
		if !walks && (shape != 0 || anySet(c, holeFlags) != "") {
			game = puzzles.GameSolo
		}
	}
	strangers := courtFlags
	switch {
	case game == puzzles.GameConnection:
		strangers = []string{"board", "men", "rules", "from", "to"}
	case game == puzzles.GameTreffpunkt:
		strangers = []string{"board", "rules", "from", "to"}
	case !game.Pegs():
		strangers = slices.Clone(holeFlags)
		if c.Command.Name == "analyze" { // asks about positions of any game
			strangers = strangers[:2]
		}
	}
	if name := anySet(c, strangers); name != "" {
		return nil, chosen, usageError("--%s is no option of %s; see \"halma-solve help %s\"", name, game, game)
	}
	switch {
	case game == puzzles.GameSolo:
		p, err = pegPuzzleOf(c, puzzles.Solo)
	case game == puzzles.GameRetour && c.String("to") == puzzles.AnyHole:
		err = flagError(c, "to", errAnyFirst)
	case game == puzzles.GameRetour:
		p, err = pegPuzzleOf(c, puzzles.Retour)
	case game == puzzles.GameConnection:
		p, err = connectionOf(c)
	case game == puzzles.GameTreffpunkt:
		p, err = treffpunktOf(c)
	case game == puzzles.GameTreffhalma:
		p, err = puzzleOf(c, puzzles.Treffhalma, positions.Square)
	default:
		p, err = puzzleOf(c, puzzles.Highscore, positions.Star)
	}
	return p, chosen, err
}

// puzzleFileOf reads the puzzle file that --puzzle names.
func puzzleFileOf(c *cli.Context, path string) (*puzzles.Puzzle, error) {
	for _, f := range anyPuzzleFlags()[1:] {
		name := f.Names()[0]
		if c.Command.Name == "analyze" && name == "position" {
			continue
		}
		if anySet(c, []string{name}) != "" {
			return nil, usageError("--%s is said by the puzzle file %s", name, clip(path))
		}
	}
	return readPuzzle(path)
}

// anySet returns the first of some flags that stands on the command line, "" if
// none does.
func anySet(c *cli.Context, names []string) string {
	for _, name := range names {
		if c.IsSet(name) && fromCommandLine(name) {
			return name
		}
	}
	return ""
}
