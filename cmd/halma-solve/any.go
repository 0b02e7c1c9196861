package main

import (
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// anyGame is --puzzle: a game by name, or a puzzle file.
var anyGame = gameOrFile()

func gameOrFile() cli.Option[string] {
	games := cli.Choice("puzzle", cli.PuzzleCategory,
		"`NAME|FILE`the game: "+positions.OneOf(puzzles.Games())+"; the options below describe it as those of its command do; or a puzzle file",
		cli.Names(puzzles.Games()...)...)
	parse := games.Parse
	games.File = true
	games.Default, games.Shown = "", "highscore; solo on a cross"
	games.Parse = func(text string) (string, error) {
		if isPath(text) {
			return text, nil
		}
		return parse(text)
	}
	return games
}

func isPath(text string) bool { return strings.ContainsAny(text, "./") }

// puzzleOptions describe a puzzle of any game but for its board, which says more in
// some commands.
func puzzleOptions() []cli.Definition { return anyOptions()[1:] }

// anyOptions describe a puzzle of any game, as those of its own command do.
func anyOptions() []cli.Definition {
	courts, pegs := positions.CourtShapes(), positions.PegShapes()
	return []cli.Definition{
		cli.Board(positions.Shapes(), "", "").With("the board: "+positions.OneOf(courts)+"; "+positions.OneOf(pegs)+" for solo and retour", "star; treffhalma square; pegs english"),
		cli.Size, cli.Men, cli.Rules, cli.Count, cli.Jumps, cli.Directions,
		fromOption.With("the hole that is empty at the start of solo, at the end of retour", ""),
		toOption.With("the last hole of solo, or any; the first of retour", ""),
		positionOption.With("the start of solo, the goal of retour"+drawnIn, ""),
	}
}

// anyPuzzleFlags choose a puzzle of any game.
func anyPuzzleFlags() []cli.Flag { return append(cli.Flags(anyGame), cli.Flags(anyOptions()...)...) }

// anyPuzzleOf reads anyPuzzleFlags. chosen is false if none of them was given; then
// the puzzle is the usual one.
func anyPuzzleOf(c *cli.Context) (p *puzzles.Puzzle, chosen bool, err error) {
	chosen = anyGame.IsSet(c)
	var given []string // on the command line
	for _, o := range anyOptions() {
		chosen = chosen || c.IsSet(o.Called())
		analyzed := c.Command.Name == "analyze" && o.Called() == positionOption.Name // asks about positions of any game
		if cli.Given(c, o.Called()) && !analyzed {
			given = append(given, o.Called())
		}
	}
	name := anyGame.Of(c)
	if isPath(name) {
		if given != nil {
			return nil, chosen, cli.UsageError("--%s is said by the puzzle file %s", given[0], cli.Clip(name))
		}
		list, err := readPuzzles(c, "solve", name)
		if err == nil && len(list) > 1 {
			err = cli.UsageError("--puzzle: there are %d puzzles in %s", len(list), cli.Clip(name))
		}
		if err != nil {
			return nil, chosen, err
		}
		return list[0].Puzzle, chosen, nil
	}
	game := puzzles.Game(name)
	if name == "" {
		game = puzzles.GameHighscore
		shape, _ := positions.ParseShape(c.String("board"))
		drawn := c.Command.Name == "analyze" && cli.FirstGiven(c, fromOption.Name, toOption.Name) == "" && positionOption.IsSet(c)
		if shape == 0 && drawn {
			return nil, chosen, cli.UsageError("--position: which game is it of? --puzzle or --board says it, as --puzzle solo")
		}
		holes := cli.FirstGiven(c, fromOption.Name, toOption.Name, positionOption.Name) != ""
		if shape != 0 && !shape.Courts() || shape == 0 && holes {
			game = puzzles.GameSolo
		}
	}
	p, err = gameOf(c, game, given)
	return p, chosen, err
}

// gameOf makes the puzzle of a game; given are the options on the command line.
func gameOf(c *cli.Context, game puzzles.Game, given []string) (*puzzles.Puzzle, error) {
	info, _ := game.Info()
	if i := slices.IndexFunc(given, func(name string) bool { return !info.Has(name) }); i >= 0 {
		return nil, cli.UsageError("--%s is no option of %s; see \"halma-solve help %s\"", given[i], game, game)
	}
	return puzzleOf(c, game)
}
