package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// everyGame is what --game says for all games.
const everyGame = "all"

// gameOption says which games a table has.
var gameOption = cli.Option[[]string]{
	Name: "game", Category: cli.PuzzleCategory, Usage: "`GAME`with --table: the games, with commas, or all; what --board, --size and --men say is for races",
	Shown: "GAME, or all races", Words: append(gameNames(), everyGame), Open: true,
	Parse: cli.List(func(name string) (string, error) { return name, nil }),
}

// gamesOf reads which games a table has.
func gamesOf(c *cli.Context) (games []provable, err error) {
	names := gameOption.Of(c)
	if len(names) > 0 && (c.Args().Present() || duelRules.IsSet(c)) {
		return nil, cli.UsageError("--game, --rules and GAME mean the same; give one of them")
	}
	if name := c.Args().First(); contest.KindOf(name) != nil {
		names = []string{name}
	}
	if name := cli.FirstGiven(c, optionNames()...); name != "" {
		return nil, cli.UsageError("--%s is for one game; a table has the sizes that \"halma-solve prove --list\" shows", name)
	}
	rules, err := rulesOf(c)
	switch {
	case len(names) == 0 && err != nil:
		return nil, err
	case len(names) == 0:
		return races(c, rules)
	}
	kinds := []*contest.Kind(nil)
	rules = nil
	every := slices.Contains(names, everyGame)
	for _, name := range names {
		kind := contest.KindOf(name)
		switch {
		case name == everyGame:
			continue
		case kind != nil:
			kinds = append(kinds, kind)
			continue
		}
		r, err := raceRules(name)
		if err != nil {
			return nil, err
		}
		rules = append(rules, r)
	}
	if every {
		rules, kinds = nil, contest.Kinds()
	}
	if every || len(rules) > 0 {
		if games, err = races(c, rules); err != nil {
			return nil, err
		}
	} else if name := cli.FirstGiven(c, duelBoard.Name, duelSize.Name, duelMen.Name); name != "" {
		return nil, cli.UsageError("--%s is for races; a table has of other games the sizes that \"halma-solve prove --list\" shows", name)
	}
	for _, k := range kinds {
		for _, known := range k.Known {
			g, err := contest.New(k, known.Given())
			if err != nil {
				return nil, err
			}
			games = append(games, g)
		}
	}
	return games, nil
}

// optionNames are those of options that only games of package contest have.
func optionNames() (names []string) {
	for _, o := range contestOptions() {
		names = append(names, o.Called())
	}
	return names
}

// races lists the races on all boards and with all numbers of men that the options
// allow, at least one for each of the rule sets; if none are given, of all.
func races(c *cli.Context, rules []*duel.Rules) ([]provable, error) {
	shapes, men := duel.Courts.Shapes, []int{1, 2, 3, 4}
	switch shape := duelBoard.Of(c); {
	case shape != 0:
		shapes = []positions.Shape{shape}
	case duelSize.IsSet(c):
		return nil, duelSize.Refuse(c, errors.New("with --table a range of sizes needs --board"))
	}
	if duelMen.IsSet(c) {
		men = duelMen.Of(c)
	}
	named := len(rules) // those that have to have a game
	if rules == nil {
		rules = duel.AllRules()
	}
	var out gathered[provable]
	each := make([]gathered[provable], len(rules))
	for _, shape := range shapes {
		list := duelSize.Of(c)
		if list == "" {
			if list = "3-5"; shape.Duel() < 3 {
				list = "1"
			}
		}
		sizes, err := sizesOf(list, shape)
		if err != nil {
			return nil, duelSize.Refuse(c, err)
		}
		for _, size := range sizes {
			for _, n := range men {
				for i, r := range rules {
					g, err := duel.New(duel.Options{Shape: shape, Size: size, Men: n, Rules: r})
					out.add(g, err)
					if err != nil && named > 1 {
						err = fmt.Errorf("%s: %w", r, err)
					}
					each[i].add(g, err)
				}
			}
		}
	}
	for i := range named {
		if err := each[i].none(c, duelMen); err != nil {
			return nil, err
		}
	}
	return out.list, out.none(c, duelMen)
}

// isRace reports whether GAME names a rule set of races.
func isRace(name string) bool {
	base, _, _ := strings.Cut(name, ":")
	return slices.Contains(cli.Names(duel.AllRules()...), base)
}

// raceRules reads the name of a rule set.
func raceRules(name string) (*duel.Rules, error) {
	if base, _, _ := strings.Cut(name, ":"); !slices.Contains(gameNames(), base) {
		return nil, cli.UsageError("GAME: unknown rules %q (%s)%s", cli.Clip(name), positions.OneOf(gameNames()), cli.DidYouMean(base, gameNames()))
	}
	rules, err := duel.ParseRules(name)
	if err != nil {
		return nil, cli.UsageError("GAME: %v", err)
	}
	return rules, nil
}
