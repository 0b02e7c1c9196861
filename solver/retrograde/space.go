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
// the waiting army leaves free: there is no place for armies that overlap.
//
// Of an army and its mirror image only one has a row; the mirror of the board takes
// the positions of the other one there.
type space struct {
	game   *duel.Game
	cells  int
	men    int
	rows   int
	cols   int
	words  int      // of a row of bits
	sets   []uint64 // army by row
	images []uint64 // its mirror image; itself if there is no mirror
	byRank []uint32 // by the rank of an army: its row << 1, and 1 if the row is that of its mirror image
	choose []uint32 // [i<<6 | c]: C(c, i)
}

// maxArmies is the greatest number of sets that an army can be.
const maxArmies = 1 << 25

// sizes returns the numbers of rows and columns without making the tables.
func sizes(g *duel.Game) (rows, cols int, err error) {
	n := g.Board.Len()
	ranker, err := positions.NewRanker(n, g.Men)
	if err != nil || ranker.Len() > maxArmies || n < 2*g.Men {
		return 0, 0, fmt.Errorf("%w: %d men a side on %d cells", positions.ErrTooMany, g.Men, n)
	}
	rows, cols = int(ranker.Len()), choose(n-g.Men, g.Men)
	m := g.Mirror()
	if m == nil {
		return rows, cols, nil
	}
	// A set is its own mirror image if it has both or none of each pair.
	fixed, own := 0, 0
	for c, d := range m {
		if positions.Cell(c) == d {
			fixed++
		}
	}
	for k := 0; k <= g.Men/2; k++ {
		own += choose((n-fixed)/2, k) * choose(fixed, g.Men-2*k)
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
	s := &space{game: g, cells: g.Board.Len(), men: g.Men}
	rows, cols, err := sizes(g)
	if err != nil {
		return nil, err
	}
	s.rows, s.cols, s.words = rows, cols, (cols+63)/64
	s.choose = make([]uint32, (s.men+1)<<6)
	for i := range s.men + 1 {
		for c := range s.cells {
			s.choose[i<<6|c] = uint32(min(choose(c, i), maxArmies))
		}
	}
	s.sets, s.images = make([]uint64, 0, rows), make([]uint64, 0, rows)
	s.byRank = make([]uint32, choose(s.cells, s.men))
	m := g.Mirror()
	set := duel.Set(1)<<s.men - 1
	for r := range s.byRank {
		image := set
		if m != nil {
			image = duel.Set(m.Apply(set.Bits())[0])
		}
		if image < set { // sets are numbered in their order as numbers
			s.byRank[r] = s.byRank[s.rank(uint64(image))] | 1
		} else {
			s.byRank[r] = uint32(len(s.sets)) << 1
			s.sets, s.images = append(s.sets, uint64(set)), append(s.images, uint64(image))
		}
		set = set.Next()
	}
	if len(s.sets) != rows {
		return nil, fmt.Errorf("retrograde: %d rows, not %d", len(s.sets), rows)
	}
	return s, nil
}

// rank returns the number of a set among all of its size.
func (s *space) rank(set uint64) int {
	n, i := uint32(0), 1<<6
	for ; set != 0; set &= set - 1 {
		n += s.choose[i|bits.TrailingZeros64(set)]
		i += 1 << 6
	}
	return int(n)
}

// row returns the row of an army, and whether that is the row of its mirror image.
func (s *space) row(set uint64) (row int, mirrored bool) {
	at := s.byRank[s.rank(set)]
	return int(at >> 1), at&1 != 0
}

// reflected returns the mirror image of a set.
func (s *space) reflected(set uint64) uint64 {
	row, mirrored := s.row(set)
	if mirrored {
		return s.sets[row]
	}
	return s.images[row]
}

// turned returns what one side sees as set in the view of the other.
func (s *space) turned(set uint64) uint64 { return uint64(s.game.Turned(duel.Set(set))) }

// col returns the column of a set in the rows whose waiting army is, in the view of
// the side to move, theirs.
func (s *space) col(set, theirs uint64) int {
	n, i := uint32(0), 1<<6
	for m := set; m != 0; m &= m - 1 {
		n += s.choose[i|(bits.TrailingZeros64(m)-bits.OnesCount64(theirs&(m&-m-1)))]
		i += 1 << 6
	}
	return int(n)
}

// place returns the row and the column of a position whose armies, each as its owner
// sees it, are waiting and moving.
func (s *space) place(waiting, moving uint64) (row, col int) {
	row, mirrored := s.row(waiting)
	if mirrored {
		moving = s.reflected(moving)
	}
	return row, s.col(moving, s.turned(s.sets[row]))
}

// at returns the row and the column of a view.
func (s *space) at(v duel.View) (row, col int) {
	return s.place(s.turned(uint64(v.Theirs)), uint64(v.Mine))
}

// view returns the view with a row and a column.
func (s *space) view(row, col int) duel.View {
	theirs := duel.Set(s.turned(s.sets[row]))
	var compact duel.Set
	for i := s.men; i > 0; i-- {
		c := s.cells - s.men - 1
		for choose(c, i) > col {
			c--
		}
		col -= choose(c, i)
		compact |= 1 << c
	}
	return duel.View{Mine: compact.Around(theirs), Theirs: theirs}
}

// own reports whether the army of a row is its own mirror image.
func (s *space) own(row int) bool { return s.sets[row] == s.images[row] }

// weight is how many positions a stored one stands for: itself and its mirror
// image, unless that is in the same row.
func (s *space) weight(row int) int64 {
	if s.own(row) {
		return 1
	}
	return 2
}

// eachCol calls f for all columns of a row in order, with their armies.
func (s *space) eachCol(row int, f func(col int, mine uint64)) {
	theirs := duel.Set(s.turned(s.sets[row]))
	compact := duel.Set(1)<<s.men - 1
	for col := range s.cols {
		f(col, uint64(compact.Around(theirs)))
		compact = compact.Next()
	}
}

// ranks numbers the columns of a row as [space.col] does, a man at a time.
type ranks struct {
	men int
	add [16 << 6]uint32 // [i<<6 | c]: what the i-th man from below adds if it stands on c
}

func (s *space) ranks(dst *ranks, theirs uint64) {
	dst.men = s.men
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

// each calls f for the columns of the armies of rest and one more man on each of the
// cells, with that man, until it returns false.
func (r *ranks) each(g *gaps, rest, cells uint64, f func(col int, man uint64) bool) {
	r.gaps(g, rest)
	for k := 0; cells != 0; k++ {
		part := cells & g.below[k&15]
		cells &^= part
		for ; part != 0; part &= part - 1 {
			if !f(int(g.base[k&15]+r.add[((k+1)<<6|bits.TrailingZeros64(part))&1023]), part&-part) {
				return
			}
		}
	}
}

// col returns the column of an army.
func (r *ranks) col(set uint64) int {
	n, i := uint32(0), 1<<6
	for m := set; m != 0; m &= m - 1 {
		n += r.add[(i|bits.TrailingZeros64(m))&1023]
		i += 1 << 6
	}
	return int(n)
}
