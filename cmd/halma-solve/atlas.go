package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

func atlasCommand() *cli.Command {
	return &cli.Command{
		Name:     "atlas",
		Category: "Look",
		Usage:    "the results that are proven already and a part of the program",
		Description: `Prints tables of what is proven: optima, or bounds and lines, of the games and
the armies of the printed boards, and of games for two players. The commands
that solve, and verify and analyze, ask the atlas after the store; the line is
replayed and the bound derived from its certificate before it is believed.
With --fresh a search does without.

"halma-solve atlas show ID" shows the line of a row, how its bound was proven
and the command that proves it again. The tables in JSON and CSV have the IDs.
"halma-solve atlas import FILE" takes a better line or a certificate, as others
send it, into the store on this computer.`,
		UsageText: "halma-solve atlas [options]\n       halma-solve atlas show ID\n       halma-solve atlas import FILE|-",
		ArgsUsage: cli.Examples(`halma-solve atlas
halma-solve atlas --only highscore-star --format csv
halma-solve atlas --format html --output atlas.html
halma-solve atlas show highscore-star4-15-free-moves-short
halma-solve atlas show solo-english-d4-d4-moves --format json -o solo.json
halma-solve atlas import line.json`),
		Flags:       cli.Flags(atlasOnly, atlasFormat, cli.OutFile, cli.Force, langOption, cli.Color),
		Action:      atlasList,
		Subcommands: []*cli.Command{atlasShowCommand(), atlasImportCommand(), atlasBuildCommand(), atlasDuelsCommand()},
	}
}

// The options of these commands.
var (
	atlasOnly   = cli.Text("only", cli.PuzzleCategory, "`TEXT`what has an ID that begins with TEXT", "all").CommandLineOnly()
	atlasFormat = cli.Choice("format", cli.ReportCategory, "`FORM`form of the tables: text, json, csv, md, or html, a page with maps and all lines", "text", "json", "csv", "md", "html").CommandLineOnly()
)

func atlasList(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	file, err := cli.OutputOf(c)
	if err != nil {
		return err
	}
	only := atlasOnly.Of(c)
	entries := slices.DeleteFunc(slices.Clone(atlas.Entries()), func(e *atlas.Entry) bool { return !strings.HasPrefix(e.ID(), only) })
	duels := slices.DeleteFunc(slices.Clone(atlas.Duels()), func(d *atlas.Duel) bool { return !strings.HasPrefix(d.ID(), only) })
	if len(entries) == 0 && len(duels) == 0 {
		return atlasOnly.Refuse(c, fmt.Errorf("no ID in the atlas begins with %q", cli.Clip(only)))
	}
	if cli.Given(c, langOption.Name) && atlasFormat.Of(c) != "html" {
		return cli.UsageError("--%s is for --format html", langOption.Name)
	}
	var out bytes.Buffer
	switch atlasFormat.Of(c) {
	case "json":
		err = reports.AtlasJSON(&out, entries, duels)
	case "csv":
		err = reports.AtlasCSV(&out, entries)
	case "md":
		err = reports.AtlasMarkdown(&out, entries, duels)
	case "html":
		err = reports.AtlasHTML(&out, entries, duels, langOption.Of(c))
	default:
		screen := cli.ScreenOf(c, file.Standard())
		err = reports.AtlasText(&out, entries, duels, reports.TextOptions{Width: screen.Width, Style: screen.Style})
	}
	if err != nil {
		return err
	}
	return file.Save(c.App.Writer, out.Bytes())
}

func atlasShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show the line of a row, its proof, and how to prove it again",
		UsageText: "halma-solve atlas show ID [options]",
		Flags:     append(cli.ReportFlags(cli.Format), cli.Flags(certificateOption)...),
		Action:    atlasShow,
	}
}

func atlasShow(c *cli.Context) error {
	id, err := cli.OneArgument(c, "an ID of the atlas")
	if err != nil {
		return err
	}
	var t task
	if t.report, err = cli.ReportOf(c); err != nil {
		return err
	}
	if t.certificate, err = cli.WritableFile(c, certificateOption); err != nil {
		return err
	}
	for _, d := range atlas.Duels() {
		if d.ID() == id {
			return t.showDuel(c, d)
		}
	}
	e := atlas.Named(id)
	if e == nil {
		return cli.UsageError("there is no %q in the atlas%s; \"halma-solve atlas --format csv\" lists the IDs", cli.Clip(id), cli.DidYouMean(id, atlasIDs()))
	}
	p, err := e.Puzzle()
	if err != nil {
		return err
	}
	answers := known.New(nil)
	r := solver.Recall(p, answers)
	if r.Lower != e.Lower || r.Upper != e.Upper {
		return fmt.Errorf("the atlas says %s for %s, and %d to %d are left when it is checked", e.Length(), id, r.Lower, r.Upper)
	}
	t.source = known.Source(answers.Behind(r))
	text, err := t.render(r)
	if err != nil {
		return err
	}
	if !t.report.JSON {
		text = append(text, provenance(e)...)
	}
	if err := t.report.File.Save(c.App.Writer, text); err != nil || !certificateOption.IsSet(c) {
		return err
	}
	return writeCertificate(c, r, t.certificate)
}

// provenance says what made an entry and what makes it again.
func provenance(e *atlas.Entry) string {
	var out strings.Builder
	out.WriteByte('\n')
	if e.Command != "" {
		spent := ""
		if e.Seconds > 0 {
			spent = fmt.Sprintf(", %.2f s of processor time", e.Seconds)
		}
		fmt.Fprintf(&out, "Made   %s, %s%s: %s\n", e.Date, e.Program, spent, e.Command)
	}
	fmt.Fprintf(&out, "Again  %s\n", e.Again())
	return out.String()
}

// showDuel writes what is known of a game for two players.
func (t task) showDuel(c *cli.Context, d *atlas.Duel) error {
	var out bytes.Buffer
	if t.report.JSON {
		if err := reports.AtlasJSON(&out, nil, []*atlas.Duel{d}); err != nil {
			return err
		}
	} else {
		checked := "not checked a second time"
		if d.Checked {
			checked = "all checked by rules written apart"
		}
		fmt.Fprintf(&out, "%s %d, %d men each, rules %s: %s with perfect play\n", d.Board, d.Size, d.Men, d.Rules, d.Result())
		fmt.Fprintf(&out, "%s positions (%s): %s won, %s lost, %s drawn, %s illegal\n\n", humanize.Comma(d.Positions), checked,
			humanize.Comma(d.Won), humanize.Comma(d.Lost), humanize.Comma(d.Drawn), humanize.Comma(d.Illegal))
		fmt.Fprintf(&out, "Made   %s, %s, %.2f s of processor time\nAgain  %s\n", d.Date, d.Program, d.Seconds, d.Command())
	}
	return t.report.File.Save(c.App.Writer, out.Bytes())
}

func atlasIDs() (ids []string) {
	for _, e := range atlas.Entries() {
		ids = append(ids, e.ID())
	}
	return ids
}
