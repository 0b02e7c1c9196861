package cli

import (
	_ "embed" // the scripts of the shells
	"fmt"
	"io"
	"slices"
	"strings"
)

//go:embed completion/halma-solve.bash
var bashScript string

//go:embed completion/halma-solve.zsh
var zshScript string

//go:embed completion/halma-solve.fish
var fishScript string

//go:embed completion/halma-solve.ps1
var powershellScript string

func completionCommand() *Command {
	script := func(name, text, install string) *Command {
		return &Command{
			Name: name, Usage: "print the script for " + name,
			UsageText: "halma-solve completion " + name,
			ArgsUsage: Examples(install),
			Action: func(c *Context) error {
				if err := NoArguments(c); err != nil {
					return err
				}
				_, err := io.WriteString(c.App.Writer, text)
				return err
			},
		}
	}
	return &Command{
		Name:      "completion",
		Category:  "About",
		Usage:     "print a script that teaches your shell the commands and options",
		UsageText: "halma-solve completion bash|zsh|fish|powershell",
		ArgsUsage: Examples("source <(halma-solve completion bash)"),
		Action:    Group,
		Subcommands: []*Command{
			script("bash", bashScript, "source <(halma-solve completion bash)"),
			script("zsh", zshScript, "source <(halma-solve completion zsh)"),
			script("fish", fishScript, "halma-solve completion fish > ~/.config/fish/completions/halma-solve.fish"),
			script("powershell", powershellScript, "halma-solve completion powershell | Out-String | Invoke-Expression"),
		},
	}
}

// filesToo is the line that says that files may stand where the cursor is as well.
const filesToo = ":files"

// complete prints the words that may stand where the cursor is, one a line, each with
// a tab and its meaning if it has one, and [filesToo] if files are due. The scripts
// pass the whole line up to the cursor, whose word may be empty, and the marker.
func complete(w io.Writer, commands []*Command, arguments map[string][]string, args []string) {
	words := args[1 : len(args)-1] // the marker is last
	if len(words) == 0 {
		words = []string{""}
	}
	current, before := words[len(words)-1], words[:len(words)-1]
	for len(before) > 0 && before[len(before)-1] == "=" { // bash takes "--board=" apart
		before = before[:len(before)-1]
	}
	prefix := ""
	if name, value, ok := strings.Cut(current, "="); ok && strings.HasPrefix(name, "-") {
		prefix, before, current = name+"=", append(before, name), value
	}
	found, files := candidates(commands, arguments, before, current)
	for _, f := range found {
		if strings.HasPrefix(f[0], current) {
			fmt.Fprintln(w, strings.TrimRight(prefix+f[0]+"\t"+f[1], "\t"))
		}
	}
	if files {
		fmt.Fprintln(w, filesToo)
	}
}

// candidates lists the words that may follow the words before, with their meaning,
// and says whether the name of a file may. arguments are the words of arguments by what
// they are called in usage texts.
func candidates(all []*Command, arguments map[string][]string, before []string, current string) (found [][2]string, files bool) {
	commands, command := all, (*Command)(nil)
	for _, word := range before {
		next := find(commands, word)
		switch {
		case next == nil:
		case next.Name == "help":
			commands, command = all, next
		default:
			commands, command = next.Subcommands, next
		}
	}
	if command != nil && len(before) > 0 {
		if f := flagCalled(command, before[len(before)-1]); f != nil && f.TakesValue() {
			words, _ := f.setting.words()
			for _, word := range words {
				found = append(found, [2]string{word})
			}
			return found, f.TakesFile
		}
	}
	if strings.HasPrefix(current, "-") {
		if command != nil {
			found = flagsNot(command, before)
		}
		return append(found, [2]string{"--help", "explain the command"}), false
	}
	for _, c := range commands {
		if !c.Hidden {
			found = append(found, [2]string{c.Name, c.Usage})
		}
	}
	for name, words := range arguments {
		if command != nil && strings.Contains(command.UsageText, name) {
			for _, word := range words {
				found = append(found, [2]string{word})
			}
		}
	}
	return found, command != nil && (strings.Contains(command.UsageText, "FILE") || strings.Contains(command.UsageText, "RESULT"))
}

// flagCalled returns the option of a command that a word names, nil if it names none.
func flagCalled(c *Command, word string) *optionFlag {
	for _, f := range c.Flags {
		if f, ok := f.(*optionFlag); ok && slices.ContainsFunc(f.Names(), func(name string) bool { return word == dashed(name) }) {
			return f
		}
	}
	return nil
}

// flagsNot lists the options of a command that are not given yet.
func flagsNot(c *Command, before []string) (found [][2]string) {
	for _, f := range c.Flags {
		f, ok := f.(*optionFlag)
		if !ok || slices.ContainsFunc(before, func(word string) bool { return flagCalled(c, word) == f }) {
			continue
		}
		_, usage := explained(f.Usage)
		found = append(found, [2]string{dashed(f.Name), usage})
	}
	return found
}
