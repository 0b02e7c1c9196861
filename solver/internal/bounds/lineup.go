package bounds

import "github.com/halma-solve/halma-solve/positions"

// lineup is the men of a row count one behind the other, for [Rows.Lift] after each of
// its moves.
type lineup struct {
	rows     *Rows
	sum      int                           // of the rows of all men
	top      int                           // row of the foremost man
	second   int                           // that of the next one
	hindmost [positions.MaxCells + 1]int16 // [n]: of the rows of the n hindmost men
}

func (l *lineup) set(rows *Rows, k *RowCounts) {
	l.rows, l.sum, l.top, l.second = rows, 0, 0, 0
	men := 0
	for row := range rows.n {
		for range k[row] {
			men++
			l.sum += row
			l.hindmost[men] = int16(l.sum)
			l.top, l.second = row, l.top
		}
	}
}

// floor returns the first row, from the given one on, such that a move there of a man of
// row a can be followed by n more with which the sum of all rows is need: for which the
// sum and what Lift says of n moves come up to it. The number of rows stands for none.
//
// No row before is any better: one row more adds one to the sum, at most one to the rows
// of the hindmost men, which Lift subtracts, and takes nothing from what it adds for the
// foremost. So the sum with Lift never falls from row to row.
func (l *lineup) floor(a uint8, row, need, n int) int {
	rest := l.sum - int(a) // of the others
	if n == 0 {
		return min(max(row, need-rest), l.rows.n)
	}
	top := l.top
	if int(a) == top {
		top = l.second
	}
	// The min(n, men) hindmost men after the move are either as many of the others, or
	// the one that moved and one less of the others: the lower ones.
	last := min(n, l.rows.men)
	with, without := l.othersHindmost(a, last-1), 1<<20
	if last < l.rows.men {
		without = l.othersHindmost(a, last)
	}
	for ; row < l.rows.n; row++ {
		if row+rest+l.rows.lift(max(top, row), n, min(with+row, without)) >= need {
			break
		}
	}
	return row
}

// othersHindmost returns the sum of the rows of the n hindmost men, not counting one of
// row a. n is less than the number of men.
func (l *lineup) othersHindmost(a uint8, n int) int {
	behind, withNext := int(l.hindmost[n]), int(l.hindmost[n+1])
	if int(a) <= withNext-behind { // he is one of them, or as good as the next
		return withNext - int(a)
	}
	return behind
}
