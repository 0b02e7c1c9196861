package together

import "github.com/halma-solve/halma-solve/positions"

// grid has a number for each cell.
type grid [positions.MaxCells]uint8

// inStock reports whether the game may be won by a turns of the winner if the helpers
// may make up to so many turns before the first of them, their stock, one more before
// each later one, and none that they do not want. False is proven. The rules are those of
// [judge], with the helpers' turns counted so: stock+a−1 in all.
//
// With turns to spare nothing is asked but numbers. (To ask whether some man can enter
// after them, too, spared 28 of 5.4 million positions and took a sixth of the time: star,
// 10 men each, 29 turns, up to the fifth of the winner; 2026-11.)
func (j *judge) inStock(winner, helpers set, a, stock int) bool {
	if !j.counts(winner, helpers, a, stock+a-1) {
		return false
	}
	outside := winner.AndNot(j.goal)
	if outside == (set{}) || a > outside.Len() {
		return true
	}
	ends := j.goal.AndNot(winner) // who is there stays
	return j.entersInStock(winner.Or(helpers), outside, helpers, ends, stock) && j.oneByOne(winner, helpers, outside, stock)
}

// entersInStock reports whether some man outside can enter the goal by the winner's next
// turn, before which there are so many of helpers.
//
// A cell without a man now that he jumps over has been filled by a helper who stands there
// after turns of his own, as many as [judge.turnsTo] says or more. The turns of different
// helpers are different ones, so on his way they are at most stock in all. Cells that
// should be empty are left out of account.
func (j *judge) entersInStock(men, outside, helpers, ends set, stock int) bool {
	if stock > mostInStock {
		return true
	}
	cost := j.turnsTo(men, helpers, stock)
	return j.flood.paid(outside, men, &cost, stock).Or(j.stepsFrom(outside)).Intersects(ends)
}

// mostInStock is how many turns of helpers the rule of entersInStock looks at.
const mostInStock = 7

// turnsTo returns how many turns of his own a helper needs at least to come to each cell,
// farSide where none can, if the helpers make so many turns at most.
//
// After p turns a helper who made r of them may step, or jump over cells with men now and
// over others to which helpers have come in those p turns: different ones, so that the
// turns of each, and his own, add up to p at most.
func (j *judge) turnsTo(men, helpers set, most int) (cost grid) {
	at := [mostInStock + 1]set{helpers} // by turns made
	cost = far
	for made := range most {
		next := at
		for r := range made + 1 {
			if at[r] == (set{}) {
				break // so it is with more turns
			}
			ends := j.flood.paid(at[r], men, &cost, made-r)
			next[r+1] = next[r+1].Or(ends).Or(j.stepsFrom(at[r])).AndNot(at[r])
		}
		for r := 1; r <= most; r++ {
			if more := next[r].AndNot(at[r]); more != (set{}) {
				cost.lower(j.beside(more), uint8(r))
			}
		}
		at = next
	}
	return cost
}

// far has farSide for each cell.
var far = func() (g grid) {
	for c := range g {
		g[c] = farSide
	}
	return g
}()

// lower makes the numbers of cells at most so great.
func (g *grid) lower(cells set, most uint8) {
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			c := k<<6 + trailing(word)
			g[c] = min(g[c], most)
		}
	}
}
