package retrograde

import (
	"fmt"
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// tile is the edge of the bit matrices that are turned over at once.
const tile = 64

// space numbers the positions of a game. An army has a code, its number among
// all sets of so many cells, as its owner sees it, and, where men are of two kinds,
// all ways to mark some of them (kinds.go). A position is the pair (row: code of the
// side that waits, column: code of the side to move).
//
// Codes are ordered so that the mirror of the board is a shift:
//
//	0 … self−1            sets that are their own mirror image
//	shared … rows−1       one of each pair of mirror images
//	rows … cols−1         the others, code + rows − shared, in the same order
//
// with padding so that shared, rows and cols are multiples of 64. Only rows below
// rows are stored: the mirror takes the others to them. On boards or areas
// without mirror self = shared = 0 and rows = cols.
type space struct {
	game   *duel.Game
	cells  int
	men    int
	mirror bool
	self   int
	shared int
	rows   int
	cols   int
	sets   []uint64 // by code; 0 for padding
	marks  []uint64 // by code: the marked men of the set
	codes  []uint32 // by rank
	ranker *positions.Ranker
	kinds  kinds
	moved  []uint32 // [rank of a rest << 6 | cell]: code of all together
	rests  []rest   // by rank
	others []uint32 // [code*men + i]: rank << 6 of the army without its i-th man
}

// rest is an army without the man that moves. Its rank is that of the set of its
// cells, times the ways to mark the whole army, plus the number of the pattern that
// has this man last: so there are as many rests of a set as ways.
type rest struct {
	set, marked uint64
	kind        int // of the man that is missing
}

// sizes returns the numbers of rows and columns and whether there is a mirror,
// without making the tables.
func sizes(g *duel.Game) (self, rows, cols int, mirror bool, err error) {
	ranker, err := positions.NewRanker(g.Board.Len(), g.Men)
	ways := choose(g.Men, g.Marked)
	if err != nil || ranker.Len() > 1<<25/uint64(ways) {
		return 0, 0, 0, false, fmt.Errorf("%w: %d men on %d cells", positions.ErrTooMany, g.Men, g.Board.Len())
	}
	all := int(ranker.Len()) * ways
	m := g.Mirror()
	if m == nil {
		return 0, padded(all), padded(all), false, nil
	}
	// An army is its own mirror image if it has both or none of each pair: k pairs of
	// marked men, then l of the others.
	fixed := 0
	for c, d := range m {
		if positions.Cell(c) == d {
			fixed++
		}
	}
	pairs, plain := (g.Board.Len()-fixed)/2, g.Men-g.Marked
	for k := 0; k <= g.Marked/2; k++ {
		one := g.Marked - 2*k // on the mirror's line
		for l := 0; l <= plain/2; l++ {
			self += choose(pairs, k) * choose(fixed, one) * choose(pairs-k, l) * choose(fixed-one, plain-2*l)
		}
	}
	half := padded((all - self) / 2)
	return self, padded(self) + half, padded(self) + 2*half, true, nil
}

func padded(n int) int { return (n + tile - 1) / tile * tile }

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
	var err error
	if s.self, s.rows, s.cols, s.mirror, err = sizes(g); err != nil {
		return nil, err
	}
	if s.ranker, err = positions.NewRanker(s.cells, s.men); err != nil {
		return nil, err
	}
	all := int(s.ranker.Len()) * s.kinds.ways
	s.shared = 2*s.rows - s.cols
	s.sets = make([]uint64, s.cols)
	s.marks = make([]uint64, s.cols)
	s.codes = make([]uint32, all)
	m := g.Mirror()
	self, pair := 0, s.shared
	if !s.mirror {
		s.shared = 0
	}
	for r := range all {
		set := s.ranker.Unrank(uint64(r / s.kinds.ways))
		marks := marked(set[0], s.kinds.marks[r%s.kinds.ways])
		if m == nil {
			s.put(r, r, set[0], marks)
			continue
		}
		image, imageMarks := m.Apply(set)[0], m.Apply(positions.Bits{marks})[0]
		switch other := s.rank(image, imageMarks); {
		case other == r:
			s.put(self, r, set[0], marks)
			self++
		case other > r:
			s.put(pair, r, set[0], marks)
			s.put(pair+s.rows-s.shared, other, image, imageMarks)
			pair++
		}
	}
	if m != nil && self != s.self {
		return nil, fmt.Errorf("retrograde: %d sets are their own mirror image, not %d", self, s.self)
	}
	return s, s.link()
}

func (s *space) put(code, rank int, set, marks uint64) {
	s.sets[code], s.marks[code] = set, marks
	s.codes[rank] = uint32(code)
}

// link fills moved and others.
func (s *space) link() error {
	few, err := positions.NewRanker(s.cells, s.men-1)
	if err != nil {
		return err
	}
	ways, last := s.kinds.ways, s.men-1
	s.rests = make([]rest, int(few.Len())*ways)
	s.moved = make([]uint32, len(s.rests)<<6)
	s.others = make([]uint32, s.cols*s.men)
	for r := range s.rests {
		set, p := few.Unrank(uint64(r / ways))[0], s.kinds.marks[r%ways]
		s.rests[r] = rest{set, marked(set, p), int(p >> last & 1)}
	}
	for code, set := range s.sets {
		i := 0
		for m := set; m != 0; m &= m - 1 {
			c := bits.TrailingZeros64(m)
			others, marks := set&^(m&-m), s.marks[code]&^(m&-m)
			p := pattern(others, marks) | uint64(kind(s.marks[code], c))<<last
			rest := int(few.Rank(positions.Bits{others}))*ways + int(s.kinds.number[p])
			s.moved[rest<<6|c] = uint32(code)
			s.others[code*s.men+i] = uint32(rest << 6)
			i++
		}
	}
	return nil
}

// rank returns the number of an army: that of its set, times the ways to mark men, plus
// its own way.
func (s *space) rank(set, marks uint64) int {
	return int(s.ranker.Rank(positions.Bits{set}))*s.kinds.ways + s.kinds.of(set, marks)
}

// code returns the code of an army.
func (s *space) code(set, marks uint64) int { return int(s.codes[s.rank(set, marks)]) }

// reflected returns the code of the mirror image.
func (s *space) reflected(code int) int {
	switch {
	case !s.mirror || code < s.shared:
		return code
	case code < s.rows:
		return code + s.rows - s.shared
	default:
		return code - s.rows + s.shared
	}
}

// turned returns what one side sees as set in the view of the other.
func (s *space) turned(set uint64) uint64 { return uint64(s.game.Turned(duel.Set(set))) }

// at returns the row and the column of a view.
func (s *space) at(v duel.View) (row, col int) {
	row = s.code(s.turned(uint64(v.Theirs)), s.turned(uint64(v.Theirs&v.Marked)))
	col = s.code(uint64(v.Mine), uint64(v.Mine&v.Marked))
	if row >= s.rows {
		return s.reflected(row), s.reflected(col)
	}
	return row, col
}

// view returns the view with a row and a column.
func (s *space) view(row, col int) duel.View {
	return duel.View{
		Mine: duel.Set(s.sets[col]), Theirs: duel.Set(s.turned(s.sets[row])),
		Marked: duel.Set(s.marks[col] | s.turned(s.marks[row])),
	}
}

// rowOf returns what the positions of a row have in common.
func (s *space) rowOf(k *kernel, at int) row {
	return k.row(s.turned(s.sets[at]), s.turned(s.marks[at]))
}

// weight is how many positions a stored one stands for: itself and its mirror
// image, unless that is in the same row.
func (s *space) weight(row int) int64 {
	if s.mirror && row >= s.shared {
		return 2
	}
	return 1
}

// markSources marks in dst the columns of the positions of a row from which a step
// or a chain has led to one of the columns reached.
func (s *space) markSources(dst []uint64, r *row, reached []uint64) {
	eachBit(reached, func(code int) {
		set := s.sets[code]
		others := s.others[code*s.men : (code+1)*s.men]
		for m := set; m != 0; m &= m - 1 {
			cols := (*[64]uint32)(s.moved[others[0]:])
			others = others[1:]
			for c := r.sources(bits.TrailingZeros64(m), set&^(m&-m), s.marks[code]); c != 0; c &= c - 1 {
				col := cols[bits.TrailingZeros64(c)&63]
				dst[col>>6] |= 1 << (col & 63)
			}
		}
	})
}
