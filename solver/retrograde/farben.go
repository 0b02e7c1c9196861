package retrograde

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// colours are the turns of the rules farben. Where a man may go, one of the same kind
// may come back from: a diagonal step and a jump lead to the colour on which they
// begin, and the free turns begin and end in the same court. So the turns are their own
// inverse, as those without colours.
type colours struct {
	dark     uint64     // where men step, elsewhere they jump
	diagonal [64]uint64 // the cells a step away, diagonally
	free     []uint64   // courts within which men make all steps and chains
}

func farben(g *duel.Game) rules {
	c := newColours(g, g.Rules.Variant("dark") == "odd")
	c.free = []uint64{uint64(g.Goal)}
	if g.Rules.Variant("free-courts") == "all" {
		c.free = append(c.free, uint64(g.Home))
	}
	return rules{arrival: true, duty: true, ending: raceEnding, special: passes{}, reach: c.reach}
}

func farbenSimple(g *duel.Game) rules {
	c := newColours(g, false)
	return rules{arrival: true, duty: true, ending: raceEnding, special: passes{}, reach: c.keeping}
}

func newColours(g *duel.Game, odd bool) *colours {
	c := new(colours)
	for cell := range positions.Cell(g.Board.Len()) {
		p := g.Board.Point(cell)
		if (p.X+p.Y)&1 != 0 == odd {
			c.dark |= 1 << cell
		}
		for d := range g.Board.Directions() {
			n := g.Board.Neighbour(cell, d)
			if n == positions.NoCell {
				continue
			}
			if q := g.Board.Point(n); q.X != p.X && q.Y != p.Y {
				c.diagonal[cell] |= 1 << n
			}
		}
	}
	return c
}

func (c *colours) reach(r *row, cell int, rest, allowed uint64) uint64 {
	man := uint64(1) << (cell & 63)
	var to uint64
	if c.dark&man != 0 {
		to = c.diagonal[cell&63] &^ (rest | r.theirs) & allowed
	} else {
		to = r.chain(cell, rest, allowed)
	}
	for _, court := range c.free {
		if court&man != 0 {
			to |= (r.adj[cell&63]&^(rest|r.theirs)&allowed | r.chain(cell, rest, allowed)) & court
		}
	}
	return to
}

// keeping is reach for the rules farben-simple.
func (c *colours) keeping(r *row, cell int, rest, allowed uint64) uint64 {
	return c.diagonal[cell&63]&^(rest|r.theirs)&allowed | r.chain(cell, rest, allowed)
}
