package retrograde

import "math/bits"

// turnsTogether returns the number of legal turns of all open positions of the row in
// which my men are others and one more, by that one. Men are all alike, and there are
// no turns but steps and chains.
//
// With the others where they are, cells are joined by jumps into groups: a man goes
// from any cell of a group to any other one of it, for jumps can be taken back. So the
// turns are the neighbours, which shifts of sets count at once, and the pairs of each
// group. Where the arrival rule or the clearing duty says more of a man on a cell, the
// turns from there are counted one by one.
func (w *worker) turnsTogether(others uint64) (n int) {
	r := &w.row
	from := (uint64(1)<<w.cells - 1) &^ (others | r.theirs)
	to := from
	if r.quiet == nil || !r.quiet(r, others) {
		for m := from; m != 0; m &= m - 1 {
			if _, over := r.ended(others|m&-m, 0); over {
				from &^= m & -m
			}
		}
	}
	if r.closed != nil {
		to &^= r.closed(r, others)
	}
	var alone, arrived uint64
	if r.must {
		switch staying := r.staying(others, 0); {
		case staying > r.stay: // a man that need not leave may not move
			from &= r.zones[0]
			alone = from
		case staying == r.stay:
			alone = from & r.zones[0]
		}
	}
	if r.arrival {
		if arrived = from & r.goals[0] &^ alone; r.strict {
			alone |= arrived
			arrived = 0
		}
	}
	for m := alone; m != 0; m &= m - 1 {
		n += bits.OnesCount64(r.targets(bits.TrailingZeros64(m), others, 0, r.stuck(others|m&-m, 0)))
	}
	if arrived != 0 {
		n += r.pairs(others, arrived, to&r.goals[0])
	}
	return n + r.pairs(others, from&^(alone|arrived), to)
}

// pairs returns how many turns lead from one of some cells to one of others while my
// other men stand on rest. No jump, and no chain, leads where a step does: it changes
// each coordinate by an even number, a step some by one.
func (r *row) pairs(rest, from, to uint64) (n int) {
	n = r.steps(from, to)
	todo := r.jumpers | r.neighbours(rest)
	if r.long == nil {
		var once uint64
		todo = 0
		for i := range r.jumps {
			a, b := r.jumps[i].of(rest|r.theirs, anywhere)
			todo |= once&(a|b) | a&b
			once |= a | b
			n += r.jumps[i].count(a, from, to)
		}
	} // what is left are the groups of three and more
	for todo &^= rest | r.theirs; todo != 0; {
		c := bits.TrailingZeros64(todo)
		group := r.chain(c, rest, anywhere) | 1<<c
		todo &^= group
		n += bits.OnesCount64(from&group)*bits.OnesCount64(to&group) - bits.OnesCount64(from&to&group)
		if r.long == nil {
			for i := range r.jumps {
				a, _ := r.jumps[i].of(rest|r.theirs, group)
				n -= r.jumps[i].count(a, from, to)
			}
		}
	}
	return n
}
