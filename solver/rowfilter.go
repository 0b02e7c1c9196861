package solver

import "github.com/halma-solve/halma-solve/positions"

// rowFilter answers a question about the successors of one position that
// depends only on their row counts. Most of the moves of a position join the
// same few pairs of rows, so each pair is asked about once. It belongs to one
// worker.
type rowFilter struct {
	rows  *rows
	bound *projection // may be nil
	// ask answers for a move from row a to row b of the loaded position; the
	// answer is at least 0.
	ask func(a, b uint8) int

	k     rowCounts               // of the loaded position
	sum   int                     // of the rows of its men
	place rowPlace                // of k, with bound only
	memo  [maxRows][maxRows]int16 // answer+1; 0: not asked yet
	used  uint32                  // rows a with answers in memo
}

// load sets the position by the cells of its men.
func (f *rowFilter) load(men []uint8) {
	f.k = f.rows.count(men)
	f.sum = f.rows.sum(&f.k)
	if f.bound != nil {
		f.place.set(f.bound, &f.k)
	}
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

// moved returns the row count after a move from row a to row b.
func (f *rowFilter) moved(a, b uint8) rowCounts {
	k := f.k
	k[a]--
	k[b]++
	return k
}

// rank returns the number of the row count after a move from row a to row b.
func (f *rowFilter) rank(a, b uint8) int { return f.place.moved(f.bound, &f.k, a, b) }

// distance returns the abstract distance from that row count to the goal.
func (f *rowFilter) distance(a, b uint8) int { return int(f.bound.distance[f.rank(a, b)]) }

// newDistanceFilter returns a filter that answers with the abstract distance to
// the goal.
func newDistanceFilter(p *projection) *rowFilter {
	f := &rowFilter{rows: p.rows, bound: p}
	f.ask = f.distance
	return f
}
