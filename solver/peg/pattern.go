package peg

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles"
)

// A pattern database counts the moves that must begin in a region of the board.
//
// Of a position only the cells of the region are kept. What the other cells
// would forbid is allowed: a jump is possible if its cells in the region look as
// the jump demands, and a man from outside may begin a chain at any time. A move
// of solo costs 1 if the man that makes it starts in the region, else nothing; a
// move of retour, which is one of solo backwards, if it ends there. The table
// holds the least cost from every content of the region to that of a goal.
//
// Admissible: leave out of a line all but what happens in the region and you
// have a way of the same cost in the abstraction, so the cost is at most the
// number of the line's moves that begin (end) in the region. Every move begins
// in one region of a partition of the board, so the costs of all its regions may
// be added. (Merson's regions are the case of a region that is full: somebody must
// start there first. R. Merson, 1962, in Beasley, The Ins and Outs of Peg
// Solitaire, 1985; additive databases: Felner, Korf, Hanan 2004.)
//
// Backward the same table is built from the start: how many moves must have begun
// (ended) in the region so far.

// regionCells is the greatest region: 2^13 contents, 14 places of the man.
const regionCells = 13

// unreachable is the entry of contents from which no way leads to the goal.
const unreachable = 255

// region is a database: a run of cells in one numbering.
type region struct {
	shift uint
	mask  uint64
	table []uint8 // where the last man is elsewhere, if he may stand in several places
	last  []uint8 // where he is in the region; nil if it is known where he must stand
}

// partition is a board cut into regions, runs of cells in one numbering.
type partition struct {
	view    int  // that has this numbering, if one has
	open    bool // the regions tell where the last man is
	regions []region
}

// patternBound is a lower bound of the moves between a position and one end of the
// puzzle: the greatest of the sums over some partitions, two along the rows and the
// columns, the others made of Merson's regions (merson.go). Its pagoda functions, if they
// were looked for, say of some positions that no line goes through.
type patternBound struct {
	lines   []partition
	merson  []turned
	pagodas pagodas
}

// never is the bound of positions that no line goes through.
const never = 1 << 20

// at returns the bound by the lines for the position that differs from at by delta, or
// never.
func (b *patternBound) at(at, delta *views) int {
	most := 0
	for i := range b.lines {
		p := &b.lines[i]
		most = max(most, p.at(at[p.view]^delta[p.view]))
	}
	return most
}

// alongLines is how many partitions every board has.
const alongLines = 2

// at returns the sum over the regions for a position given in the numbering.
//
// Where the last man may stand anywhere he stands in one region, and all others become
// empty: the sum is the least of those over the regions where he may be.
func (p *partition) at(v uint64) int {
	sum := 0
	if !p.open {
		for k := range p.regions {
			r := &p.regions[k]
			n := r.table[v>>(r.shift&63)&r.mask]
			if n == unreachable {
				return never
			}
			sum += int(n)
		}
		return sum
	}
	spared := -never
	for k := range p.regions {
		r := &p.regions[k]
		content := v >> (r.shift & 63) & r.mask
		n, last := costOf(r.table[content]), costOf(r.last[content])
		sum += n
		spared = max(spared, n-last)
	}
	return min(sum-spared, never)
}

// costOf returns the cost that an entry stands for, never for unreachable.
func costOf(entry uint8) int {
	if entry == unreachable {
		return never
	}
	return int(entry)
}

// of returns the bound for a position.
func (b *patternBound) of(g *game, p uint64) int {
	v := g.views(p)
	most := b.at(&v, &views{})
	for i := range b.merson {
		most = max(most, b.merson[i].at(b.merson[i].cells.of(p)))
	}
	return most
}

// newPatternBound returns the bound of the moves to the goal, or with forward false
// of the moves from the start.
func newPatternBound(g *game, forward bool) *patternBound {
	b := &patternBound{}
	for _, view := range []int{0, columnView} {
		p := newPartition(g, &g.image[view], regionsOf(g.cells), forward)
		p.view = view
		b.lines = append(b.lines, p)
	}
	b.addMerson(g, forward)
	return b
}

// addMerson adds the further partitions of the game.
func (b *patternBound) addMerson(g *game, forward bool) {
	for _, regions := range g.merson {
		b.merson = append(b.merson, turnings(g, regions, forward)...)
	}
}

// newPartition returns the databases of the regions that runs of cells in a numbering
// are.
func newPartition(g *game, t *numbering, runs [][2]int, forward bool) partition {
	p := partition{open: forward && len(g.goals) > 1}
	for _, run := range runs {
		p.regions = append(p.regions, newRegion(g, t, run, forward))
	}
	return p
}

// regionsOf cuts n cells into runs: full regions from both ends, the rest in the
// middle, where regions hold least.
func regionsOf(n int) [][2]int {
	var low, high [][2]int
	from, to := 0, n
	for to-from > regionCells {
		if len(low) <= len(high) {
			low = append(low, [2]int{from, from + regionCells})
			from += regionCells
		} else {
			high = append(high, [2]int{to - regionCells, to})
			to -= regionCells
		}
	}
	return append(append(low, [2]int{from, to}), high...)
}

// regionJump is a jump as far as the region sees it, in the direction of the
// search that fills the table: it changes the cells of mask where they hold cond
// and takes the man to the place far.
type regionJump struct {
	mask, cond uint16
	far        uint8
}

// regionNode is the content of the region and the place of the moving man in it,
// or outside if nobody is moving or the man is elsewhere.
type regionNode struct {
	men uint16
	man uint8
}

// regionSearch fills the table of a region from the far end of the puzzle, one
// cost after the other (0-1 breadth-first).
type regionSearch struct {
	outside    uint8 // the number of cells: a place that is none
	jumps      [][]regionJump
	cost       [][]uint8 // by place and content
	now, later []regionNode
	expand     func(at regionNode, c uint8)
}

// newRegion returns the database of a run of cells in a numbering.
func newRegion(g *game, t *numbering, run [2]int, forward bool) region {
	n := run[1] - run[0]
	r := region{shift: uint(run[0]), mask: 1<<n - 1}
	look := func(p uint64) uint16 { return uint16(t.of(p) >> r.shift & r.mask) }
	ends := g.goals
	if !forward {
		ends = []uint64{g.start}
	}
	var there, elsewhere []uint16
	for _, p := range ends {
		if men := look(p); men != 0 && len(ends) > 1 {
			there = append(there, men)
		} else {
			elsewhere = append(elsewhere, men)
		}
	}
	s := newRegionSearch(g, look, n, forward)
	made := madeRegion{forward: forward, jumps: s.jumps, there: there, elsewhere: elsewhere}
	i := slices.IndexFunc(g.made, made.alike)
	if i < 0 {
		made.table = s.from(elsewhere)
		if len(ends) > 1 {
			made.last = s.from(there)
		}
		i, g.made = len(g.made), append(g.made, made)
	}
	r.table, r.last = g.made[i].table, g.made[i].last
	return r
}

// madeRegion is a database that was made and what it follows from. Rows and columns have the same
// ones where a diagonal keeps the puzzle, and partitions have regions in common.
type madeRegion struct {
	forward          bool
	jumps            [][]regionJump
	there, elsewhere []uint16
	table, last      []uint8
}

// alike reports whether another region has the same databases.
func (r madeRegion) alike(o madeRegion) bool {
	return r.forward == o.forward && slices.Equal(r.there, o.there) && slices.Equal(r.elsewhere, o.elsewhere) &&
		slices.EqualFunc(r.jumps, o.jumps, slices.Equal[[]regionJump])
}

// newRegionSearch lists the jumps of a region of n cells, which look sees.
func newRegionSearch(g *game, look func(uint64) uint16, n int, forward bool) *regionSearch {
	s := &regionSearch{outside: uint8(n), jumps: make([][]regionJump, n+1)}
	// The end of a move that costs is the one met last in the search for solo
	// against time and for retour with time.
	s.expand = s.costAtFar
	if forward == (g.puzzle.Game == puzzles.GameRetour) {
		s.expand = s.costAtNear
	}
	place := func(c uint8) uint8 {
		if at := look(1 << c); at != 0 {
			return uint8(bits.TrailingZeros16(at))
		}
		return s.outside
	}
	for _, j := range g.jumps {
		near, far, cond := place(j.from), place(j.to), j.before
		if forward { // searched against time
			near, far, cond = far, near, j.mask^j.before
		}
		if mask := look(j.mask); mask != 0 {
			s.jumps[near] = append(s.jumps[near], regionJump{mask, look(cond), far})
		}
	}
	for _, jumps := range s.jumps {
		slices.SortFunc(jumps, func(a, b regionJump) int {
			return cmp.Or(cmp.Compare(a.mask, b.mask), cmp.Compare(a.cond, b.cond), cmp.Compare(a.far, b.far))
		})
	}
	return s
}

// from returns the least costs from the ends, by content.
func (s *regionSearch) from(ends []uint16) []uint8 {
	s.cost = make([][]uint8, len(s.jumps))
	for i := range s.cost {
		s.cost[i] = slices.Repeat([]uint8{unreachable}, 1<<s.outside)
	}
	for _, men := range ends {
		s.relax(men, s.outside, 0, 0)
	}
	for c := uint8(0); len(s.now) > 0 && c < unreachable-1; c++ {
		for len(s.now) > 0 {
			at := s.now[len(s.now)-1]
			s.now = s.now[:len(s.now)-1]
			if s.cost[at.man][at.men] == c {
				s.expand(at, c)
			}
		}
		s.now, s.later = s.later, s.now[:0]
	}
	return s.cost[s.outside]
}

// relax notes that a node can be reached for c, from one that costs old.
func (s *regionSearch) relax(men uint16, man, old, c uint8) {
	if s.cost[man][men] <= c {
		return
	}
	s.cost[man][men] = c
	if c == old {
		s.now = append(s.now, regionNode{men, man})
	} else {
		s.later = append(s.later, regionNode{men, man})
	}
}

// costAtFar lets a move cost where the search leaves it. A move may be entered on
// any man without cost.
func (s *regionSearch) costAtFar(at regionNode, c uint8) {
	if at.man == s.outside {
		for m := at.men; m != 0; m &= m - 1 {
			s.relax(at.men, uint8(bits.TrailingZeros16(m)), c, c)
		}
	}
	for _, j := range s.jumps[at.man] {
		if at.men&j.mask != j.cond {
			continue
		}
		if j.far != s.outside {
			s.relax(at.men^j.mask, s.outside, c, c+1) // the move is left here
		}
		s.relax(at.men^j.mask, j.far, c, c)
	}
}

// costAtNear lets a move cost where the search enters it. A move may be left
// anywhere without cost.
func (s *regionSearch) costAtNear(at regionNode, c uint8) {
	if at.man != s.outside {
		s.relax(at.men, s.outside, c, c)
		for _, j := range s.jumps[at.man] {
			if at.men&j.mask == j.cond {
				s.relax(at.men^j.mask, j.far, c, c)
			}
		}
		return
	}
	for near, jumps := range s.jumps {
		toll := uint8(1)
		if uint8(near) == s.outside {
			toll = 0
		}
		for _, j := range jumps {
			if at.men&j.mask == j.cond {
				s.relax(at.men^j.mask, j.far, c, c+toll)
			}
		}
	}
}
