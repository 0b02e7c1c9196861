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

// contestOptions are the options of the games of package contest, but for those that
// races have as well: each once, whichever games have it.
func contestOptions() (options []cli.Definition) {
	taken := []string{duelSize.Name, duelMen.Name, duelBoard.Name}
	for _, k := range contest.Kinds() {
		for _, o := range k.Options {
			if slices.Contains(taken, o.Name) {
				continue
			}
			taken = append(taken, o.Name)
			usage := o.Meaning + " (" + strings.Join(having(o.Name), ", ") + ")"
			if o.IsSwitch() {
				if o.Default == "true" {
					usage += fmt.Sprintf("; on, unless --%s=false is given", o.Name)
				}
				options = append(options, cli.Switch(o.Name, cli.PuzzleCategory, usage))
				continue
			}
			text := cli.Text(o.Name, cli.PuzzleCategory, "`VALUE`"+usage, usualOf(o.Name))
			text.Words, text.Open = o.Words, true // the game says what is good
			options = append(options, text)
		}
	}
	return options
}

// usualOf says what an option is if it is not given: that of all games that have it, or of each.
func usualOf(option string) string {
	var values []string
	games := make(map[string][]string) // by value
	for _, k := range contest.Kinds() {
		for _, o := range k.Options {
			if o.Name != option {
				continue
			}
			if !slices.Contains(values, o.Default) {
				values = append(values, o.Default)
			}
			games[o.Default] = append(games[o.Default], k.Name)
		}
	}
	if len(values) == 1 {
		return values[0]
	}
	for i, v := range values {
		values[i] = fmt.Sprintf("%s: %s", strings.Join(games[v], ", "), v)
	}
	return strings.Join(values, "; ")
}

// having lists the games of package contest that have an option.
func having(option string) (games []string) {
	for _, k := range contest.Kinds() {
		if slices.ContainsFunc(k.Options, func(o contest.Option) bool { return o.Name == option }) {
			games = append(games, k.Name)
		}
	}
	return games
}

// raceOnly are options of commands for two players that say nothing about games of
// package contest.
var raceOnly = []string{"board", "rules", "compact", "values"}

// contestKind returns the game that GAME names if it is one of package contest, else
// nil: then it is a rule set of races, or nothing.
func contestKind(c *cli.Context) *contest.Kind { return contest.KindOf(c.Args().First()) }

// noContestOptions makes sure that no option is given that races do not have.
func noContestOptions(c *cli.Context) error {
	if cli.Given(c, forwardOption.Name) {
		return forwardOption.Refuse(c, errors.New("in races turns can lead back to a position: they are solved from the end"))
	}
	for _, o := range contestOptions() {
		if name := o.Called(); cli.Given(c, name) {
			return cli.UsageError("--%s is for GAME %s", name, positions.OneOf(having(name)))
		}
	}
	return nil
}

// contestOf makes the game that GAME and the options name.
func contestOf(c *cli.Context, k *contest.Kind) (*contest.Game, error) {
	if c.NArg() > 1 {
		return nil, cli.UsageError("%s needs one GAME; see \"halma-solve help %s\"", c.Command.Name, c.Command.Name)
	}
	foreign := slices.DeleteFunc(slices.Clone(raceOnly), func(name string) bool { return slices.Contains(having(name), k.Name) })
	if name := cli.FirstGiven(c, foreign...); name != "" {
		return nil, cli.UsageError("--%s is not for the game %s", name, k)
	}
	given := map[string]string{}
	for _, o := range k.Options {
		if c.IsSet(o.Name) {
			given[o.Name] = c.String(o.Name)
		}
	}
	for _, o := range contestOptions() {
		if name := o.Called(); cli.Given(c, name) && !slices.Contains(having(name), k.Name) {
			return nil, cli.UsageError("--%s: the game %s does not have it, but %s", name, k, strings.Join(having(name), ", "))
		}
	}
	if cli.Given(c, duelMen.Name) && !slices.Contains(having(duelMen.Name), k.Name) {
		return nil, cli.UsageError("--%s: in the game %s it follows from the board", duelMen.Name, k)
	}
	g, err := contest.New(k, given)
	var setting *contest.SettingError
	if errors.As(err, &setting) {
		return nil, cli.Refuse(c, setting.Name, setting.Err)
	}
	return g, err
}

// gameNames are all words for GAME.
func gameNames() []string {
	return append(cli.Names(duel.AllRules()...), cli.Names(contest.Kinds()...)...)
}
