package main

import (
	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/reports"
)

func colorFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "color", Category: reportCategory, EnvVars: env("color"), Value: "auto",
		Usage: "`WHEN`when to use colour: auto (on a terminal, unless NO_COLOR is set), always or never",
	}
}

func quietFlag() cli.Flag {
	return &cli.BoolFlag{
		Name: "quiet", Aliases: []string{"q"}, Category: reportCategory, EnvVars: env("quiet"),
		Usage: "show no progress on standard error",
	}
}

func outputFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "output", Aliases: []string{"o"}, Category: reportCategory, EnvVars: env("output"),
		Usage: "`FILE`write the report to FILE, whole or not at all; - is standard output", DefaultText: "-",
	}
}

func formatFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "format", Category: reportCategory, EnvVars: env("format"), Value: "text",
		Usage: "`FORM`form of the report: text or json",
	}
}

// jsonWanted reads --format.
func jsonWanted(c *cli.Context) (is bool, err error) {
	err = parseFlag(c, "format", func(value string) error {
		is = value == "json"
		return oneOf("format", value)
	})
	return is, err
}

// reportFlags say what a report looks like and where it goes.
func reportFlags() []cli.Flag {
	return []cli.Flag{
		formatFlag(),
		outputFlag(),
		&cli.StringFlag{
			Name: "diagrams", Category: reportCategory, EnvVars: env("diagrams"), Value: "key",
			Usage: "`WHICH`positions to draw in a text report: key (start, middle, end), all or none",
		},
		&cli.BoolFlag{
			Name: "stats", Category: reportCategory, EnvVars: env("stats"),
			Usage: "report also what the search did; it differs from run to run",
		},
		colorFlag(),
		quietFlag(),
	}
}

// reportOptions is what reportFlags say.
type reportOptions struct {
	json     bool
	stats    bool
	diagrams reports.Diagrams
	file     outputFile
	screen   screen
}

func reportOf(c *cli.Context) (reportOptions, error) {
	o := reportOptions{stats: c.Bool("stats")}
	var err error
	if o.json, err = jsonWanted(c); err != nil {
		return o, err
	}
	err = parseFlag(c, "diagrams", func(value string) (err error) {
		o.diagrams, err = reports.ParseDiagrams(value)
		return err
	})
	if err != nil {
		return o, err
	}
	if o.file, err = outputOf(c, "output"); err != nil {
		return o, err
	}
	o.screen, err = screenOf(c, o.file.standard())
	return o, err
}
