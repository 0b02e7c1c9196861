package retrograde

import (
	"fmt"
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// space numbers the positions of a game. A position is the pair (row: army of the
// side that waits, column: army of the side to move), both as their owner sees them.
// The column is the number of the moving army among all sets of so many cells that
// the waiting army leaves free: there is no place for armies that overlap. Where men are
// of two kinds, the numbers of sets are taken times the ways to mark some of their men,
// plus the number of the way (kinds.go).
//
// Of an army and its mirror image only one has a row; the mirror of the board takes
// the positions of the other one there.
type space struct {
	game   *duel.Game
	cells  int
	men    int
	rows   int
	cols   int
	words  int // of a row of bits
	runs   int // of columns of a row that differ in the lowest man only
	kinds  kinds
	sets   []army   // by row
	images []army   // their mirror images; themselves if there is no mirror
	owns   []bool   // by row: is the army its own mirror image?
	byRank []uint32 // by the rank of an army: its row << 1, and 1 if the row is that of its mirror image
	choose []uint32 // [i<<6 | c]: C(c, i)
}

// army is a set of cells and those of its men that are marked.
type army struct{ set, marks uint64 }

// maxArmies is the greatest number of sets that an army can be.
const maxArmies = 1 << 25

// sizes returns the numbers of rows and columns without making the tables.
func sizes(g *duel.Game) (rows, cols int, err error) {
	n := g.Board.Len()
	ranker, err := positions.NewRanker(n, g.Men)
	ways := choose(g.Men, g.Marked)
	if err != nil || ranker.Len() > maxArmies/uint64(ways) || n < 2*g.Men {
		return 0, 0, fmt.Errorf("%w: %d men a side on %d cells", positions.ErrTooMany, g.Men, n)
	}
	rows, cols = int(ranker.Len())*ways, choose(n-g.Men, g.Men)*ways
	m := g.Mirror()
	if m == nil {
		return rows, cols, nil
	}
	// An army is its own mirror image if it has both or none of each pair: k pairs of
	// marked men, then l of the others.
	fixed, own := 0, 0
	for c, d := range m {
		if positions.Cell(c) == d {
			fixed++
		}
	}
	pairs, plain := (n-fixed)/2, g.Men-g.Marked
	for k := 0; k <= g.Marked/2; k++ {
		one := g.Marked - 2*k // on the mirror's line
		for l := 0; l <= plain/2; l++ {
			own += choose(pairs, k) * choose(fixed, one) * choose(pairs-k, l) * choose(fixed-one, plain-2*l)
		}
	}
	return (rows + own) / 2, cols, nil
}

// choose returns C(n,k).
func choose(n, k int) int {
	if k < 0 || k > n {
		return 0
	}
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

func newSpace(g *duel.Game) (*space, error) {
	s := &space{game: g, cells: g.Board.Len(), men: g.Men, kinds: newKinds(g.Men, g.Marked)}
	rows, cols, err := sizes(g)
	if err != nil {
		return nil, err
	}
	s.rows, s.cols, s.words, s.runs = rows, cols, (cols+63)/64, choose(s.cells-s.men, s.men-1)
	s.setChoose()
	s.sets, s.images, s.owns = make([]army, 0, rows), make([]army, 0, rows), make([]bool, 0, rows)
	s.byRank = make([]uint32, choose(s.cells, s.men)*s.kinds.ways)
	m := g.Mirror()
	set := duel.Set(1)<<s.men - 1 // sets are numbered in their order as numbers
	for r := range s.byRank {
		if r > 0 && r%s.kinds.ways == 0 {
			set = set.Next()
		}
		one := army{uint64(set), marked(uint64(set), s.kinds.marks[r%s.kinds.ways])}
		image := one
		if m != nil {
			image = army{m.Apply(positions.Bits{one.set})[0], m.Apply(positions.Bits{one.marks})[0]}
		}
		if first := s.rank(image); first < r {
			s.byRank[r] = s.byRank[first] | 1
		} else {
			s.byRank[r] = uint32(len(s.sets)) << 1
			s.sets, s.images, s.owns = append(s.sets, one), append(s.images, image), append(s.owns, one == image)
		}
	}
	if len(s.sets) != rows {
		return nil, fmt.Errorf("retrograde: %d rows, not %d", len(s.sets), rows)
	}
	return s, nil
}

func (s *space) setChoose() {
	s.choose = make([]uint32, (s.men+1)<<6)
	for i := range s.men + 1 {
		for c := range s.cells {
			s.choose[i<<6|c] = uint32(min(choose(c, i), maxArmies))
		}
	}
}

// rank returns the number of an army among all.
func (s *space) rank(a army) int {
	n, i := uint32(0), 1<<6
	for m := a.set; m != 0; m &= m - 1 {
		n += s.choose[i|bits.TrailingZeros64(m)]
		i += 1 << 6
	}
	if s.kinds.ways > 1 {
		return int(n)*s.kinds.ways + s.kinds.of(a.set, a.marks)
	}
	return int(n)
}

// row returns the row of an army, and whether that is the row of its mirror image.
func (s *space) row(a army) (row int, mirrored bool) {
	at := s.byRank[s.rank(a)]
	return int(at >> 1), at&1 != 0
}

// reflected returns the mirror image of an army.
func (s *space) reflected(a army) army {
	row, mirrored := s.row(a)
	if mirrored {
		return s.sets[row]
	}
	return s.images[row]
}

// turned returns what one side sees as a in the view of the other.
func (s *space) turned(a army) army {
	t := army{set: uint64(s.game.Turned(duel.Set(a.set)))}
	if a.marks != 0 {
		t.marks = uint64(s.game.Turned(duel.Set(a.marks)))
	}
	return t
}

// rowOf returns what the positions of a row have in common.
func (s *space) rowOf(k *kernel, at int) row {
	theirs := s.turned(s.sets[at])
	return k.row(theirs.set, theirs.marks)
}

// place returns the row and the column of a position whose armies, each as its owner
// sees it, are waiting and moving.
func (s *space) place(waiting, moving army) (row, col int) {
	row, mirrored := s.row(waiting)
	if mirrored {
		moving = s.reflected(moving)
	}
	return row, s.column(row, moving)
}

// column returns the column of an army in a row.
func (s *space) column(row int, moving army) int {
	free := duel.Set(moving.set).Without(duel.Set(s.turned(s.sets[row]).set))
	return s.rank(army{uint64(free), uint64(free.Spread(duel.Set(moving.set).Gather(duel.Set(moving.marks))))})
}

// at returns the row and the column of a view.
func (s *space) at(v duel.View) (row, col int) { return s.place(s.armiesOf(v)) }

// armiesOf returns the armies of a view, each as its owner sees it.
func (s *space) armiesOf(v duel.View) (waiting, moving army) {
	return s.turned(army{uint64(v.Theirs), uint64(v.Theirs & v.Marked)}), army{uint64(v.Mine), uint64(v.Mine & v.Marked)}
}

// view returns the view with a row and a column.
func (s *space) view(row, col int) duel.View {
	theirs := s.turned(s.sets[row])
	var free duel.Set
	way := col % s.kinds.ways
	col /= s.kinds.ways
	for i := s.men; i > 0; i-- {
		c := s.cells - s.men - 1
		for choose(c, i) > col {
			c--
		}
		col -= choose(c, i)
		free |= 1 << c
	}
	mine := free.Around(duel.Set(theirs.set))
	return duel.View{Mine: mine, Theirs: duel.Set(theirs.set), Marked: duel.Set(theirs.marks | marked(uint64(mine), s.kinds.marks[way]))}
}

// own reports whether the army of a row is its own mirror image.
func (s *space) own(row int) bool { return s.owns[row] }

// weight is how many positions a stored one stands for: itself and its mirror
// image, unless that is in the same row.
func (s *space) weight(row int) int64 {
	if s.own(row) {
		return 1
	}
	return 2
}

// eachCol calls f for all columns of a row in order, with their armies.
func (s *space) eachCol(row int, f func(col int, mine army)) {
	theirs := duel.Set(s.turned(s.sets[row]).set)
	free := duel.Set(1)<<s.men - 1
	for col := 0; col < s.cols; col += s.kinds.ways {
		mine := uint64(free.Around(theirs))
		for way, p := range s.kinds.marks {
			f(col+way, army{mine, marked(mine, p)})
		}
		free = free.Next()
	}
}

// ranks numbers the columns of a row as [space.place] does, a man at a time.
type ranks struct {
	kinds *kinds
	add   [16 << 6]uint32 // [i<<6 | c]: what the i-th man from below adds if it stands on c
}

func (s *space) ranks(dst *ranks, theirs uint64) {
	dst.kinds = &s.kinds
	for c := range s.cells {
		free := c - bits.OnesCount64(theirs&(1<<c-1))
		for i := 1; i <= s.men; i++ {
			dst.add[(i<<6|c)&1023] = s.choose[i<<6|free]
		}
	}
}

// gaps tells the columns of an army of which all men stand but one: if k of the
// others are below it and it stands on c, that is base[k] + add[(k+1)<<6 | c]. below
// has the cells below the k+1st of the others.
type gaps struct {
	base  [16]uint32
	below [16]uint64
}

func (r *ranks) gaps(g *gaps, rest uint64) {
	base, i := uint32(0), 1<<6
	for m := rest; m != 0; m &= m - 1 {
		i += 1 << 6
		base += r.add[(i|bits.TrailingZeros64(m))&1023]
	}
	k := 0
	for m := rest; m != 0; m &= m - 1 {
		g.base[k&15] = base
		g.below[k&15] = m&-m - 1
		k++
		c := k<<6 | bits.TrailingZeros64(m)
		base += r.add[c&1023] - r.add[(c+1<<6)&1023]
	}
	g.base[k&15] = base
	g.below[k&15] = ^uint64(0)
}

// col returns the column of an army.
func (r *ranks) col(a army) int {
	n, i := uint32(0), 1<<6
	for m := a.set; m != 0; m &= m - 1 {
		n += r.add[(i|bits.TrailingZeros64(m))&1023]
		i += 1 << 6
	}
	if r.kinds.ways > 1 {
		return int(n)*r.kinds.ways + r.kinds.of(a.set, a.marks)
	}
	return int(n)
}

// each calls f for the columns and the armies that rest makes with one more man, marked
// or not, on each of the cells, until it returns false.
func (r *ranks) each(g *gaps, rest army, marked bool, cells uint64, f func(col int, mine army) bool) {
	if cells == 0 {
		return
	}
	r.gaps(g, rest.set)
	for k := 0; cells != 0; k++ {
		part := cells & g.below[k&15]
		cells &^= part
		for ; part != 0; part &= part - 1 {
			col := int(g.base[k&15] + r.add[((k+1)<<6|bits.TrailingZeros64(part))&1023])
			mine := army{rest.set | part&-part, rest.marks}
			if r.kinds.ways > 1 {
				if marked {
					mine.marks |= part & -part
				}
				col = col*r.kinds.ways + r.kinds.of(mine.set, mine.marks)
			}
			if !f(col, mine) {
				return
			}
		}
	}
}
