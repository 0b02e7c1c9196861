package cli

import (
	_ "embed" // the scripts of the shells
	"fmt"
	"io"
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

// complete prints the words that may stand where the cursor is, one a line. The
// scripts pass the whole line up to the cursor, whose word may be empty, and the
// marker. Where a file is due nothing is printed; the shell knows files.
func complete(c *Context, args []string) {
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
	for _, candidate := range candidates(c.App.Commands, before, current) {
		if strings.HasPrefix(candidate, current) {
			fmt.Fprintln(c.App.Writer, prefix+candidate)
		}
	}
}

// candidates lists the words that may follow the words before.
func candidates(commands []*Command, before []string, current string) []string {
	var flags []Flag
	for _, word := range before {
		if command := find(commands, word); command != nil {
			flags, commands = command.Flags, command.Subcommands
		}
	}
	if len(before) > 0 {
		last := before[len(before)-1]
		for _, f := range flags {
			if f, ok := f.(*optionFlag); ok && f.TakesValue() && last == "--"+f.Name {
				words, _ := f.setting.words()
				return words
			}
		}
	}
	var out []string
	if strings.HasPrefix(current, "-") {
		for _, f := range flags {
			out = append(out, "--"+f.Names()[0])
		}
		return append(out, "--help")
	}
	for _, command := range commands {
		if !command.Hidden {
			out = append(out, command.Name)
		}
	}
	return out
}
