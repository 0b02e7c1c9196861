package cli

import (
	"fmt"
	"slices"
	"strings"
)

// onUsageError turns what the flag parser says into one line of our own.
func onUsageError(c *Context, err error, _ bool) error {
	text := err.Error()
	help := strings.TrimSpace("halma-solve help " + strings.TrimPrefix(strings.TrimPrefix(c.Command.HelpName, program), " "))
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		given := dashed(strings.TrimLeft(name, "-"))
		names := flagNames(c.Command)
		if slices.Contains(names, given) { // of a command that has not been named
			return UsageError("the option %s needs a command, as in \"halma-solve highscore %s\"", given, given)
		}
		return UsageError("unknown option %s%s; see %q", given, DidYouMean(given, names), help)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return needsValue(c, strings.TrimLeft(name, "-"), help)
	}
	return UsageError("%s; see %q", text, help)
}

// needsValue is the error for an option at the end of the line.
func needsValue(c *Context, name, help string) error {
	f := flagCalled(c.Command, dashed(name))
	if f == nil {
		return UsageError("the option %s needs a value; see %q", dashed(name), help)
	}
	placeholder, meaning := explained(f.Usage)
	return UsageError("the option %s needs a value, %s: %s", dashed(name), placeholder, meaning)
}

// flagNames lists the options of a command and of those below it.
func flagNames(c *Command) (names []string) {
	for _, f := range c.Flags {
		for _, n := range f.Names() {
			names = append(names, dashed(n))
		}
	}
	for _, sub := range c.Subcommands {
		names = append(names, flagNames(sub)...)
	}
	return names
}

// unknownCommand is the error for an argument where a command is due.
func unknownCommand(c *Context) error {
	given := c.Args().First()
	commands := c.Command.Subcommands
	var names, visible []string
	for _, command := range commands {
		names = append(names, command.Names()...)
		if !command.Hidden {
			visible = append(visible, command.Name)
		}
	}
	return UsageError("unknown command %q%s; the commands are %s", Clip(given), DidYouMean(given, names), strings.Join(visible, ", "))
}

// NoArguments refuses arguments that a command has no use for, and what is none of the
// commands below it.
func NoArguments(c *Context) error {
	if !c.Args().Present() {
		return nil
	}
	if len(c.Command.Subcommands) > 0 {
		return unknownCommand(c)
	}
	given := c.Args().First()
	for _, f := range c.Command.Flags {
		if f, ok := f.(*optionFlag); ok {
			if words, _ := f.setting.words(); slices.Contains(words, given) {
				return UsageError("%s takes no arguments (did you mean --%s %s?)", c.Command.Name, f.Name, given)
			}
		}
	}
	return UsageError("%s takes no arguments, but here is %q; see \"halma-solve help %s\"", c.Command.Name, Clip(given), c.Command.Name)
}

// OneArgument returns the argument of a command that needs one, which what names.
func OneArgument(c *Context, what string) (string, error) {
	if c.NArg() != 1 {
		return "", UsageError("%s needs %s; see \"halma-solve help %s\"", c.Command.Name, what, c.Command.Name)
	}
	return c.Args().First(), nil
}

// synonyms are what users call commands, options and their values that have another
// name here.
var synonyms = map[string]string{
	"timeout": "--time", "limit": "--time", "t": "--time", "threads": "--workers", "jobs": "--workers", "j": "--workers", "cores": "--workers",
	"json": "--format json", "html": "--format html", "out": "--output", "file": "--output", "colour": "--color", "moves": "--count moves",
	"hexagon": "star", "hexagram": "star", "chinese": "star", "diamond": "rhombus", "chess": "square", "cross": "english",
	"halma": "highscore", "checkers": "highscore", "line": "connection", "two-player": "prove", "tablebase": "prove", "check": "verify", "draw": "show",
}

// DidYouMean returns a hint to the candidate that is most like the given word,
// or "" if none is.
func DidYouMean(given string, candidates []string) string {
	if other := synonyms[strings.ToLower(strings.TrimLeft(given, "-"))]; other != "" {
		first, _, _ := strings.Cut(other, " ")
		if slices.Contains(candidates, first) {
			return fmt.Sprintf(" (did you mean %s?)", other)
		}
	}
	best, least := "", 3
	for _, c := range candidates {
		word := strings.TrimLeft(c, "-")
		distance := edits(strings.ToLower(strings.TrimLeft(given, "-")), word)
		if strings.HasPrefix(word, strings.TrimLeft(given, "-")) && len(given) >= 3 {
			distance = 0 // an unfinished word
		}
		if distance < least && 3*distance <= len(word) {
			best, least = c, distance
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// edits is the number of letters to insert, remove, change or swap with their
// neighbour to make one word of the other.
func edits(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j]+change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// dashed writes the name of a flag as users do.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + Clip(name)
}

// Clip shortens a text from outside for a message.
func Clip(text string) string {
	runes := []rune(text)
	if len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}
