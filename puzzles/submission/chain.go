package submission

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// chains finds the cells between the first and the last cell of a move that
// names no others.
type chains struct {
	halma *positions.Pathfinder // nil for peg solitaire
	pegs  *pegChains            // nil for the other games
}

func newChains(p *puzzles.Puzzle) chains {
	if p.Game.Pegs() {
		return chains{pegs: newPegChains(p)}
	}
	return chains{halma: positions.NewPathfinder(positions.NewMoveTable(p.Board, p.Jumps))}
}

// find appends to dst the cells of the move from one cell to another that is no
// single hop. It returns no path if no chain leads there, and a reason besides if
// one may lead there but cannot be taken.
//
// In games without captures all chains between two cells leave the same position
// and are as legal, for rules about where men may stand look at the ends of a
// turn alone; so the shortest is taken, which is best in either count. A chain
// of peg solitaire changes the board on its way: one is taken if all that lead
// to the cell leave the same position.
func (c *chains) find(dst []positions.Cell, men positions.Bits, from, to positions.Cell) (path []positions.Cell, reason string) {
	if c.pegs != nil {
		return c.pegs.find(dst, men, from, to)
	}
	return c.halma.Append(dst, men, from, to), ""
}
