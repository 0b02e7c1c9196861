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
// all sets of so many cells, as its owner sees it. A position is the pair (row:
// code of the side that waits, column: code of the side to move).
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
	codes  []uint32 // by rank
	ranker *positions.Ranker
	moved  []uint32 // [rank of men−1 others << 6 | cell]: code of all together
	rests  []uint64 // sets of men−1 cells, by rank
	others []uint32 // [code*men + i]: rank << 6 of the set without its i-th man
}

// sizes returns the numbers of rows and columns and whether there is a mirror,
// without making the tables.
func sizes(g *duel.Game) (self, rows, cols int, mirror bool, err error) {
	ranker, err := positions.NewRanker(g.Board.Len(), g.Men)
	if err != nil || ranker.Len() > 1<<25 {
		return 0, 0, 0, false, fmt.Errorf("%w: %d men on %d cells", positions.ErrTooMany, g.Men, g.Board.Len())
	}
	all := int(ranker.Len())
	m := g.Mirror()
	if m == nil {
		return 0, padded(all), padded(all), false, nil
	}
	// A set is its own mirror image if it has both or none of each pair.
	fixed := 0
	for c, d := range m {
		if positions.Cell(c) == d {
			fixed++
		}
	}
	for k := 0; k <= g.Men/2; k++ {
		self += choose((g.Board.Len()-fixed)/2, k) * choose(fixed, g.Men-2*k)
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
	s := &space{game: g, cells: g.Board.Len(), men: g.Men}
	var err error
	if s.self, s.rows, s.cols, s.mirror, err = sizes(g); err != nil {
		return nil, err
	}
	if s.ranker, err = positions.NewRanker(s.cells, s.men); err != nil {
		return nil, err
	}
	all := int(s.ranker.Len())
	s.shared = 2*s.rows - s.cols
	s.sets = make([]uint64, s.cols)
	s.codes = make([]uint32, all)
	m := g.Mirror()
	self, pair := 0, s.shared
	if !s.mirror {
		s.shared = 0
	}
	for r := range all {
		set := s.ranker.Unrank(uint64(r))
		if m == nil {
			s.put(r, r, set[0])
			continue
		}
		image := m.Apply(set)
		switch other := int(s.ranker.Rank(image)); {
		case other == r:
			s.put(self, r, set[0])
			self++
		case other > r:
			s.put(pair, r, set[0])
			s.put(pair+s.rows-s.shared, other, image[0])
			pair++
		}
	}
	if m != nil && self != s.self {
		return nil, fmt.Errorf("retrograde: %d sets are their own mirror image, not %d", self, s.self)
	}
	return s, s.link()
}

func (s *space) put(code, rank int, set uint64) {
	s.sets[code] = set
	s.codes[rank] = uint32(code)
}

// link fills moved and others.
func (s *space) link() error {
	few, err := positions.NewRanker(s.cells, s.men-1)
	if err != nil {
		return err
	}
	s.moved = make([]uint32, few.Len()<<6)
	s.others = make([]uint32, s.cols*s.men)
	s.rests = make([]uint64, few.Len())
	for r := range s.rests {
		s.rests[r] = few.Unrank(uint64(r))[0]
	}
	for code, set := range s.sets {
		i := 0
		for m := set; m != 0; m &= m - 1 {
			rest := few.Rank(positions.Bits{set &^ (m & -m)})
			s.moved[rest<<6|uint64(bits.TrailingZeros64(m))] = uint32(code)
			s.others[code*s.men+i] = uint32(rest << 6)
			i++
		}
	}
	return nil
}

// code returns the code of a set.
func (s *space) code(set uint64) int { return int(s.codes[s.ranker.Rank(positions.Bits{set})]) }

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
	row, col = s.code(s.turned(uint64(v.Theirs))), s.code(uint64(v.Mine))
	if row >= s.rows {
		return s.reflected(row), s.reflected(col)
	}
	return row, col
}

// view returns the view with a row and a column.
func (s *space) view(row, col int) duel.View {
	return duel.View{Mine: duel.Set(s.sets[col]), Theirs: duel.Set(s.turned(s.sets[row]))}
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
			for c := r.sources(bits.TrailingZeros64(m), set&^(m&-m)); c != 0; c &= c - 1 {
				col := cols[bits.TrailingZeros64(c)&63]
				dst[col>>6] |= 1 << (col & 63)
			}
		}
	})
}
