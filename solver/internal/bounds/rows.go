package bounds

import (
	"encoding/binary"
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// maxRows is the greatest number of rows (values of Board.Advance) of a board:
// 31 diagonals of the square of side 16.
const maxRows = 32

// RowCounts is a position of which only the number of men in each row is kept.
type RowCounts [maxRows]uint8

// Rows is the division of a board into rows of equal advance and what moves do
// to it: the row abstraction.
//
// A man may step from row a to row c if some cell of a has a neighbour in c. It
// may jump from a over b to c if some jump of the board does, row b holds
// another man, and row c is not full without it. Every concrete move is such an
// abstract move, so abstract distances and gains are never worse than concrete
// ones: they are admissible.
type Rows struct {
	n        int
	men      int
	capacity RowCounts
	Of       [positions.MaxCells]uint8
	steps    [maxRows]uint32 // [a]: set of rows c
	jumps    []rowJumps      // by their lengths
	chains   bool            // a move may be a chain (count moves)
	rise     int             // most that one move lifts the foremost man
	leap     int             // most rows that one move takes one man ahead

	// roof[t][n] is the greatest sum of the rows of men that have moved last in
	// different ones of the last n moves, with the foremost man on row t before: see
	// Lift. It stays the same from the last n on.
	roof [maxRows][]int16
}

func NewRows[W positions.Words](s *layers.Space[W]) *Rows {
	r := &Rows{n: s.Top + 1, men: s.Puzzle.Men(), chains: !s.Puzzle.Count.EachHop(), rise: s.Rise, leap: s.Leap}
	var jumps [maxRows]rowJumps
	for c := range s.Cells {
		a := uint8(s.Advance[c])
		r.Of[c] = a
		r.capacity[a]++
		for _, to := range s.Table.Steps(uint8(c)) {
			r.steps[a] |= 1 << s.Advance[to]
		}
		for _, h := range s.Table.Hops(uint8(c)) {
			if over := uint8(s.Advance[h.Over]); over > a {
				jumps[over-a].up |= 1 << a
			} else {
				jumps[a-over].down |= 1 << a
			}
		}
	}
	for i, j := range jumps {
		if i > 0 && j.up|j.down != 0 { // jumps along a row change nothing
			j.reach = i
			r.jumps = append(r.jumps, j)
		}
	}
	for t := range r.n {
		r.roof[t] = make([]int16, r.men+r.n+1)
		for n := range r.roof[t] {
			for i := max(1, n-r.men+1); i <= n; i++ {
				r.roof[t][n] += int16(min(t+i*r.rise, r.n-1))
			}
		}
	}
	return r
}

// Count returns the rows of the men on the given cells.
func (r *Rows) Count(men []uint8) (k RowCounts) {
	for _, c := range men {
		k[r.Of[c]]++
	}
	return k
}

// CountMen is Count of the men of a position.
func CountMen[W positions.Words](r *Rows, men W) (k RowCounts) {
	for i := 0; i < len(men); i++ {
		for m := men[i]; m != 0; m &= m - 1 {
			k[r.Of[i<<6+bits.TrailingZeros64(m)]]++
		}
	}
	return k
}

// below returns the men on the rows below each.
func (k *RowCounts) below() (below RowCounts) {
	men := uint8(0)
	for i, n := range k {
		below[i] = men
		men += n
	}
	return below
}

// rowMasks are sets of rows of one row count.
type rowMasks struct {
	taken  uint32 // rows with a man
	single uint32 // rows with just one man
	full   uint32 // rows without room
}

// Eight row counts at a time lie in a word, one a byte.
const (
	ones  = 0x0101010101010101
	small = 0x7f7f7f7f7f7f7f7f // the greatest that a byte may be
)

// others returns which of eight bytes, each at most 127, are not 0: adding 127 carries
// into their highest bits, which the product then gathers in its highest byte.
func others(bytes uint64) uint32 {
	return uint32((bytes + small) >> 7 & ones * 0x0102040810204080 >> 56)
}

func (r *Rows) masks(k *RowCounts) (m rowMasks) {
	var more, room uint32 // rows that have not just one man, and rows that are not full
	for i := 0; i < r.n; i += 8 {
		men, capacity := binary.LittleEndian.Uint64(k[i:]), binary.LittleEndian.Uint64(r.capacity[i:])
		m.taken |= others(men) << i
		more |= others(men^ones) << i
		room |= others(men^capacity) << i
	}
	rows := uint32(1)<<r.n - 1
	m.single, m.full = rows&^more, rows&^room
	return m
}

// rowJumps are the jumps of men over others that are reach rows ahead or behind. Sets of
// rows that they start from: of those that lead up, and down.
type rowJumps struct {
	reach    int
	up, down uint32
}

// land returns the rows where the jumps from a set of rows land that do not lead over
// the row own.
func (j *rowJumps) land(from, own uint32) uint32 {
	d := j.reach & 31
	return from&j.up&^(own>>d)<<(2*d&31) | from&j.down&^(own<<d)>>(2*d&31)
}

// rowMoves finds the abstract moves of one row count.
type rowMoves struct {
	*Rows
	rowMasks
	jumps [maxRows / 2]rowJumps // those for which a man to jump over and room to land are there
}

func (r *Rows) moves(k *RowCounts) (m rowMoves) {
	m.Rows, m.rowMasks = r, r.masks(k)
	for i, j := range r.jumps {
		d := j.reach & 31
		m.jumps[i] = rowJumps{d, j.up & (m.taken >> d) &^ (m.full >> (2 * d & 31)), j.down & (m.taken << d) &^ (m.full << (2 * d & 31))}
	}
	return m
}

// from returns the set of rows, other than a, where a man of row a can end an
// abstract move. While it moves, row a has one man less.
func (m *rowMoves) from(a uint8) uint32 {
	self := uint32(1) << (a & 31)
	own := self & m.single // over its own row, if it is alone there, the man cannot jump
	jumps := m.jumps[:len(m.Rows.jumps)]
	seen := self
	for before := uint32(0); before != seen; {
		before = seen
		for i := range jumps {
			seen |= jumps[i].land(before, own)
		}
		if !m.chains {
			break
		}
	}
	return (seen | m.steps[a]&^m.full) &^ self
}

// Lift bounds the rows that the army can gain in n more moves. The foremost man
// stands on row t.
//
// A move takes its man at most rise rows beyond the foremost man before it: a
// step adds at most rise, and the last jump of a chain lands at most rise beyond
// the man it crosses. So after the i-th of the n moves no man is above t+i·rise.
// A man whose last move is the i-th gains at most that less its row now. The
// last moves of different men are different, so the sum is greatest when the
// hindmost men get the greatest i. Every term is at least 0. And n moves gain no
// more than n times what one can.
//
// A move leaves no greater sum to be reached than there was before it. Let n−1 moves after
// it lift some men, the j-th to t'+j·rise, where t' ≤ t+rise. The n moves that there are
// before it lift the same men one move later, as far or farther; the first of them lifts the
// man that moved, who is on no row above t+rise now, or if he is lifted anyway another one,
// who loses nothing. What one move can gain it leaves out of n times that. And more moves
// never leave less, for every term is at least 0.
func (r *Rows) Lift(k *RowCounts, n int) int {
	behind := 0
	for row, left := 0, min(n, r.men); left > 0; row++ {
		men := min(left, int(k[row]))
		behind += row * men
		left -= men
	}
	return r.lift(r.foremost(k), n, behind)
}

// lift is Lift where the rows of the min(n, men) hindmost men add up to behind and the
// foremost man is on row top.
func (r *Rows) lift(top, n, behind int) int {
	roof := r.roof[top]
	return min(int(roof[min(n, len(roof)-1)])-behind, n*r.leap)
}

// mostSum bounds the sum of rows after n more moves by the room that there is. All but n men
// are where they were, and the others have come to free cells. It is greatest when the
// hindmost go, to the foremost cells that are free of the rest: if one goes and one behind him
// stays, their places can be changed for a sum that is no less.
func (r *Rows) mostSum(k *RowCounts, n int) (sum int) {
	gone := min(n, r.men)
	stay := r.men - gone
	for row := r.n - 1; row > 0 && stay+gone > 0; row-- {
		kept := min(int(k[row]), stay)
		came := min(int(r.capacity[row])-kept, gone)
		stay, gone = stay-kept, gone-came
		sum += row * (kept + came)
	}
	return sum
}

// foremost returns the row of the foremost man.
func (r *Rows) foremost(k *RowCounts) int {
	top := r.n - 1
	for k[top] == 0 {
		top--
	}
	return top
}

// Foremost returns the greatest sum of rows that the men can have: on different
// cells, as far ahead as the board has any.
func (r *Rows) Foremost() (sum int) {
	for row, left := r.n-1, r.men; left > 0; row-- {
		men := min(left, int(r.capacity[row]))
		sum += row * men
		left -= men
	}
	return sum
}

// sum returns the sum of the rows of all men.
func (r *Rows) sum(k *RowCounts) int {
	sum := 0
	for i := range r.n {
		sum += i * int(k[i])
	}
	return sum
}
