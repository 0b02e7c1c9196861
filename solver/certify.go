package solver

import (
	"fmt"

	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Certify returns the certificate of a result of highscore, treffhalma or shortest; program is
// the version that is named in it. It has passed [certificate.Certificate.Check].
// An error says why there is none: a game without certificates, or steps that do not
// prove the bound.
func Certify(r *Result, program string) (*certificate.Certificate, error) {
	if !session.HasCertificates(r.Puzzle) {
		return nil, fmt.Errorf("there are no certificates for %s", r.Puzzle.Game)
	}
	steps, err := certificate.Prune(r.Puzzle, r.Steps, r.Lower, r.Status == Impossible)
	if err != nil {
		return nil, fmt.Errorf("what is known does not make a certificate: %w", err)
	}
	c := &certificate.Certificate{
		Schema: certificate.Schema, Program: program, Puzzle: certificate.Describe(r.Puzzle),
		Status: string(r.Status), Lower: r.Lower, Steps: steps,
	}
	if r.Upper != NoUpper {
		upper := r.Upper
		c.Upper, c.Line = &upper, certificate.FormatLine(r.Puzzle.Board, r.Line)
	}
	if _, err := c.Check(); err != nil {
		return nil, fmt.Errorf("what is known does not make a certificate: %w", err)
	}
	return c, nil
}
