package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
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

// certificateFlags choose how a certificate is checked.
func certificateFlags() []cli.Flag {
	return cli.Flags(checkedCertificate, recheckOption, effortOption)
}

// The options of this check.
var (
	checkedCertificate = cli.File("certificate", certificateCategory, "`FILE`check a proof that --certificate of a game wrote", "none").CommandLineOnly()
	recheckOption      = cli.Switch("recheck", certificateCategory, "recompute all its layers with a second, plain program").CommandLineOnly()
	effortOption       = cli.Number("effort", certificateCategory, "`N`positions and row counts that --recheck looks at for each step at most",
		"no limit", 1, 1<<40).CommandLineOnly()
)

const certificateCategory = "Certificate"

// certificateCheck is what is found out about a certificate, as JSON has it.
type certificateCheck struct {
	Schema   string    `json:"schema"`
	Puzzle   string    `json:"puzzle"`
	Program  string    `json:"program"`
	Valid    bool      `json:"valid"`
	Reason   string    `json:"reason,omitempty"` // why it is not valid
	Complete bool      `json:"complete"`         // all of it was recomputed and found equal
	Checked  string    `json:"checked"`          // "invalid", or how much of it was recomputed: see certificate.Extent
	Status   string    `json:"status"`
	Lower    int       `json:"lower"` // that its steps prove
	Upper    *int      `json:"upper"`
	Argument []string  `json:"argument"`
	Written  []string  `json:"written,omitempty"` // of the argument: what was not worked out
	Recheck  []recheck `json:"recheck,omitempty"`
}

type recheck struct {
	Step       string `json:"step"`
	Layers     int    `json:"layers"`
	Recomputed int    `json:"recomputed"`
	Reason     string `json:"reason,omitempty"`  // why not all
	Instead    string `json:"instead,omitempty"` // what proves the same
}

const checkSchema = "halma-solve/certificate-check/1"

// invalid is what a certificate is called that does not prove what it says.
const invalid = "invalid"

// certificateTask is a call of verify --certificate.
type certificateTask struct {
	path    string
	recheck bool
	effort  int // 0: no limit
	json    bool
	out     io.Writer
	check   certificateCheck
}

// checkCertificate checks the certificate in a file.
func checkCertificate(c *cli.Context, path string, text []byte) error {
	t := &certificateTask{
		path: path, recheck: recheckOption.Of(c), effort: effortOption.Of(c),
		json: cli.JSONWanted(c), out: c.App.Writer,
	}
	if cli.FormatOrCSV.Of(c) == "csv" {
		return cli.UsageError("--format csv is for submissions, %s is a certificate", path)
	}
	if t.effort != 0 && !t.recheck {
		return cli.UsageError("--effort limits --recheck, which is not asked for")
	}
	made, err := certificate.Parse(text)
	if err != nil {
		return cli.InputError(path, err)
	}
	return t.run(c.Context, made)
}

// run checks the certificate and writes what was found. The error has the exit code:
// 0 only if all that was asked for was done.
func (t *certificateTask) run(ctx context.Context, made *certificate.Certificate) error {
	t.check = certificateCheck{
		Schema: checkSchema, Program: printable(made.Program), Status: printable(made.Status), Upper: made.Upper,
		Checked: invalid, Argument: []string{},
	}
	extent, err := t.examine(ctx, made)
	wrong := errors.Is(err, certificate.ErrWrong) || errors.Is(err, certificate.ErrText)
	switch {
	case wrong:
		t.check.Reason = printable(err.Error())
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	default:
		t.check.Valid, t.check.Complete, t.check.Checked = true, extent == certificate.Verified, string(extent)
		t.say("\n%s", t.verdict())
	}
	if t.json {
		enc := json.NewEncoder(t.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(t.check); err != nil {
			return err
		}
	}
	switch {
	case wrong:
		return cli.Stop(cli.ExitNo, fmt.Sprintf("%s: %v", t.path, err))
	case err != nil:
		return cli.Stop(cli.ExitInterrupted, "interrupted; the layers counted so far were found equal")
	case t.recheck && !t.check.Complete:
		return cli.Stop(cli.ExitLimit, "")
	}
	return nil
}

// say writes a line of the report in text.
func (t *certificateTask) say(format string, args ...any) {
	if !t.json {
		fmt.Fprintf(t.out, format+"\n", args...)
	}
}

// examine derives the bound and recomputes the layers, if that is asked for.
func (t *certificateTask) examine(ctx context.Context, made *certificate.Certificate) (certificate.Extent, error) {
	finding, err := made.Check()
	if err != nil {
		return "", err
	}
	t.check.Puzzle, t.check.Lower, t.check.Argument = finding.Puzzle.String(), finding.Lower, append([]string{}, finding.Claims...)
	t.check.Written = finding.Written
	t.say("%s", reports.English.Puzzle(t.check.Puzzle))
	t.say("proven by %s\n", t.check.Program)
	if made.Upper != nil {
		t.say("line       %d %s, legal, the goal is reached", *made.Upper, finding.Puzzle.Unit())
	}
	for _, claim := range finding.Claims {
		t.say("%s", claimLine(claim))
	}
	for _, written := range finding.Written {
		t.say("taken as written: %s", written)
	}
	if finding.Impossible {
		t.say("so there is no line at all")
	} else {
		t.say("so no line has fewer than %d %s: %s", made.Lower, finding.Puzzle.Unit(), made.Status)
	}
	if !t.recheck && (certificate.Layered(made.Steps) || len(finding.Written) > 0) {
		return certificate.ArgumentOnly, nil
	}
	t.say("")
	ctx, stop := cli.Interruptible(ctx, nil)
	defer stop()
	return made.Recheck(ctx, t.effort, func(r certificate.Recomputed) {
		t.check.Recheck = append(t.check.Recheck, recheck{r.Step, r.Of, r.Layers, r.Reason, r.Instead})
		t.say("%s", recheckLine(r))
	})
}

// verdict says how much of a valid certificate was checked; its first words are
// those of "checked" in JSON.
func (t *certificateTask) verdict() string {
	done, all := 0, 0
	for _, r := range t.check.Recheck {
		done, all = done+r.Recomputed, all+r.Layers
	}
	switch certificate.Extent(t.check.Checked) {
	case certificate.Verified:
		if all == 0 {
			return "verified: all of it was worked out"
		}
		return fmt.Sprintf("verified: all of it was worked out again (%d layers), all equal", all)
	case certificate.Partly:
		return fmt.Sprintf("partly recomputed: %d of %d layers, all equal; the others are as they are written", done, all)
	}
	return "argument only: the layers are as they are written; --recheck makes them again"
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
	case r.Instead != "":
		return fmt.Sprintf("%-46s %s", r.Step, r.Instead)
	case r.Of == 0 && r.Reason == "":
		return fmt.Sprintf("%-46s worked out above", r.Step)
	case r.Of == 0:
		return fmt.Sprintf("%-46s %s", r.Step, r.Reason)
	case r.Reason != "":
		return line + " (" + r.Reason + ")"
	}
	return line
}

// printable replaces what could move the cursor of a terminal, and cuts after 400
// characters.
func printable(s string) string {
	var out []rune
	for _, r := range s {
		if !strconv.IsPrint(r) {
			r = '?'
		}
		if out = append(out, r); len(out) == 400 {
			break
		}
	}
	return string(out)
}
