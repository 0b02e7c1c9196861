package solver

import "github.com/halma-solve/halma-solve/positions"

// rowFilter answers a question about the successors of one position that
// depends only on their row counts. Most of the moves of a position join the
// same few pairs of rows, so each pair is asked about once. It belongs to one
// worker.
type rowFilter struct {
	rows *rows
	k    rowCounts
	// ask answers for a move from row a to row b of the loaded position; the
	// answer is at least 0.
	ask  func(a, b uint8) int
	memo [maxRows][maxRows]int16 // answer+1; 0: not asked yet
	used uint32                  // rows a with answers in memo
}

// load sets the position by the cells of its men.
func (f *rowFilter) load(men []uint8) {
	f.k = f.rows.count(men)
	for ; f.used != 0; f.used &= f.used - 1 {
		f.memo[trailing(f.used)] = [maxRows]int16{}
	}
}

// after returns the answer for the successor by move m.
func (f *rowFilter) after(m positions.Move) int {
	a, b := f.rows.of[m.From], f.rows.of[m.To]
	answer := &f.memo[a][b]
	if *answer == 0 {
		f.used |= 1 << a
		*answer = int16(f.ask(a, b) + 1)
	}
	return int(*answer) - 1
}

// newDistanceFilter returns a filter that answers with the abstract distance to
// the goal.
func newDistanceFilter(p *projection) *rowFilter {
	f := &rowFilter{rows: p.rows}
	f.ask = func(a, b uint8) int {
		f.k[a]--
		f.k[b]++
		d := p.distance[p.rank(&f.k)]
		f.k[b]--
		f.k[a]++
		return int(d)
	}
	return f
}
