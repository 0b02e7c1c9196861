package puzzlefile

import (
	"slices"
	"strconv"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// buildPegs makes a puzzle of solo or retour. Start and goal must be there, and
// the holes of a drawn board.
func (f *Fields) buildPegs(d *jsontext.Reader, info puzzles.Info) (*puzzles.Puzzle, error) {
	b, err := f.pegBoard(d, info)
	if err != nil {
		return nil, err
	}
	p := &puzzles.Puzzle{Game: info.Game, Board: b, Army: f.men.Text, Arrival: positions.Free}
	for _, w := range []struct {
		name  string
		field jsontext.Word
	}{{"rules", f.rules}, {"jumps", f.jumps}} {
		if w.field.At > 0 {
			return nil, d.Fail(w.field.At, "%s has no %s", p.Game, w.name)
		}
	}
	if f.count.At > 0 {
		if p.Count, err = positions.ParseCount(f.count.Text); err != nil {
			return nil, d.Fail(f.count.At, "%v", err)
		}
	}
	if err := f.without(d, max(f.goalsAt, f.marked.at), string(p.Game)+" has no figures and no marked men"); err != nil {
		return nil, err
	}
	start, err := f.start.pegs(d, b, "start", f.game.At)
	if err != nil {
		return nil, err
	}
	goal, err := f.goal.pegs(d, b, "goal", f.game.At)
	if err != nil {
		return nil, err
	}
	p.Start, p.Goal = start, goal
	n := strconv.Itoa(p.Start.Len())
	if f.men.At == 0 {
		p.Army = n
	} else if n != f.men.Text {
		return nil, d.Fail(f.men.At, "men is %.40q, but start has %s cells", f.men.Text, n)
	}
	return p, nil
}

func (f *Fields) pegBoard(d *jsontext.Reader, info puzzles.Info) (*positions.Board, error) {
	b, err := f.pegHoles(d, info)
	if err != nil || !f.directions.OK {
		return b, err
	}
	if b, err = b.WithDirections(f.directions.N); err != nil {
		return nil, d.Fail(f.directions.At, "%v", err)
	}
	return b, nil
}

// pegHoles makes the board with its usual directions.
func (f *Fields) pegHoles(d *jsontext.Reader, info puzzles.Info) (*positions.Board, error) {
	shape := positions.Drawn
	if f.board.Text != shape.String() {
		var err error
		if shape, err = positions.ParseShape(f.board.Text); err != nil {
			return nil, d.Fail(f.board.At, "%v", err)
		}
		if f.holes.at > 0 {
			return nil, d.Fail(f.holes.at, "holes are for drawn boards")
		}
		if !slices.Contains(info.Boards, shape) {
			return nil, d.Fail(f.board.At, "%s is played on %s boards", info.Game, positions.OneOf(append(slices.Clone(info.Boards), positions.Drawn)))
		}
		b, err := positions.NewBoard(shape, f.size.N)
		if err != nil {
			return nil, d.Fail(f.size.At, "%v", err)
		}
		return b, nil
	}
	if f.holes.at == 0 {
		return nil, d.Fail(f.board.At, "a drawn board needs its holes")
	}
	var points []positions.Point
	for _, w := range f.holes.names {
		n := 0
		ok := len(w.Text) >= 2 && w.Text[0] >= 'a' && w.Text[0] <= 'z'
		if ok {
			var err error
			n, err = strconv.Atoi(w.Text[1:])
			ok = err == nil && n >= 1 && n <= positions.MaxDrawn && strconv.Itoa(n) == w.Text[1:]
		}
		p := positions.Point{Y: n - 1}
		if ok {
			p.X = int(w.Text[0] - 'a')
		}
		if !ok || slices.Contains(points, p) {
			return nil, d.Fail(w.At, "holes: %.12q is no name of a hole, or comes twice", w.Text)
		}
		points = append(points, p)
	}
	b, err := positions.NewDrawn(points)
	if err != nil {
		return nil, d.Fail(f.holes.at, "%v", err)
	}
	if f.size.OK && f.size.N != b.Size() {
		return nil, d.Fail(f.size.At, "size is %d, but the holes reach to column %d", f.size.N, b.Size())
	}
	return b, nil
}

// pegs is set for puzzles of solo and retour, where nothing is marked and no hole
// is open.
func (l *cellList) pegs(d *jsontext.Reader, b *positions.Board, name string, puzzleAt int) (positions.Bits, error) {
	s, err := l.set(d, b, name, puzzleAt)
	if err == nil && s.marked.Or(s.open) != (positions.Bits{}) {
		err = d.Fail(l.at, "%s: X and ? are not for this game", name)
	}
	return s.men, err
}
