package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
)

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:      "version",
		Category:  "About",
		Usage:     "print the versions of the program and of what it writes",
		UsageText: "halma-solve version",
		Action: func(c *cli.Context) error {
			if err := cli.NoArguments(c); err != nil {
				return err
			}
			return printVersion(c)
		},
	}
}

func printVersion(c *cli.Context) error {
	_, err := fmt.Fprintf(c.App.Writer, "halma-solve %s\ngo          %s %s/%s\nresult      %s\nstore       format %d\n",
		version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, reports.Schema, cache.Format)
	return err
}

// version names the module's version and the commit it was built from, as far
// as the build knows them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	name := info.Main.Version
	if name == "" {
		name = "(devel)"
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed since"
		}
	}
	if commit != "" {
		name += " (commit " + commit + changed + ")"
	}
	return name
}
