package solver

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Certify returns the certificate of a result of highscore or treffhalma; program is
// the version that is named in it. It has passed [certificate.Certificate.Check].
// An error says why there is none: a game without certificates, or a bound that
// an older version left in the store without its steps.
func Certify(r *Result, program string) (*certificate.Certificate, error) {
	if !hasCertificates(r.Puzzle) {
		return nil, fmt.Errorf("certificates are for %s and %s, not for %s", puzzles.GameHighscore, puzzles.GameTreffhalma, r.Puzzle.Game)
	}
	c := &certificate.Certificate{
		Schema: certificate.Schema, Program: program, Puzzle: certificate.Describe(r.Puzzle),
		Status: string(r.Status), Lower: r.Lower, Steps: r.Steps,
	}
	if r.Upper != NoUpper {
		upper := r.Upper
		c.Upper, c.Line = &upper, certificate.FormatLine(r.Puzzle.Board, r.Line)
	}
	if _, err := c.Check(); err != nil {
		return nil, fmt.Errorf("what is known does not make a certificate (bounds of an older version in the store?): %w", err)
	}
	return c, nil
}

// hasCertificates reports whether bounds of a puzzle come with the steps that prove
// them.
func hasCertificates(p *puzzles.Puzzle) bool {
	info, _ := p.Game.Info()
	return info.Certificates
}
