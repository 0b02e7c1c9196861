package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// checkTime is how long --check may search for each result unless the user says
// otherwise.
const checkTime = 10 * time.Second

const claimCategory = "Bounds of a result"

// claimFlags say what the bounds in a file from outside are held against.
func claimFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.BoolFlag{
			Name: "check", Category: claimCategory,
			Usage: "prove here what a result claims, by a search within --time",
		},
		&cli.StringFlag{
			Name: "time", Category: claimCategory, EnvVars: env("time"),
			Usage: "`LIMIT`how long --check searches for each result, with a unit: 30s, 2m", DefaultText: "10s",
		},
		&cli.StringFlag{
			Name: "certificate", Category: claimCategory, TakesFile: true,
			Usage: "`FILE`certificate of the result, whose argument is checked", DefaultText: "none",
		},
		quietFlag(),
		storeFlag("`DIR`directory of the store of proven results, or none"),
	}, machineFlags()...)
}

// claimsHelp explains claimFlags in the help of a command.
const claimsHelp = `Bounds in a file are the word of whoever made it and are called claimed unless
the store has proven them. --certificate FILE checks the argument of a proof but
not its layers. --check searches for a proof here and now.`

// claims are the results from outside of one call, with what they are held against.
type claims struct {
	cli     *cli.Context
	store   *cache.Store             // may be nil
	proof   *certificate.Certificate // nil for none
	finding *certificate.Finding     // what its argument leads to
	path    string                   // of the certificate
	used    bool                     // it is of one of the results
	check   bool
	limits  solver.Options
	stopped string // the limit that ended a search of --check
}

// claimsOf reads claimFlags, checks the certificate and opens the store.
func claimsOf(c *cli.Context) (_ *claims, err error) {
	k := &claims{cli: c, check: c.Bool("check")}
	if k.limits, err = machineOf(c); err != nil {
		return nil, err
	}
	if fromCommandLine("time") && !k.check {
		return nil, usageError("--time is for --check")
	}
	if k.limits.Time, err = duelTimeOf(c, checkTime); err != nil {
		return nil, err
	}
	switch k.path = c.String("certificate"); {
	case k.path != "":
		if k.proof, err = readCertificate(k.path); err != nil {
			return nil, err
		}
		if k.finding, err = k.proof.Check(); err != nil {
			return nil, certificateError(k.path, err)
		}
	case c.IsSet("certificate"):
		return nil, flagError(c, "certificate", errors.New("the name of a file is needed"))
	}
	k.store, err = consultStore(c)
	return k, err
}

// certificateError gives an error of a certificate its exit code.
func certificateError(path string, err error) error {
	if errors.Is(err, certificate.ErrWrong) || errors.Is(err, certificate.ErrText) {
		return &exit{exitNo, fmt.Sprintf("%s: %v", path, err)}
	}
	return err
}

// settle holds what a result claims against the store and the certificate, and
// has it proven if that is asked for.
func (k *claims) settle(name string, r *solver.Result) error {
	var records solver.Store
	if k.store != nil {
		records = solver.NewRecords(k.store)
		if err := r.Learn(solver.Recall(r.Puzzle, records), solver.FromStore); err != nil {
			return claimError(name, err)
		}
	}
	if k.proof != nil && k.finding.Puzzle.Fingerprint() == r.Puzzle.Fingerprint() {
		k.used = true
		upper := solver.NoUpper
		if k.proof.Upper != nil {
			upper = *k.proof.Upper
		}
		if err := r.Attach(k.finding.Lower, upper, k.finding.Impossible, argumentOnly); err != nil {
			return claimError(name, err)
		}
	}
	if !k.check || !r.Unproven() || k.stopped == "interrupt" {
		return nil
	}
	return k.prove(name, r, records)
}

// argumentOnly is how far a certificate is checked here.
const argumentOnly = "argument only"

// prove searches for a proof of what a result claims.
func (k *claims) prove(name string, r *solver.Result, records solver.Store) error {
	show := newProgress(os.Stderr, k.limits.Time, k.cli.Bool("quiet"))
	defer show.done()
	o := k.limits
	o.Store, o.Progress = records, show.event
	ctx, stop := interruptible(k.cli.Context, show)
	defer stop()
	stopped, err := solver.CheckClaim(ctx, r, o)
	if r.Unproven() && err == nil {
		k.stopped = stopped
	}
	return claimError(name, err)
}

// claimError gives an error about a claim its exit code.
func claimError(name string, err error) error {
	if errors.Is(err, solver.ErrClaim) {
		return &exit{exitNo, fmt.Sprintf("%s: %v", name, err)}
	}
	return err
}

// done closes the store. It returns the error that has the exit code of the
// command, whose report is written: a certificate that was of no use, or a search
// that was stopped.
func (k *claims) done() error {
	if k.store != nil {
		if err := k.store.Close(); err != nil {
			return err
		}
		k.store = nil
	}
	switch {
	case k.stopped == "interrupt":
		return &exit{code: exitInterrupted}
	case k.stopped != "":
		return &exit{exitLimit, "--check was stopped by a limit; what is not proven is called claimed"}
	}
	return nil
}

// fits makes sure that the certificate was of one of the results.
func (k *claims) fits() error {
	if k.proof != nil && !k.used {
		return usageError("--certificate: %s is of another puzzle, %s", k.path, k.finding.Puzzle)
	}
	return nil
}

// readResult reads a result from a file, has its line replayed and its bounds held
// against what is known.
func (k *claims) readResult(name string, text []byte) (*solver.Result, error) {
	r, err := reports.ParseJSON(text)
	if err != nil {
		return nil, inputError(name, err)
	}
	if err := replay(name, r); err != nil {
		return nil, err
	}
	return r, k.settle(name, r)
}
