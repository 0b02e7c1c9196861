package positions

import (
	"math/bits"
	"slices"
)

// Ends lists the moves of a position for searches that do not ask for the hops of a turn,
// and lets them drop moves before they are listed. It belongs to one goroutine.
//
// When hops are counted a man can go to his neighbours and where he lands by one jump.
//
// When moves are, the empty cells between which there are jumps form parts, the same for
// all men, and a man can end its turn on any cell of all parts that it has a jump to. Each
// man is looked at once as somebody to jump over, at most once in a direction and its
// opposite.
//
// With short jumps this is all. Such a jump changes both coordinates by even numbers or
// not at all, and the man that is jumped over stands halfway, where at least one of them
// is odd. So no chain jumps over a cell of its own class (the parities of both
// coordinates), that of its own man included: whose man jumps makes no difference to
// which jumps there are. Nor is there a difference between the ways of a jump.
//
// For long jumps see ends_long.go.
type Ends[W Words] struct {
	table  *MoveTable
	mode   Count
	barred [MaxCells]W // by the turn's first cell
	near   [MaxCells]W // by cell: its neighbours

	part  [MaxCells]uint8 // by cell: its part, 0 for none yet
	into  [MaxCells]uint8 // by part: itself, or one that it was joined to
	cells [MaxCells]W     // by part
	links [][2]uint8      // jumps of all men, between these cells, of the position in work
	found []Move          // jumps of one man each
	index [MaxCells]uint8 // by cell with a man: its place in men
	men   []uint8         // of the position in work
	ends  [MaxCells]W     // by place in men
	long  *longEnds       // nil for short jumps
}

// NewEnds returns a list maker over t, nil if there are chains among the moves though
// hops are counted; see [NewGenerator]. zones restricts which turns are legal, nil for
// none.
func NewEnds[W Words](t *MoveTable, zones *Zones, mode Count) *Ends[W] {
	if mode == Hops && zones != nil && zones.active {
		return nil
	}
	e := &Ends[W]{table: t, mode: mode}
	if t.jumps.Long() {
		e.long = new(longEnds)
	}
	for c := range t.cells {
		for _, to := range t.Steps(uint8(c)) {
			Flip(&e.near[c], to)
		}
		for to := range t.cells {
			if zones != nil && zones.Barred(Cell(c), Cell(to)) {
				Flip(&e.barred[c], uint8(to))
			}
		}
	}
	return e
}

// Load finds where the men of the position that g has loaded can end a turn. The position
// has to stay loaded until the moves are listed.
func (e *Ends[W]) Load(g *Generator) {
	men := g.men[:g.n]
	e.men = men
	for i, from := range men {
		e.ends[i] = e.near[from]
		e.index[from] = uint8(i)
	}
	if e.long != nil {
		e.scanLines(g)
		clear(e.ends[:len(men)]) // steps come later: no jump goes on from there
	} else {
		e.scanSpans(g)
	}
	if e.mode == Moves {
		e.join()
	}
	for _, m := range e.found {
		ends := &e.ends[e.index[m.From]]
		if p := e.part[m.To]; p == 0 {
			(*ends)[m.To>>6%uint8(len(*ends))] |= 1 << (m.To & 63)
		} else {
			cells := &e.cells[e.root(p)]
			for k := 0; k < len(*ends); k++ {
				(*ends)[k] |= (*cells)[k]
			}
		}
	}
	if e.long != nil {
		e.widen(g)
	}
	var taken W
	for _, c := range men {
		taken[c>>6%uint8(len(taken))] |= 1 << (c & 63)
	}
	for i, from := range men {
		ends, barred := &e.ends[i], &e.barred[from]
		for k := 0; k < len(*ends); k++ {
			(*ends)[k] &^= taken[k] | (*barred)[k]
		}
	}
}

// Sets returns the cells where each man of [Generator.Men] can end a turn. Cells may be
// taken from them. With long jumps there may be a few more in them, which are not listed.
func (e *Ends[W]) Sets() []W { return e.ends[:len(e.men)] }

// Len returns how many cells there are in the sets.
func (e *Ends[W]) Len() (n int) {
	for i := range e.men {
		for k := 0; k < len(e.ends[i]); k++ {
			n += bits.OnesCount64(e.ends[i][k])
		}
	}
	return n
}

// Append appends the moves that are in the sets, man by man in the order of
// [Generator.Men] and by the cells where they end. Their Hops are 0, not known, if moves
// are counted.
func (e *Ends[W]) Append(dst []Move) []Move {
	var hops uint8
	if e.mode == Hops {
		hops = 1
	}
	if e.long != nil {
		e.settle()
	}
	for i, from := range e.men {
		ends := &e.ends[i]
		for k := 0; k < len(*ends); k++ {
			for m := (*ends)[k]; m != 0; m &= m - 1 {
				dst = append(dst, Move{From: from, To: uint8(k<<6 + bits.TrailingZeros64(m)), Hops: hops})
			}
		}
	}
	return dst
}

// scanSpans finds the jumps of the position that g has loaded. Who stands at their ends
// follows no pattern that a processor could learn, so nothing here depends on it but where
// the next jump is written.
func (e *Ends[W]) scanSpans(g *Generator) {
	t := e.table
	most := maxSpans * g.n
	e.links, e.found = slices.Grow(e.links[:0], most)[:most], slices.Grow(e.found[:0], most)[:most]
	links, found := 0, 0
	for _, over := range g.men[:g.n] {
		for _, s := range t.spans[t.spanAt[over]:t.spanAt[int(over)+1]] {
			a, b := s[0], s[1]
			onA, onB := one(g.man[a]), one(g.man[b])
			e.links[links] = s
			links += int((onA | onB) ^ 1)
			from := b ^ (a^b)&-onA // who jumps, if one man stands there
			e.found[found] = Move{From: from, To: a ^ b ^ from}
			found += int(onA ^ onB)
		}
	}
	e.links, e.found = e.links[:links], e.found[:found]
}

// maxSpans is the most jumps over one man, either way of each.
const maxSpans = 4

// one returns 1 for true and 0 for false.
func one(b bool) (n uint8) {
	if b {
		n = 1
	}
	return n
}

// join finds the parts.
func (e *Ends[W]) join() {
	clear(e.part[:])
	parts := uint8(0)
	for _, link := range e.links {
		a, b := link[0], link[1]
		switch p, q := e.part[a], e.part[b]; {
		case p == 0 && q == 0:
			parts++
			var cells W
			Flip(&cells, a)
			Flip(&cells, b)
			e.part[a], e.part[b], e.into[parts], e.cells[parts] = parts, parts, parts, cells
		case p == 0:
			q = e.root(q)
			e.part[a] = q
			Flip(&e.cells[q], a)
		case q == 0:
			p = e.root(p)
			e.part[b] = p
			Flip(&e.cells[p], b)
		default:
			if p, q = e.root(p), e.root(q); p != q {
				e.into[q] = p
				for k := 0; k < len(e.cells[p]); k++ {
					e.cells[p][k] |= e.cells[q][k]
				}
			}
		}
	}
}

// root returns the part that a part is now.
func (e *Ends[W]) root(p uint8) uint8 {
	for e.into[p] != p {
		p = e.into[p]
	}
	return p
}
