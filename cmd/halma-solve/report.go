package main

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

func reportCommand() *cli.Command {
	return &cli.Command{
		Name:     "report",
		Category: "Look",
		Usage:    "make a web page, a picture or Markdown of solutions",
		Description: `RESULT is a file that another command has written with --format json; - is
standard input. Every line is replayed by the independent verifier first; if
one is not valid, nothing is written.

` + claimsHelp + `

html  one page that needs nothing but itself: it steps through the moves with
      buttons, a slider and the keys ← → Home End Space, and can be played;
      several results share a page
svg   a picture: a strip of the start and the position after every move, or
      with --move one position; equal results make equal bytes
md    Markdown: a table of facts, the moves, diagrams or a linked picture

A line of more than 1000 moves or 5000 hops is not drawn.

Exit codes:
   0  the report is written
   2  wrong usage
   3  bad input file; line and column are named
   4  a file or the disk failed
  10  a line is not valid, or what a result or a certificate says is not true
  12  --check was stopped by a limit; the report is written
 130  interrupted; the report is written
`,
		UsageText: "halma-solve report [options] RESULT…|-",
		ArgsUsage: cli.Examples(`halma-solve report star.json --output star.html
halma-solve highscore --format json | halma-solve report - > star.html
halma-solve report star.json solo.json cross.json -o puzzles.html
halma-solve report star.json --format svg --move 31 -o end.svg
halma-solve report star.json --format md --image strip.svg
halma-solve report small.json --check --time 1m -o small.html`),
		Flags: append(cli.Flags(pageFormat, cli.OutFile, cli.Force, moveOption.With("the position after N moves, 0 is the start: alone in svg and md; a page opens there", "none"),
			pageDiagrams, columnsOption, imageOption, titleOption, themeOption, langOption, pdfOption), claimFlags()...),
		Action: report,
	}
}

// The options of this command.
var (
	pageFormat   = cli.Choice("format", cli.ReportCategory, "`FORM`form of the report: html, svg or md", "html", "svg", "md").CommandLineOnly()
	pageDiagrams = func() cli.Option[reports.Diagrams] {
		o := cli.Diagrams
		o.Usage, o.Default, o.Shown = "`WHICH`positions in svg and md: key (start, middle, end) or all; none in md", "", "all in svg, key in md"
		return o.CommandLineOnly()
	}()
	columnsOption = cli.Number("columns", cli.ReportCategory, "`N`boards in a row of an svg strip", "by the shape of the board", 1, reports.MaxDrawnMoves+1).CommandLineOnly()
	imageOption   = cli.Needed(cli.Text("image", cli.ReportCategory, "`FILE`path or address of a picture that md links in the place of diagrams", "none"),
		"the name of a picture is needed").CommandLineOnly()
	titleOption = cli.Text("title", cli.ReportCategory, "`TEXT`heading of the report", "the name of the puzzle").CommandLineOnly()
	themeOption = cli.Choice("theme", cli.ReportCategory, "`THEME`colours of html and svg: auto (as the reader's system is set), light or dark",
		reports.AutoTheme, reports.LightTheme, reports.DarkTheme)
)

// langOption is the language of pages.
var langOption = cli.Choice("lang", cli.ReportCategory, "`LANG`language of the fixed texts of a page: en, de, es, fr, it or nl", reports.Languages()...)

// formats are the forms of a report, with the flags that only some of them know.
var formats = map[string][]string{
	"html": {"theme", "lang", "pdf"},
	"svg":  {"diagrams", "columns", "theme"},
	"md":   {"diagrams", "image"},
}

func report(c *cli.Context) (err error) {
	if c.NArg() == 0 {
		return cli.UsageError(`report needs a result, or - for standard input; see "halma-solve help report"`)
	}
	format, err := formatOf(c)
	if err != nil {
		return err
	}
	file, err := cli.OutputOf(c)
	if err != nil {
		return err
	}
	pdf, err := pdfOf(c)
	if err != nil {
		return err
	}
	files, err := readInputs(c, c.Args().Slice())
	if err != nil {
		return err
	}
	if done, err := reportVerdicts(c, files, format, file); done {
		return err
	}
	claims, err := claimsOf(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, claims.done()) }()
	page := reports.HTMLOptions{Title: titleOption.Of(c), Theme: themeOption.Of(c), Language: langOption.Of(c), Analyses: map[*solver.Result]*solver.Analysis{}}
	results, err := readResults(claims, files, format == "html", &page)
	if err != nil {
		return err
	}
	if len(results) > 1 && (format == "svg" || c.IsSet("image")) {
		return cli.UsageError("a picture shows one result, here are %d", len(results))
	}
	move, err := moveOf(c, format, lengthsOf(results, page))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch format {
	case "svg":
		err = writeSVG(c, &out, results[0], move)
	case "md":
		err = writeMarkdown(c, &out, results, move)
	default:
		if move != nil {
			page.Move = *move
		}
		err = reports.HTML(&out, results, page)
	}
	if err != nil {
		return err
	}
	if err := file.Save(c.App.Writer, out.Bytes()); err != nil {
		return err
	}
	return pdf.save(c.Context, out.Bytes())
}

// formatOf reads --format and refuses flags that the form does not know.
func formatOf(c *cli.Context) (string, error) {
	format := pageFormat.Of(c)
	for _, flag := range []string{"diagrams", "columns", "image", "theme", "lang", "pdf"} {
		if cli.Given(c, flag) && !slices.Contains(formats[format], flag) {
			return "", cli.UsageError("--%s is not for --format %s", flag, format)
		}
	}
	return format, nil
}

// moveOf reads --move. A page takes a position that some line has and opens
// shorter ones at their end; the other forms take one that every line has. The
// answer is nil without the flag.
func moveOf(c *cli.Context, format string, lengths []int) (*int, error) {
	if !c.IsSet("move") {
		return nil, nil
	}
	if cli.Given(c, "diagrams") {
		return nil, cli.UsageError("--move shows one position, --diagrams several; give one of the two")
	}
	limit, which := slices.Min(lengths), "shortest"
	if format == "html" {
		limit, which = slices.Max(lengths), "longest"
	}
	n, err := cli.WholeNumber(c.String("move"), 0, limit)
	if err != nil {
		return nil, cli.UsageError("--move: %v, as the %s solution here has", err, which)
	}
	return &n, nil
}

// lengthsOf are the numbers of moves that can be stepped through.
func lengthsOf(results []*solver.Result, page reports.HTMLOptions) (lengths []int) {
	for _, r := range results {
		lengths = append(lengths, len(r.Line))
	}
	for _, d := range page.Duels {
		lengths = append(lengths, len(d.Line))
	}
	for _, d := range page.Contests {
		lengths = append(lengths, len(d.Line))
	}
	for _, d := range page.Chances {
		lengths = append(lengths, len(d.Line))
	}
	return lengths
}

// reportVerdicts makes the page of a list of verdicts, if the files are one.
func reportVerdicts(c *cli.Context, files []inputFile, format string, to cli.Output) (done bool, err error) {
	flag := cli.FirstGiven(c, pdfOption.Name, moveOption.Name, claimCheck.Name, claimCertificate.Name)
	switch {
	case !slices.ContainsFunc(files, func(f inputFile) bool { return cli.KindOf(f.text) == "verdict" }):
		return false, nil
	case len(files) > 1:
		return true, cli.UsageError("verdicts have a page of their own: give one file at a time")
	case format != "html":
		return true, cli.UsageError("%s is a list of verdicts, of which there are pages only: --format html", files[0].name)
	case flag != "":
		return true, cli.UsageError("--%s is for results, %s is a list of verdicts", flag, files[0].name)
	}
	page, err := reports.ParseVerdicts(files[0].text)
	if err != nil {
		return true, cli.InputError(files[0].name, err)
	}
	var out bytes.Buffer
	if err := page.HTML(&out, reports.HTMLOptions{Title: titleOption.Of(c), Theme: themeOption.Of(c), Language: langOption.Of(c)}); err != nil {
		return true, err
	}
	return true, to.Save(c.App.Writer, out.Bytes())
}

// inputFile is a file that has been read.
type inputFile struct {
	name string // for messages
	text []byte
}

func readInputs(c *cli.Context, paths []string) (files []inputFile, err error) {
	for i, path := range paths {
		if path == "-" && slices.Contains(paths[:i], "-") {
			return nil, cli.UsageError("standard input (-) can be read once only")
		}
		var f inputFile
		if f.name, f.text, err = readInput(c, path); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// readResults reads the results in files and has their lines replayed. With whole,
// analyses and two-player results are kept as what they are, for a page.
func readResults(k *claims, files []inputFile, whole bool, page *reports.HTMLOptions) ([]*solver.Result, error) {
	var results []*solver.Result
	for _, f := range files {
		if kind := ownKindOf(f.text); whole && kind != nil && kind.schema == "analysis" {
			a, err := reports.ParseAnalysis(f.text)
			if err != nil {
				return nil, cli.InputError(f.name, err)
			}
			r := reports.ResultOf(a)
			results, page.Analyses[r] = append(results, r), a
			continue
		}
		if isPlayed(f.text) {
			if !whole {
				return nil, cli.UsageError("%s is %s, of which there are pages only: --format html", f.name, cli.Kinds[cli.KindOf(f.text)])
			}
			p, err := readPlayed(f.name, f.text)
			if err != nil {
				return nil, err
			}
			p.on(page)
			continue
		}
		list, err := k.read(f.name, f.text)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if err := reports.Drawable(r); err != nil {
				return nil, cli.InputError(f.name, err)
			}
		}
		results = append(results, list...)
	}
	return results, k.fits()
}

func writeSVG(c *cli.Context, out *bytes.Buffer, r *solver.Result, move *int) error {
	o := reports.SVGOptions{Title: titleOption.Of(c), Theme: themeOption.Of(c), Diagrams: pageDiagrams.Of(c), Columns: columnsOption.Of(c), Move: move}
	switch {
	case o.Diagrams == reports.NoDiagrams:
		return cli.UsageError("--diagrams: unknown diagrams %q (key or all in a picture)", o.Diagrams)
	case o.Columns > 0 && move != nil:
		return cli.UsageError("--columns is for strips, --move shows one position; give one of the two")
	}
	return reports.SVG(out, r, o)
}

func writeMarkdown(c *cli.Context, out *bytes.Buffer, results []*solver.Result, move *int) error {
	o := reports.MarkdownOptions{Title: titleOption.Of(c), Image: imageOption.Of(c), Diagrams: pageDiagrams.Of(c), Move: move}
	if o.Image != "" && (move != nil || o.Diagrams != "") {
		return cli.UsageError("--image stands in the place of diagrams; --move and --diagrams are for those")
	}
	return reports.Markdown(out, results, o)
}
