package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// takenFile has puzzles that are taken instead of new ones.
var takenFile = cli.File("input", cli.BatchCategory, "`FILE`make no puzzles but take those of FILE, JSON Lines from this command; - is standard input", "none").CommandLineOnly()

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
	if name := cli.FirstGiven(c, madeFlags...); name != "" {
		return cli.UsageError("--%s is about puzzles to be made, with --input there are none; --filter and --count choose among those of the file", name)
	}
	count, filter := batchCount.Of(c), filterOption.Of(c)
	if count == 0 {
		count = -1 // all
	}
	path, name := takenFile.Of(c), "standard input"
	in := io.Reader(os.Stdin)
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return cli.IOError("cannot read %s: %v", path, cli.Cause(err))
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
			return cli.InputError(name, &positions.SyntaxError{Line: n, Column: 1, Msg: err.Error()})
		}
		if filter != nil {
			keeps, err := filter.Keeps(p)
			if err != nil {
				return cli.UsageError("--filter: %v", err)
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
		return cli.InputError(name, longLine(n+1))
	case err != nil:
		return cli.IOError("cannot read %s: %v", name, cli.Cause(err))
	case n == 0:
		return cli.InputError(name, errors.New("there is nothing in it"))
	}
	return nil
}
