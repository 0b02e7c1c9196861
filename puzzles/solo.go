package puzzles

import (
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// The two games of peg solitaire. In both a move is a chain of jumps of one man,
// and a jump concerns three holes in a row, along one of the board's directions: the
// man's, the next one, the one behind that.
//
//	solo    o o .  →  . . o   the jumped man is taken off the board
//	retour  o . .  →  . o o   a man is placed on the next hole and jumped, and stays
//
// A solo puzzle ends when one man is left and stands on a cell of Goal. A retour
// puzzle ends when exactly the cells of Goal have men.
const (
	GameSolo   Game = "solo"
	GameRetour Game = "retour"
)

// The errors about puzzles of peg solitaire.
var (
	// ErrHole is wrapped when --from or --to names a cell that is no cell of the
	// board.
	ErrHole = errors.New("no such hole")
	// ErrPegs is wrapped when men and board cannot make a puzzle: no men, or a
	// board of more than [positions.MaxDrawn] holes or without straight lines.
	ErrPegs = errors.New("no peg puzzle")
)

// Pegs reports whether the game is one of peg solitaire.
func (g Game) Pegs() bool { return g == GameSolo || g == GameRetour }

// AnyHole is the value of [Options].To that leaves the last hole open.
const AnyHole = "any"

// Solo returns the puzzle that takes men off by jumping until one is left.
// Errors wrap [ErrHole] or [ErrPegs].
func Solo(o Options) (*Puzzle, error) {
	b, err := o.pegBoard()
	if err != nil {
		return nil, err
	}
	start, err := o.pegs(b)
	if err != nil {
		return nil, err
	}
	goal := b.All()
	_, open, _ := b.Middle()
	if to := o.To; to != AnyHole && (to != "" || o.Men == (positions.Bits{}) && !open) {
		c, err := hole(b, to)
		if err != nil {
			return nil, fmt.Errorf("to: %w", err)
		}
		goal = positions.BitsOf(c)
	}
	return &Puzzle{
		Game: GameSolo, Board: b, Army: fmt.Sprint(start.Len()), Arrival: positions.Free, Count: o.Count,
		Start: start, Goal: goal,
	}, nil
}

// ToAnyHole returns the same game with all holes for the last man.
func (p *Puzzle) ToAnyHole() *Puzzle {
	q := *p
	q.Goal = p.Board.All()
	return &q
}

// ToHole returns the same game with one hole for the last man.
func (p *Puzzle) ToHole(c positions.Cell) *Puzzle {
	q := *p
	q.Goal = positions.BitsOf(c)
	return &q
}

// Retour returns the puzzle that fills the board from one man on To until only
// From is empty. Errors wrap [ErrHole] or [ErrPegs].
func Retour(o Options) (*Puzzle, error) {
	b, err := o.pegBoard()
	if err != nil {
		return nil, err
	}
	to, err := hole(b, o.To)
	if err != nil {
		return nil, fmt.Errorf("to: %w", err)
	}
	goal, err := o.pegs(b)
	if err != nil {
		return nil, err
	}
	return &Puzzle{
		Game: GameRetour, Board: b, Army: "1", Arrival: positions.Free, Count: o.Count,
		Start: positions.BitsOf(to), Goal: goal,
	}, nil
}

// pegBoard returns the board of a peg puzzle.
func (o Options) pegBoard() (*positions.Board, error) {
	b := o.Board
	if b == nil {
		if o.Shape == 0 {
			o.Shape = positions.English
		}
		var err error
		if b, err = positions.NewBoard(o.Shape, o.Size); err != nil {
			return nil, err
		}
	}
	if b.Shape().Courts() {
		return nil, fmt.Errorf("%w: %w on the %s (use %s)", ErrPegs, positions.ErrBoard, b, positions.OneOf(append(positions.PegShapes(), positions.Drawn)))
	}
	if o.Directions == 0 {
		return b, nil
	}
	return b.WithDirections(o.Directions)
}

// pegs returns the men that are given, or one on every hole but From.
func (o Options) pegs(b *positions.Board) (positions.Bits, error) {
	if o.Men != (positions.Bits{}) {
		return o.Men, nil
	}
	from, err := hole(b, o.From)
	if err != nil {
		return o.Men, fmt.Errorf("from: %w", err)
	}
	men := b.All().Without(from)
	if men.Len() == 0 {
		err = fmt.Errorf("%w: there are no men", ErrPegs)
	}
	return men, err
}

// hole returns the cell of a name, the usual one of the board for "".
func hole(b *positions.Board, name string) (positions.Cell, error) {
	if name == "" {
		if c, _, ok := b.Middle(); ok {
			return c, nil
		}
		return positions.NoCell, fmt.Errorf("%w: a drawn board has no usual hole, name one", ErrHole)
	}
	c, err := b.ParseCell(name)
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrHole, err)
	}
	return c, nil
}

// Vacancies lists the problems of one empty hole at the start and one last hole, one
// of each set that the symmetries of the board take into each other.
func Vacancies(b *positions.Board) (pairs [][2]positions.Cell) {
	seen := make(map[[2]positions.Cell]bool)
	for from := range positions.Cell(b.Len()) {
		for to := range positions.Cell(b.Len()) {
			pair := [2]positions.Cell{from, to}
			if seen[pair] {
				continue
			}
			for _, m := range b.Symmetries() {
				seen[[2]positions.Cell{m[from], m[to]}] = true
			}
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// pegDescription is what the fingerprint of a peg puzzle is made of.
func (p *Puzzle) pegDescription() string {
	text := fmt.Sprintf("halma-solve/pegs/1\ngame %s\nboard %s\ncount %s\nstart %s\ngoal %s\n",
		p.Game, strings.Join(p.Board.Names(p.Board.All()), " "), p.Count,
		strings.Join(p.Board.Names(p.Start), " "), strings.Join(p.Board.Names(p.Goal), " "))
	if n := p.Board.Directions(); n != 4 {
		text += fmt.Sprintf("directions %d\n", n)
	}
	return text
}

// pegsAfter plays a legal path of a peg game on men.
func (p *Puzzle) pegsAfter(men positions.Bits, path []positions.Cell) positions.Bits {
	for i := range len(path) - 1 {
		a, b := p.Board.Point(path[i]), p.Board.Point(path[i+1])
		over := p.Board.CellAt(positions.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
		men = men.Without(path[i]).With(path[i+1])
		if p.Game == GameSolo {
			men = men.Without(over)
		} else {
			men = men.With(over)
		}
	}
	return men
}
