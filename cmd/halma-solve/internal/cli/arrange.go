package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// completionMarker is the last argument when a shell asks for completions.
const completionMarker = "--generate-bash-completion"

// arrange puts flags before the other arguments of their command, because
// urfave/cli takes a flag that follows an argument for one more argument. So
// both "show FILE --move 3" and "show --move 3 FILE" work. What follows "--" is
// no flag. Where help is asked for it stands alone.
func (a App) arrange(app *urfave.App, args []string) []string {
	if len(args) == 0 {
		return args
	}
	path := args[:1:1]
	commands := app.Commands
	known := app.Flags
	var flags, rest []string
	var last *Command
	terminated, help, unknown := false, false, false
	for i := 1; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			terminated = true
			rest = append(rest, args[i+1:]...)
			i = len(args)
		case len(arg) > 1 && arg[0] == '-':
			flags = append(flags, arg)
			switch {
			case slices.Contains(urfave.HelpFlag.Names(), strings.TrimLeft(arg, "-")):
				help = true
			case !wantsValue(arg, known, commands):
			case i+1 < len(args):
				i++
				flags = append(flags, args[i])
			default: // its value is missing, and none of the other arguments
				return append(path, flags...)
			}
		default:
			if command := find(commands, arg); command != nil && len(rest) == 0 {
				path, last = append(path, arg), command
				commands, known = command.Subcommands, command.Flags
				continue
			}
			if len(commands) > 0 && len(flags) == 0 {
				unknown = true // no command: what options it would have does not matter
			}
			rest = append(rest, arg)
		}
	}
	if help {
		return a.asked(path, last, rest)
	}
	if unknown {
		return append(path, rest...)
	}
	out := append(path, flags...)
	if terminated {
		out = append(out, "--")
	}
	return append(out, rest...)
}

// wantsValue reports whether the argument after a flag is its value: the flag is
// known, to the command or to one below it, and takes one.
func wantsValue(arg string, known []Flag, commands []*Command) bool {
	name := strings.TrimLeft(arg, "-")
	if strings.Contains(name, "=") {
		return false
	}
	for _, f := range known {
		for _, n := range f.Names() {
			if n == name {
				doc, ok := f.(urfave.DocGenerationFlag)
				return ok && doc.TakesValue()
			}
		}
	}
	for _, c := range commands {
		if wantsValue(arg, c.Flags, c.Subcommands) {
			return true
		}
	}
	return false
}

func find(commands []*Command, name string) *Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}
