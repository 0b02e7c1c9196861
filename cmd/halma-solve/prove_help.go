package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
)

// What all races have in common, and all other games.
const (
	racesHelp = `In all races the sides move in turn, one man each: one step to an empty cell
next to it, or a chain of jumps, each over one neighbouring man of either side
to the empty cell right behind it. The square has eight directions, the others
six. Nobody is taken. Where nothing else is said, a side begins in its court,
the cells about a corner or a point, the court opposite is its goal, who first
has all men in it has won, and a side without a legal turn has lost. Endless
play is a draw.
`
	othersHelp = `Where nothing else is said, nobody is taken. Where men are captured the value is
how many more the side to move gains than the other; with dice it is the
expected score (a win 1, a draw half, a loss 0), between two proven bounds: if
endless play counts as lost, and if it counts as won.
`
	variantsHelp = `What stands last, with an equals sign, are readings of a rule, the usual one
first. Another one is chosen in the name of the game, farben:dark=odd or
farben:dark=odd:free-courts=all, and stays a part of it in results and files.
`
)

// gamesHelp says how each race is played.
func gamesHelp() string {
	var out strings.Builder
	for _, r := range duel.AllRules() {
		raceHelp(&out, r)
	}
	return out.String()
}

// raceHelp says how a race is played, and which readings it has.
func raceHelp(out *strings.Builder, r *duel.Rules) {
	helpText(out, r.String(), r.Play)
	for _, v := range r.Variants {
		helpEntry(out, fmt.Sprintf("%s: %s", v, v.Usage))
	}
}

// contestsHelp says how each of the other games is played.
func contestsHelp() string {
	var out strings.Builder
	for _, k := range contest.Kinds() {
		contestHelp(&out, k)
	}
	return out.String()
}

// contestHelp says how a game is played, and what its options are.
func contestHelp(out *strings.Builder, k *contest.Kind) {
	helpText(out, k.Name, k.Text)
	for _, o := range k.Options {
		helpEntry(out, fmt.Sprintf("--%s: %s; default %s", o.Name, o.Meaning, o.Default))
	}
}

// helpText writes how a game is played.
func helpText(out *strings.Builder, name, text string) {
	fmt.Fprintf(out, "  %s\n    %s\n", name, strings.ReplaceAll(text, "\n", "\n    "))
}

// helpEntry writes an entry of a game in lines of at most 80 characters as the help
// shows them.
func helpEntry(out *strings.Builder, text string) {
	indent := "    "
	for _, line := range reports.Wrap(text, 72) {
		fmt.Fprintf(out, "%s%s\n", indent, line)
		indent = "      "
	}
}

// helpOnGame explains one game, and those that it is told by; "" if there is none of
// that name.
func helpOnGame(name string) string {
	var out strings.Builder
	text, basics, race := "", othersHelp, raceNamed(name)
	switch kind := contest.KindOf(name); {
	case race != nil:
		raceHelp(&out, race)
		text, basics = race.Play, racesHelp
	case kind != nil:
		fmt.Fprintf(&out, "%s\n\n", kind.Summary)
		contestHelp(&out, kind)
		text = kind.Text
		if other := likeGame.FindStringSubmatch(text); other != nil {
			helpText(&out, other[1], contest.KindOf(other[1]).Text)
			text += contest.KindOf(other[1]).Text
		}
	default:
		return ""
	}
	if booklet := raceNamed("booklet"); race != booklet && likeBooklet.MatchString(text) {
		helpText(&out, booklet.String(), booklet.Play)
		basics = racesHelp
	}
	fmt.Fprintf(&out, "\n%s", basics)
	if race != nil && len(race.Variants) > 0 {
		fmt.Fprintf(&out, "\n%s", variantsHelp)
	}
	return out.String()
}

// likeGame finds the name of a game that another one is told by.
var likeGame = regexp.MustCompile(`\bas\s+in\s+the\s+game\s+(\w+)`)

// likeBooklet finds what says that a game is one by the rules of the game booklet.
var likeBooklet = regexp.MustCompile(`\bas (in )?booklet\b|\bbooklet's\s+(race|first|second)\b`)

func raceNamed(name string) *duel.Rules {
	for _, r := range duel.AllRules() {
		if r.String() == name {
			return r
		}
	}
	return nil
}
