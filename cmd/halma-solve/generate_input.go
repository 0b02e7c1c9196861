package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/generate"
)

func inputFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "input", Category: batchCategory,
		Usage:       "`FILE`make no puzzles but take those of FILE, JSON Lines from this command; - is standard input",
		DefaultText: "none",
	}
}

// madeFlags choose what is made; with --input nothing is.
var madeFlags = []string{
	"kind", "board", "size", "men", "rules", "jumps", "to", "min-moves", "max-moves", "unique", "difficulty",
	"symmetric", "mask", "start", "exhaustive", "seed", "effort", "workers", "cache",
}

// longestRecord is the greatest length, in bytes, of a line of a file of puzzles.
const longestRecord = 1 << 20

// takePuzzles hands the puzzles of --input that match --filter, at most --count,
// to a sink.
func takePuzzles(c *cli.Context, ctx context.Context, put func(*generate.Puzzle) error) error {
	if name := anySet(c, madeFlags); name != "" {
		return usageError("--%s is about puzzles to be made, with --input there are none; --filter and --count choose among those of the file", name)
	}
	count := -1
	var filter *generate.Filter
	err := parseFlag(c, "count", func(value string) (err error) { count, err = wholeNumber(value, 1, 1_000_000); return err })
	if err == nil {
		err = parseFlag(c, "filter", func(value string) (err error) { filter, err = filterOf(value); return err })
	}
	if err != nil {
		return err
	}
	path, name := c.String("input"), "standard input"
	in := io.Reader(os.Stdin)
	switch path {
	case "":
		return flagError(c, "input", errors.New("the name of a file is needed"))
	case "-":
	default:
		file, err := os.Open(path)
		if err != nil {
			return ioError("cannot read %s: %v", path, cause(err))
		}
		defer file.Close()
		in, name = file, path
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestRecord)
	n := 0
	for taken := 0; taken != count && lines.Scan(); {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		p, err := generate.ParseRecord(lines.Bytes(), "")
		if err != nil {
			return inputError(name, &positions.SyntaxError{Line: n, Column: 1, Msg: err.Error()})
		}
		if filter != nil {
			keeps, err := filter.Keeps(p)
			if err != nil {
				return usageError("--filter: %v", err)
			}
			if !keeps {
				continue
			}
		}
		taken++
		if err := put(p); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return inputError(name, &positions.SyntaxError{Line: n + 1, Column: 1, Msg: fmt.Sprintf("the line is longer than %s, no puzzle is", reports.Bytes(longestRecord))})
	case err != nil:
		return ioError("cannot read %s: %v", name, cause(err))
	case n == 0:
		return inputError(name, errors.New("there is nothing in it"))
	}
	return nil
}
