package cli

import (
	"github.com/halma-solve/halma-solve/reports"
)

// The options of a report that more than one command has.
var (
	// FormatOrCSV is Format of commands that can write a table.
	FormatOrCSV = Choice("format", ReportCategory, "`FORM`form of the report: text, json or, of tables, csv", "text", "json", "csv")
	Format      = Choice("format", ReportCategory, "`FORM`form of the report: text or json", "text", "json")
	OutFile     = outFile()
	Quiet       = quiet()
	Color       = Choice("color", ReportCategory, "`WHEN`when to use colour: auto (on a terminal, unless NO_COLOR is set), always or never", "auto", "always", "never")

	Diagrams = Choice("diagrams", ReportCategory, "`WHICH`positions to draw in a text report: key (start, middle, end), all or none",
		reports.KeyDiagrams, reports.AllDiagrams, reports.NoDiagrams)
	Stats = Switch("stats", ReportCategory, "report also what the search did, with the layers of proofs, or those that found a stored answer; it differs from run to run")
)

func outFile() Option[string] {
	o := NewFile("output", ReportCategory, "`FILE`write the report to FILE, whole or not at all; - is standard output", "-")
	o.Alias = "o"
	return o
}

func quiet() Option[bool] {
	o := Switch("quiet", ReportCategory, "show no progress on standard error")
	o.Alias = "q"
	return o
}

// ReportFlags say what a report looks like and where it goes; format is [Format] or
// [FormatOrCSV].
func ReportFlags(format Option[string]) []Flag {
	return Flags(format, OutFile, Force, Diagrams, Stats, Color, Quiet)
}

// Report is what [ReportFlags] say.
type Report struct {
	JSON     bool
	CSV      bool
	Stats    bool
	Diagrams reports.Diagrams
	File     Output
	Screen   Screen
}

// ReportOf reads [ReportFlags]. Commands may do without some of them.
func ReportOf(c *Context) (Report, error) {
	r := Report{JSON: JSONWanted(c), CSV: FormatOrCSV.Of(c) == "csv", Stats: Stats.Of(c), Diagrams: Diagrams.Of(c)}
	var err error
	if r.File, err = OutputOf(c); err != nil {
		return r, err
	}
	r.Screen = ScreenOf(c, r.File.Standard())
	return r, nil
}

// JSONWanted reads [Format].
func JSONWanted(c *Context) bool { return Format.Of(c) == "json" }

// TextOptions are the options of a report as text.
func (r Report) TextOptions() reports.TextOptions {
	return reports.TextOptions{Width: r.Screen.Width, Diagrams: r.Diagrams, Stats: r.Stats, Style: r.Screen.Style}
}
