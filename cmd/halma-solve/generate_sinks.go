package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// puzzleSink is where puzzles go.
type puzzleSink interface {
	put(*generate.Puzzle) error
	close() error
	drop() // instead of close, if nothing is to be written that is not there yet
}

// The options of outputs.
var (
	batchFormat   = cli.Choice("format", cli.ReportCategory, "`FORM`text, jsonl (one JSON object a line, with the puzzle as a file has it), csv (a row for each) or html (a page to print)", "text", "jsonl", "csv", "html")
	explainOption = cli.Switch("explain", cli.ReportCategory, "say in the text what each difficulty is made of")
)

// generated is what becomes of the puzzles: the output, and perhaps a page
// beside it.
type generated struct {
	format string
	to     cli.Output
	stdout io.Writer
	sheet  *puzzleSheet // nil if no page is asked for
	beside bool         // it is not the output itself
	sinks  []puzzleSink
	grows  bool // the output is a file that grows, of a batch that can be gone on with
}

// generatedOf reads the flags about outputs. Nothing is written yet.
func generatedOf(c *cli.Context) (*generated, error) {
	g := &generated{stdout: c.App.Writer, format: batchFormat.Of(c)}
	var err error
	if g.format != "text" && explainOption.Of(c) {
		return nil, cli.UsageError("--explain is for --format text; jsonl has all features always")
	}
	if g.to, err = cli.OutputOf(c); err != nil {
		return nil, err
	}
	page, beside, err := sheetFileOf(c, g.format, g.to)
	if err != nil {
		return nil, err
	}
	look, err := sheetOptionsOf(c, beside || g.format == "html")
	if err != nil {
		return nil, err
	}
	pdf, err := pdfOf(c)
	if err != nil {
		return nil, err
	}
	if g.format == "html" {
		page = g.to
	}
	if g.beside = beside; beside || g.format == "html" {
		g.sheet = &puzzleSheet{to: page, stdout: g.stdout, context: c.Context, pdf: pdf, options: look}
		g.sinks = append(g.sinks, g.sheet)
	}
	g.grows = g.format == "jsonl" && !g.to.Standard() && !g.to.Direct && !takenFile.IsSet(c)
	if g.grows {
		return g, nil
	}
	if g.format != "html" {
		stream, err := newPuzzleStream(g.to, g.stdout, g.format, explainOption.Of(c))
		if err != nil {
			return nil, err
		}
		g.sinks = append(g.sinks, stream)
	}
	return g, nil
}

// prepare opens the file of a batch that may have been begun already. For a page the lengths
// of the puzzles that are there are proven again: all that is known of them is a file.
func (g *generated) prepare(c *cli.Context, b *generate.Batch) error {
	if g.sheet != nil && b.Count > reports.MaxSheet {
		return cli.UsageError("--count: a page to print has at most %d puzzles", reports.MaxSheet)
	}
	if !g.grows {
		return nil
	}
	file, err := resumePuzzles(g.to.Path, b)
	if err != nil {
		return err
	}
	if g.sheet != nil {
		ctx, stop := cli.Interruptible(c.Context, nil)
		defer stop()
		for _, p := range b.Known[:min(len(b.Known), b.Count)] {
			proven := *p
			err := claimError(g.to.Path, checkLength(ctx, &proven, cli.MachineOf(c)))
			if err == nil {
				err = g.sheet.put(&proven)
			}
			if err != nil {
				return errors.Join(err, file.close())
			}
		}
	}
	g.sinks = append(g.sinks, file)
	return nil
}

func (g *generated) put(p *generate.Puzzle) error {
	for _, s := range g.sinks {
		if err := s.put(p); err != nil {
			return err
		}
	}
	return nil
}

// finish brings all to an end and returns the error of the command, from the
// error of the run.
func (g *generated) finish(err error, b *generate.Batch, t generate.Tally) error {
	var end *cli.Exit
	limited := errors.As(err, &end) && end.Code == cli.ExitLimit // what there is is whole
	if err != nil && !limited && !errors.Is(err, generate.ErrEffort) && !errors.Is(err, context.Canceled) {
		g.drop()
		g.sinks = nil
	}
	for _, s := range g.sinks {
		if closeErr := s.close(); closeErr != nil {
			err = errors.Join(closeErr, err)
		}
	}
	switch {
	case errors.Is(err, generate.ErrEffort):
		return cli.Stop(cli.ExitLimit, effortMessage(b, t))
	case errors.Is(err, generate.ErrOptions):
		return cli.UsageError("%v", err)
	case errors.Is(err, generate.ErrFilter):
		return cli.UsageError("--filter: %v", err)
	case errors.Is(err, context.Canceled) && b == nil:
		return cli.Stop(cli.ExitInterrupted, "")
	case errors.Is(err, context.Canceled):
		return cli.Stop(cli.ExitInterrupted, g.interrupted(b, t))
	case err == nil && b != nil && b.Options.Exhaustive:
		return exhausted(b, t)
	}
	return err
}

// drop ends a command that has failed.
func (g *generated) drop() {
	for _, s := range g.sinks {
		s.drop()
	}
}

// interrupted says what is there after Ctrl-C and whether it can be gone on with.
func (g *generated) interrupted(b *generate.Batch, t generate.Tally) string {
	text := fmt.Sprintf("interrupted; %d of %d puzzles are written", t.Found, b.Count)
	if b.Options.Exhaustive {
		text = fmt.Sprintf("interrupted; %d puzzles are written", t.Found)
	}
	if g.grows {
		return text + "; the same command goes on from there"
	}
	return text + "; only a file of --format jsonl can be gone on with"
}
