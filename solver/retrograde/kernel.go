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
	home        uint64 // see duel.Game, all in the view of the side to move
	goal        uint64
	theirHome   uint64
	theirGoal   uint64
	goals       [2]uint64 // goal courts, by the kind of men
	places      [2]uint64 // where men must stand in the end, by kind
	zones       [2]uint64 // cells of home that are not the goal, by kind
	theirPlaces [2]uint64 // places, of the opponent
	theirZone   [2]uint64 // zones, of the opponent
	adj         [64]uint64
	shifts      []shift         // all neighbours of a set at once
	jumps       []jumpShift     // all short jumps at once
	nearer      [64]uint64      // cells of home from which fewer steps lead out of it
	land        [64 * 64]uint64 // [c<<6|over]: the cell behind over as a set, empty off the board
	long        *longJumps      // nil if men jump over neighbours only
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
	for i, of := range []duel.Kind{duel.Plain, duel.Marked} {
		k.goals[i], k.places[i] = uint64(g.GoalOf(of)), uint64(g.PlacesOf(of))
		k.zones[i] = k.home &^ k.goals[i]
		k.theirPlaces[i], k.theirZone[i] = uint64(g.Turned(g.PlacesOf(of))), uint64(g.Turned(duel.Set(k.zones[i])))
	}
	if late {
		k.quiet = nil
		k.ending = func(r *row, mine, marked uint64) (duel.Value, bool) {
			if v, over := rules.ending(r, mine, marked); over {
				return v, true
			}
			return rules.late(r, mine, marked)
		}
	}
	for c := range g.Board.Len() {
		k.link(g, c)
	}
	k.shifts, k.jumps = newShifts(g.Board), k.newJumpShifts()
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

// anywhere is the set of all cells.
const anywhere = ^uint64(0)

// row is what all positions with the same waiting army have in common.
type row struct {
	*kernel
	theirs  uint64     // the waiting army, in the view of the side to move
	lost    bool       // theirs are all where they are to be in the end
	must    bool       // theirs have left their court: the clearing duty, if any, holds
	over    [64]uint64 // by cell: where jumps over one of theirs lead, if they are not long
	jumpers uint64     // cells where there are such jumps
}

func (k *kernel) row(theirs, marked uint64) row {
	r := row{
		kernel: k, theirs: theirs,
		lost: theirs&marked&^k.theirPlaces[1]|theirs&^marked&^k.theirPlaces[0] == 0,
		must: k.duty && bits.OnesCount64(theirs&marked&k.theirZone[1]|theirs&^marked&k.theirZone[0]) <= k.stay,
	}
	for m := theirs; m != 0; m &= m - 1 {
		man := bits.TrailingZeros64(m) & 63
		for near := k.adj[man] &^ theirs; near != 0; near &= near - 1 {
			c := bits.TrailingZeros64(near) & 63
			if land := k.land[c<<6|man] &^ theirs; land != 0 {
				r.over[c] |= land
				r.jumpers |= 1 << c
			}
		}
	}
	if k.long != nil {
		r.jumpers = anywhere
	}
	return r
}

// reached returns the cells that a man on c reaches by a step or a chain, or what
// turns the rules have, while my other men stand on rest, touching no cell but those
// allowed, without any rule about courts. Steps and jumps can be taken back, so these
// are also the cells from which it can have come, if c is allowed.
func (r *row) reached(c int, rest, allowed uint64) uint64 {
	if r.reach != nil {
		return r.reach(r, c, rest, allowed)
	}
	steps := r.adj[c&63] &^ (rest | r.theirs) & allowed
	if !r.mayJump(c, rest) {
		return steps
	}
	return steps | r.chain(c, rest, allowed)
}

// mayJump reports whether there may be jumps from a cell.
func (r *row) mayJump(c int, rest uint64) bool {
	return r.jumpers>>(c&63)&1 != 0 || r.adj[c&63]&rest != 0
}

// inside returns where a man that has arrived may go within its goal court.
func (r *row) inside(c int, rest, goal uint64) uint64 {
	if r.strict {
		return r.reached(c, rest, goal)
	}
	return r.reached(c, rest, anywhere) & goal
}

// chain returns the cells that a man on c reaches by jumps.
func (r *row) chain(c int, rest, allowed uint64) uint64 {
	if r.long != nil {
		return r.long.chain(c, rest|r.theirs, allowed)
	}
	start := uint64(1) << (c & 63)
	blocked := start | rest | r.theirs | ^allowed
	seen, todo := blocked, start
	for todo != 0 {
		u := bits.TrailingZeros64(todo) & 63
		todo &= todo - 1
		land := r.over[u]
		for m := r.adj[u] & rest; m != 0; m &= m - 1 {
			land |= r.land[u<<6|bits.TrailingZeros64(m)&63]
		}
		land &^= seen
		seen |= land
		todo |= land
	}
	return seen &^ blocked
}

// ended returns the value of a position that stands before any turn, and whether it
// does.
func (r *row) ended(mine, marked uint64) (duel.Value, bool) { return r.ending(r, mine, marked) }

// staying returns how many men stand in their own court and not in their goal.
func (k *kernel) staying(men, marked uint64) int {
	return bits.OnesCount64(men&marked&k.zones[1] | men&^marked&k.zones[0])
}

// hard reports whether the clearing duty restricts the turns of a position.
func (r *row) hard(mine, marked uint64) bool { return r.must && r.staying(mine, marked) > r.stay }

// stuck reports whether the clearing duty holds and none of mine can leave its
// court at once.
func (r *row) stuck(mine, marked uint64) bool {
	return r.hard(mine, marked) && !r.canLeave(mine, marked)
}

// canLeave reports whether one of mine can leave its court at once.
func (r *row) canLeave(mine, marked uint64) bool {
	for m := mine & r.home; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		zone := r.zones[kind(marked, c)]
		if zone&(m&-m) == 0 {
			continue
		}
		rest := mine &^ (m & -m)
		to := r.reached(c, rest, anywhere) &^ zone
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
// rest are my other men, marked all of mine that are; for stuck see there.
func (r *row) targets(c int, rest, marked uint64, stuck bool) uint64 {
	man, kind := uint64(1)<<(c&63), kind(marked, c)
	var to uint64
	if goal := r.goals[kind]; r.arrival && man&goal != 0 {
		to = r.inside(c, rest, goal)
	} else {
		to = r.reached(c, rest, anywhere)
	}
	if r.closed != nil {
		to &^= r.closed(r, rest)
	}
	if r.hard(rest|man, marked) {
		switch zone := r.zones[kind]; {
		case man&zone == 0:
			return 0
		case stuck:
			to &= r.nearer[c&63] & zone
		default:
			to &^= zone
		}
	}
	return to
}

// sources returns the cells from which the man that is now on c may have come by
// a legal step or chain to a legal position: what is closed need not be looked at.
// rest are my other men, marked all of mine that are. Whether the position before was
// over is not looked at either.
func (r *row) sources(c int, rest, marked uint64) uint64 {
	from := r.reached(c, rest, anywhere)
	man, kind := uint64(1)<<(c&63), kind(marked, c)
	if goal := r.goals[kind]; r.arrival && man&goal == 0 {
		from &^= goal
	} else if r.strict && from&goal != 0 {
		from = from&^goal | r.inside(c, rest, goal)
	}
	if !r.must {
		return from
	}
	zone := r.zones[kind]
	staying := r.staying(rest, marked)
	if staying < r.stay {
		return from
	}
	if staying > r.stay {
		from &= zone
	}
	if man&zone != 0 {
		for m := from & zone; m != 0; m &= m - 1 {
			before := m & -m
			marks := marked
			if kind != 0 {
				marks ^= man | before
			}
			if r.nearer[bits.TrailingZeros64(m)]&man == 0 || r.canLeave(rest|before, marks) {
				from &^= before
			}
		}
	}
	return from
}

// canMove reports whether an open position has a legal turn.
func (r *row) canMove(mine, marked uint64) bool {
	if r.hard(mine, marked) || r.reach != nil {
		return r.countTurns(mine, marked) > 0
	}
	for m := mine; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		to := r.adj[c&63] &^ (mine | r.theirs)
		if to != 0 && r.closed != nil {
			to &^= r.closed(r, mine&^(m&-m))
		}
		if to != 0 && (!r.arrival || m&-m&r.goals[kind(marked, c)] == 0) {
			return true // a step
		}
	}
	return r.countTurns(mine, marked) > 0
}

// countTurns returns the number of legal turns of an open position.
func (r *row) countTurns(mine, marked uint64) int {
	stuck := r.stuck(mine, marked)
	n := 0
	for m := mine; m != 0; m &= m - 1 {
		n += bits.OnesCount64(r.targets(bits.TrailingZeros64(m), mine&^(m&-m), marked, stuck))
	}
	if r.special != nil {
		n += r.special.count(r, mine)
	}
	return n
}
