package reports

import (
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/solver"
)

// claimFields is the field claimed of a result: what another file said before.
type claimFields struct {
	at         int // 0 if the field is missing
	lower      jsontext.Number
	impossible bool
	proof      jsontext.Word
	beside     solver.Result // its number of solutions
}

func (f *claimFields) read(d *decoder) error {
	f.at = d.At()
	return d.Object(map[string]func() error{
		"lower":      d.Number(&f.lower),
		"impossible": d.truth(&f.impossible),
		"proof":      d.sentence(&f.proof),
		"solutions":  d.solutions(&f.beside),
	}, "lower", "impossible", "proof")
}

// addTo adds what was claimed before where it says as much or more.
func (f *claimFields) addTo(d *decoder, r *solver.Result) error {
	switch {
	case f.at == 0:
		return nil
	case r.Line != nil && f.lower.N > r.Upper:
		return d.Fail(f.lower.At, "lower is %d, but the line has %s", f.lower.N, counted(r.Upper, Unit(r.Puzzle)))
	case r.Line != nil && f.impossible:
		return d.Fail(f.at, "impossible, but there is a line")
	}
	c := r.Claim
	if f.lower.N >= c.Lower || f.impossible {
		c.Lower, c.Impossible, c.Proof = max(c.Lower, f.lower.N), c.Impossible || f.impossible, f.proof.Text
	}
	if f.beside.Solutions != nil {
		c.Solutions = f.beside.Solutions
	}
	return nil
}

// writeClaim writes the field claimed.
func writeClaim(out *jsontext.Writer, c *solver.Claim) {
	out.Open("claimed")
	out.Field("lower", c.Lower)
	out.Field("impossible", c.Impossible)
	out.Field("proof", c.Proof)
	if c.Solutions != nil {
		writeSolutions(out, c.Solutions)
	}
	out.End()
}
