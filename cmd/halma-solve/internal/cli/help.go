package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/reports"
)

// helpCommand prints the help of the program, of one command or on one topic.
func (a App) helpCommand() *Command {
	return &Command{
		Name:      "help",
		Aliases:   []string{"h"},
		Category:  "About",
		Usage:     "explain a command or a game",
		UsageText: "halma-solve help [COMMAND [SUBCOMMAND]|GAME]",
		Action: func(c *Context) error {
			commands := c.App.Commands
			var found *Command
			for _, name := range c.Args().Slice() {
				next := find(commands, name)
				if text := a.Topic(name); next == nil && text != "" {
					_, err := io.WriteString(c.App.Writer, text)
					return err
				}
				if next == nil {
					var names []string
					for _, command := range commands {
						names = append(names, command.Name)
					}
					for _, words := range a.Arguments {
						names = append(names, words...)
					}
					return UsageError("no help on %q%s", Clip(strings.Join(c.Args().Slice(), " ")), DidYouMean(name, names))
				}
				found, commands = next, next.Subcommands
			}
			if found == nil {
				return urfave.ShowAppHelp(c)
			}
			urfave.HelpPrinter(c.App.Writer, "", found)
			return nil
		},
	}
}

// asked returns the arguments that show the help that was asked for, of a command that
// may have been given other arguments as well: that on a topic if one is among them. Of
// the others nothing is said; urfave/cli would take them for commands.
func (a App) asked(path []string, command *Command, rest []string) []string {
	if command == nil && len(rest) > 0 {
		return append(path, rest...) // no command
	}
	for placeholder, words := range a.Arguments {
		if command == nil || !strings.Contains(command.UsageText, placeholder) {
			continue
		}
		for _, word := range rest {
			if base, _, _ := strings.Cut(word, ":"); slices.Contains(words, base) {
				return []string{path[0], "help", base}
			}
		}
	}
	return append(path, "--help")
}

// examplesMark begins the Examples of a command, which travel in ArgsUsage: the
// commands here name their arguments in UsageText.
const examplesMark = "\x00"

func Examples(text string) string { return examplesMark + text }

// printHelp writes the help of the program or of a command. It stands in for the
// printer of urfave/cli, which knows no Examples and does not wrap.
func (a App) printHelp(w io.Writer, _ string, data any) {
	var out strings.Builder
	switch d := data.(type) {
	case *urfave.App:
		fmt.Fprintf(&out, "%s: %s\n\nUsage: %s COMMAND [options]\n\n%s\n", d.Name, d.Usage, d.Name, d.Description)
		helpOnCommands(&out, d.Commands)
		helpOnExamples(&out, a.Examples)
	case *Command:
		usage := d.UsageText
		if usage == "" {
			usage = d.HelpName
		}
		fmt.Fprintf(&out, "%s\n\nUsage: %s\n", d.Usage, usage)
		if d.Description != "" {
			fmt.Fprintf(&out, "\n%s\n", strings.TrimRight(d.Description, "\n"))
		}
		if len(d.Subcommands) > 0 {
			helpOnCommands(&out, d.Subcommands)
		}
		helpOnFlags(&out, d.Flags)
		if text, ok := strings.CutPrefix(d.ArgsUsage, examplesMark); ok {
			helpOnExamples(&out, text)
		}
	}
	_, _ = io.WriteString(w, out.String()) // the sink keeps the error
}

func helpOnCommands(out *strings.Builder, commands []*Command) {
	out.WriteString("\nCommands\n")
	for _, c := range commands {
		if !c.Hidden {
			fmt.Fprintf(out, "  %-11s %s\n", c.Name, c.Usage)
		}
	}
}

func helpOnExamples(out *strings.Builder, text string) {
	fmt.Fprintf(out, "\nExamples\n  %s\n", strings.ReplaceAll(text, "\n", "\n  "))
}

// documented returns what is said of a flag, false if nothing is: of --help, and of
// what is hidden.
func documented(f Flag) (urfave.DocGenerationFlag, bool) {
	doc, ok := f.(urfave.DocGenerationFlag)
	if v, may := f.(urfave.VisibleFlag); may && !v.IsVisible() || f.Names()[0] == "help" {
		ok = false
	}
	return doc, ok
}

// helpOnFlags writes the flags by category, in their order.
func helpOnFlags(out *strings.Builder, flags []Flag) {
	var categories []string
	byCategory := make(map[string][]urfave.DocGenerationFlag)
	for _, f := range flags {
		doc, ok := documented(f)
		if !ok {
			continue
		}
		name := "Options"
		if c, ok := f.(urfave.CategorizableFlag); ok && c.GetCategory() != "" {
			name = c.GetCategory()
		}
		if byCategory[name] == nil {
			categories = append(categories, name)
		}
		byCategory[name] = append(byCategory[name], doc)
	}
	for _, name := range categories {
		fmt.Fprintf(out, "\n%s\n", name)
		for _, f := range byCategory[name] {
			helpOnFlag(out, f)
		}
	}
	if len(categories) > 0 {
		out.WriteString("\nAn option is also read from the environment: --board from HALMA_BOARD.\n")
	}
}

// helpOnFlag writes one flag with its meaning and default, wrapped at 80 columns.
func helpOnFlag(out *strings.Builder, f urfave.DocGenerationFlag) {
	left, text := optionInWords(f)
	const column = 22
	left = fmt.Sprintf("  %-*s", column-2, left)
	for _, line := range reports.Wrap(text, 80-column) {
		out.WriteString(left + line + "\n")
		left = strings.Repeat(" ", column)
	}
}

// optionInWords is an option as it is written, and its meaning with its default.
func optionInWords(f urfave.DocGenerationFlag) (left, text string) {
	left = "--" + f.Names()[0]
	for _, alias := range f.Names()[1:] {
		left = dashed(alias) + ", " + left
	}
	placeholder, text := explained(f.GetUsage())
	if placeholder != "" {
		left += " " + placeholder
	}
	if standard := strings.Trim(f.GetDefaultText(), `"`); standard != "" && f.TakesValue() {
		text += " (default: " + standard + ")"
	}
	return left, text
}

// explained takes the usage of an option, "`NAME`text", apart.
func explained(usage string) (placeholder, text string) {
	if rest, ok := strings.CutPrefix(usage, "`"); ok {
		placeholder, usage, _ = strings.Cut(rest, "`")
	}
	return placeholder, strings.TrimSpace(usage)
}
