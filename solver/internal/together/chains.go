package together

import "github.com/halma-solve/halma-solve/positions"

// chain is what the turns of one man can come to.
type chain struct {
	steps, lands set // cells where a step, or some jump of a chain, ends
	over         set // men over whom jumps go
}

// turns returns the cells where a turn may end.
func (c *chain) turns() set { return c.steps.Or(c.lands) }

// field is a board with men for walks of single men. It belongs to one goroutine.
type field struct {
	table *positions.MoveTable
	man   [positions.MaxCells]bool
	queue [positions.MaxCells]uint8
}

// put sets men on all cells of a set, or takes them off.
func (f *field) put(cells set, man bool) {
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			f.man[k<<6+trailing(word)] = man
		}
	}
}

// chain returns what turns of the man on from can come to.
func (f *field) chain(from uint8) (c chain) {
	for _, to := range f.table.Steps(from) {
		if !f.man[to] {
			c.steps[to>>6] |= 1 << (to & 63)
		}
	}
	f.man[from] = false
	f.queue[0] = from
	c.lands[from>>6] |= 1 << (from & 63)
	for head, tail := 0, 1; head < tail; head++ {
		for _, h := range f.table.Hops(f.queue[head]) {
			if !f.man[h.Over] || f.man[h.Land] {
				continue
			}
			c.over[h.Over>>6] |= 1 << (h.Over & 63)
			if c.lands[h.Land>>6]>>(h.Land&63)&1 == 0 {
				c.lands[h.Land>>6] |= 1 << (h.Land & 63)
				f.queue[tail] = h.Land
				tail++
			}
		}
	}
	f.man[from] = true
	c.lands[from>>6] &^= 1 << (from & 63)
	return c
}

// zone is where a helper's turn may matter to the winner's next turn: nothing else that
// helpers do lets the winner make a turn that he could not make before, or keeps a turn
// of the helpers from being made after the winner's.
//
// A turn of the winner goes by a step or by jumps. Say one is legal after helpers' turns
// and was not before them. Up to the first jump or step that was not, it goes over cells
// to which it could come before; then it goes over a man who was not there, on one of
// fills, or to a cell that a helper has left, one of vacated. If it was legal before, and
// a helper's turn is not any more after it, that one jumps over the winner's man where
// he was, or comes to the cell to which he goes.
type zone struct {
	fills   set // cells whose filling may allow a turn
	vacated set // helpers whose leaving may
	lands   set // cells where turns end that are legal
	movers  set // the men who make them
}

// zone returns the zone of a position whose winner's men have such chains; the field has
// its men. If the turn must enter the goal, only such turns are meant.
func (f *field) zone(j *judge, winner, helpers set, chains []chain, entering bool) (z zone) {
	i := 0
	for k, word := range winner {
		for ; word != 0; word &= word - 1 {
			from := uint8(k<<6 + trailing(word))
			c := &chains[i]
			i++
			if entering && j.goal.Has(positions.Cell(from)) {
				continue
			}
			ends := c.turns()
			for _, to := range f.table.Steps(from) {
				if helpers.Has(positions.Cell(to)) {
					z.vacated = z.vacated.With(positions.Cell(to))
				}
			}
			if entering {
				ends = ends.And(j.goal)
			}
			if ends != (set{}) {
				z.movers, z.lands = z.movers.With(positions.Cell(from)), z.lands.Or(ends)
			}
			f.aside(&z, helpers, from)
			for k, word := range c.lands {
				for ; word != 0; word &= word - 1 {
					f.aside(&z, helpers, uint8(k<<6+trailing(word)))
				}
			}
		}
	}
	return z
}

// aside adds what may matter to jumps from a cell.
func (f *field) aside(z *zone, helpers set, from uint8) {
	for _, h := range f.table.Hops(from) {
		switch {
		case !f.man[h.Over]:
			z.fills[h.Over>>6] |= 1 << (h.Over & 63)
		case helpers[h.Land>>6]>>(h.Land&63)&1 != 0:
			z.vacated[h.Land>>6] |= 1 << (h.Land & 63)
		}
	}
}

// last returns the cells without a man over which the last jump of a way to the goal may
// go, of those that it makes over such cells: after it the way goes over men.
func (f *field) last(j *judge, winner set) (over set) {
	met := j.goal.AndNot(winner)
	n := list(met, &f.queue)
	for i := 0; i < n; i++ {
		for _, h := range f.table.Hops(f.queue[i]) { // the way back
			if !f.man[h.Over] {
				over[h.Over>>6] |= 1 << (h.Over & 63)
				continue
			}
			if word, bit := h.Land>>6, uint64(1)<<(h.Land&63); (met[word]|winner[word])&bit == 0 {
				met[word] |= bit
				f.queue[n] = h.Land
				n++
			}
		}
	}
	return over
}

// touches reports whether the turn of a helper with such a chain is in the zone.
func (z *zone) touches(c *chain, from, to uint8) bool {
	return z.vacated.Has(positions.Cell(from)) || z.fills.Has(positions.Cell(to)) ||
		c.over.Intersects(z.movers) || c.turns().Intersects(z.lands)
}
