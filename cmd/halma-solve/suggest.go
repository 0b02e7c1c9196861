package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// onUsageError turns what the flag parser says into one line of our own.
func onUsageError(c *cli.Context, err error, _ bool) error {
	text := err.Error()
	where := strings.TrimPrefix(c.Command.FullName(), "halma-solve")
	help := strings.TrimSpace("halma-solve help " + strings.TrimSpace(where))
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		given := dashed(strings.TrimLeft(name, "-"))
		var names []string
		collect := func(f cli.DocGenerationFlag) {
			for _, n := range f.Names() {
				names = append(names, dashed(n))
			}
		}
		eachFlag([]*cli.Command{c.Command}, collect)
		if slices.Contains(names, given) { // of a command that has not been named
			return usageError("the option %s needs a command, as in \"halma-solve highscore %s\"", given, given)
		}
		return usageError("unknown option %s%s; see %q", given, didYouMean(given, names), help)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return usageError("the option %s needs a value; see %q", dashed(strings.TrimLeft(name, "-")), help)
	}
	if m := badBool.FindStringSubmatch(text); m != nil {
		source := "--" + m[2]
		if strings.Contains(text, "environment variable") {
			source = env(m[2])[0]
		}
		return usageError("%s: %q is neither true nor false; see %q", source, clip(m[1]), help)
	}
	return usageError("%s; see %q", text, help)
}

// badBool is what the flag parser says of a value that is no truth.
var badBool = regexp.MustCompile(`^(?:invalid boolean value|could not parse) "(.*?)" .*for (?:flag )?-?([a-z]+): `)

// unknownCommand is the error for an argument where a command is due.
func unknownCommand(c *cli.Context) error {
	given := c.Args().First()
	commands := c.Command.Subcommands
	var names, visible []string
	for _, command := range commands {
		names = append(names, command.Names()...)
		if !command.Hidden {
			visible = append(visible, command.Name)
		}
	}
	return usageError("unknown command %q%s; the commands are %s", clip(given), didYouMean(given, names), strings.Join(visible, ", "))
}

// noArguments refuses arguments that a command has no use for.
func noArguments(c *cli.Context) error {
	if !c.Args().Present() {
		return nil
	}
	given := c.Args().First()
	for _, f := range c.Command.Flags {
		if choice, ok := choices[f.Names()[0]]; ok {
			for _, value := range choice {
				if value == given {
					return usageError("%s takes no arguments (did you mean --%s %s?)", c.Command.Name, f.Names()[0], given)
				}
			}
		}
	}
	return usageError("%s takes no arguments, but here is %q; see \"halma-solve help %s\"", c.Command.Name, clip(given), c.Command.Name)
}

// didYouMean returns a hint to the candidate that is most like the given word,
// or "" if none is.
func didYouMean(given string, candidates []string) string {
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
	return "--" + clip(name)
}

// clip shortens a text from outside for a message.
func clip(text string) string {
	runes := []rune(text)
	if len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}
