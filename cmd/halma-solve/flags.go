package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// choices are the flags whose values are words, with these words: for errors
// and completion.
var choices = map[string][]string{
	"game":     {"highscore", "treffhalma"},
	"board":    {"star", "square", "rhombus"},
	"men":      {"1", "3", "6", "10", "13", "15", "19", "21", "ring", "block2x2", "block3x3", "block4x4"},
	"rules":    {"booklet", "free"},
	"count":    {"moves", "hops"},
	"jumps":    {"short", "super"},
	"goal":     {"own", "any"},
	"search":   {"auto", "both-ends", "ida"},
	"target":   puzzles.Targets(),
	"format":   {"text", "json"},
	"diagrams": {"key", "all", "none"},
	"color":    {"auto", "always", "never"},
	"puzzle":   {"highscore", "treffhalma", "solo", "retour", "connection", "treffpunkt"},
	"input":    {"auto", "text", "json", "jsonl"},
	"time":     {"30s", "2m", "10m", "1h"},
	"memory":   {"1GiB", "4GiB", "8GiB"},
	"theme":    {"auto", "light", "dark"},
	"kind":     {"solo", "endgame", "transfer", "connection", "treffpunkt"},
	"start":    {"any", "figure", "court", "walk"},
	"unique":   {"none", "first", "line"},

	"show puzzle":     builtInNames(),
	"difficulty":      {"easy", "medium", "hard"},
	"generate board":  {"english", "french", "star", "square", "rhombus"},
	"generate count":  {"10", "100", "1000"},
	"generate format": {"text", "jsonl", "html"},

	"report format": {"html", "svg", "md"},
	"prove men":     {"1", "2", "3", "4", "6", "9", "10"},
	"prove rules":   duel.RulesNames(),
	"play side":     {"first", "second"},
}

// choicesOf returns the words of a flag of a command, which may have its own.
func choicesOf(command, flag string) []string {
	if own, ok := choices[command+" "+flag]; ok {
		return own
	}
	return choices[flag]
}

// words are the flags that take the words of choices and nothing else.
var words = map[string]bool{
	"game": true, "board": true, "rules": true, "count": true, "jumps": true, "format": true, "diagrams": true, "color": true,
	"goal": true, "search": true, "puzzle": true, "input": true, "theme": true, "kind": true, "unique": true, "start": true,
}

// parseFlag hands the value of a flag, if it has one, to parse, and names the
// flag in the error.
func parseFlag(c *cli.Context, name string, parse func(value string) error) error {
	if !c.IsSet(name) && c.String(name) == "" {
		return nil
	}
	if err := parse(c.String(name)); err != nil {
		return flagError(c, name, err)
	}
	return nil
}

// flagError is the error for a bad value of a flag: it names the flag, or the
// environment variable if the value comes from there, and hints at a word that
// may have been meant.
func flagError(c *cli.Context, name string, err error) error {
	source := "--" + name
	if !fromCommandLine(name) {
		if _, ok := os.LookupEnv(env(name)[0]); ok {
			source = env(name)[0]
		}
	}
	hint := ""
	list := choicesOf(c.Command.Name, name)
	if value := c.String(name); !slices.Contains(list, value) && words[name] {
		hint = didYouMean(value, list)
	}
	return usageError("%s: %v%s", source, err, hint)
}

// fromCommandLine reports whether a flag stands on the command line.
func fromCommandLine(name string) bool {
	for _, arg := range os.Args[1:] {
		given, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && given == name {
			return true
		}
	}
	return false
}

// oneOf checks that a value is one of the words of a flag.
func oneOf(name, value string) error {
	for _, word := range choices[name] {
		if value == word {
			return nil
		}
	}
	all := choices[name]
	last := len(all) - 1
	return fmt.Errorf("unknown %s %q (%s or %s)", name[strings.LastIndex(name, " ")+1:], clip(value), strings.Join(all[:last], ", "), all[last])
}

// wholeNumber reads a number from smallest to largest.
func wholeNumber(value string, smallest, largest int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < smallest || n > largest {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", clip(value), smallest, largest)
	}
	return n, nil
}
