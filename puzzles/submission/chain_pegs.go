package submission

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// mostChains bounds how many jumps are tried for one move: on an open board a
// man can go round in more ways than anyone wants to wait for. From the corner of
// 7×7 holes, with a man to jump at every place but one, it is 8,233.
const mostChains = 20_000

// pegChains finds chains of jumps of one man in solo and retour.
type pegChains struct {
	board  *positions.Board
	retour bool
	jumps  [][]positions.PegJump // by the man's cell

	// Of the search that runs:
	men   positions.Bits
	to    positions.Cell
	path  []positions.Cell
	tried int
	first []positions.Cell // the first chain that leads to the cell
	other []positions.Cell // one that leaves another position
	ends  positions.Bits   // the position after the first
}

func newPegChains(p *puzzles.Puzzle) *pegChains {
	c := &pegChains{board: p.Board, retour: p.Game == puzzles.GameRetour, jumps: make([][]positions.PegJump, p.Board.Len())}
	for _, j := range positions.PegJumps(p.Board) {
		c.jumps[j.From] = append(c.jumps[j.From], j)
	}
	return c
}

// find is chains.find.
func (c *pegChains) find(dst []positions.Cell, men positions.Bits, from, to positions.Cell) (path []positions.Cell, reason string) {
	a, b := c.board.Point(from), c.board.Point(to)
	if (a.X-b.X)%2 != 0 || (a.Y-b.Y)%2 != 0 {
		return dst, "" // a jump changes one coordinate by two
	}
	c.men, c.to, c.tried = men, to, 0
	c.path, c.first, c.other = append(c.path[:0], from), c.first[:0], c.other[:0]
	c.search(from)
	switch {
	case len(c.other) > 0:
		return dst, fmt.Sprintf("this may be %s or %s, which leave different positions: name every hole the man touches",
			c.board.FormatPath(c.first), c.board.FormatPath(c.other))
	case c.tried > mostChains:
		return dst, "there are too many chains to try: name every hole the man touches"
	}
	return append(dst, c.first...), ""
}

// search tries every jump of the man, who stands on from. It ends when two chains
// to the cell leave different positions, or at the limit. A chain that leaves
// the same position as another takes off the same men, so they are as long.
func (c *pegChains) search(from positions.Cell) {
	for _, j := range c.jumps[from] {
		if c.men.Has(j.Over) == c.retour || c.men.Has(j.To) {
			continue
		}
		if c.tried++; c.tried > mostChains || len(c.other) > 0 {
			return
		}
		before := c.men
		c.men = c.men.Without(j.From).With(j.To)
		if c.retour {
			c.men = c.men.With(j.Over)
		} else {
			c.men = c.men.Without(j.Over)
		}
		c.path = append(c.path, j.To)
		if j.To == c.to {
			switch {
			case len(c.first) == 0:
				c.first, c.ends = append(c.first, c.path...), c.men
			case c.men != c.ends:
				c.other = append(c.other, c.path...)
			}
		}
		c.search(j.To)
		c.path = c.path[:len(c.path)-1]
		c.men = before
	}
}
