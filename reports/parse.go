package reports

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/solver"
)

// MaxJSON is the greatest length in bytes of a text that [ParseJSON] reads.
const MaxJSON = 4 << 20

// ParseJSON reads a result as [JSON] writes it. Needed are schema, line and of
// the puzzle game, board and men; what else is there must agree with them, and a
// field that comes twice is an error. Fields that this version does not know are
// passed over, but not in the puzzle, which they might change.
//
// What the text says of bounds is a claim: see [solver.Result.AsClaim]. That the
// line is legal is not checked here. Errors are of type [*positions.SyntaxError].
func ParseJSON(text []byte) (*solver.Result, error) {
	var f resultFields
	d, p, err := f.open(text, Schema, f.readers, "line")
	if err != nil {
		return nil, err
	}
	r := &solver.Result{
		Puzzle: p, Lower: f.lower.N, Upper: solver.NoUpper,
		Proof: f.proof.Text, Interrupted: f.stopped.Text,
		Cached: f.beside.Cached, Stats: f.beside.Stats, Solutions: f.beside.Solutions,
	}
	if r.Line, err = f.cells(d, p.Board); err != nil {
		return nil, err
	}
	if r.Line != nil {
		r.Moves, r.Hops, r.Upper = len(r.Line), r.Line.Hops(), p.Cost(r.Line)
	}
	if err := f.agree(d, r); err != nil {
		return nil, err
	}
	r = r.AsClaim()
	return r, f.claimed.addTo(d, r)
}

// decoder reads what stands in a result besides its puzzle, too.
type decoder struct{ *jsontext.Reader }

// word and number are values with the place they stand at, and so is a move.
type (
	word   = jsontext.Word
	number = jsontext.Number
	move   struct {
		cells []word
		at    int
	}
)

// headFields are what results and analyses begin with.
type headFields struct {
	schema word
	puzzle puzzlefile.Fields
}

// open reads a text with the given fields, some of which, and those of the head, are
// needed, and builds its puzzle.
func (f *headFields) open(text []byte, schema string, readers func(*decoder) map[string]func() error, needed ...string) (*decoder, *puzzles.Puzzle, error) {
	reader, err := jsontext.NewReader(text, MaxJSON)
	if err != nil {
		return nil, nil, err
	}
	d := &decoder{reader}
	all := readers(d)
	all["schema"] = d.Word(&f.schema)
	all["puzzle"] = func() error { return f.puzzle.Read(d.Reader) }
	if err := d.looseObject(all, append([]string{"schema", "puzzle"}, needed...)...); err != nil {
		return nil, nil, err
	}
	if err := d.Version(f.schema, schema); err != nil {
		return nil, nil, err
	}
	p, err := f.puzzle.Build(d.Reader)
	return d, p, err
}

// resultFields is a result as it stands in the text.
type resultFields struct {
	headFields
	status, proof, stopped    word
	lower, upper, moves, hops number
	line                      []move
	hasLine                   bool
	beside                    solver.Result // its statistics and number of solutions
	claimed                   claimFields
}

func (f *resultFields) readers(d *decoder) map[string]func() error {
	return map[string]func() error{
		"status":     d.Word(&f.status),
		"lower":      d.Number(&f.lower),
		"upper":      d.NumberOrNull(&f.upper),
		"moves":      d.NumberOrNull(&f.moves),
		"hops":       d.NumberOrNull(&f.hops),
		"proof":      d.sentence(&f.proof),
		"stopped_by": d.sentence(&f.stopped),
		"stats":      d.stats(&f.beside),
		"solutions":  d.solutions(&f.beside),
		"claimed":    func() error { return f.claimed.read(d) },
		"line": func() error {
			null, err := d.Null()
			if null || err != nil {
				return err
			}
			f.hasLine = true
			return d.Array(func() error {
				var m move
				err := d.move(&m)()
				f.line = append(f.line, m)
				return err
			})
		},
	}
}

// cells looks up the names of the cells of the line.
func (f *resultFields) cells(d *decoder, b *positions.Board) (puzzles.Line, error) {
	if !f.hasLine {
		return nil, nil
	}
	line := make(puzzles.Line, len(f.line))
	for i, m := range f.line {
		var err error
		if line[i], err = d.path(b, m, i); err != nil {
			return nil, err
		}
	}
	return line, nil
}

// agree checks that what the text says about the line fits the line, sets the
// status, and makes up for a missing one.
func (f *resultFields) agree(d *decoder, r *solver.Result) error {
	for _, claim := range []struct {
		name string
		says number
		is   int
	}{
		{"moves", f.moves, r.Moves},
		{"hops", f.hops, r.Hops},
		{"upper", f.upper, r.Upper},
	} {
		switch {
		case claim.says.At == 0:
		case r.Line == nil && claim.says.OK:
			return d.Fail(claim.says.At, "%s is %d, but there is no line", claim.name, claim.says.N)
		case r.Line != nil && !claim.says.OK:
			return d.Fail(claim.says.At, "%s is null, but there is a line", claim.name)
		case r.Line != nil && claim.says.N != claim.is:
			return d.Fail(claim.says.At, "%s is %d, but the line has %d", claim.name, claim.says.N, claim.is)
		}
	}
	if r.Line != nil && r.Lower > r.Upper {
		return d.Fail(f.lower.At, "lower is %d, but the line has %s", r.Lower, counted(r.Upper, Unit(r.Puzzle)))
	}
	r.Status = solver.Status(f.status.Text)
	settled := r.Line != nil && r.Lower == r.Upper
	switch {
	case f.status.At == 0 && r.Line == nil:
		r.Status = solver.Unknown
	case f.status.At == 0 && settled:
		r.Status = solver.Optimal
	case f.status.At == 0:
		r.Status = solver.Bounded
	case r.Status == solver.Optimal && !settled:
		return d.Fail(f.status.At, "status optimal needs a line as long as lower")
	case r.Status == solver.Bounded && (r.Line == nil || settled):
		return d.Fail(f.status.At, "status bounded needs a line longer than lower")
	case (r.Status == solver.Impossible || r.Status == solver.Unknown) && r.Line != nil:
		return d.Fail(f.status.At, "status %s cannot have a line", r.Status)
	}
	switch r.Status {
	case solver.Optimal, solver.Bounded, solver.Impossible, solver.Unknown:
		return nil
	}
	return d.Fail(f.status.At, "unknown status %.40q (optimal, bounded, impossible or unknown)", f.status.Text)
}
