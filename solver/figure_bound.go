package solver

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// A lower bound on the moves, or hops, from a position to the nearest of several
// figures: the least bound of any figure, and for each figure the greatest of
// those that look at all men, and of the same that look at marked men only, who
// have the marked holes to fill. For counts in hops, which are no fewer than the
// moves, there are two: classes and prices.
//
// It is 0 just for positions that make a figure. It belongs to one worker.
type figureBound[W positions.Words] struct {
	figures []figurePart[W]
	out     []bool // of each figure: it is out of reach of the loaded position
	scratch struct{ men, marks W }
}

// figurePart is one figure: all men, and the marked ones if it has holes for
// them.
type figurePart[W positions.Words] struct {
	classes, classesM *classBound[W]
	prices, pricesM   *priceBound[W]
}

// newFigureBound returns the bound for the way from start to the patterns in the
// puzzle's count. Both may be chosen freely, so that it serves both directions of
// a search; start says where prices are best.
func newFigureBound[W positions.Words](p *puzzles.Puzzle, start puzzles.Pattern, patterns []puzzles.Pattern) *figureBound[W] {
	g := newGeometry[W](p.Board)
	var reach *hopDistances
	if p.Count.EachHop() {
		reach = newHopDistances(p)
	}
	b := new(figureBound[W])
	for _, f := range patterns {
		part := figurePart[W]{classes: newClassBound(g, f.Men, f.Empty)}
		if reach != nil {
			part.prices = newPriceBound[W](reach, start.Men, f.Men)
		}
		if f.Marked != (positions.Bits{}) {
			part.classesM = newClassBound(g, f.Marked, positions.Bits{})
			if reach != nil {
				part.pricesM = newPriceBound[W](reach, start.Marked, f.Marked)
			}
		}
		b.figures = append(b.figures, part)
	}
	b.out = make([]bool, len(b.figures))
	return b
}

// load sets the position: its men, and which of them are marked.
func (b *figureBound[W]) load(men, marks *W) {
	b.scratch.men, b.scratch.marks = *men, *marks
	clear(b.out)
	for i := range b.figures {
		f := &b.figures[i]
		f.classes.load(men)
		if f.prices != nil {
			f.prices.load(men)
		}
		if f.classesM != nil {
			f.classesM.load(marks)
			if f.pricesM != nil {
				f.pricesM.load(marks)
			}
		}
	}
}

// leave makes after forget the figures that are provably more than so many moves
// or hops away from the loaded position: a successor has fewer left. It returns the
// least bound of these figures, far if there are none. A line from here ends in one
// of them, or in another one by way of a successor: what after says of the
// successors alone does not bound it.
func (b *figureBound[W]) leave(left int) (forgotten int) {
	forgotten = far
	if len(b.figures) > 1 {
		for i := range b.figures {
			here := b.figures[i].here()
			if b.out[i] = here > left; b.out[i] {
				forgotten = min(forgotten, here)
			}
		}
	}
	return forgotten
}

// here returns the bound of the loaded position.
func (b *figureBound[W]) here() int {
	least := far
	for i := range b.figures {
		least = min(least, b.figures[i].here())
	}
	return least
}

func (f *figurePart[W]) here() int {
	n := f.classes.state.bound()
	if f.prices != nil {
		n = max(n, f.prices.sum)
	}
	if f.classesM != nil {
		n = max(n, f.classesM.state.bound())
		if f.pricesM != nil {
			n = max(n, f.pricesM.sum)
		}
	}
	return n
}

// after returns the bound of the successor by move m, far if leave has made it
// forget all figures.
func (b *figureBound[W]) after(m positions.Move) int {
	marked := has(&b.scratch.marks, m.From) == 1
	least := far
	for i := range b.figures {
		if b.out[i] {
			continue
		}
		f := &b.figures[i]
		n := f.classes.after(m)
		if f.prices != nil {
			n = max(n, f.prices.after(m))
		}
		switch {
		case f.classesM == nil:
		case !marked:
			n = max(n, f.classesM.state.bound())
			if f.pricesM != nil {
				n = max(n, f.pricesM.sum)
			}
		default:
			n = max(n, f.classesM.after(m))
			if f.pricesM != nil {
				n = max(n, f.pricesM.after(m))
			}
		}
		least = min(least, n)
	}
	return least
}

// geometry is what class bounds know of a board.
type geometry[W positions.Words] struct {
	class [positions.MaxCells]uint8 // parity of both coordinates
	masks [4]W                      // cells of each class
	near  [positions.MaxCells]W     // neighbours
}

func newGeometry[W positions.Words](b *positions.Board) *geometry[W] {
	g := new(geometry[W])
	for c := range positions.Cell(b.Len()) {
		p := b.Point(c)
		g.class[c] = uint8(p.X&1<<1 | p.Y&1)
		positions.Flip(&g.masks[g.class[c]], uint8(c))
		for d := range b.Directions() {
			if n := b.Neighbour(c, d); n != positions.NoCell {
				positions.Flip(&g.near[c], uint8(n))
			}
		}
	}
	return g
}

// classBound bounds the moves to one figure by classes.
//
// The class of a cell is the parity of both its coordinates. A jump, short or
// long, changes both by even numbers, so a whole chain keeps its man's class; a
// step changes it. So a man that is to fill a hole it does not stand on needs one
// move at the least, and two if it is neither of the hole's class nor next to it.
//
// Different holes are filled by different men, so the moves left are no fewer
// than the cheapest assignment of men to all holes costs, where a man that stays
// costs nothing. A man on a hole may be assumed to stay: if it fills another hole
// (at 1 or more) while somebody else fills its own (at 1 or more), swapping the
// two tasks costs at most 0 + 2. So with F free holes the cheapest assignment
// costs 2F less the number of men off the figure that can be matched to free
// holes at cost 1. With m men off the figure, f free holes and a men next to a
// free hole, all of class c, that number is at most
//
//	min( F, Σ over c of min(m, min(m,f) + a) ).
//
// A man on a cell that must be empty has at least one move to make.
type classBound[W positions.Words] struct {
	*geometry[W]
	holes, empty W

	men   W // the loaded position
	state classState[W]
}

type classState[W positions.Words] struct {
	off, free, next [4]int8 // m, f, a of each class
	holes           int     // F
	misplaced       int     // men on cells that must be empty
	reach           W       // cells next to a free hole
}

func newClassBound[W positions.Words](g *geometry[W], holes, empty positions.Bits) *classBound[W] {
	return &classBound[W]{geometry: g, holes: positions.Narrow[W](holes), empty: positions.Narrow[W](empty)}
}

func (b *classBound[W]) load(w *W) {
	b.men = *w
	s := &b.state
	*s = classState[W]{}
	for k := 0; k < len(*w); k++ {
		for m := b.holes[k] &^ (*w)[k]; m != 0; m &= m - 1 {
			s.free[b.class[k<<6+bits.TrailingZeros64(m)]]++
			s.holes++
		}
		s.misplaced += bits.OnesCount64(b.empty[k] & (*w)[k])
		off := (*w)[k] &^ b.holes[k]
		for c := range s.off {
			s.off[c] += int8(bits.OnesCount64(off & b.masks[c][k]))
		}
	}
	b.look(s, w)
}

// look fills in reach and next.
func (b *classBound[W]) look(s *classState[W], w *W) {
	var reach W
	for k := 0; k < len(*w); k++ {
		for m := b.holes[k] &^ (*w)[k]; m != 0; m &= m - 1 {
			c := k<<6 + bits.TrailingZeros64(m)
			for j := 0; j < len(reach); j++ {
				reach[j] |= b.near[c][j]
			}
		}
	}
	s.reach, s.next = reach, [4]int8{}
	for k := 0; k < len(*w); k++ {
		if off := (*w)[k] &^ b.holes[k] & reach[k]; off != 0 {
			for c := range s.next {
				s.next[c] += int8(bits.OnesCount64(off & b.masks[c][k]))
			}
		}
	}
}

func (s *classState[W]) bound() int {
	matched := 0
	for c := range s.off {
		matched += int(min(s.off[c], min(s.off[c], s.free[c])+s.next[c]))
	}
	return max(2*s.holes-min(s.holes, matched), s.misplaced)
}

// after returns the bound of the successor by move m.
func (b *classBound[W]) after(m positions.Move) int {
	s := b.state
	from, to := b.class[m.From], b.class[m.To]
	s.misplaced += has(&b.empty, m.To) - has(&b.empty, m.From)
	left, filled := has(&b.holes, m.From) == 1, has(&b.holes, m.To) == 1
	if !left {
		s.off[from]--
		s.next[from] -= int8(has(&s.reach, m.From))
	}
	if !filled {
		s.off[to]++
		s.next[to] += int8(has(&s.reach, m.To))
	}
	if !left && !filled {
		return s.bound()
	}
	if left {
		s.free[from]++
		s.holes++
	}
	if filled {
		s.free[to]--
		s.holes--
	}
	w := b.men
	positions.Flip(&w, m.From)
	positions.Flip(&w, m.To)
	b.look(&s, &w)
	return s.bound()
}
