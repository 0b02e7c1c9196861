package reports

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver"
)

// analysisFields is an analysis as it stands in the text.
type analysisFields struct {
	headFields
	stopped word
	solved  bool
	start   remainingFields
	line    []analyzedFields
}

// remainingFields are the bounds of a position, analyzedFields a move and those of
// the position after it.
type remainingFields struct {
	lower, upper number
	dead         bool
}

type analyzedFields struct {
	remainingFields
	path, better move
}

// ParseAnalysis reads an analysis as [AnalysisJSON] writes it and replays its line.
// The bounds are the word of whoever wrote it: nobody has proven them here. Fields
// that this version does not know are passed over. Errors are of type
// [*positions.SyntaxError].
func ParseAnalysis(text []byte) (*solver.Analysis, error) {
	var f analysisFields
	d, p, err := f.open(text, AnalysisSchema, f.readers, "start", "line")
	if err != nil {
		return nil, err
	}
	a := &solver.Analysis{Puzzle: p, Positions: []solver.Remaining{f.start.remaining()}, Solved: f.solved, Interrupted: f.stopped.Text}
	return a, f.moves(d, a)
}

func (f *analysisFields) readers(d *decoder) map[string]func() error {
	return map[string]func() error{
		"stopped_by": d.sentence(&f.stopped),
		"solved":     d.truth(&f.solved),
		"start":      func() error { return d.looseObject(f.start.readers(d), "lower", "upper", "dead") },
		"line": func() error {
			return d.Array(func() error {
				var m analyzedFields
				readers := m.readers(d)
				readers["path"] = d.move(&m.path)
				readers["better"] = d.move(&m.better)
				err := d.looseObject(readers, "path", "lower", "upper", "dead")
				f.line = append(f.line, m)
				return err
			})
		},
	}
}

func (f *remainingFields) readers(d *decoder) map[string]func() error {
	return map[string]func() error{"lower": d.Number(&f.lower), "upper": d.NumberOrNull(&f.upper), "dead": d.truth(&f.dead)}
}

func (f *remainingFields) remaining() solver.Remaining {
	r := solver.Remaining{Lower: f.lower.N, Upper: solver.NoUpper, Dead: f.dead}
	if f.upper.OK {
		r.Upper = f.upper.N
	}
	return r
}

// moves reads the moves, replays them, and makes sure that the bounds do not
// contradict themselves or the line.
func (f *analysisFields) moves(d *decoder, a *solver.Analysis) error {
	for i, m := range f.line {
		path, err := d.path(a.Puzzle.Board, m.path, i)
		if err != nil {
			return err
		}
		a.Line, a.Positions = append(a.Line, path), append(a.Positions, m.remaining())
		if m.better.cells == nil {
			continue
		}
		better, err := d.path(a.Puzzle.Board, m.better, i)
		if err != nil {
			return err
		}
		a.Positions[i].Line = puzzles.Line{better}
	}
	r, err := verify.NewReplayer(a.Puzzle)
	if err != nil {
		return d.Fail(0, "%v", err)
	}
	for i, path := range a.Line {
		if err := r.Play(path); err != nil {
			return d.Fail(f.line[i].path.at, "%v", err)
		}
	}
	_, unfinished := r.Finish()
	if a.Solved != (unfinished == nil) {
		return d.Fail(0, "solved is %t, and the line shows the opposite", a.Solved)
	}
	for i, at := range a.Positions {
		if at.Upper != solver.NoUpper && (at.Lower > at.Upper || at.Dead) || a.Solved && (at.Lower > a.Puzzle.Cost(a.Line[i:]) || at.Dead) {
			return d.Fail(0, "what is needed after move %d contradicts itself or the line", i)
		}
	}
	return nil
}

// move returns a reader for the cells of a move.
func (d *decoder) move(into *move) func() error {
	return func() error {
		into.at = d.At()
		return d.Array(func() error {
			var w word
			err := d.Word(&w)()
			into.cells = append(into.cells, w)
			return err
		})
	}
}

// path looks up the names of the cells of move i, from 0.
func (d *decoder) path(b *positions.Board, m move, i int) ([]positions.Cell, error) {
	if len(m.cells) < 2 {
		return nil, d.Fail(m.at, "move %d needs at least two cells: where the man starts and where it ends", i+1)
	}
	path := make([]positions.Cell, len(m.cells))
	for j, w := range m.cells {
		c, err := b.ParseCell(w.Text)
		if err != nil {
			return nil, d.Fail(w.At, "move %d: %v", i+1, err)
		}
		path[j] = c
	}
	return path, nil
}
