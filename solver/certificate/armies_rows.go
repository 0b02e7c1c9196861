package certificate

import "bytes"

// MostRowPairs is of how many pairs of row counts of two armies the distances are worked
// out at the most: a second or two (2026-11). Three men each have fewer on the star and on
// squares up to 11×11.
const MostRowPairs = 1 << 22

// armyRows has how many turns the winner needs at least by the rows of the men of both
// armies alone. The proof is with the same rule of the solver, in
// internal/bounds/armyrows.go; an abstract move is the one of a single army.
type armyRows struct {
	*ranks
	all   [][]byte  // the row counts of an army
	least [2][]byte // by who has the next turn, the winner or a helper, and row counts of both
}

// unsolved stands for a number of turns that nobody knows of.
const unsolved = 255

// rowsFit reports whether there are few enough row counts to ask for rows.
func (a *armies) rowsFit() bool {
	n := a.ranksOf(a.men / 2).number()
	return n <= MostRowPairs && n*n <= MostRowPairs
}

// askRows has the rows asked from now on.
func (a *armies) askRows() {
	ranks := a.ranksOf(a.men / 2)
	n := ranks.number()
	a.rows = &armyRows{ranks: ranks}
	for i := range a.rows.least {
		a.rows.least[i] = bytes.Repeat([]byte{unsolved}, int(n*n))
	}
	for i := range n {
		counts := make([]byte, a.top+1)
		ranks.unrank(i, counts)
		a.rows.all = append(a.rows.all, counts)
	}
	a.rows.measure(a.countsOf(a.goal, aMan))
}

// countsOf returns how many men of one army are in each row.
func (m *model) countsOf(men field, who byte) []byte {
	counts := make([]byte, m.top+1)
	for c, is := range men {
		if is == who {
			counts[m.row[c]]++
		}
	}
	return counts
}

// inTime reports whether so many turns of the winner may be enough by the rows.
func (r *armyRows) inTime(men field, turns int, winnerNext bool) bool {
	next := 1
	if winnerNext {
		next = 0
	}
	return int(r.least[next][r.pair(r.rank(r.countsOf(men, theMarked)), r.rank(r.countsOf(men, aMan)))]) <= turns
}

func (r *armyRows) pair(winner, helpers uint64) uint64 { return winner*uint64(len(r.all)) + helpers }

// measure goes back from the goal, turn by turn. Any turn may change no row, too.
func (r *armyRows) measure(goal []byte) {
	won := r.rank(goal)
	var now []uint64
	for helpers, counts := range r.all {
		fits := true
		for row, k := range counts {
			fits = fits && int(k+goal[row]) <= r.room[row]
		}
		if pair := r.pair(won, uint64(helpers)); fits {
			r.least[1][pair] = 0
			now = append(now, pair)
		}
	}
	for turns := byte(1); len(now) > 0; turns++ {
		now = r.before(1, r.before(0, now, turns), turns)
	}
}

// before marks what one turn of an army leads to some pairs from, and these themselves,
// with a number of turns, unless it has one.
func (r *armyRows) before(army int, after []uint64, turns byte) (found []uint64) {
	mark := func(pair uint64) {
		if r.least[army][pair] == unsolved {
			r.least[army][pair] = turns
			found = append(found, pair)
		}
	}
	n := uint64(len(r.all))
	both := make([]byte, r.top+1)
	for _, pair := range after {
		mark(pair)
		winner, helpers := r.all[pair/n], r.all[pair%n]
		for row := range both {
			both[row] = winner[row] + helpers[row]
		}
		own := bytes.Clone(winner)
		if army == 1 {
			own = bytes.Clone(helpers)
		}
		for from, k := range own {
			if k == 0 {
				continue
			}
			both[from]--
			own[from]--
			ends := r.ends(both, from)
			for to := range own {
				if ends>>to&1 == 0 {
					continue
				}
				own[to]++
				if army == 0 {
					mark(r.pair(r.rank(own), pair%n))
				} else {
					mark(r.pair(pair/n, r.rank(own)))
				}
				own[to]--
			}
			own[from]++
			both[from]++
		}
	}
	return found
}
