package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// kernel generates moves on sets of cells in one machine word, forwards and
// backwards, by the rules of a game. It is shared by all workers.
type kernel struct {
	rules
	home      uint64 // see duel.Game, all in the view of the side to move
	goal      uint64
	theirHome uint64
	theirGoal uint64
	adj       [64]uint64
	nearer    [64]uint64      // cells of home from which fewer steps lead out of it
	land      [64 * 64]uint64 // [c<<6|over]: the cell behind over as a set, empty off the board
	long      *longJumps      // nil if men jump over neighbours only
}

// newKernel returns the kernel of a game; late says that its limit of turns is
// over.
func newKernel(g *duel.Game, late bool) (*kernel, error) {
	rules, err := rulesOf(g)
	if err != nil {
		return nil, err
	}
	k := &kernel{
		rules: rules, home: uint64(g.Home), goal: uint64(g.Goal),
		theirHome: uint64(g.TheirHome), theirGoal: uint64(g.TheirGoal),
	}
	if late {
		k.ending = func(r *row, mine uint64) (duel.Value, bool) {
			if v, over := rules.ending(r, mine); over {
				return v, true
			}
			return rules.late(r, mine)
		}
	}
	for c := range g.Board.Len() {
		k.link(g, c)
	}
	if g.Rules.Jumps.Long() {
		k.long = newLongJumps(g.Board)
	}
	return k, nil
}

// link fills the tables for a cell.
func (k *kernel) link(g *duel.Game, c int) {
	next := func(c positions.Cell, d int) positions.Cell { return g.Board.Neighbour(c, d) }
	directions := g.Board.Directions()
	for d := range directions {
		over := next(positions.Cell(c), d)
		if over == positions.NoCell {
			continue
		}
		k.adj[c] |= 1 << over
		if land := next(over, d); land != positions.NoCell {
			k.land[c<<6|int(over)] = 1 << land
		}
	}
	for m := k.home; m != 0 && k.home>>c&1 != 0; m &= m - 1 {
		if d := bits.TrailingZeros64(m); g.Leave(positions.Cell(d)) < g.Leave(positions.Cell(c)) {
			k.nearer[c] |= 1 << d
		}
	}
}

// reached returns the cells that a man on c reaches by a step or a chain, or what
// turns the rules have, while all other men stand on occ, without any rule about
// courts. Steps and jumps can be taken back, so these are also the cells from which it
// can have come.
func (k *kernel) reached(c int, occ uint64) uint64 {
	if k.reach != nil {
		return k.reach(k, c, occ)
	}
	near := k.adj[c&63]
	steps := near &^ occ
	if near&occ == 0 && k.long == nil {
		return steps
	}
	return steps | k.chain(c, occ)
}

// chain returns the cells that a man on c reaches by jumps.
func (k *kernel) chain(c int, occ uint64) uint64 {
	if k.long != nil {
		return k.long.chain(c, occ)
	}
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
	theirs uint64 // the waiting army, in the view of the side to move
	lost   bool   // theirs are all in their goal
	must   bool   // theirs have left their court: the clearing duty, if any, holds
}

func (k *kernel) row(theirs uint64) row {
	return row{kernel: k, theirs: theirs, lost: theirs&^k.theirGoal == 0, must: k.duty && bits.OnesCount64(theirs&k.theirHome) <= k.stay}
}

// ended returns the value of a position that stands before any turn, and whether it
// does.
func (r *row) ended(mine uint64) (duel.Value, bool) { return r.ending(r, mine) }

// hard reports whether the clearing duty restricts the turns of a position.
func (r *row) hard(mine uint64) bool { return r.must && bits.OnesCount64(mine&r.home) > r.stay }

// stuck reports whether the clearing duty holds and none of mine can leave its
// court at once.
func (r *row) stuck(mine uint64) bool { return r.hard(mine) && !r.canLeave(mine) }

// canLeave reports whether one of mine can leave its court at once.
func (r *row) canLeave(mine uint64) bool {
	for m := mine & r.home; m != 0; m &= m - 1 {
		rest := mine &^ (m & -m)
		to := r.reached(bits.TrailingZeros64(m), rest|r.theirs) &^ r.home
		if to != 0 && r.closed != nil {
			to &^= r.closed(r, rest)
		}
		if to != 0 {
			return true
		}
	}
	return false
}

// targets returns the cells to which the man on c may go by a step or a chain.
// rest are my other men; for stuck see there.
func (r *row) targets(c int, rest uint64, stuck bool) uint64 {
	to := r.reached(c, rest|r.theirs)
	man := uint64(1) << (c & 63)
	if r.closed != nil {
		to &^= r.closed(r, rest)
	}
	if r.arrival && man&r.goal != 0 {
		to &= r.goal
	}
	if r.hard(rest | man) {
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

// sources returns the cells from which the man that is now on c may have come by
// a legal step or chain to a legal position: what is closed need not be looked at.
// rest are my other men. Whether the position before was over is not looked at
// either.
func (r *row) sources(c int, rest uint64) uint64 {
	from := r.reached(c, rest|r.theirs)
	man := uint64(1) << (c & 63)
	if r.arrival && man&r.goal == 0 {
		from &^= r.goal
	}
	staying := bits.OnesCount64(rest & r.home)
	if !r.must || staying < r.stay {
		return from
	}
	if staying > r.stay {
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

// canMove reports whether an open position has a legal turn.
func (r *row) canMove(mine uint64) bool {
	if r.hard(mine) || r.reach != nil {
		return r.countTurns(mine) > 0
	}
	for m := mine; m != 0; m &= m - 1 {
		man := m & -m
		rest := mine &^ man
		to := r.adj[bits.TrailingZeros64(m)&63] &^ (mine | r.theirs)
		if to != 0 && r.closed != nil {
			to &^= r.closed(r, rest)
		}
		if to != 0 && (!r.arrival || man&r.goal == 0) {
			return true // a step
		}
	}
	return r.countTurns(mine) > 0
}

// countTurns returns the number of legal turns of an open position.
func (r *row) countTurns(mine uint64) int {
	stuck := r.stuck(mine)
	n := 0
	for m := mine; m != 0; m &= m - 1 {
		n += bits.OnesCount64(r.targets(bits.TrailingZeros64(m), mine&^(m&-m), stuck))
	}
	if r.special != nil {
		n += r.special.count(r, mine)
	}
	return n
}
