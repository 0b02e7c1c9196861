// Halma-solve finds and proves shortest solutions of the one-player games with
// Halma and Chinese Checkers boards.
//
// This package is the commands, each in a file of its own; [app] lists them. What
// they have in common, from options to exit codes, is in internal/cli.
package main

import (
	"os"
	"runtime/debug"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
)

func main() {
	if !cli.Debugging() {
		// A panic in a goroutine nobody can recover prints its reason, not
		// the stacks of all the others.
		debug.SetTraceback("none")
	}
	os.Exit(app().Run(os.Args, os.Stdout, os.Stderr))
}
