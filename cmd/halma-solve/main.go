// Halma-solve finds and proves shortest solutions of the one-player games with
// Halma and Chinese Checkers boards.
//
// This package is the command line alone: it reads flags, opens the store, shows
// progress, writes reports and chooses the exit code. Every command has a file of
// its own; see exit.go for the exit codes.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

func main() {
	if !debugging() {
		// A panic in a goroutine nobody can recover prints its reason, not
		// the stacks of all the others.
		debug.SetTraceback("none")
	}
	os.Exit(run(os.Args, os.Stdout, os.Stderr))
}

// debugging reports whether the user wants to see stack traces and what the
// store logs.
func debugging() bool { return os.Getenv("HALMA_DEBUG") == "1" }

// run is the program: it returns the exit code. Whatever happens, the user gets
// at most one line about it on stderr.
func run(args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "halma-solve: internal error: %s; please report it (HALMA_DEBUG=1 shows where it happened)\n", oneLine(fmt.Sprint(r)))
			if debugging() {
				fmt.Fprintf(stderr, "%s", debug.Stack())
			}
			code = exitInternal
		}
	}()
	out := &sink{w: stdout}
	app := newApp(out, stderr)
	dropEmptyEnvironment(app)
	err := app.Run(arrange(app, args))
	if out.err != nil {
		err = ioError("cannot write to standard output: %v", cause(out.err))
	}
	if message := messageOf(err); message != "" {
		fmt.Fprintf(stderr, "halma-solve: %s\n", oneLine(message))
	}
	return exitCode(err)
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
