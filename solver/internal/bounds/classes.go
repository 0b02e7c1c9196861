package bounds

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// A lower bound on the moves, or hops, from a position to the nearest of several
// figures: the least bound of any figure, and for each figure the greatest of
// those that look at all men, and of the same that look at marked men only, who
// have the marked holes to fill. For counts in hops, which are no fewer than the
// moves, there are two: classes and prices. Of all men there may be a third one,
// diagonals.
//
// It is 0 just for positions that make a figure. It belongs to one worker.
type FigureBound[W positions.Words] struct {
	figures []figurePart[W]
	cells   []uint8 // with men of the loaded position; nil if no figure has diagonals
	out     []bool  // of each figure: it is out of reach of the loaded position
	scratch struct{ men, marks W }
}

// figurePart is one figure: all men, and the marked ones if it has holes for
// them.
type figurePart[W positions.Words] struct {
	classes, classesM *ClassBound[W]
	prices, pricesM   *PriceBound[W]
	diagonals         *DiagonalBound
	assignment        *Assignment[W] // nil also where diagonals are asked
}

// NewFigureBound returns the bound for the way from start to the patterns in the
// puzzle's count. Both may be chosen freely, so that it serves both directions of
// a search; start says where prices are best.
func NewFigureBound[W positions.Words](p *puzzles.Puzzle, start puzzles.Pattern, patterns []puzzles.Pattern) *FigureBound[W] {
	g := NewGeometry[W](p.Board)
	var reach *HopDistances
	if p.Count.EachHop() {
		reach = NewHopDistances(p)
	}
	b := new(FigureBound[W])
	for _, f := range patterns {
		part := figurePart[W]{classes: NewClassBound(g, f.Men, f.Empty)}
		if reach != nil {
			holes := f.Men.Cells()
			prices := reach.Prices(start.Men.Cells(), holes)
			part.prices = NewPriceBoundOf[W](reach, start.Men, holes, prices)
			if part.diagonals = NewDiagonalBoundTo(p, start.Men, f.Men); part.diagonals != nil && b.cells == nil {
				b.cells = make([]uint8, 0, start.Men.Len())
			}
			if part.diagonals == nil && start.Men.Len() == f.Men.Len() {
				part.assignment = NewAssignment[W](reach, holes, prices)
			}
		}
		if f.Marked != (positions.Bits{}) {
			part.classesM = NewClassBound(g, f.Marked, positions.Bits{})
			if reach != nil {
				part.pricesM = NewPriceBound[W](reach, start.Marked, f.Marked)
			}
		}
		b.figures = append(b.figures, part)
	}
	b.out = make([]bool, len(b.figures))
	return b
}

// Load sets the position: its men, and which of them are marked.
func (b *FigureBound[W]) Load(men, marks *W) {
	b.scratch.men, b.scratch.marks = *men, *marks
	clear(b.out)
	if b.cells != nil {
		b.cells = b.cells[:0]
		for k := 0; k < len(*men); k++ {
			for m := (*men)[k]; m != 0; m &= m - 1 {
				b.cells = append(b.cells, uint8(k<<6+bits.TrailingZeros64(m)))
			}
		}
	}
	for i := range b.figures {
		f := &b.figures[i]
		f.classes.Load(men)
		if f.diagonals != nil {
			f.diagonals.LoadMen(b.cells)
		}
		if f.prices != nil {
			f.prices.load(men)
		}
		if f.classesM != nil {
			f.classesM.Load(marks)
			if f.pricesM != nil {
				f.pricesM.load(marks)
			}
		}
	}
}

// NoFigure is the bound where there is no figure to come to: more than any line has moves or
// hops.
const NoFigure = 1 << 14

// Leave makes After forget the figures that are provably more than so many moves
// or hops away from the loaded position: a successor has fewer left. It returns the
// least bound of these figures, [NoFigure] if there are none. A line from here ends in one
// of them, or in another one by way of a successor: what After says of the
// successors alone does not bound it.
func (b *FigureBound[W]) Leave(left int) (forgotten int) {
	forgotten = NoFigure
	if len(b.figures) > 1 || b.figures[0].assignment != nil {
		for i := range b.figures {
			f := &b.figures[i]
			here := f.here()
			if here <= left && f.assignment != nil && f.assignment.Exceeds(&b.scratch.men, left) {
				here = left + 1
			}
			if b.out[i] = here > left; b.out[i] {
				forgotten = min(forgotten, here)
			}
		}
	}
	return forgotten
}

// Exceeds reports whether by the cheapest assignments men need more than so many hops to
// each figure. It may be asked by many at once.
func (b *FigureBound[W]) Exceeds(men *W, limit int) bool {
	for i := range b.figures {
		if a := b.figures[i].assignment; a == nil || !a.Exceeds(men, limit) {
			return false
		}
	}
	return true
}

// Here returns the bound of the loaded position.
func (b *FigureBound[W]) Here() int {
	least := NoFigure
	for i := range b.figures {
		least = min(least, b.figures[i].here())
	}
	return least
}

// HereByMen returns the bound of the loaded position by classes and prices alone.
func (b *FigureBound[W]) HereByMen() int {
	least := NoFigure
	for i := range b.figures {
		least = min(least, b.figures[i].byMen())
	}
	return least
}

func (f *figurePart[W]) here() int {
	if f.diagonals != nil {
		return max(f.byMen(), f.diagonals.Here())
	}
	return f.byMen()
}

func (f *figurePart[W]) byMen() int {
	n := f.classes.State.Bound()
	if f.prices != nil {
		n = max(n, f.prices.Sum)
	}
	if f.classesM != nil {
		n = max(n, f.classesM.State.Bound())
		if f.pricesM != nil {
			n = max(n, f.pricesM.Sum)
		}
	}
	return n
}

// After returns the bound of the successor by move m, [NoFigure] if Leave has made it
// forget all figures.
func (b *FigureBound[W]) After(m positions.Move) int {
	marked := layers.Has(&b.scratch.marks, m.From) == 1
	least := NoFigure
	for i := range b.figures {
		if b.out[i] {
			continue
		}
		f := &b.figures[i]
		n := f.classes.After(m)
		if f.prices != nil {
			n = max(n, f.prices.After(m))
		}
		if f.diagonals != nil {
			n = max(n, f.diagonals.After(m))
		}
		switch {
		case f.classesM == nil:
		case !marked:
			n = max(n, f.classesM.State.Bound())
			if f.pricesM != nil {
				n = max(n, f.pricesM.Sum)
			}
		default:
			n = max(n, f.classesM.After(m))
			if f.pricesM != nil {
				n = max(n, f.pricesM.After(m))
			}
		}
		least = min(least, n)
	}
	return least
}

// Geometry is what class bounds know of a board.
type Geometry[W positions.Words] struct {
	class [positions.MaxCells]uint8 // parity of both coordinates
	masks [4]W                      // cells of each class
	near  [positions.MaxCells]W     // neighbours
}

func NewGeometry[W positions.Words](b *positions.Board) *Geometry[W] {
	g := new(Geometry[W])
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

// ClassBound bounds the moves to one figure by classes.
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
type ClassBound[W positions.Words] struct {
	*Geometry[W]
	holes, empty W

	men   W // the loaded position
	State classState[W]
}

type classState[W positions.Words] struct {
	off, free, next [4]int8 // m, f, a of each class
	Holes           int     // F
	misplaced       int     // men on cells that must be empty
	reach           W       // cells next to a free hole
}

func NewClassBound[W positions.Words](g *Geometry[W], holes, empty positions.Bits) *ClassBound[W] {
	return &ClassBound[W]{Geometry: g, holes: positions.Narrow[W](holes), empty: positions.Narrow[W](empty)}
}

// Load sets the position.
func (b *ClassBound[W]) Load(w *W) {
	b.Count(w)
	b.Look()
}

// Count is Load but for what stands next to free holes: without [ClassBound.Look] After
// answers only for moves that fill a hole or leave one.
func (b *ClassBound[W]) Count(w *W) {
	b.men = *w
	s := &b.State
	*s = classState[W]{}
	for k := 0; k < len(*w); k++ {
		free, off := b.holes[k]&^(*w)[k], (*w)[k]&^b.holes[k]
		s.Holes += bits.OnesCount64(free)
		s.misplaced += bits.OnesCount64(b.empty[k] & (*w)[k])
		for c := range s.off {
			s.free[c] += int8(bits.OnesCount64(free & b.masks[c][k]))
			s.off[c] += int8(bits.OnesCount64(off & b.masks[c][k]))
		}
	}
}

// Look finds which men stand next to free holes.
func (b *ClassBound[W]) Look() { b.look(&b.State, &b.men) }

// look fills in reach and next.
func (b *ClassBound[W]) look(s *classState[W], w *W) {
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

func (s *classState[W]) Bound() int {
	matched := 0
	for c := range s.off {
		matched += int(min(s.off[c], min(s.off[c], s.free[c])+s.next[c]))
	}
	return max(2*s.Holes-min(s.Holes, matched), s.misplaced)
}

// AfterAny returns what After exceeds for no move, where no cell must be empty: with F
// free holes 2F' − min(F', Σ−2) for F' = F+1, Σ being the sum of min(m,f). Proof: a
// bound matches Σ men at the least. A move changes m or f by one of the class that its
// man leaves and of that which it comes to, so Σ by two at most, and F by one; and what
// is given grows with F'.
func (b *ClassBound[W]) AfterAny() int {
	most := b.State.Holes + 1
	return 2*most - min(most, max(b.State.alike()-2, 0))
}

// AfterOutside returns what After exceeds for no move of a man who is on no hole, where no
// cell must be empty: 2F − min(F, Σ−1). Proof: between other cells he changes neither F nor
// any f, and one m by one less, another by one more. If he fills a hole, he takes one from F, one
// from an m and one from an f, so 2(F−1) − min(F−1, Σ−2) is the most, which is less.
func (b *ClassBound[W]) AfterOutside() int {
	holes := b.State.Holes
	return 2*holes - min(holes, max(b.State.alike()-1, 0))
}

// alike returns Σ, the sum of min(m,f).
func (s *classState[W]) alike() (n int) {
	for c := range s.off {
		n += int(min(s.off[c], s.free[c]))
	}
	return n
}

// Leaves reports whether a man is on a hole before a move.
func (b *ClassBound[W]) Leaves(m positions.Move) bool { return layers.Has(&b.holes, m.From) != 0 }

// After returns the bound of the successor by move m.
func (b *ClassBound[W]) After(m positions.Move) int {
	s := b.State
	from, to := b.class[m.From], b.class[m.To]
	s.misplaced += layers.Has(&b.empty, m.To) - layers.Has(&b.empty, m.From)
	left, filled := layers.Has(&b.holes, m.From) == 1, layers.Has(&b.holes, m.To) == 1
	if !left {
		s.off[from]--
		s.next[from] -= int8(layers.Has(&s.reach, m.From))
	}
	if !filled {
		s.off[to]++
		s.next[to] += int8(layers.Has(&s.reach, m.To))
	}
	if !left && !filled {
		return s.Bound()
	}
	if left {
		s.free[from]++
		s.Holes++
	}
	if filled {
		s.free[to]--
		s.Holes--
	}
	w := b.men
	positions.Flip(&w, m.From)
	positions.Flip(&w, m.To)
	b.look(&s, &w)
	return s.Bound()
}
