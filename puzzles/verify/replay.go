package verify

import (
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// ErrPuzzle is wrapped when the puzzle itself is at fault: of a game whose rules
// are not known here, without a board, or with men and goal that do not match.
var ErrPuzzle = errors.New("no puzzle that can be replayed")

// Report is what a legal line did.
type Report struct {
	Moves int            // turns
	Hops  int            // steps and single jumps
	Final positions.Bits // where the men stand at the end: on the goal
}

// Replay plays line from the puzzle's start and reports what it did, or the
// first thing that is wrong: an [*Illegal] when the line is at fault, an error
// that wraps [ErrPuzzle] when the puzzle is. The report is empty with an error.
func Replay(p *puzzles.Puzzle, line puzzles.Line) (Report, error) {
	var r Replayer
	if err := r.setUp(p); err != nil {
		return Report{}, err
	}
	for _, path := range line {
		if err := r.Play(path); err != nil {
			return Report{}, err
		}
	}
	return r.Finish()
}

// game is a board with the men on it, a bool a cell.
type game struct {
	board   *positions.Board
	super   bool // jumps over any distance
	arrival bool // no turn leaves the goal
	cells   int
	man     [positions.MaxCells]bool
	marked  [positions.MaxCells]bool // among the men
	goal    [positions.MaxCells]bool // the court, or the cells of all figures
	figures []puzzles.Pattern        // nil: the goal is the only one
	armies  bool                     // two of them in turn; the marked men are one
	last    army                     // that moved last
	home    [positions.MaxCells]bool // the court of the marked army, which ends the game if the other fills it
}

// halma are the games without captures.
var halma = map[puzzles.Game]bool{
	puzzles.GameHighscore: true, puzzles.GameTreffhalma: true, puzzles.GameTreffpunkt: true,
	puzzles.GameConnection: true, puzzles.GameShortest: true, puzzles.GameOther: true,
}

// setUp places the men of p. It refuses what the rules here do not cover, so
// that no line is ever judged by the rules of another game.
func (g *game) setUp(p *puzzles.Puzzle) error {
	switch {
	case p == nil || p.Board == nil:
		return fmt.Errorf("%w: it has no board", ErrPuzzle)
	case !halma[p.Game]:
		return fmt.Errorf("%w: the verifier does not know the rules of the game %.40q", ErrPuzzle, string(p.Game))
	}
	if !p.Board.Shape().Courts() {
		return fmt.Errorf("%w: nobody steps on a board of the shape %s", ErrPuzzle, p.Board.Shape())
	}
	g.super = p.Jumps.Long()
	g.arrival = p.Arrival.KeepsGoal()
	g.armies = p.Alternates()
	g.last = afterTurnOf(p.Next)
	men, goals, err := g.place(p)
	if err != nil {
		return err
	}
	if p.Goals != nil {
		return g.setFigures(p, men)
	}
	if men != goals {
		return fmt.Errorf("%w: start and goal differ in size: %d and %d cells", ErrPuzzle, men, goals)
	}
	return nil
}

// place puts men and goal on the board and counts them.
func (g *game) place(p *puzzles.Puzzle) (men, goals int, err error) {
	g.board, g.cells = p.Board, p.Board.Len()
	for c := range positions.Cell(positions.MaxCells) {
		start, goal := p.Start.Has(c), p.Goal.Has(c)
		if int(c) >= g.cells {
			if start || goal {
				return 0, 0, fmt.Errorf("%w: start or goal has the cell number %d, the %s only %d cells", ErrPuzzle, c, g.board, g.cells)
			}
			continue
		}
		if p.Marked.Has(c) && !start {
			return 0, 0, fmt.Errorf("%w: no man is on %s to be marked", ErrPuzzle, g.board.Name(c))
		}
		g.man[c], g.goal[c], g.marked[c] = start, goal, p.Marked.Has(c)
		g.home[c] = p.Goal.Has(positions.Cell(g.cells-1) - c) // cells are counted the other way round on a board turned by half
		if start {
			men++
		}
		if goal {
			goals++
		}
	}
	return men, goals, nil
}

// missing says which cells of the goal have no man, "" if all have one. There
// are as many men as cells, so then nobody stands elsewhere.
func (g *game) missing() string {
	if g.figures != nil {
		return g.noFigure()
	}
	var names []string
	for c := range positions.Cell(g.cells) {
		if g.goal[c] && !g.man[c] {
			names = append(names, g.board.Name(c))
		}
	}
	if names == nil {
		return ""
	}
	return "the men do not fill the goal: missing on " + strings.Join(names, ", ")
}

// position returns the men's cells as a set.
func (g *game) position() positions.Bits {
	var men positions.Bits
	for c := range positions.Cell(g.cells) {
		if g.man[c] {
			men = men.With(c)
		}
	}
	return men
}
