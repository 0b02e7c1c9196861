package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"
)

// App is a program: what it does, and its commands.
type App struct {
	Usage       string
	Description string
	Examples    string
	Version     string
	Commands    []*Command
	Arguments   map[string][]string // words for arguments, by what usage texts call them
	// Topic explains one of these words, "" if it cannot.
	Topic func(word string) string
	// PrintVersion writes what --version shows.
	PrintVersion func(*Context) error
}

const program = "halma-solve"

// Debugging reports whether the user wants to see stack traces and what the
// store logs.
func Debugging() bool { return os.Getenv("HALMA_DEBUG") == "1" }

// Run is the program: it returns the exit code. Whatever happens, the user gets
// at most one line about it on stderr.
func (a App) Run(args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "%s: internal error: %s; please report it (HALMA_DEBUG=1 shows where it happened)\n", program, OneLine(fmt.Sprint(r)))
			if Debugging() {
				fmt.Fprintf(stderr, "%s", debug.Stack())
			}
			code = ExitInternal
		}
	}()
	if err := checkAddressSpace(); err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", program, err)
		return exitCode(err)
	}
	out := &sink{w: stdout}
	app := a.build(out, stderr)
	if n := len(args); n > 1 && args[n-1] == completionMarker {
		complete(stdout, app.Commands, a.Arguments, args)
		return ExitSolved
	}
	err := app.Run(a.arrange(app, args))
	if out.err != nil {
		err = IOError("cannot write to standard output: %v", Cause(out.err))
	}
	if message := messageOf(err); message != "" {
		fmt.Fprintf(stderr, "%s: %s\n", program, OneLine(message))
	}
	return exitCode(err)
}

// build makes the command line as urfave/cli knows it.
func (a App) build(stdout, stderr io.Writer) *urfave.App {
	app := &urfave.App{
		Name:            program,
		Usage:           a.Usage,
		Description:     a.Description,
		Version:         a.Version,
		Writer:          stdout,
		ErrWriter:       stderr,
		Action:          overview,
		OnUsageError:    onUsageError,
		Metadata:        map[string]any{},
		ExitErrHandler:  func(*Context, error) {}, // Run prints and exits
		HideHelpCommand: true,                     // helpCommand stands in,
		Flags:           []Flag{urfave.HelpFlag},  // and so the flag is not added
		Commands:        append(a.Commands, completionCommand(), a.manCommand(), a.helpCommand()),
	}
	urfave.HelpPrinter = a.printHelp
	urfave.VersionPrinter = func(c *Context) { _ = a.PrintVersion(c) } // the sink keeps the error
	prepare(app.Commands)
	return app
}

// prepare gives every command what all have in common.
func prepare(commands []*Command) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		c.Flags = append(c.Flags, profileFlag)
		c.Before = func(c *Context) error { return errors.Join(startProfile(c), checkOptions(c)) }
		c.After = endProfile
		prepare(c.Subcommands)
	}
}

// overview is the program without a command: what it can do.
func overview(c *Context) error {
	if c.Args().Present() {
		return unknownCommand(c)
	}
	return urfave.ShowAppHelp(c)
}

// Group is the action of what has commands only: it shows them.
func Group(c *Context) error {
	if c.Args().Present() {
		return unknownCommand(c)
	}
	return urfave.ShowSubcommandHelp(c)
}

// sink is standard output. It remembers the first error, so that no command can
// forget it.
type sink struct {
	w   io.Writer
	err error
}

// Write writes to standard output.
func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if s.err == nil {
		s.err = err
	}
	return n, err
}
