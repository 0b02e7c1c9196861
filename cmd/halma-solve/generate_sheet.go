package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// The options of a page to print.
var (
	sheetOption    = cli.NewFile("sheet", cli.ReportCategory, "`FILE`also write a page to print to FILE, beside any other format", "none")
	sheetSolutions = cli.Choice("solutions", cli.ReportCategory, "`FORM`solutions on the page: diagrams (with text) or text", "diagrams", "text").CommandLineOnly()
	sheetTitle     = titleOption.With("heading of the page", "the number of puzzles")
	sheetColumns   = cli.Number("columns", cli.ReportCategory, "`N`puzzles beside each other on the page, 1 to 4", "by the size of the board", 1, reports.MaxSheetColumns).CommandLineOnly()
)

// sheetOptionsOf reads them, but for --sheet. asked says that there is a page at all.
func sheetOptionsOf(c *cli.Context, asked bool) (o reports.SheetOptions, err error) {
	if name := cli.FirstGiven(c, "title", "columns", "lang", sheetSolutions.Name, pdfOption.Name); name != "" && !asked {
		return o, cli.UsageError("--%s is for the page to print: --format html, or --sheet FILE", name)
	}
	return reports.SheetOptions{Title: titleOption.Of(c), Columns: sheetColumns.Of(c), TextOnly: sheetSolutions.Of(c) == "text", Language: langOption.Of(c)}, nil
}

// puzzleSheet collects puzzles for a page, which is written in the end.
type puzzleSheet struct {
	to      cli.Output
	stdout  io.Writer
	context context.Context
	pdf     pdfFile
	options reports.SheetOptions
	list    []reports.SheetPuzzle
}

func (s *puzzleSheet) put(p *generate.Puzzle) error {
	if len(s.list) == reports.MaxSheet {
		return cli.UsageError("a page to print has at most %d puzzles; choose with --count or --filter", reports.MaxSheet)
	}
	level := generate.Level(p.Difficulty)
	s.list = append(s.list, reports.SheetPuzzle{
		Puzzle: p.Task, Line: p.Line, Name: generate.ID(p.Kind, p.Task), Straight: straightGoals(p),
		Level: level, Difficulty: p.Difficulty, Grade: 1 + slices.Index([]string{"easy", "medium", "hard"}, level),
		Lines: p.Lines.String(), MoreLines: p.MoreLines, LineUnique: p.LineUnique, FirstMoves: p.First, Claimed: p.Claimed,
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
	if err := s.to.Save(s.stdout, []byte(out.String())); err != nil {
		return err
	}
	return s.pdf.save(s.context, []byte(out.String()))
}

// sheetFileOf reads --sheet, beside an output.
func sheetFileOf(c *cli.Context, format string, beside cli.Output) (to cli.Output, asked bool, err error) {
	path := sheetOption.Of(c)
	switch {
	case path == "":
		return to, false, nil
	case format == "html":
		return to, false, cli.UsageError("--sheet is for a page beside another format; with --format html the page goes to --output")
	case path == "-":
		return to, false, cli.UsageError("--sheet needs the name of a file; --format html writes the page to standard output")
	}
	if to, err = cli.WritableFile(c, sheetOption); err != nil {
		return to, false, err
	}
	return to, true, nil
}

func (s *puzzleSheet) drop() {}
