package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// writeCertificate writes how the bounds of a result were proven.
func writeCertificate(c *cli.Context, r *solver.Result, file cli.Output) error {
	made, err := solver.Certify(r, "halma-solve "+version())
	if err != nil {
		return cli.IOError("no certificate was written: %v", err)
	}
	var text bytes.Buffer
	if err := made.Write(&text); err != nil {
		return err
	}
	return file.Save(c.App.Writer, text.Bytes())
}

// defaultEffort takes some seconds and some hundred megabytes for a step of a
// great board.
const defaultEffort = 100_000

// certificateFlags choose how a certificate is checked.
func certificateFlags() []cli.Flag {
	return cli.Flags(checkedCertificate, recheckOption, effortOption)
}

// The options of this check.
var (
	checkedCertificate = cli.File("certificate", certificateCategory, "`FILE`check a proof that \"highscore --certificate\" wrote", "none").CommandLineOnly()
	recheckOption      = cli.Switch("recheck", certificateCategory, "recompute its layers with a second, plain program").CommandLineOnly()
	effortOption       = cli.Number("effort", certificateCategory, "`N`positions and row counts that --recheck looks at for each step",
		strconv.Itoa(defaultEffort), 1, 1<<40).CommandLineOnly()
)

const certificateCategory = "Certificate"

// certificateCheck is what is found out about a certificate, as JSON has it.
type certificateCheck struct {
	Schema   string    `json:"schema"`
	Puzzle   string    `json:"puzzle"`
	Program  string    `json:"program"`
	Valid    bool      `json:"valid"`
	Reason   string    `json:"reason,omitempty"` // why it is not valid
	Status   string    `json:"status"`
	Lower    int       `json:"lower"` // that its steps prove
	Upper    *int      `json:"upper"`
	Argument []string  `json:"argument"`
	Recheck  []recheck `json:"recheck,omitempty"`
}

type recheck struct {
	Step       string `json:"step"`
	Layers     int    `json:"layers"`
	Recomputed int    `json:"recomputed"`
	Reason     string `json:"reason,omitempty"` // why not all
}

const checkSchema = "halma-solve/certificate-check/1"

// checkCertificate checks the file of --certificate.
func checkCertificate(c *cli.Context, asJSON bool) error {
	path := c.String("certificate")
	effort := effortOption.Of(c)
	if effort == 0 {
		effort = defaultEffort
	}
	made, err := readCertificate(path)
	if err != nil {
		return err
	}
	say := func(format string, args ...any) {
		if !asJSON {
			fmt.Fprintf(c.App.Writer, format+"\n", args...)
		}
	}
	check := certificateCheck{Schema: checkSchema, Program: printable(made.Program), Status: printable(made.Status), Upper: made.Upper, Argument: []string{}}
	finding, err := made.Check()
	if err == nil {
		check.Puzzle, check.Lower, check.Argument = finding.Puzzle.String(), finding.Lower, finding.Claims
		say("%s", check.Puzzle)
		say("proven by %s\n", check.Program)
		if made.Upper != nil {
			say("line       %d %s, legal, the goal is reached", *made.Upper, finding.Puzzle.Count)
		}
		for _, claim := range finding.Claims {
			say("%s", claimLine(claim))
		}
		if finding.Impossible {
			say("so there is no line at all")
		} else {
			say("so no line has fewer than %d %s: %s", made.Lower, finding.Puzzle.Count, made.Status)
		}
		if c.Bool("recheck") {
			say("")
			ctx, stop := cli.Interruptible(c.Context, nil)
			defer stop()
			err = made.Recheck(ctx, effort, func(r certificate.Recomputed) {
				check.Recheck = append(check.Recheck, recheck{r.Step, r.Of, r.Layers, r.Reason})
				say("%s", recheckLine(r))
			})
		}
	}
	wrong := errors.Is(err, certificate.ErrWrong) || errors.Is(err, certificate.ErrText)
	switch {
	case wrong:
		check.Reason = err.Error()
	case errors.Is(err, context.Canceled):
		return cli.Stop(cli.ExitInterrupted, "interrupted; the layers counted so far were found equal")
	case err != nil:
		return err
	default:
		check.Valid = true
	}
	if asJSON {
		enc := json.NewEncoder(c.App.Writer)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(check); err != nil {
			return err
		}
	}
	if wrong {
		return cli.Stop(cli.ExitNo, fmt.Sprintf("%s: %v", path, err))
	}
	return nil
}

// claimLine puts the kind of a claim in a column of its own.
func claimLine(claim string) string {
	kind, rest, ok := strings.Cut(claim, ": ")
	if !ok || len(kind) > 10 {
		return claim
	}
	return fmt.Sprintf("%-10s %s", kind, rest)
}

func recheckLine(r certificate.Recomputed) string {
	line := fmt.Sprintf("%-46s %d of %d layers made again, all equal", r.Step, r.Layers, r.Of)
	switch {
	case r.Of == 0:
		return fmt.Sprintf("%-46s %s", r.Step, r.Reason)
	case strings.HasPrefix(r.Step, "rows") && r.Layers == 1:
		return fmt.Sprintf("%-46s worked out again, equal", r.Step)
	case r.Reason != "":
		return line + " (" + r.Reason + ")"
	}
	return line
}

// readCertificate reads a certificate from a file or standard input.
func readCertificate(path string) (*certificate.Certificate, error) {
	var from io.Reader = os.Stdin
	name := "standard input"
	if path != "-" {
		name = path
		f, err := os.Open(path)
		if err != nil {
			return nil, cli.IOError("cannot read %s: %v", name, cli.Cause(err))
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, certificate.MaxText+1))
	if err != nil {
		return nil, cli.IOError("cannot read %s: %v", name, cli.Cause(err))
	}
	c, err := certificate.Parse(text)
	if err != nil {
		return nil, cli.InputError(name, err)
	}
	return c, nil
}

// printable replaces what could move the cursor of a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '?'
		}
		return r
	}, s[:min(len(s), 80)])
}
