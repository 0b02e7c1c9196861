package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// takenFile has puzzles that are taken instead of new ones.
var takenFile = fileList("input", cli.BatchCategory, "`FILE`make no puzzles but take those of FILE, JSON Lines from this command; may be given several times, or with commas, and more files may stand behind the options; - is standard input")

// madeFlags choose what is made; with --input nothing is.
var madeFlags = []string{
	"kind", "board", "size", "men", "rules", "jumps", "to", "min-moves", "max-moves", "unique", "difficulty",
	"symmetric", "mask", "start", "exhaustive", "seed", "effort", "workers", "cache",
}

// longestRecord is the greatest length, in bytes, of a line of a file of puzzles.
const longestRecord = 1 << 20

// takenCheck has their lengths proven.
var takenCheck = cli.Switch("check", cli.BatchCategory, "prove that no line of the puzzles of --input is shorter, within "+checkTime.String()+" for each").CommandLineOnly()

// takePuzzles hands the puzzles of --input that match --filter, at most --count,
// to a sink. Their lengths are claims until they are checked.
func takePuzzles(c *cli.Context, ctx context.Context, put func(*generate.Puzzle) error) error {
	unproven := 0
	if name := cli.FirstGiven(c, madeFlags...); name != "" {
		return cli.UsageError("--%s is about puzzles to be made, with --input there are none; --filter and --count choose among those of the file", name)
	}
	count, filter := batchCount.Of(c), filterOption.Of(c)
	if count == 0 {
		count = -1 // all
	}
	taken := 0
	book := bookOf(c, put)
	err := eachOfFiles(c, func(place string, p *generate.Puzzle) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if filter != nil {
			keeps, err := filter.Keeps(p)
			if err != nil {
				return cli.UsageError("--filter: %v", err)
			}
			if !keeps {
				return nil
			}
		}
		if !book.wants(p) {
			return nil
		}
		taken++
		p.Claimed, p.Taken = true, true
		if takenCheck.Of(c) {
			if err := checkLength(ctx, p, cli.MachineOf(c)); err != nil {
				return claimError(place, err)
			}
		}
		if p.Claimed {
			unproven++
		}
		if err := book.take(p); err != nil || taken != count {
			return err
		}
		return errEnough
	})
	if err == nil {
		err = book.end()
	}
	if err != nil {
		return err
	}
	if takenCheck.Of(c) && unproven > 0 {
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("--check could not prove %d of the puzzles in time; they are called claimed", unproven))
	}
	return nil
}

// errEnough ends the reading of a file of which no more is wanted.
var errEnough = errors.New("enough puzzles")

// eachTaken hands the puzzles of a file, - for standard input, to f, with their
// places in words.
func eachTaken(path string, f func(place string, p *generate.Puzzle) error) error {
	in, name, err := openInput(path)
	if err != nil {
		return err
	}
	defer in.Close()
	return eachRecord(name, in, func(line int, p *generate.Puzzle) error {
		return f(fmt.Sprintf("%s: line %d", name, line), p)
	})
}

// eachRecord hands the puzzles of a batch to f, with the number of their line.
func eachRecord(name string, in io.Reader, f func(line int, p *generate.Puzzle) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestRecord)
	n := 0
	for lines.Scan() {
		n++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		p, err := generate.ParseRecord(lines.Bytes(), "")
		if err != nil {
			return cli.InputError(name, &positions.SyntaxError{Line: n, Column: 1, Msg: err.Error()})
		}
		if err := f(n, p); err != nil {
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

// checkLength searches for a shorter line than that of p. It is no claim any more
// if there is none.
func checkLength(ctx context.Context, p *generate.Puzzle, o solver.Options) error {
	n := p.Task.Cost(p.Line)
	r := (&solver.Result{Puzzle: p.Task, Status: solver.Optimal, Lower: n, Upper: n, Line: p.Line, Moves: len(p.Line), Hops: p.Line.Hops()}).AsClaim()
	o.Time = checkTime
	if _, err := solver.CheckClaim(ctx, r, o); err != nil {
		return err
	}
	p.Claimed = r.Unproven()
	return ctx.Err()
}
