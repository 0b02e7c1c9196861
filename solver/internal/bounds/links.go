package bounds

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// Links see what row counts do not: whether the men of neighbouring rows stand so that
// a chain can climb over them. They are for six directions, short jumps and chains.
//
// There a jump leads two rows up or down, or stays in its row, and the cells of a row
// can be counted by u so that the two ways up keep u or lower it by one, and the ways
// within the row change it by one. Row r has a link if some chain, wherever it comes
// from, may jump over a man of row r from row r−1 to r+1, there over men sideways any
// number of times, and then over a man of row r+2 to row r+3.
//
// Theorem. A chain that goes from row a or below it to row b ≥ a+4 (by jumps it stays
// on rows a, a+2, …) finds the links of rows a+1, a+3, …, b−3 set. Proof: for r among
// them look at the last time that it lands on row r−1 or below, or begins there, before
// it first lands on row r+3 or above. What follows is a jump over a man of row r, then
// jumps within row r+1, then one over a man of row r+2. All cells that it lands on are
// empty, all men that it jumps over stand there: nothing else makes the link.
//
// Theorem. A move from row i to row t sets no links but those of rows t−2, t−1, t, i−1
// and i−3. Proof: a link that was not there before needs the new man, to be jumped over
// in its row r, r+1 or r+2, or the cell that became empty, to be landed on in row r+1 or
// r+3. And a row r without men, or with none in row r+2, has no link.
type Links[W positions.Words] struct {
	rows  *Rows
	valid LinkSet // rows that may have one
	at    [positions.MaxCells]linkCell
	board [maxRows]uint32 // [row]: the u of its cells, as bits
}

// linkCell is where a cell lies: its row, and u as a bit.
type linkCell struct {
	row uint8
	bit uint32
}

// LinkSet is a set of rows with links.
type LinkSet uint32

// NewLinks returns the links of a puzzle, nil if it is not one of six directions with
// chains of short jumps.
func NewLinks[W positions.Words](s *layers.Space[W], rw *Rows) *Links[W] {
	p := s.Puzzle
	if p.Board.Directions() != 6 || p.Jumps.Long() || !rw.chains {
		return nil
	}
	alpha, beta := alongRow(p.Board)
	least := 0
	u := func(c int) int {
		at := p.Board.Point(positions.Cell(c))
		return alpha*at.X + beta*at.Y
	}
	for c := range s.Cells {
		least = min(least, u(c))
	}
	l := &Links[W]{rows: rw, valid: validLinks(rw.n)}
	for c := range s.Cells {
		cell := linkCell{rw.Of[c], 1 << (u(c) - least + 2)} // two bits are left for what leaves the board
		l.at[c] = cell
		l.board[cell.row] |= cell.bit
	}
	return l
}

// alongRow returns α and β so that u = αx+βy is the same after one of the two ways up,
// one less after the other, and one more or less within a row.
func alongRow(b *positions.Board) (alpha, beta int) {
	rows := func(way positions.Point) int { // that a way leads up: the advance is linear
		if b.FromTip() {
			return way.Y
		}
		return way.X + way.Y
	}
	var up []positions.Point
	for _, way := range b.Ways() {
		if rows(way) == 1 {
			up = append(up, way)
		}
	}
	// u of up[0] is 0; that of up[1] is −1, or else the sign is turned.
	alpha, beta = -up[0].Y, up[0].X
	if alpha*up[1].X+beta*up[1].Y > 0 {
		alpha, beta = -alpha, -beta
	}
	return alpha, beta
}

// of returns the row counts of a position, the rows that have a man, and the links.
func (l *Links[W]) of(men *W) (k RowCounts, taken uint32, links LinkSet) {
	var row [maxRows]uint32
	for w := 0; w < len(*men); w++ {
		for m := (*men)[w]; m != 0; m &= m - 1 {
			c := l.at[w<<6+bits.TrailingZeros64(m)]
			row[c.row%maxRows] |= c.bit
			k[c.row%maxRows]++
			taken |= 1 << c.row
		}
	}
	for todo := possible(taken) & l.valid; todo != 0; todo &= todo - 1 {
		if r := trailing(uint32(todo)); l.linked(&row, r) {
			links |= 1 << r
		}
	}
	return k, taken, links
}

// linked reports whether row r has a link.
func (l *Links[W]) linked(men *[maxRows]uint32, r int) bool {
	before, room := l.board[r-1], l.board[r+1]&^men[r+1]
	// Over a man on u from u to u, and from u+1 to u−1.
	landed := (men[r]&before | (men[r]&(before>>1))>>1) & room
	for todo := landed; todo != 0; {
		beside := ((todo<<1&men[r+1])<<1 | (todo>>1&men[r+1])>>1) & room
		todo = beside &^ landed
		landed |= beside
	}
	far := l.board[r+3] &^ men[r+3]
	return (landed&men[r+2]|(landed>>1&men[r+2])>>1)&far != 0
}

// climbs returns which of the rows in ends a man of row a can come to if chains need
// links to climb.
func (s LinkSet) climbs(a uint8, ends uint32) uint32 {
	for r := uint(a) + 1; r+3 < maxRows; r += 2 {
		if s>>r&1 == 0 { // from row r−1 to row r+3 and beyond there is no way by jumps
			var beyond uint32
			for b := r + 3; b < maxRows; b += 2 {
				beyond |= 1 << b
			}
			return ends &^ beyond
		}
	}
	return ends
}

// after returns the links that there may be after a move from row a to row b, with the
// rows that have a man then.
func (s LinkSet) after(a, b uint8, taken uint32) LinkSet {
	set := uint64(0b111)<<b | uint64(0b101)<<a>>1 // of rows that are two more
	return (s | LinkSet(set>>2)) & possible(taken)
}

// possible are the links that rows with men allow.
func possible(taken uint32) LinkSet { return LinkSet(taken & (taken >> 2)) }

// validLinks are the rows of n that may have a link: one is before, three are behind.
func validLinks(n int) (valid LinkSet) {
	for r := 1; r+3 < n; r++ {
		valid |= 1 << r
	}
	return valid
}
