package losses

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// hopLosses are what hops can lose, but for those that lose nothing.
var hopLosses = []int{2, 3, 4, 5, 6, mostLost}

const mostLost = 8

// Tables are what searches with the same start and goal have in common.
type Tables struct {
	*geometry
	bound   *bounds.LossBound
	relaxed *relaxation
}

// geometry is where hops lead to.
type geometry struct {
	*bounds.Diagonals
	cells  [][]positions.Cell          // by diagonal
	across [mostLost + 1][][]acrossHop // by loss and the cell that they begin on
}

// acrossHop is a hop from one diagonal to another.
type acrossHop struct {
	to, over place
	jump     bool // over a man
}

// place is a cell of a diagonal.
type place struct{ on, at int }

// NewTables prepares searches.
func NewTables(d *bounds.Diagonals) *Tables {
	g := newGeometry(d)
	return &Tables{g, bounds.NewLossBound(d), newRelaxation(g)}
}

func newGeometry(d *bounds.Diagonals) *geometry {
	g, board := &geometry{Diagonals: d, cells: make([][]positions.Cell, d.N)}, d.Board
	for on := range d.N {
		g.cells[on] = make([]positions.Cell, bits.Len32(d.Cells[on]))
	}
	for i := range g.across {
		g.across[i] = make([][]acrossHop, board.Len())
	}
	placeOf := func(c positions.Cell) place { return place{int(d.Of[c]), bits.TrailingZeros32(d.Place[c])} }
	for c := range positions.Cell(board.Len()) {
		p := placeOf(c)
		g.cells[p.on][p.at] = c
		at := board.Point(c)
		for x := -1; x <= 1; x++ {
			for y := -1; y <= 1; y++ {
				near := board.CellAt(positions.Point{X: at.X + x, Y: at.Y + y})
				far := board.CellAt(positions.Point{X: at.X + 2*x, Y: at.Y + 2*y})
				for _, h := range []acrossHop{{jump: false}, {jump: true}} {
					to := near
					if h.jump {
						to = far
					}
					if to == positions.NoCell || d.Of[to] == d.Of[c] {
						continue
					}
					h.to, h.over = placeOf(to), placeOf(near)
					lost := rowsOfHop - int(d.Advance[to]-d.Advance[c])
					g.across[lost][c] = append(g.across[lost][c], h)
				}
			}
		}
	}
	return g
}

// rowsOfHop is the most that a hop gains.
const rowsOfHop = 4

// change is what becomes of up to three diagonals by jumps that lose nothing, and then a
// hop that does.
type change struct {
	n        int
	before   [3]uint32        // the hop
	after    [3]bounds.Change // it
	from, to place
}

func (c *change) add(on int, before, after uint32) {
	c.before[c.n], c.after[c.n] = before, bounds.Change{On: on, To: after}
	c.n++
}

// generator lists what may become of a position. It belongs to one worker.
type generator struct {
	*Tables
	bound   *bounds.LossBound
	known   []map[uint32]*reach // by the number of cells of a diagonal
	sets    int                 // that they have
	reach   []*reach            // of the loaded position, by diagonal
	weights []uint8             // that say most of it
	loss    int                 // that there will be from it on
	rests   []int               // what of it is charged to each diagonal

	About

	remembered *atomic.Int64
}

// About says which successors are made.
type About struct {
	Lost int `json:"lost"` // by the hops that lead to them
	Room int `json:"room"` // most that may be lost from there on
}

// begin has these successors made from now on.
func (a *About) begin(about About) { *a = about }

// Possible reports whether lines of so many hops may have such successors.
func (a About) Possible(hops int) bool {
	return slices.Contains(hopLosses, a.Lost) && a.Room >= 0 && a.Room <= mostLost*hops
}

// newGenerator returns a generator that counts the bytes of what it remembers.
func (t *Tables) newGenerator(remembered *atomic.Int64) *generator {
	g := &generator{
		Tables: t, remembered: remembered, bound: t.bound.Copy(), known: make([]map[uint32]*reach, len(t.cells)),
		reach: make([]*reach, len(t.cells)), rests: make([]int, len(t.cells)),
	}
	for i := range g.known {
		g.known[i] = map[uint32]*reach{}
	}
	return g
}

// load makes the position with these men the one that changes.
func (g *generator) load(men []uint8) {
	sets := g.bound.SetsOf(men)
	g.bound.Load(&sets)
	g.loss = g.bound.Loss()
	weights := g.bound.Weights()
	g.weights = weights[:len(g.cells)]
	for on := range g.cells {
		g.reach[on] = g.reachOf(on, sets[on])
		g.rests[on] = g.bound.By(on, g.weights[on], sets[on])
	}
}

func (g *generator) reachOf(on int, men uint32) *reach {
	cells := len(g.cells[on])
	r := g.known[cells-1][men]
	if r == nil {
		if g.sets > mostSets {
			for _, known := range g.known {
				clear(known)
			}
			g.remembered.Add(-int64(g.sets) * bytesOfSet)
			g.sets = 0
		}
		r = newReach(cells, men)
		g.known[cells-1][men] = r
		g.sets += len(r.sets)
		g.remembered.Add(int64(len(r.sets)) * bytesOfSet)
	}
	return r
}

// mostSets is how many sets of men on diagonals a generator remembers, with where they can
// get to; bytesOfSet is about what one takes.
const mostSets, bytesOfSet = 1 << 19, 128

// more returns how much more is lost of the loaded position when a diagonal has other men,
// with the weights that say most of it: no more than is really lost.
func (g *generator) more(on int, set uint32) int {
	return g.bound.By(on, g.weights[on], set) - g.rests[on]
}

// least returns the least of more for sets with the bits flipped.
func (g *generator) least(on int, sets []uint32, flip uint32) int {
	least := 1 << 30
	for _, set := range sets {
		least = min(least, g.more(on, set^flip))
	}
	return least
}

// each visits all changes of the loaded position by hops that lose g.Lost, after which no
// more than g.Room will be lost. It returns how many there are with more.
func (g *generator) each(visit func(c *change)) (all int) {
	room := g.Room - g.loss
	for on, r := range g.reach {
		if r.cells == 0 {
			continue
		}
		for _, h := range r.alone {
			if h.lost != g.Lost {
				continue
			}
			all++
			if g.more(on, h.after) <= room {
				c := change{from: place{on, h.from}, to: place{on, h.to}}
				c.add(on, h.before, h.after)
				g.ask(&c, visit)
			}
		}
		for cells := r.cells; cells != 0; cells &= cells - 1 {
			at := bits.TrailingZeros32(cells)
			hops := g.across[g.Lost][g.cells[on][at]]
			if len(hops) == 0 {
				continue
			}
			here := r.before(at, true)
			least := g.least(on, here, 1<<at)
			for i := range hops {
				all += g.eachAcross(place{on, at}, &hops[i], here, room, least, visit)
			}
		}
	}
	return all
}

var unmoved = []uint32{0} // in place of the sets of a diagonal that a step does not have

// eachAcross is each for one hop from one diagonal to another.
func (g *generator) eachAcross(from place, h *acrossHop, here []uint32, room, leastHere int, visit func(c *change)) (all int) {
	there, over := g.reach[h.to.on].before(h.to.at, false), unmoved
	leastOver := 0
	if h.jump {
		over = g.reach[h.over.on].before(h.over.at, true)
		leastOver = g.least(h.over.on, over, 0)
	}
	all = len(here) * len(there) * len(over)
	if all == 0 || leastHere+leastOver+g.least(h.to.on, there, 1<<h.to.at) > room {
		return all
	}
	for _, u := range there {
		landed := u | 1<<h.to.at
		afterLanding := room - g.more(h.to.on, landed)
		if leastHere+leastOver > afterLanding {
			continue
		}
		for _, s := range here {
			left := s ^ 1<<from.at
			rest := afterLanding - g.more(from.on, left)
			if leastOver > rest {
				continue
			}
			for _, v := range over {
				if h.jump && g.more(h.over.on, v) > rest {
					continue
				}
				c := change{from: from, to: h.to}
				c.add(from.on, s, left)
				c.add(h.to.on, u, landed)
				if h.jump {
					c.add(h.over.on, v, v)
				}
				g.ask(&c, visit)
			}
		}
	}
	return all
}

// ask visits a change if no weights say that too much will be lost.
func (g *generator) ask(c *change, visit func(c *change)) {
	if g.bound.After(c.after[:c.n]) <= g.Room {
		visit(c)
	}
}

// settled reports whether the loaded position can be made the goal without loss.
func (g *generator) settled() bool {
	for on, r := range g.reach {
		if !r.leadsTo(g.bound.Goal[on]) {
			return false
		}
	}
	return true
}

// hops returns the line of a change: jumps that lose nothing and the hop that does.
func (g *generator) hops(c *change) (line puzzles.Line) {
	for i, then := range c.after[:c.n] {
		line = append(line, g.jumps(then.On, c.before[i])...)
	}
	return append(line, []positions.Cell{g.cells[c.from.on][c.from.at], g.cells[c.to.on][c.to.at]})
}

// jumps returns those that bring a diagonal of the loaded position to a set without loss.
func (g *generator) jumps(on int, set uint32) (line puzzles.Line) {
	for _, at := range g.reach[on].wayTo(set) {
		line = append(line, []positions.Cell{g.cells[on][at], g.cells[on][at+2]})
	}
	return line
}

// successors makes those of a layer's positions by hops that lose so much.
type successors[W positions.Words] struct {
	*generator
	space *layers.Space[W]
	men   []uint8
	entry cache.Entry[W]
}

func (s *successors[W]) Expand(parent *W, into *cache.Batches[W]) (all, dropped int) {
	s.loadFrom(parent)
	made := 0
	all = s.each(func(c *change) {
		s.entry.Key, s.entry.Hash = s.space.Canonical(s.after(parent, c))
		into.Add(&s.entry)
		made++
	})
	return all, all - made
}

// loadFrom is load of a position in the width of its board.
func (s *successors[W]) loadFrom(w *W) { s.load(s.menOf(w)) }

// lossFrom returns the least that is lost from a position on.
func (s *successors[W]) lossFrom(w *W) int {
	sets := s.bound.SetsOf(s.menOf(w))
	s.bound.Load(&sets)
	return s.bound.Loss()
}

// menOf returns the men of a position. The slice is used again.
func (s *successors[W]) menOf(w *W) []uint8 {
	s.men = menOf(w, s.men[:0])
	return s.men
}

// menOf adds the men of a position to a list.
func menOf[W positions.Words](w *W, men []uint8) []uint8 {
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k]; m != 0; m &= m - 1 {
			men = append(men, uint8(k<<6+bits.TrailingZeros64(m)))
		}
	}
	return men
}

// after returns the loaded position after a change.
func (s *successors[W]) after(w *W, c *change) W {
	out := *w
	for _, then := range c.after[:c.n] {
		for moved := s.bound.Sets[then.On] ^ then.To; moved != 0; moved &= moved - 1 {
			positions.Flip(&out, uint8(s.cells[then.On][bits.TrailingZeros32(moved)]))
		}
	}
	return out
}
