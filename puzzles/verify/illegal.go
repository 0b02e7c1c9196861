package verify

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// Illegal is the first thing that is wrong with a line.
type Illegal struct {
	Move   int              // number of the move, from 1; one more than the line has if only the goal is missed
	Path   []positions.Cell // the move as given; nil if only the goal is missed
	Before positions.Bits   // the men before the move
	Reason string           // in plain words, with the names of cells
	board  *positions.Board
}

// shownCells is how many cells of a path an error message spells out.
const shownCells = 24

// Error returns "move 3, c4-e6: reason", or "after the last move: reason".
func (e *Illegal) Error() string {
	switch {
	case e.board == nil:
		return fmt.Sprintf("move %d: %s", e.Move, e.Reason)
	case e.Path == nil:
		return "after the last move: " + e.Reason
	case len(e.Path) == 0:
		return fmt.Sprintf("move %d, without cells: %s", e.Move, e.Reason)
	case len(e.Path) > shownCells:
		return fmt.Sprintf("move %d, %s…: %s", e.Move, e.board.FormatPath(e.Path[:shownCells]), e.Reason)
	}
	return fmt.Sprintf("move %d, %s: %s", e.Move, e.board.FormatPath(e.Path), e.Reason)
}

func (g *game) illegal(move int, path []positions.Cell, reason string) *Illegal {
	return &Illegal{Move: move, Path: path, Before: g.position(), Reason: reason, board: g.board}
}
