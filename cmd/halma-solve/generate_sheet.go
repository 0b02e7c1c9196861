package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// sheetFlags say what a page to print looks like.
func sheetFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "sheet", Category: reportCategory, EnvVars: env("sheet"),
			Usage: "`FILE`also write a page to print to FILE, beside any other format", DefaultText: "none",
		},
		&cli.StringFlag{
			Name: "title", Category: reportCategory,
			Usage: "`TEXT`heading of the page", DefaultText: "the number of puzzles",
		},
		&cli.StringFlag{
			Name: "columns", Category: reportCategory,
			Usage: "`N`puzzles beside each other on the page, 1 to 4", DefaultText: "by the size of the board",
		},
	}
}

// sheetOptionsOf reads sheetFlags but for --sheet. asked says that there is a
// page at all.
func sheetOptionsOf(c *cli.Context, asked bool) (o reports.SheetOptions, err error) {
	if name := anySet(c, []string{"title", "columns"}); name != "" && !asked {
		return o, usageError("--%s is for the page to print: --format html, or --sheet FILE", name)
	}
	o.Title = c.String("title")
	err = parseFlag(c, "columns", func(value string) (err error) {
		o.Columns, err = wholeNumber(value, 1, reports.MaxSheetColumns)
		return err
	})
	return o, err
}

// puzzleSheet collects puzzles for a page, which is written in the end.
type puzzleSheet struct {
	to      outputFile
	stdout  io.Writer
	options reports.SheetOptions
	list    []reports.SheetPuzzle
}

func (s *puzzleSheet) put(p *generate.Puzzle) error {
	if len(s.list) == reports.MaxSheet {
		return usageError("a page to print has at most %d puzzles; choose with --count or --filter", reports.MaxSheet)
	}
	level := generate.Level(p.Difficulty)
	s.list = append(s.list, reports.SheetPuzzle{
		Puzzle: p.Task, Line: p.Line, Name: generate.ID(p.Kind, p.Task), Goal: goalInWords(p),
		Level: level, Grade: 1 + slices.Index([]string{"easy", "medium", "hard"}, level),
		Notes: []string{fmt.Sprintf("difficulty %.1f", p.Difficulty), linesInWords(p)},
	})
	return nil
}

// close writes the page. Without puzzles there is none.
func (s *puzzleSheet) close() error {
	if len(s.list) == 0 {
		return nil
	}
	var out strings.Builder
	if err := reports.Sheet(&out, s.list, s.options); err != nil {
		return err
	}
	return s.to.save(s.stdout, []byte(out.String()))
}

// sheetFileOf reads --sheet, beside an output.
func sheetFileOf(c *cli.Context, format string, beside outputFile) (to outputFile, asked bool, err error) {
	path := c.String("sheet")
	switch {
	case path == "" && !fromCommandLine("sheet"):
		return to, false, nil
	case format == "html":
		return to, false, usageError("--sheet is for a page beside another format; with --format html the page goes to --output")
	case path == "-":
		return to, false, usageError("--sheet needs the name of a file; --format html writes the page to standard output")
	}
	if to, err = outputOf(c, "sheet"); err != nil {
		return to, false, err
	}
	if !beside.standard() && samePath(to.path, beside.path) {
		return to, false, usageError("--sheet and --output name the same file")
	}
	return to, true, notBatch("sheet", to)
}

func (s *puzzleSheet) drop() {}

func samePath(a, b string) bool {
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	return errors.Join(errX, errY) == nil && x == y
}
