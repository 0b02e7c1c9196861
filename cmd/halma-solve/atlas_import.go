package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

func atlasImportCommand() *cli.Command {
	return &cli.Command{
		Name:  "import",
		Usage: "take a better line or a certificate into the store",
		Description: `FILE is a result, a certificate or another file of this program with lines; - is
standard input. A line is replayed and taken if it is shorter than the best one
that is known. The bound of a certificate is taken only if all its layers could
be made again within --time; else it stays the word of whoever made it.

Exit codes:
   0  what is better was taken; or nothing is
   2  wrong usage
   3  bad input file; line and column are named
   4  the store or a file failed
  10  a line or a certificate is not valid, or contradicts what is proven
  12  --time came before the bound of a certificate was proven
 130  interrupted
`,
		UsageText: "halma-solve atlas import FILE|- [options]",
		Flags: cli.Flags(cli.Time.With("how long to make the layers of a certificate again, with a unit: 30s, 2m", "1m"),
			cli.Store.With("directory of the store", "")),
		Action: atlasImport,
	}
}

// recheckTime is how long the layers of a certificate are made again unless the user
// says otherwise.
const recheckTime = time.Minute

func atlasImport(c *cli.Context) (err error) {
	path, err := cli.OneArgument(c, "one file, or - for standard input")
	if err != nil {
		return err
	}
	dir, err := cli.StoreDir(c)
	if err != nil {
		return err
	}
	if dir == "" {
		return cli.Refuse(c, "cache", errors.New("with none there is no store to take anything"))
	}
	name, text, err := readInput(c, path)
	if err != nil {
		return err
	}
	list, err := readOwn("atlas import", name, text)
	if err != nil {
		return err
	}
	for _, r := range list {
		if err := replay(name, r); err != nil {
			return err
		}
	}
	store, err := openStore(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	answers := answersFrom(store)
	for _, r := range list {
		if err := takeLine(c, name, r, answers); err != nil {
			return err
		}
	}
	if !isCertificate(text) {
		return nil
	}
	return takeBound(c, name, text, answers)
}

// takeLine takes the line of a result if it is shorter than what is known.
func takeLine(c *cli.Context, name string, r *solver.Result, known solver.Store) error {
	p := r.Puzzle
	before, is, err := shorter(name, r, known)
	switch {
	case err != nil || r.Line == nil:
		return err
	case !is:
		fmt.Fprintf(c.App.Writer, "%s: the line of %d %s is not shorter than the one of %d that is known\n", p, r.Upper, p.Unit(), before.Upper)
		return nil
	}
	rec := solver.Record{Lower: r.Lower, Proof: r.Proof, Line: r.Line, Cost: r.Moves, Other: r.Hops}
	if p.Count.EachHop() {
		rec.Cost, rec.Other = rec.Other, rec.Cost
	}
	if err := known.Put(p.Fingerprint(), rec); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: a line of %d %s taken\n", p, r.Upper, p.Unit())
	return nil
}

// shorter returns what is known of the puzzle of a result, and whether the line of the
// result, which was replayed, is shorter than any known. It is an error if a proof says
// that there is no such line.
func shorter(name string, r *solver.Result, known solver.Store) (before *solver.Result, is bool, err error) {
	before = solver.Recall(r.Puzzle, known)
	switch {
	case r.Line == nil:
		return before, false, nil
	case before.Status == solver.Impossible || r.Upper < before.Lower:
		return nil, false, cli.Stop(cli.ExitNo, fmt.Sprintf("%s: a line of %d %s is legal, but a proof says that there is none; please report it", name, r.Upper, r.Puzzle.Unit()))
	}
	return before, before.Upper == solver.NoUpper || r.Upper < before.Upper, nil
}

// takeBound takes the bound of a certificate if it is better than what is known and
// all of it can be made again.
func takeBound(c *cli.Context, name string, text []byte, known solver.Store) error {
	made, finding, err := derivedAgain(name, text)
	if err != nil {
		return err
	}
	p := finding.Puzzle
	before := solver.Recall(p, known)
	if before.Status == solver.Impossible || !finding.Impossible && finding.Lower <= before.Lower {
		fmt.Fprintf(c.App.Writer, "%s: at least %d %s is known\n", p, before.Lower, p.Unit())
		return nil
	}
	limit := cli.Time.Of(c)
	if limit == 0 {
		limit = recheckTime
	}
	ctx, stop := cli.Interruptible(c.Context, nil)
	defer stop()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	switch extent, err := made.Recheck(limited, 0, func(certificate.Recomputed) {}); {
	case ctx.Err() != nil:
		return cli.Stop(cli.ExitInterrupted, "interrupted; the bound is not taken")
	case limited.Err() != nil || err == nil && extent != certificate.Verified:
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s: not all layers could be made again within %s, so the bound is not taken", name, duration(limit)))
	case err != nil:
		return certificateError(name, err)
	}
	rec := solver.Record{Lower: finding.Lower, Impossible: finding.Impossible, Steps: made.Steps, Proof: "a certificate, all of which was made again"}
	if err := known.Put(p.Fingerprint(), rec); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: at least %d %s, taken\n", p, finding.Lower, p.Unit())
	return nil
}
