package together

import "github.com/halma-solve/halma-solve/positions"

// grid has a number for each cell.
type grid [positions.MaxCells]uint8

// inStock reports whether the game may be won by a turns of the winner if the helpers
// may make up to so many turns before the first of them, their stock, one more before
// each later one, and none that they do not want. False is proven. The rules are those of
// [judge], with the helpers' turns counted so: stock+a−1 in all. Before the turn that
// enters the goal next come at most s winner's turns, with s to spare, and stock+s of
// helpers.
func (j *judge) inStock(winner, helpers set, a, stock int) bool {
	if !j.counts(winner, helpers, a, stock+a-1) {
		return false
	}
	outside := winner.AndNot(j.goal)
	if outside == (set{}) {
		return true
	}
	spare := a - outside.Len()
	most, ends := 2*spare+stock, j.goal
	if spare == 0 {
		ends = ends.AndNot(winner) // who is there stays
	}
	var toGoal [positions.MaxCells]uint8
	j.missing(&toGoal, ends, winner.Or(helpers), j.board(), most)
	j.zero(&toGoal, j.stepsFrom(ends))
	nearest := j.nearest(&toGoal, outside)
	switch {
	case spare == 0 && nearest > most, spare == 0 && !j.oneByOne(winner, helpers, outside, stock):
		return false
	case nearest == 0:
		return true
	}
	return j.entersInStock(winner, helpers, ends, spare, stock)
}

// entersInStock reports whether some man outside can enter the goal by the winner's next
// turns, s+1 of them, before which there are stock+s of helpers.
//
// Say he makes r turns and then the one that enters. A cell without a man now that he
// jumps over has been filled by a man of either army who stands there after turns of his
// own, as many as [judge.turnsTo] says or more. The turns of different men are different
// ones, so on each way of his jumps the winner's are at most s−r in all, as r are his own,
// and the helpers' before his i-th turn at most stock+s−r+i−1, as r−i+1 turns are still to
// come before the last. Cells that should be empty are left out of account.
func (j *judge) entersInStock(winner, helpers, ends set, s, stock int) bool {
	men := winner.Or(helpers)
	if stock+s > mostInStock {
		return true
	}
	cost := j.turnsTo(winner, helpers, s, stock)
	for r := range s + 1 {
		at := winner.AndNot(j.goal)
		for i := range r + 1 {
			j.ways.from(j, at, men, &cost, armies[int]{s - r, stock + s - r + i}, farSide)
			at = j.ways.ends().Or(j.stepsFrom(at))
		}
		if at.Intersects(ends) {
			return true
		}
	}
	return false
}

// mostInStock is how many turns of an army the rule of entersInStock looks at.
const mostInStock = 7

// armies has something of the winner's men and of the helpers.
type armies[T any] [2]T

// turnsTo returns how many turns of his own a man of the winner, and a helper, needs at
// least to come to each cell, farSide where none can, if the winner makes at most s turns
// and the helpers stock+s, in any order.
//
// After p turns of both a man who made r of them may step, or jump over cells with men
// now and over others to which men have come in those p turns: different men, so that
// the turns of each, and his own, add up to p at most.
func (j *judge) turnsTo(winner, helpers set, s, stock int) (cost armies[grid]) {
	men := winner.Or(helpers)
	most := armies[int]{s, stock + s}
	var at armies[[mostInStock + 1]set] // by turns made
	at[0][0], at[1][0] = winner, helpers
	for k := range cost {
		for c := range j.cells {
			cost[k][c] = farSide
		}
	}
	for made := range s + stock + s {
		next := at
		for k := range at {
			for r := 0; r < most[k] && r <= made; r++ {
				if at[k][r] == (set{}) {
					continue
				}
				others := most
				others[k] -= r + 1
				j.ways.from(j, at[k][r], men, &cost, others, made-r)
				next[k][r+1] = next[k][r+1].Or(j.ways.ends()).Or(j.stepsFrom(at[k][r])).AndNot(at[k][r])
			}
		}
		for k := range at {
			for r := 1; r <= most[k]; r++ {
				if next[k][r] != at[k][r] {
					j.lower(&cost[k], j.beside(next[k][r]), uint8(r))
				}
			}
		}
		at = next
	}
	return cost
}

// lower makes the numbers of cells at most so great.
func (j *judge) lower(g *grid, cells set, most uint8) {
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			c := k<<6 + trailing(word)
			g[c] = min(g[c], most)
		}
	}
}

// ways finds ways of jumps whose cells without a man are paid for by turns of either army.
type ways struct {
	least  [mostInStock + 1]grid // of helpers' turns, by winner's turns and cell
	paid   [mostInStock + 1][]place
	levels int // of paid in use
}

// place is a cell to which a way leads that cost so many turns of the winner.
type place struct{ cell, winners uint8 }

// from finds the ways from sources. A jump over a cell without a man costs what the one
// or the other army pays for the cell; each pays at most so much, both at most sum. As
// in [judge.missing] no way needs to pay for a cell twice, if in eight directions cells
// beside are as cheap.
func (w *ways) from(j *judge, sources, men set, cost *armies[grid], most armies[int], sum int) {
	for u := range most[0] + 1 {
		for c := range j.cells {
			w.least[u][c] = farSide
		}
	}
	most[1] = min(most[1], sum)
	w.levels = most[1] + 1
	for h := range w.levels {
		w.paid[h] = w.paid[h][:0]
	}
	for k, word := range sources {
		for ; word != 0; word &= word - 1 {
			c := uint8(k<<6 + trailing(word))
			w.least[0][c] = 0
			w.paid[0] = append(w.paid[0], place{c, 0})
		}
	}
	for h := range w.levels {
		for i := 0; i < len(w.paid[h]); i++ {
			at := w.paid[h][i]
			u := int(at.winners)
			if int(w.least[u][at.cell]) != h {
				continue
			}
			for _, hop := range j.table.Hops(at.cell) {
				if men[hop.Over>>6]>>(hop.Over&63)&1 != 0 {
					w.reach(hop.Land, u, h)
					continue
				}
				if more := u + int(cost[0][hop.Over]); more <= most[0] && more+h <= sum {
					w.reach(hop.Land, more, h)
				}
				if more := h + int(cost[1][hop.Over]); more <= most[1] && u+more <= sum {
					w.reach(hop.Land, u, more)
				}
			}
		}
	}
}

// reach notes a way, unless one is known that costs neither army more.
func (w *ways) reach(cell uint8, winners, helpers int) {
	for u := range winners + 1 {
		if int(w.least[u][cell]) <= helpers {
			return
		}
	}
	w.least[winners][cell] = uint8(helpers)
	w.paid[helpers] = append(w.paid[helpers], place{cell, uint8(winners)})
}

// ends returns the cells to which ways lead.
func (w *ways) ends() (all set) {
	for _, paid := range w.paid[:w.levels] {
		for _, at := range paid {
			all[at.cell>>6] |= 1 << (at.cell & 63)
		}
	}
	return all
}
