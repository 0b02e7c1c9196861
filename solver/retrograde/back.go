package retrograde

import "math/bits"

// parts are what the men of an army, all alike, add to its column, for each of the
// places that they can have in it when another man moves: the men are numbered from
// below, from 0.
type parts struct {
	n    int
	cell [16]int
	same [16]uint32 // as it is
	up   [16]uint32 // with one more man below it
	down [16]uint32 // with one less
	base [16]uint32 // of all others if this man were below them
}

func (p *parts) of(r *ranks, mine uint64) {
	n := 0
	sum := uint32(0)
	for m := mine; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		i := n & 15
		p.cell[i] = c
		p.down[i] = r.add[(n<<6|c)&1023]
		p.same[i] = r.add[((n+1)<<6|c)&1023]
		p.up[i] = r.add[((n+2)<<6|c)&1023]
		p.base[i] = sum
		sum += p.up[i]
		n++
	}
	p.n = n
	sum = 0
	for i := n - 1; i >= 0; i-- {
		p.base[i&15] += sum
		sum += p.same[i&15]
	}
}

// without fills in what man i adds with the others to a column for each number of others
// below it, its own part, the number in add for its cell, aside.
func (p *parts) without(i int, dst *[16]uint32) {
	base := p.base[i&15]
	for j := range i {
		dst[j&15] = base
		base += p.same[j&15] - p.up[j&15]
	}
	for j := i + 1; j < p.n; j++ {
		dst[(j-1)&15] = base
		base += p.down[j&15] - p.same[j&15]
	}
	dst[(p.n-1)&15] = base
}

// crossing returns cells beyond another man for man i: all those below the next lower
// man, or, for the lowest man, above the next higher one.
func (p *parts) crossing(i int) uint64 {
	switch {
	case i > 0:
		return 1<<(p.cell[(i-1)&15]&63) - 1
	case p.n > 1:
		return anywhere << (p.cell[1] & 63)
	}
	return 0
}

// back goes through the positions before a step or a chain of the row led to mine, all
// men being alike, and settles those that are not in seen: as won, or as lost if all
// their turns lead to won positions; those looked at are added to seen.
func (w *worker) back(mine uint64, kind int, seen []uint64) {
	r, p, add := &w.row, &w.before, &w.ranks.add
	p.of(&w.ranks, mine)
	var base [16]uint32
	free := !r.arrival && !r.must && r.reach == nil // any step or chain to a legal position was legal
	for i := range p.n {
		c := p.cell[i&15]
		man := uint64(1) << (c & 63)
		rest := mine &^ man
		var from uint64
		if free {
			if from = r.adj[c&63] &^ (mine | r.theirs); r.mayJump(c, rest) {
				from |= r.chain(c, rest, anywhere)
			}
		} else {
			from = r.sources(c, rest, 0)
		}
		if from == 0 {
			continue
		}
		p.without(i, &base)
		for ; from != 0; from &= from - 1 {
			below := bits.OnesCount64(rest & (from&-from - 1))
			col := int(base[below&15] + add[((below+1)<<6|bits.TrailingZeros64(from))&1023])
			bit := uint64(1) << (col & 63)
			if seen[col>>6]&bit != 0 {
				continue
			}
			before := army{set: rest | from&-from}
			if kind == won {
				w.settle(won, before, col)
				continue
			}
			seen[col>>6] |= bit
			if w.loses(before) {
				w.settle(lost, before, col)
			}
		}
	}
}

// saves reports whether one of the turns of man i of a position, to these cells, leads
// to a position that is not won. w.after has the parts of the position.
func (w *worker) saves(mine uint64, i int, to uint64) bool {
	if to == 0 {
		return false
	}
	p, add := &w.after, &w.ranks.add
	var base [16]uint32
	p.without(i, &base)
	rest := mine &^ (1 << (p.cell[i&15] & 63))
	for ; to != 0; to &= to - 1 {
		below := bits.OnesCount64(rest & (to&-to - 1))
		col := base[below&15] + add[((below+1)<<6|bits.TrailingZeros64(to))&1023]
		if w.wins[col>>6]>>(col&63)&1 == 0 {
			return true
		}
	}
	return false
}

// losesAlike is loses where men are all alike and the clearing duty does not hold. Steps
// come before chains.
func (w *worker) losesAlike(mine uint64) bool {
	r, p := &w.row, &w.after
	p.of(&w.ranks, mine)
	var closed [16]uint64
	for i := p.n - 1; i >= 0; i-- {
		man := uint64(1) << (p.cell[i&15] & 63)
		if r.closed != nil {
			closed[i&15] = r.closed(r, mine&^man)
		}
		if w.saves(mine, i, r.stepsOf(man, mine)&^closed[i&15]) {
			return false
		}
	}
	for i := range p.n {
		if w.saves(mine, i, r.chainsOf(p.cell[i&15]&63, mine)&^closed[i&15]) {
			return false
		}
	}
	return w.losesBySpecials(mine)
}

// losesSwept is losesAlike where sweep has tried the steps after which the men stand in
// the same order, and no cell is closed to any but the lowest man.
func (w *worker) losesSwept(mine uint64) bool {
	r, p := &w.row, &w.after
	p.of(&w.ranks, mine)
	for i := range p.n {
		c := p.cell[i&15] & 63
		to := r.stepsOf(1<<c, mine)&p.crossing(i) | r.chainsOf(c, mine)
		if i == 0 && to != 0 && r.closed != nil {
			to &^= r.closed(r, mine&(mine-1))
		}
		if w.saves(mine, i, to) {
			return false
		}
	}
	return w.losesBySpecials(mine)
}
