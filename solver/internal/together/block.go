package together

import "github.com/halma-solve/halma-solve/positions"

// block goes through what helpers may do before the winner's next turn, and that turn.
// Helpers may pass, so every game is as good as one in which they make as few turns as
// possible, and each as late as possible. In such a game, of several turns of helpers
// before one of the winner:
//
//   - no order of them leads to the same place with fewer turns: they are gone through
//     breadth first;
//   - the winner's turn cannot be made before the last of them, so that this one could be
//     made after it, with the same result: see early. That holds for each order in which
//     they can be made, so for each that may be last: see ripe;
//   - at least one of them is in the [zone] of the position before all of them, as the
//     winner could go first otherwise: see touched.
//
// Whether a turn is the last that way hangs on the position alone, and on the stock: so
// positions after a turn of the winner may be met in any way, the one with the greatest
// stock is kept, and what is kept has an end as good as any.
type block[W positions.Words] struct {
	space *space[W]
	*judge
	field
	winner   W
	winners  set
	a, stock int
	entering bool // the winner's turn must enter the goal
	first    zone // before all turns of helpers
	nodes    []node[W]
	index    map[W]int
	edges    []edge
	chains   []chain
	emit     func(after position[W], stock int)
}

// node is an arrangement of the helpers that so many turns lead to.
type node[W positions.Words] struct {
	helpers W
	edges   int  // the last of its edges; -1 before all turns
	chains  int  // where the chains of the winner's men begin
	ripe    bool // each of its edges is in the zone of the position before it
	touched bool // some turn on the way was in the first zone
}

// edge is a turn of a helper from another node.
type edge struct {
	next     int // of the same node, or −1
	before   int // the node
	chain    int // of the helper
	from, to uint8
}

func newBlock[W positions.Words](s *space[W]) *block[W] {
	return &block[W]{
		space: s, judge: s.judge(), field: field{table: s.table}, index: map[W]int{},
	}
}

// expand calls emit for each position after the next turn of the winner, who has a turns
// left, and with the helpers' stock before the turn after.
func (b *block[W]) expand(p position[W], a, stock int) {
	b.winner, b.winners, b.a, b.stock = p.winner, positions.Widen(p.winner), a, stock
	b.entering = b.winners.AndNot(b.goal).Len() == a
	b.nodes, b.edges, b.chains = append(b.nodes[:0], node[W]{helpers: p.helpers, edges: -1, ripe: true}), b.edges[:0], b.chains[:0]
	clear(b.index)
	b.index[p.helpers] = 0
	b.put(b.winners, true)
	for begin, made := 0, 0; begin < len(b.nodes); made++ {
		end := len(b.nodes)
		for i := begin; i < end; i++ {
			helpers := positions.Widen(b.nodes[i].helpers)
			b.put(helpers, true)
			b.play(i, made)
			if made < stock {
				b.help(i, helpers, made, end)
			}
			b.put(helpers, false)
		}
		b.keep(end, made+1)
		begin = end
	}
	b.put(b.winners, false)
}

// play goes through the winner's turns at a node.
func (b *block[W]) play(i, made int) {
	n := &b.nodes[i]
	n.chains = len(b.chains)
	each(&b.winner, func(from uint8) {
		man := len(b.chains) - n.chains
		b.chains = append(b.chains, b.chain(from))
		to := b.chains[len(b.chains)-1].turns()
		if b.entering {
			if to = to.And(b.goal); b.goal.Has(positions.Cell(from)) {
				return
			}
		}
		if !n.ripe {
			return
		}
		for k, word := range to {
			for ; word != 0; word &= word - 1 {
				to := uint8(k<<6 + trailing(word))
				if b.early(n, man, from, to) {
					continue
				}
				after := position[W]{b.winner, n.helpers}
				positions.Flip(&after.winner, from)
				positions.Flip(&after.winner, to)
				b.emit(after, b.stock-made+1)
			}
		}
	})
}

// early reports whether a winner's turn at a node can be made before some turn that leads
// there, and this one after it.
func (b *block[W]) early(n *node[W], man int, from, to uint8) bool {
	for e := n.edges; e >= 0; e = b.edges[e].next {
		edge := &b.edges[e]
		before := &b.chains[b.nodes[edge.before].chains+man]
		if ends := before.turns(); !ends.Has(positions.Cell(to)) {
			continue
		}
		c := &b.chains[edge.chain]
		if ends := c.turns(); !c.over.Has(positions.Cell(from)) && !ends.Has(positions.Cell(to)) {
			return true
		}
		b.man[from], b.man[to], b.man[edge.to], b.man[edge.from] = false, true, false, true
		later := b.chain(edge.from)
		b.man[edge.from], b.man[edge.to], b.man[to], b.man[from] = false, true, false, true
		if ends := later.turns(); ends.Has(positions.Cell(edge.to)) {
			return true
		}
	}
	return false
}

// help notes the helpers' turns at a node and the nodes to which they lead, new ones from
// end on.
func (b *block[W]) help(i int, helpers set, made, end int) {
	z := b.zone(b.judge, b.winners, helpers, b.chains[b.nodes[i].chains:], b.entering)
	if made == 0 {
		b.first = z
	}
	if b.entering {
		z.fills = z.fills.And(b.last(b.judge, b.winners))
	}
	at := b.nodes[i].helpers
	each(&at, func(from uint8) {
		b.chains = append(b.chains, b.chain(from))
		chain := len(b.chains) - 1
		c := b.chains[chain]
		for k, word := range c.turns() {
			for ; word != 0; word &= word - 1 {
				to := uint8(k<<6 + trailing(word))
				after := at
				positions.Flip(&after, from)
				positions.Flip(&after, to)
				j, met := b.index[after]
				if !met {
					j = len(b.nodes)
					b.index[after] = j
					b.nodes = append(b.nodes, node[W]{helpers: after, edges: -1, ripe: true})
				} else if j < end {
					continue // as many turns lead there, or fewer
				}
				n := &b.nodes[j]
				b.edges = append(b.edges, edge{n.edges, i, chain, from, to})
				n.edges = len(b.edges) - 1
				n.ripe = n.ripe && z.touches(&c, from, to)
				n.touched = n.touched || made > 0 && b.nodes[i].touched || b.first.touches(&c, from, to)
			}
		}
	})
}

// keep drops the nodes from begin on that lead to nothing, after so many turns.
func (b *block[W]) keep(begin, made int) {
	end := begin
	for i := begin; i < len(b.nodes); i++ {
		n := b.nodes[i]
		left := b.stock - made
		helpers := positions.Widen(n.helpers)
		if left == 0 && !n.ripe || left > 0 && !(b.inStock(b.winners, helpers, b.a, left) && (n.touched || b.mayTouch(helpers, left))) {
			b.index[n.helpers] = -1
			continue
		}
		b.index[n.helpers] = end
		b.nodes[end] = n
		end++
	}
	b.nodes = b.nodes[:end]
}

// mayTouch reports whether some turn of so many may be in the first zone: a helper leaves
// one of its cells or comes to one, or to a cell behind one of the men who move.
func (b *block[W]) mayTouch(helpers set, turns int) bool {
	if helpers.Intersects(b.first.vacated) || turns > mostInStock {
		return true
	}
	meant := b.first.fills.Or(b.first.lands)
	for k, word := range b.first.movers {
		for ; word != 0; word &= word - 1 {
			man := uint8(k<<6 + trailing(word))
			for _, from := range b.judge.table.Steps(man) {
				for _, h := range b.judge.table.Hops(from) {
					if h.Over == man {
						meant = meant.With(positions.Cell(h.Land))
					}
				}
			}
		}
	}
	cost := b.turnsTo(b.winners.Or(helpers), helpers, turns)
	for k, word := range meant {
		for ; word != 0; word &= word - 1 {
			if cost[k<<6+trailing(word)] < farSide {
				return true
			}
		}
	}
	return false
}
