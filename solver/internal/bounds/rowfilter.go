package bounds

import "github.com/halma-solve/halma-solve/positions"

// RowFilter answers a question about the successors of one position that
// depends only on their row counts. Most of the moves of a position join the
// same few pairs of rows, so each pair is asked about once. It belongs to one
// worker.
type RowFilter struct {
	Rows  *Rows
	Bound *Projection // may be nil
	// Ask answers for a move from row a to row b of the loaded position; the
	// answer is at least 0.
	Ask func(a, b uint8) int

	k     RowCounts               // of the loaded position
	Sum   int                     // of the rows of its men
	place RowPlace                // of k, with bound only
	memo  [maxRows][maxRows]int16 // answer+1; 0: not asked yet
	used  uint32                  // rows a with answers in memo
}

// Load sets the position by the cells of its men.
func (f *RowFilter) Load(men []uint8) {
	f.k = f.Rows.Count(men)
	f.Sum = f.Rows.sum(&f.k)
	if f.Bound != nil {
		f.place.Set(f.Bound, &f.k)
	}
	for ; f.used != 0; f.used &= f.used - 1 {
		f.memo[trailing(f.used)] = [maxRows]int16{}
	}
}

// After returns the answer for the successor by move m.
func (f *RowFilter) After(m positions.Move) int {
	a, b := f.Rows.Of[m.From], f.Rows.Of[m.To]
	answer := &f.memo[a][b]
	if *answer == 0 {
		f.used |= 1 << a
		*answer = int16(f.Ask(a, b) + 1)
	}
	return int(*answer) - 1
}

// Moved returns the row count after a move from row a to row b.
func (f *RowFilter) Moved(a, b uint8) RowCounts {
	k := f.k
	k[a]--
	k[b]++
	return k
}

// rank returns the number of the row count after a move from row a to row b.
func (f *RowFilter) rank(a, b uint8) int { return f.place.moved(f.Bound, &f.k, a, b) }

// distance returns the abstract distance from that row count to the goal.
func (f *RowFilter) distance(a, b uint8) int { return int(f.Bound.Distance[f.rank(a, b)]) }

// NewDistanceFilter returns a filter that answers with the abstract distance to
// the goal.
func NewDistanceFilter(p *Projection) *RowFilter {
	f := &RowFilter{Rows: p.Rows, Bound: p}
	f.Ask = f.distance
	return f
}
