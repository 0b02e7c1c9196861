package main

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/urfave/cli/v2"

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
      buttons, keys and a slider; several results share a page
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
		ArgsUsage: examples(`halma-solve report star.json --output star.html
halma-solve highscore --format json | halma-solve report - > star.html
halma-solve report star.json solo.json cross.json -o puzzles.html
halma-solve report star.json --format svg --move 31 -o end.svg
halma-solve report star.json --format md --image strip.svg
halma-solve report small.json --check --time 1m -o small.html`),
		Flags: append([]cli.Flag{
			&cli.StringFlag{
				Name: "format", Category: reportCategory, Value: "html",
				Usage: "`FORM`form of the report: html, svg or md",
			},
			outputFlag(),
			&cli.StringFlag{
				Name: "move", Category: reportCategory, DefaultText: "none",
				Usage: "`N`the position after N moves, 0 is the start: alone in svg and md; a page opens there",
			},
			&cli.StringFlag{
				Name: "diagrams", Category: reportCategory, DefaultText: "all in svg, key in md",
				Usage: "`WHICH`positions in svg and md: key (start, middle, end) or all; none in md",
			},
			&cli.StringFlag{
				Name: "columns", Category: reportCategory, DefaultText: "by the shape of the board",
				Usage: "`N`boards in a row of an svg strip",
			},
			&cli.StringFlag{
				Name: "image", Category: reportCategory, DefaultText: "none",
				Usage: "`FILE`path or address of a picture that md links in the place of diagrams",
			},
			&cli.StringFlag{
				Name: "title", Category: reportCategory, DefaultText: "the name of the puzzle",
				Usage: "`TEXT`heading of the report",
			},
			&cli.StringFlag{
				Name: "theme", Category: reportCategory, EnvVars: env("theme"), Value: "auto",
				Usage: "`THEME`colours of html and svg: auto (as the reader's system is set), light or dark",
			},
		}, claimFlags()...),
		Action: report,
	}
}

// formats are the forms of a report, with the flags that only some of them know.
var formats = map[string][]string{
	"html": {"theme"},
	"svg":  {"diagrams", "columns", "theme"},
	"md":   {"diagrams", "image"},
}

func report(c *cli.Context) (err error) {
	if c.NArg() == 0 {
		return usageError(`report needs a result, or - for standard input; see "halma-solve help report"`)
	}
	format, err := formatOf(c)
	if err != nil {
		return err
	}
	file, err := outputOf(c, "output")
	if err != nil {
		return err
	}
	claims, err := claimsOf(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, claims.done()) }()
	results, err := readResults(claims, c.Args().Slice())
	if err != nil {
		return err
	}
	if len(results) > 1 && (format == "svg" || c.IsSet("image")) {
		return usageError("a picture shows one result, here are %d", len(results))
	}
	move, err := moveOf(c, format, results)
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
		err = writePage(c, &out, results, move)
	}
	if err != nil {
		return err
	}
	return file.save(c.App.Writer, out.Bytes())
}

// formatOf reads --format and refuses flags that the form does not know.
func formatOf(c *cli.Context) (string, error) {
	format := c.String("format")
	known, ok := formats[format]
	if !ok {
		words := choicesOf("report", "format")
		return "", usageError("--format: unknown form %q (html, svg or md)%s", clip(format), didYouMean(format, words))
	}
	for _, flag := range []string{"diagrams", "columns", "image", "theme"} {
		if fromCommandLine(flag) && !slices.Contains(known, flag) {
			return "", usageError("--%s is not for --format %s", flag, format)
		}
	}
	return format, nil
}

// moveOf reads --move. A page takes a position that some line has and opens
// shorter ones at their end; the other forms take one that every line has. The
// answer is nil without the flag.
func moveOf(c *cli.Context, format string, results []*solver.Result) (*int, error) {
	if !c.IsSet("move") {
		return nil, nil
	}
	if fromCommandLine("diagrams") {
		return nil, usageError("--move shows one position, --diagrams several; give one of the two")
	}
	limit, which := len(results[0].Line), "shortest"
	for _, r := range results[1:] {
		limit = min(limit, len(r.Line))
	}
	if format == "html" {
		which = "longest"
		for _, r := range results {
			limit = max(limit, len(r.Line))
		}
	}
	n, err := wholeNumber(c.String("move"), 0, limit)
	if err != nil {
		return nil, usageError("--move: %v, as the %s solution here has", err, which)
	}
	return &n, nil
}

// readResults reads the files and has their lines replayed.
func readResults(k *claims, paths []string) ([]*solver.Result, error) {
	var results []*solver.Result
	for i, path := range paths {
		if path == "-" && slices.Contains(paths[:i], "-") {
			return nil, usageError("standard input (-) can be read once only")
		}
		name, text, err := readInput(path)
		if err != nil {
			return nil, err
		}
		r, err := k.readResult(name, text)
		if err != nil {
			return nil, err
		}
		if err := reports.Drawable(r); err != nil {
			return nil, inputError(name, err)
		}
		results = append(results, r)
	}
	return results, k.fits()
}

func writePage(c *cli.Context, out *bytes.Buffer, results []*solver.Result, move *int) error {
	o := reports.HTMLOptions{Title: c.String("title")}
	if move != nil {
		o.Move = *move
	}
	err := parseFlag(c, "theme", func(value string) (err error) {
		o.Theme, err = reports.ParseTheme(value)
		return err
	})
	if err != nil {
		return err
	}
	return reports.HTML(out, results, o)
}

func writeSVG(c *cli.Context, out *bytes.Buffer, r *solver.Result, move *int) error {
	o := reports.SVGOptions{Title: c.String("title"), Move: move}
	err := parseFlag(c, "theme", func(value string) (err error) {
		o.Theme, err = reports.ParseTheme(value)
		return err
	})
	if err != nil {
		return err
	}
	if c.IsSet("diagrams") {
		if o.Diagrams = reports.Diagrams(c.String("diagrams")); o.Diagrams != reports.KeyDiagrams && o.Diagrams != reports.AllDiagrams {
			return usageError("--diagrams: unknown diagrams %q (key or all in a picture)", clip(c.String("diagrams")))
		}
	}
	if c.IsSet("columns") {
		if move != nil {
			return usageError("--columns is for strips, --move shows one position; give one of the two")
		}
		if o.Columns, err = wholeNumber(c.String("columns"), 1, reports.MaxDrawnMoves+1); err != nil {
			return usageError("--columns: %v", err)
		}
	}
	return reports.SVG(out, r, o)
}

func writeMarkdown(c *cli.Context, out *bytes.Buffer, results []*solver.Result, move *int) error {
	o := reports.MarkdownOptions{Title: c.String("title"), Image: c.String("image"), Move: move}
	if c.IsSet("diagrams") {
		var err error
		if o.Diagrams, err = reports.ParseDiagrams(c.String("diagrams")); err != nil {
			return flagError(c, "diagrams", err)
		}
	}
	if c.IsSet("image") {
		switch {
		case o.Image == "":
			return usageError("--image: the name of a picture is needed")
		case move != nil || c.IsSet("diagrams"):
			return usageError("--image stands in the place of diagrams; --move and --diagrams are for those")
		}
	}
	return reports.Markdown(out, results, o)
}
