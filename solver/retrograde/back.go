package retrograde

import "math/bits"

// parts are what the men of an army add to its column, for each of the places that
// they can have in it when another man leaves or comes: the men are numbered from
// below, from 0.
type parts struct {
	n    int
	cell [16]int
	same [16]uint32 // as it is
	up   [16]uint32 // with one more man below it
	down [16]uint32 // with one less
}

func (p *parts) of(r *ranks, mine uint64) {
	n := 0
	for m := mine; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		i := n & 15
		p.cell[i] = c
		p.down[i] = r.add[(n<<6|c)&1023]
		p.same[i] = r.add[((n+1)<<6|c)&1023]
		p.up[i] = r.add[((n+2)<<6|c)&1023]
		n++
	}
	p.n = n
}

// back goes through the positions before a step or a chain of the row led to mine, all
// men being alike, and settles those that are not in seen: as won, or as lost if all
// their turns lead to won positions; those looked at are added to seen.
func (w *worker) back(mine uint64, kind int, seen []uint64) {
	r, p, add := &w.row, &w.before, &w.ranks.add
	p.of(&w.ranks, mine)
	occ := mine | r.theirs
	free := !r.arrival && !r.must // any turn to a legal position was legal
	var first uint32              // the column if all men from the one in work on had one more below
	for j := range p.n {
		first += p.same[j&15]
	}
	for i := range p.n {
		c := p.cell[i&15]
		man := uint64(1) << (c & 63)
		rest := mine &^ man
		first -= p.same[i&15]
		base := first
		first += p.up[i&15]
		var from uint64
		if free {
			from = r.reached(c, occ&^man, anywhere)
		} else {
			from = r.sources(c, rest, 0)
		}
		place := 1 << 6
		for j := 0; from != 0; j++ {
			if j == i {
				continue
			}
			part := from
			if j < p.n {
				part &= 1<<(p.cell[j&15]&63) - 1
			}
			from &^= part
			for ; part != 0; part &= part - 1 {
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
			if j < i {
				base += p.same[j&15] - p.up[j&15]
			} else {
				base += p.down[j&15] - p.same[j&15]
			}
			place += 1 << 6
		}
	}
}

// saves reports whether a step of an open position of the row, all men being alike and
// not under the clearing duty, leads to a position that is not won. The man from above
// comes first: sweep has tried most steps of the lowest one.
func (w *worker) saves(mine uint64) bool {
	r, p, add := &w.row, &w.after, &w.ranks.add
	p.of(&w.ranks, mine)
	occ := mine | r.theirs
	var last uint32 // the column if no man from the one in work on counted
	for j := range p.n {
		last += p.up[j&15]
	}
	above := uint32(0)
	for i := p.n - 1; i >= 0; i-- {
		c := p.cell[i&15]
		last -= p.up[i&15]
		base := last + above
		above += p.same[i&15]
		to := r.adj[c&63] &^ occ
		if r.closed != nil && to != 0 {
			to &^= r.closed(r, mine&^(1<<(c&63)))
		}
		if r.arrival && r.goals[0]>>(c&63)&1 != 0 {
			to &= r.goals[0]
		}
		place := 1 << 6
		for j := 0; to != 0; j++ {
			if j == i {
				continue
			}
			part := to
			if j < p.n {
				part &= 1<<(p.cell[j&15]&63) - 1
			}
			to &^= part
			for ; part != 0; part &= part - 1 {
				col := base + add[(place|bits.TrailingZeros64(part))&1023]
				if w.wins[col>>6]>>(col&63)&1 == 0 {
					return true
				}
			}
			if j < i {
				base += p.same[j&15] - p.up[j&15]
			} else {
				base += p.down[j&15] - p.same[j&15]
			}
			place += 1 << 6
		}
	}
	return false
}
