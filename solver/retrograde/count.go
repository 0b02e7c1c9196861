package retrograde

import "math/bits"

// countByRests counts the legal turns of the positions of a row man by man: for
// each set of men−1 other men, all places of the last man at once. Most men touch
// nobody, and those that can jump over the same men share what they reach:
//
//   - a man has a step to each empty neighbour;
//   - jumps can be taken back, so the cells that chains join, the mover's own
//     among them, fall into parts, and from each cell of a part a chain leads to
//     all others;
//   - cells may be closed to all of them: the turns to such a cell do not count,
//     which come from the cells that can be reached from it.
//
// Positions in which the clearing duty restricts the turns are left out: see hard.
func (w *worker) countByRests(r *row, counts []uint8) {
	all := uint64(1)<<w.cells - 1
	var extra [64]uint8 // cells reached by chains, by the cell of the man
	for i, rest := range w.rests {
		if rest.set&r.theirs != 0 {
			continue
		}
		occ := rest.set | r.theirs
		free := all &^ occ
		if r.hard(rest.set, rest.marked) {
			continue
		}
		if r.must && r.staying(rest.set, rest.marked) == r.stay {
			free &^= r.zones[rest.kind]
		}
		closed := uint64(0)
		if r.closed != nil {
			if closed = r.closed(r, rest.set); all&^(occ|closed) == 0 {
				continue
			}
		}
		joined := r.joined(occ)
		for todo := joined; todo != 0; {
			c := bits.TrailingZeros64(todo)
			part := r.chain(c, occ, anywhere) | 1<<c
			n := uint8(bits.OnesCount64(part) - 1)
			for m := part; m != 0; m &= m - 1 {
				extra[bits.TrailingZeros64(m)&63] = n
			}
			todo &^= part
		}
		cols := (*[64]uint32)(w.moved[i<<6:])
		slow := uint64(0)
		if r.arrival {
			slow = r.goals[rest.kind]
		}
		for m := free &^ slow; m != 0; m &= m - 1 {
			c := bits.TrailingZeros64(m) & 63
			n := uint8(bits.OnesCount64(r.adj[c] &^ occ))
			if joined>>c&1 != 0 {
				n += extra[c]
			}
			counts[cols[c]] += n
		}
		for m := free & slow; m != 0; m &= m - 1 {
			c := bits.TrailingZeros64(m) & 63
			counts[cols[c]] += uint8(bits.OnesCount64(r.inside(c, occ, slow)))
		}
		if closed &= all &^ occ; closed != 0 {
			r.discount(counts, cols, closed, occ, free)
		}
	}
}

// discount takes the turns to closed cells from the counts of a man on each free
// cell.
func (r *row) discount(counts []uint8, cols *[64]uint32, closed, occ, free uint64) {
	for ; closed != 0; closed &= closed - 1 {
		from := r.reached(bits.TrailingZeros64(closed), occ, anywhere) & free
		if r.arrival && closed&-closed&r.goal == 0 {
			from &^= r.goal
		}
		for ; from != 0; from &= from - 1 {
			counts[cols[bits.TrailingZeros64(from)&63]]--
		}
	}
}

// joined returns the cells from which a man can jump over one on occ.
func (k *kernel) joined(occ uint64) uint64 {
	if k.long != nil {
		return k.long.joined(occ)
	}
	var out uint64
	for m := occ; m != 0; m &= m - 1 {
		for _, pair := range k.across[bits.TrailingZeros64(m)&63] {
			if pair&occ == 0 { // empty where there is none
				out |= pair
			}
		}
	}
	return out
}
