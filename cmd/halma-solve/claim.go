package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/known"
)

// checkTime is how long --check may search for each result unless the user says
// otherwise.
const checkTime = 10 * time.Second

const claimCategory = "Bounds of a result"

// The options of claims.
var (
	claimCheck       = cli.Switch("check", claimCategory, "prove here what a result claims, by a search within --time").CommandLineOnly()
	claimCertificate = cli.File("certificate", claimCategory, "`FILE`certificate of the result, whose argument is checked", "none").CommandLineOnly()
)

// claimFlags say what the bounds in a file from outside are held against.
func claimFlags() []cli.Flag {
	return cli.Flags(
		claimCheck, cli.Time.In(claimCategory).With("how long --check searches for each result, with a unit: 30s, 2m", "10s"), claimCertificate,
		cli.Quiet, cli.Store.With("directory of the store of proven results, or none", ""), cli.Memory, cli.Workers,
	)
}

// claimsHelp explains claimFlags in the help of a command.
const claimsHelp = `Bounds in a file are the word of whoever made it and are called claimed unless
the store has proven them. --certificate FILE checks the argument of a proof but
not its layers. --check recomputes those, or searches for a proof here and now.`

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
	k := &claims{cli: c, check: claimCheck.Of(c), limits: cli.MachineOf(c), path: claimCertificate.Of(c)}
	if cli.Given(c, "time") && !k.check {
		return nil, cli.UsageError("--time is for --check")
	}
	if k.limits.Time = cli.Time.Of(c); k.limits.Time == 0 {
		k.limits.Time = checkTime
	}
	if k.path != "" {
		name, text, err := readInput(c, k.path)
		if err == nil {
			err = k.believe(name, text)
		}
		if err != nil {
			return nil, err
		}
	}
	k.store, err = consultStore(c)
	return k, err
}

// derivedAgain reads a certificate and derives its bound again.
func derivedAgain(name string, text []byte) (*certificate.Certificate, *certificate.Finding, error) {
	made, err := certificate.Parse(text)
	if err != nil {
		return nil, nil, cli.InputError(name, err)
	}
	finding, err := made.Check()
	return made, finding, certificateError(name, err)
}

// certificateError gives an error of a certificate its exit code.
func certificateError(path string, err error) error {
	if errors.Is(err, certificate.ErrWrong) || errors.Is(err, certificate.ErrText) {
		return cli.Stop(cli.ExitNo, fmt.Sprintf("%s: %v", path, err))
	}
	return err
}

// settle holds what a result claims against the store and the certificate, and
// has it proven if that is asked for.
func (k *claims) settle(name string, r *solver.Result) error {
	if k.store != nil {
		if err := r.Learn(solver.Recall(r.Puzzle, solver.NewRecords(k.store)), solver.FromStore); err != nil {
			return claimError(name, err)
		}
	}
	answers := answersFrom(k.store)
	if err := r.Learn(solver.Recall(r.Puzzle, answers), known.FromAtlas); err != nil {
		return claimError(name, err)
	}
	if k.proof != nil && k.finding.Puzzle.Fingerprint() == r.Puzzle.Fingerprint() {
		k.used = true
		if err := k.attach(r); err != nil {
			return claimError(name, err)
		}
	}
	if !k.check || !r.Unproven() || k.stopped == solver.StoppedByInterrupt {
		return nil
	}
	return k.prove(name, r, answers)
}

// attach holds what a result claims against the certificate, which --check
// recomputes.
func (k *claims) attach(r *solver.Result) error {
	upper, extent := solver.NoUpper, certificate.ArgumentOnly
	if k.proof.Upper != nil {
		upper = *k.proof.Upper
	}
	if k.check && r.Unproven() {
		ctx, stop := cli.Interruptible(k.cli.Context, nil)
		defer stop()
		limited, cancel := context.WithTimeout(ctx, k.limits.Time)
		defer cancel()
		var err error
		extent, err = k.proof.Recheck(limited, 0, func(certificate.Recomputed) {})
		switch {
		case ctx.Err() != nil:
			k.stopped = "interrupt"
		case err != nil && limited.Err() == nil:
			return certificateError(k.path, err)
		}
	}
	if err := r.Attach(k.finding.Lower, upper, k.finding.Impossible, string(extent)); err != nil {
		return err
	}
	if extent != certificate.Verified {
		return nil
	}
	known := &solver.Result{Lower: k.finding.Lower, Upper: solver.NoUpper, Proof: "its certificate"}
	if k.finding.Impossible {
		known.Status = solver.Impossible
	}
	return r.Learn(known, solver.FromCertificate)
}

// prove searches for a proof of what a result claims.
func (k *claims) prove(name string, r *solver.Result, records solver.Store) error {
	ctx, show, end := cli.Watch(k.cli, k.limits.Time)
	defer end()
	o := k.limits
	o.Store, o.Progress = records, show.Event
	stopped, err := solver.CheckClaim(ctx, r, o)
	if r.Unproven() && err == nil {
		k.stopped = stopped
	}
	return claimError(name, err)
}

// claimError gives an error about a claim its exit code.
func claimError(name string, err error) error {
	if errors.Is(err, solver.ErrClaim) {
		return cli.Stop(cli.ExitNo, fmt.Sprintf("%s: %v", name, err))
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
	case k.stopped == solver.StoppedByInterrupt:
		return cli.Stop(cli.ExitInterrupted, "")
	case k.stopped != "":
		return cli.Stop(cli.ExitLimit, "--check was stopped by a limit; what is not proven is called claimed")
	}
	return nil
}

// fits makes sure that the certificate was of one of the results.
func (k *claims) fits() error {
	if k.proof != nil && !k.used {
		return cli.UsageError("--certificate: %s is of another puzzle, %s", k.path, k.finding.Puzzle)
	}
	return nil
}

// read reads the results of a file, has their lines replayed and their bounds held
// against what is known. A certificate stands for itself, unless there is another.
func (k *claims) read(name string, text []byte) ([]*solver.Result, error) {
	list, err := readOwn(k.cli.Command.Name, name, text)
	if err != nil {
		return nil, err
	}
	if k.proof == nil && isCertificate(text) {
		if err := k.believe(name, text); err != nil {
			return nil, err
		}
	}
	for _, r := range list {
		if err := replay(name, r); err != nil {
			return nil, err
		}
		if err := k.settle(name, r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// believe takes a certificate whose argument is right.
func (k *claims) believe(name string, text []byte) (err error) {
	k.path = name
	k.proof, k.finding, err = derivedAgain(name, text)
	return err
}
