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

// next takes from cells those below man j that are left, and returns them.
func (p *parts) next(cells *uint64, j int) uint64 {
	part := *cells
	if j < p.n {
		part &= 1<<(p.cell[j&15]&63) - 1
	}
	*cells &^= part
	return part
}

// above returns how the columns of the others grow when man i, which was below man j,
// is above it.
func (p *parts) above(i, j int) uint32 {
	if j < i {
		return p.same[j&15] - p.up[j&15]
	}
	return p.down[j&15] - p.same[j&15]
}

// back goes through the positions before a step or a chain of the row led to mine, all
// men being alike, and settles those that are not in seen: as won, or as lost if all
// their turns lead to won positions; those looked at are added to seen.
func (w *worker) back(mine uint64, kind int, seen []uint64) {
	r, p, add := &w.row, &w.before, &w.ranks.add
	p.of(&w.ranks, mine)
	occ := mine | r.theirs
	free := !r.arrival && !r.must // any turn to a legal position was legal
	for i := range p.n {
		c := p.cell[i&15]
		man := uint64(1) << (c & 63)
		rest := mine &^ man
		var from uint64
		if free {
			from = r.reached(c, occ&^man, anywhere)
		} else {
			from = r.sources(c, rest, 0)
		}
		base, place := p.base[i&15], 1<<6
		for j := 0; from != 0; j++ {
			if j == i {
				continue
			}
			for part := p.next(&from, j); part != 0; part &= part - 1 {
				col := int(base + add[(place|bits.TrailingZeros64(part))&1023])
				bit := uint64(1) << (col & 63)
				if seen[col>>6]&bit != 0 {
					continue
				}
				before := army{set: rest | part&-part}
				if kind == won {
					w.settle(won, before, col)
					continue
				}
				seen[col>>6] |= bit
				if w.loses(before) {
					w.settle(lost, before, col)
				}
			}
			base += p.above(i, j)
			place += 1 << 6
		}
	}
}

// saves reports whether one of the turns of man i, to these cells, leads to a position
// that is not won. w.after has the parts of the position.
func (w *worker) saves(i int, to uint64) bool {
	p, add := &w.after, &w.ranks.add
	base, place := p.base[i&15], 1<<6
	for j := 0; to != 0; j++ {
		if j == i {
			continue
		}
		for part := p.next(&to, j); part != 0; part &= part - 1 {
			col := base + add[(place|bits.TrailingZeros64(part))&1023]
			if w.wins[col>>6]>>(col&63)&1 == 0 {
				return true
			}
		}
		base += p.above(i, j)
		place += 1 << 6
	}
	return false
}

// losesAlike is loses where men are all alike and the clearing duty does not hold. Steps
// come first, those of the man from above before others: sweep has tried most of the
// lowest one.
func (w *worker) losesAlike(mine uint64) bool {
	r, p := &w.row, &w.after
	p.of(&w.ranks, mine)
	occ := mine | r.theirs
	var closed [16]uint64
	for i := p.n - 1; i >= 0; i-- {
		c := p.cell[i&15] & 63
		if r.closed != nil {
			closed[i&15] = r.closed(r, mine&^(1<<c))
		}
		to := r.adj[c] &^ occ &^ closed[i&15]
		if r.arrival && r.goals[0]>>c&1 != 0 {
			to &= r.goals[0]
		}
		if w.saves(i, to) {
			return false
		}
	}
	for i := range p.n {
		c := p.cell[i&15] & 63
		if r.long == nil && r.adj[c]&occ == 0 {
			continue // no jump
		}
		within := anywhere
		arrived := r.arrival && r.goals[0]>>c&1 != 0
		if arrived && r.strict {
			within = r.goals[0]
		}
		to := r.chain(c, occ&^(1<<c), within) &^ (r.adj[c] | closed[i&15])
		if arrived {
			to &= r.goals[0]
		}
		if w.saves(i, to) {
			return false
		}
	}
	return w.losesBySpecials(mine)
}
