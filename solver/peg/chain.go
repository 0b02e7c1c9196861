package peg

import (
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// chain is a position within or after a move: its views, and where the moving
// man is.
type chain struct {
	views views
	cell  uint8
}

// manyChains is the length of a list from which on a map finds duplicates.
const manyChains = 48

// expander lists the positions that one move makes of another. It belongs to
// one worker. Reversed moves are listed by the side that runs backward.
type expander struct {
	game   *game
	side   *side
	bound  *patternBound // of the moves to the other end
	alive  *aliveFilter  // positions that a line leads through; nil: any may be one
	chains []chain
	seen   map[[2]uint64]struct{}

	generated, pruned int64
	limited           bool // something was left out only for being too far from the other end
}

func newExpander(g *game, s *side, b *patternBound, a *aliveFilter) *expander {
	return &expander{game: g, side: s, bound: b, alive: a, seen: make(map[[2]uint64]struct{})}
}

// expand calls visit with the canonical form of every position that one move
// makes of p and that is at most left moves from the other end by the bound. A
// chain is followed in all its branches, and it may stop after every jump.
// Different men may lead to the same position.
//
// A chain is given up when the bound exceeds left by more than one. Of the
// position q in the middle of a chain and any position r that the chain makes of
// it, bound(q) ≤ bound(r)+1: from q the same man could begin a move that makes r,
// in one region of each partition. A chain through a position that is not alive is
// given up, too: from an end of the line one reaches q, and if r is alive the other
// end can be reached from it by way of r.
func (x *expander) expand(p uint64, left int, visit func(uint64)) {
	parent := chain{views: x.game.views(p)}
	for m := p; m != 0; m &= m - 1 {
		parent.cell = uint8(bits.TrailingZeros64(m))
		x.chains = x.chains[:0]
		x.extend(&parent, left, visit)
		for i := 0; i < len(x.chains); i++ {
			at := x.chains[i]
			x.extend(&at, left, visit)
		}
	}
}

// extend makes one more jump of a chain in all directions. It keeps what can go
// on.
func (x *expander) extend(at *chain, left int, visit func(uint64)) {
	by := x.side.by[at.cell]
	for i := range by {
		j := &by[i]
		if at.views[0]&j.mask != j.cond {
			continue
		}
		x.generated++
		q, column := at.views[0]^j.mask, at.views[columnView]^j.delta[columnView]
		n := x.bound.at(q, column)
		if n > left {
			x.pruned++
			x.limited = x.limited || n < never
			if n > left+1 {
				continue
			}
		}
		if x.alive != nil && !x.alive.at(at.views[addressView]^j.delta[addressView]) {
			x.pruned++
			continue
		}
		goesOn := x.canJump(q, j.next)
		if goesOn && x.known(q, j.next) {
			continue
		}
		if n <= left {
			least := q
			for v := 1; v < len(x.game.maps); v++ {
				least = min(least, at.views[v]^j.delta[v])
			}
			visit(least)
		}
		if goesOn {
			next := chain{cell: j.next}
			for v := range next.views {
				next.views[v] = at.views[v] ^ j.delta[v]
			}
			x.chains = append(x.chains, next)
		}
	}
}

// canJump reports whether the man on a cell can make a jump.
func (x *expander) canJump(p uint64, cell uint8) bool {
	by := x.side.by[cell]
	for i := range by {
		if p&by[i].mask == by[i].cond {
			return true
		}
	}
	return false
}

// known reports whether a chain led to the same position and man before. A long
// tour may remove the same men in very many orders.
func (x *expander) known(p uint64, cell uint8) bool {
	if len(x.chains) < manyChains {
		for i := range x.chains {
			if x.chains[i].views[0] == p && x.chains[i].cell == cell {
				return true
			}
		}
		return false
	}
	if len(x.chains) == manyChains {
		clear(x.seen)
		for i := range x.chains {
			x.seen[[2]uint64{x.chains[i].views[0], uint64(x.chains[i].cell)}] = struct{}{}
		}
	}
	key := [2]uint64{p, uint64(cell)}
	_, ok := x.seen[key]
	x.seen[key] = struct{}{}
	return ok
}

// move is a move with all cells that the man touches, in the order of time.
type move struct {
	after uint64 // the position behind it on the side that it was listed for
	path  []positions.Cell
}

// moves lists the moves from p with their paths, all of them or, with distinct,
// one for each position and last cell, in a fixed order.
func (g *game) moves(s *side, p uint64, distinct bool) []move {
	var out []move
	seen := make(map[[2]uint64]bool)
	var follow func(q uint64, path []positions.Cell)
	follow = func(q uint64, path []positions.Cell) {
		for _, j := range s.by[path[len(path)-1]] {
			if q&j.mask != j.cond {
				continue
			}
			r := q ^ j.mask
			key := [2]uint64{r, uint64(j.next)}
			if distinct && seen[key] {
				continue
			}
			seen[key] = true
			longer := append(slices.Clone(path), positions.Cell(j.next))
			inTime := longer
			if s.backward {
				inTime = slices.Clone(longer)
				slices.Reverse(inTime)
			}
			out = append(out, move{r, inTime})
			follow(r, longer)
		}
	}
	for c := range positions.Cell(g.cells) {
		if p>>c&1 != 0 {
			clear(seen)
			follow(p, []positions.Cell{c})
		}
	}
	return out
}
