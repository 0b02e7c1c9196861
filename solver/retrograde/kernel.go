package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// kernel generates moves on sets of cells in one machine word. It is shared by
// all workers.
type kernel struct {
	rules  duel.Rules
	late   bool // rules online after the 50 moves
	home   uint64
	goal   uint64
	tip    uint64 // of home
	end    uint64 // the tip of goal
	guard  uint64 // see duel.Game.Guard; at home
	guards uint64 // the same at the goal
	adj    [64]uint64
	ahead  [64]uint64      // see duel.Game.Ahead
	behind [64]uint64      // c in ahead[d] ⇔ d in behind[c]
	nearer [64]uint64      // cells of home from which fewer steps lead out of it
	land   [64 * 64]uint64 // [c<<6|over]: the cell behind over as a set, empty off the board
	across [64][4]uint64   // the pairs of cells on opposite sides of a cell
}

func newKernel(g *duel.Game) *kernel {
	n := g.Board.Len()
	k := &kernel{
		rules: g.Rules, home: uint64(g.Home), goal: uint64(g.Goal),
		tip: 1, end: 1 << (n - 1),
		guard: uint64(g.Guard()), guards: uint64(g.Turned(g.Guard())),
	}
	for c := range n {
		for d := range g.Board.Directions() {
			over := g.Board.Neighbour(positions.Cell(c), d)
			if over == positions.NoCell {
				continue
			}
			k.adj[c] |= 1 << over
			if land := g.Board.Neighbour(over, d); land != positions.NoCell {
				k.land[c<<6|int(over)] = 1 << land
			}
		}
		for d := range g.Board.Directions() / 2 {
			over, back := g.Board.Neighbour(positions.Cell(c), d), g.Board.Neighbour(positions.Cell(c), d+g.Board.Directions()/2)
			if over != positions.NoCell && back != positions.NoCell {
				k.across[c][d] = 1<<over | 1<<back
			}
		}
		k.ahead[c] = uint64(g.Ahead(positions.Cell(c)))
		for m := k.ahead[c]; m != 0; m &= m - 1 {
			k.behind[bits.TrailingZeros64(m)] |= 1 << c
		}
		for m := k.home; m != 0 && k.home>>c&1 != 0; m &= m - 1 {
			if d := bits.TrailingZeros64(m); g.Leave(positions.Cell(d)) < g.Leave(positions.Cell(c)) {
				k.nearer[c] |= 1 << d
			}
		}
	}
	return k
}

// reach returns the cells that a man on c reaches by a step or a chain while all
// other men stand on occ, without any rule about courts. Steps and jumps can be
// taken back, so these are also the cells from which it can have come.
func (k *kernel) reach(c int, occ uint64) uint64 {
	near := k.adj[c&63]
	steps := near &^ occ
	if near&occ == 0 {
		return steps
	}
	return steps | k.chain(c, occ)
}

// chain returns the cells that a man on c reaches by jumps.
func (k *kernel) chain(c int, occ uint64) uint64 {
	start := uint64(1) << (c & 63)
	seen, todo := start|occ, start
	for todo != 0 {
		u := bits.TrailingZeros64(todo) & 63
		todo &= todo - 1
		for m := k.adj[u] & occ; m != 0; m &= m - 1 {
			land := k.land[u<<6|bits.TrailingZeros64(m)&63] &^ seen
			seen |= land
			todo |= land
		}
	}
	return seen &^ (occ | start)
}

// row is what all positions with the same waiting army have in common.
type row struct {
	*kernel
	theirs  uint64 // the waiting army, in the view of the side to move
	lost    bool   // theirs are all in their goal court
	duty    bool   // theirs have left their court: clearing duty
	part    bool   // one of theirs is in their goal court
	shut    bool   // theirs shut in the tip of their own court, which is empty of them
	special bool   // there is a rule about a tip shut in
}

func (k *kernel) row(theirs uint64) row {
	r := row{
		kernel: k, theirs: theirs,
		lost: theirs&^k.home == 0,
		duty: k.rules.Duty() && theirs&k.goal == 0,
		part: theirs&k.home != 0,
		shut: k.guards != 0 && theirs&k.guards == k.guards && theirs&k.end == 0,
	}
	r.special = k.guard != 0
	return r
}

// ending returns the value of a position that stands before any turn, and
// whether it does. The rules are those of package duel in other words.
func (r *row) ending(mine uint64) (duel.Value, bool) {
	switch r.rules {
	case duel.Paper:
		all := mine | r.theirs
		switch {
		case all&r.goal == r.goal && mine&r.goal != 0,
			r.shut && mine&r.end == 0,
			r.guard != 0 && mine&r.guard == r.guard && all&r.tip == 0:
			return duel.ValueIllegal, true
		case r.part && all&r.home == r.home:
			return duel.ValueLost, true
		}
	case duel.Swap:
		switch {
		case r.lost:
			return duel.ValueLost, true
		case mine&^r.goal == 0:
			return duel.ValueWon, true
		}
	default:
		switch {
		case mine&^r.goal == 0:
			return duel.ValueIllegal, true
		case r.lost:
			return duel.ValueLost, true
		case r.rules == duel.Filled && (mine|r.theirs)&r.goal == r.goal && mine&r.goal != 0:
			return duel.ValueWon, true
		case r.late:
			return r.cleared(mine)
		}
	}
	return 0, false
}

// cleared returns the value of a position of the rules online after the 50 moves
// if a man stands in its own court. A draw has the number of illegal positions:
// it is settled and nobody has won.
func (r *row) cleared(mine uint64) (duel.Value, bool) {
	switch here, there := mine&r.home != 0, r.theirs&r.goal != 0; {
	case here && there:
		return duel.ValueIllegal, true
	case here:
		return duel.ValueLost, true
	case there:
		return duel.ValueWon, true
	}
	return 0, false
}

// canLeave reports whether one of mine can leave its court at once. Under the
// clearing duty there are no swaps: none of theirs is in my goal court.
func (r *row) canLeave(mine uint64) bool {
	for m := mine & r.home; m != 0; m &= m - 1 {
		man := m & -m
		if r.reach(bits.TrailingZeros64(m), (mine|r.theirs)&^man)&^r.home != 0 {
			return true
		}
	}
	return false
}

// targets returns the cells to which the man on c may go, swaps aside. rest are
// my other men. stuck says that the clearing duty holds and no man can leave.
func (r *row) targets(c int, rest uint64, stuck bool) uint64 {
	to := r.reach(c, rest|r.theirs)
	man := uint64(1) << (c & 63)
	switch {
	case r.rules == duel.Paper:
		return r.enterable(to, rest)
	case man&r.goal != 0:
		to &= r.goal
	}
	if r.duty && (rest|man)&r.home != 0 {
		switch {
		case man&r.home == 0:
			return 0
		case stuck:
			to &= r.nearer[c&63]
		default:
			to &^= r.home
		}
	}
	return to
}

// enterable returns the cells of to that lead to a legal position of the rules
// paper.
func (r *row) enterable(to, rest uint64) uint64 {
	if r.part { // the opponent's goal court must not be filled by my turn
		missing := r.home &^ (r.theirs | rest)
		switch {
		case missing == 0:
			return 0
		case missing&(missing-1) == 0:
			to &^= missing
		}
	}
	if r.guard == 0 {
		return to
	}
	if r.shut && rest&r.end == 0 {
		to &= r.end
	}
	if (rest|r.theirs)&r.tip == 0 {
		missing := r.guard &^ rest
		switch {
		case missing == 0:
			to &= r.tip
		case missing&(missing-1) == 0:
			to &^= missing
		}
	}
	return to
}

// sources returns the cells from which the man that is now on c may have come by
// a legal turn other than a swap. rest are my other men. Whether the position
// before was over already is not looked at.
func (r *row) sources(c int, rest uint64) uint64 {
	from := r.reach(c, rest|r.theirs)
	if r.rules == duel.Paper {
		return from // any turn that led to a legal position was legal
	}
	man := uint64(1) << (c & 63)
	if man&r.goal == 0 {
		from &^= r.goal
	}
	if !r.duty {
		return from
	}
	if rest&r.home != 0 {
		from &= r.home
	}
	if man&r.home != 0 {
		for m := from & r.home; m != 0; m &= m - 1 {
			before := m & -m
			if r.nearer[bits.TrailingZeros64(m)]&man == 0 || r.canLeave(rest|before) {
				from &^= before
			}
		}
	}
	return from
}
