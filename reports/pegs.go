package reports

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// pegRulesInWords explains the rules of solo or retour, a sentence a line.
func pegRulesInWords(p *puzzles.Puzzle) []string {
	jump, end := "a man jumps over a man next to it to the empty hole behind; the jumped man is taken off", ""
	switch {
	case p.Game == puzzles.GameRetour:
		jump = "a man is placed on an empty hole next to a man, which jumps over it to the empty hole behind; both stay"
		end = fmt.Sprintf("the goal: %s on the holes given", quantity(p.Goal.Len(), "man"))
	case p.Goal.Len() == 1:
		end = "the goal: one man, on " + p.Board.Name(p.Goal.Cells()[0])
	case p.Goal.Len() == p.Board.Len():
		end = "the goal: one man, anywhere"
	default:
		end = "the goal: one man, on one of the holes given"
	}
	count := "counted in moves: a whole chain of jumps of one man is one"
	if p.Count == positions.Hops {
		count = "counted in hops: every single jump is one"
	}
	return []string{jump, end, count}
}

// solutionsInWords says how many lines there are.
func solutionsInWords(s *solver.Solutions, moves int) string {
	lines := "lines"
	if s.Sequences.String() == "1" {
		lines = "line"
	}
	return fmt.Sprintf("%s distinct %s of %s, %s up to symmetry", digits(s.Sequences.String()), lines, quantity(moves, "move"), digits(s.UpToSymmetry.String()))
}

// digits puts a comma between groups of three digits.
func digits(n string) string {
	for i := len(n) - 3; i > 0; i -= 3 {
		n = n[:i] + "," + n[i:]
	}
	return n
}

func writeSolutions(out *objectWriter, s *solver.Solutions) {
	out.open("solutions")
	out.field("sequences", json.Number(s.Sequences.String()))
	out.field("up_to_symmetry", json.Number(s.UpToSymmetry.String()))
	out.end()
}

// SolutionLine is one line of a list of solutions, as a JSON object without line
// breaks: its number from 1 and its moves.
func SolutionLine(b *positions.Board, number int, line puzzles.Line) ([]byte, error) {
	moves := make([][]string, len(line))
	for i, path := range line {
		moves[i] = cellNames(b, path)
	}
	return json.Marshal(struct {
		Number int        `json:"number"`
		Line   [][]string `json:"line"`
	}{number, moves})
}

func writePegPuzzle(out *objectWriter, p *puzzles.Puzzle) {
	out.open("puzzle")
	out.field("game", p.Game)
	out.field("board", p.Board.Shape().String())
	out.field("size", p.Board.Size())
	if p.Board.Shape() == positions.Drawn {
		holes := make([]positions.Cell, p.Board.Len())
		for i := range holes {
			holes[i] = positions.Cell(i)
		}
		out.field("holes", cellNames(p.Board, holes))
	}
	out.field("men", p.Army)
	out.field("count", p.Count.String())
	out.field("start", p.Board.Names(p.Start))
	out.field("goal", p.Board.Names(p.Goal))
	out.end()
}

// buildPegs makes a puzzle of solo or retour. Start and goal must be there, and
// the holes of a drawn board.
func (f *puzzleFields) buildPegs(d *decoder) (*puzzles.Puzzle, error) {
	b, err := f.pegBoard(d)
	if err != nil {
		return nil, err
	}
	p := &puzzles.Puzzle{Game: puzzles.Game(f.game.text), Board: b, Army: f.men.text, Arrival: positions.Free}
	for _, w := range []struct {
		name  string
		field word
	}{{"rules", f.rules}, {"jumps", f.jumps}} {
		if w.field.at > 0 {
			return nil, d.fail(w.field.at, "%s has no %s", p.Game, w.name)
		}
	}
	if err := f.checkMarks(d, p); err != nil {
		return nil, err
	}
	if f.count.at > 0 {
		if p.Count, err = positions.ParseCount(f.count.text); err != nil {
			return nil, d.fail(f.count.at, "%v", err)
		}
	}
	if p.Start, err = f.start.cells(d, b, "start", f.game.at); err != nil {
		return nil, err
	}
	if p.Goal, err = f.goal.cells(d, b, "goal", f.game.at); err != nil {
		return nil, err
	}
	if n := strconv.Itoa(p.Start.Len()); n != f.men.text {
		return nil, d.fail(f.men.at, "men is %.40q, but start has %s cells", f.men.text, n)
	}
	return p, nil
}

func (f *puzzleFields) pegBoard(d *decoder) (*positions.Board, error) {
	shape := positions.Drawn
	if f.board.text != shape.String() {
		var err error
		if shape, err = positions.ParseShape(f.board.text); err != nil {
			return nil, d.fail(f.board.at, "%v", err)
		}
		if f.holes.at > 0 {
			return nil, d.fail(f.holes.at, "holes are for drawn boards")
		}
		if shape != positions.English && shape != positions.French {
			return nil, d.fail(f.board.at, "%s is played on english, french or drawn boards", f.game.text)
		}
		b, err := positions.NewBoard(shape, f.size.n)
		if err != nil {
			return nil, d.fail(f.size.at, "%v", err)
		}
		return b, nil
	}
	if f.holes.at == 0 {
		return nil, d.fail(f.board.at, "a drawn board needs its holes")
	}
	var points []positions.Point
	for _, w := range f.holes.names {
		n := 0
		ok := len(w.text) >= 2 && w.text[0] >= 'a' && w.text[0] <= 'z'
		if ok {
			var err error
			n, err = strconv.Atoi(w.text[1:])
			ok = err == nil && n >= 1 && n <= positions.MaxDrawn && strconv.Itoa(n) == w.text[1:]
		}
		p := positions.Point{Y: n - 1}
		if ok {
			p.X = int(w.text[0] - 'a')
		}
		if !ok || slices.Contains(points, p) {
			return nil, d.fail(w.at, "holes: %.12q is no name of a hole, or comes twice", w.text)
		}
		points = append(points, p)
	}
	b, err := positions.NewDrawn(points)
	if err != nil {
		return nil, d.fail(f.holes.at, "%v", err)
	}
	if f.size.ok && f.size.n != b.Size() {
		return nil, d.fail(f.size.at, "size is %d, but the holes reach to column %d", f.size.n, b.Size())
	}
	return b, nil
}

// cells returns the set that the list names; it must be there and not be empty.
func (l *cellList) cells(d *decoder, b *positions.Board, name string, puzzleAt int) (positions.Bits, error) {
	var set positions.Bits
	if l.at == 0 {
		return set, d.fail(puzzleAt, "the field %q is missing", name)
	}
	for _, w := range l.names {
		c, err := b.ParseCell(w.text)
		if err != nil {
			return set, d.fail(w.at, "%s: %v", name, err)
		}
		if set.Has(c) {
			return set, d.fail(w.at, "%s: %s comes twice", name, b.Name(c))
		}
		set = set.With(c)
	}
	if set.Len() == 0 {
		return set, d.fail(l.at, "%s is empty", name)
	}
	return set, nil
}
