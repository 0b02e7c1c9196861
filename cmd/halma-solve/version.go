package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/reports"
)

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:     "version",
		Category: "About",
		Usage:    "print the versions of the program and of what it writes",
		Description: `--format json lists the schemas of all JSON that the program writes, with their
versions; --schema prints one of them, a JSON Schema of draft 2020-12. Older
versions of what can be read are read as well.`,
		UsageText: "halma-solve version [--format json | --schema NAME]",
		ArgsUsage: cli.Examples("halma-solve version --format json\nhalma-solve version --schema result"),
		Flags:     cli.Flags(cli.Format.CommandLineOnly(), schemaOption),
		Action: func(c *cli.Context) error {
			if err := cli.NoArguments(c); err != nil {
				return err
			}
			name := schemaOption.Of(c)
			switch {
			case name != "" && cli.Given(c, cli.Format.Name):
				return cli.UsageError("--schema prints a schema, --format is for the versions; give one of the two")
			case name != "":
				return printSchema(c, name)
			case cli.JSONWanted(c):
				return versionJSON(c)
			}
			return printVersion(c)
		},
	}
}

// schemaOption names one of the schemas of [reports.JSONSchemas].
var schemaOption = func() cli.Option[string] {
	words := slices.DeleteFunc(slices.Sorted(maps.Keys(cli.Kinds)), func(name string) bool { return name == "tablebase" }) // is no JSON
	o := cli.Text("schema", cli.ReportCategory, "`NAME`print the JSON Schema of what the program writes: "+positions.OneOf(words), "none").CommandLineOnly()
	o.Words = words
	return o
}()

func printSchema(c *cli.Context, name string) error {
	all, err := reports.JSONSchemas()
	if err != nil {
		return err
	}
	text, ok := all[name]
	if !ok {
		return schemaOption.Refuse(c, fmt.Errorf("there is no schema %q (%s)", cli.Clip(name), positions.OneOf(slices.Sorted(maps.Keys(all)))))
	}
	_, err = c.App.Writer.Write(text)
	return err
}

func versionJSON(c *cli.Context) error {
	schemas, err := reports.SchemaVersions()
	if err != nil {
		return err
	}
	enc := json.NewEncoder(c.App.Writer)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Version  string            `json:"version"`
		Go       string            `json:"go"`
		Platform string            `json:"platform"`
		Store    int               `json:"store"`
		Schemas  map[string]string `json:"schemas"`
	}{version(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, cache.Format, schemas})
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
