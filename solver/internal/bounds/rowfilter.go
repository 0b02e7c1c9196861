package bounds

import "github.com/halma-solve/halma-solve/positions"

// RowFilter answers a question about the successors of one position that
// depends only on their row counts. Most of the moves of a position join the
// same few pairs of rows, so each pair is asked about once. It belongs to one
// worker.
type RowFilter struct {
	rows  *Rows
	names Encoding // may be nil
	// Ask answers for a move from row a to row b of the loaded position; the
	// answer is at least 0.
	Ask func(a, b uint8) int

	k     RowCounts // of the loaded position
	men   lineup    // if lined
	lined bool      // men is worked out
	named bool      // below and name are
	below RowCounts // men on the rows below each
	name  rowName   // of k, if there are names
	memo  [maxRows][maxRows]int16
	used  uint32 // rows a with answers in memo, which are the answer+1; 0: not asked yet
}

// RowMove is a move of a man from one row to another, and whether it is kept.
type RowMove struct {
	From, To uint8
	Kept     bool
	name     rowName // of the row counts after it
}

// NewRowFilter returns a filter whose question is to be set. It may ask corridors of
// the given encoding, which is nil for none.
func NewRowFilter(rw *Rows, names Encoding) *RowFilter { return &RowFilter{rows: rw, names: names} }

// NewDistanceFilter returns a filter that answers with the abstract distance to
// the goal.
func NewDistanceFilter(p *Projection) *RowFilter {
	f := NewRowFilter(p.Rows, p)
	f.Ask = func(a, b uint8) int { return int(p.Distance[f.nameAfter(a, b).lo]) }
	return f
}

// Load sets the position by the cells of its men.
func (f *RowFilter) Load(men []uint8) { f.set(f.rows.Count(men)) }

func (f *RowFilter) set(k RowCounts) {
	f.k, f.lined, f.named = k, false, false
	for ; f.used != 0; f.used &= f.used - 1 {
		f.memo[trailing(f.used)] = [maxRows]int16{}
	}
}

// After returns the answer for the successor by move m.
func (f *RowFilter) After(m positions.Move) int {
	a, b := f.rows.Of[m.From], f.rows.Of[m.To]
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

// ownName returns the name of the row counts. It is not worked out before somebody asks.
func (f *RowFilter) ownName() rowName {
	if !f.named {
		f.below = f.k.below()
		f.name = f.names.name(&f.k, &f.below)
		f.named = true
	}
	return f.name
}

// nameAfter returns the name after a move from row a to row b.
func (f *RowFilter) nameAfter(a, b uint8) rowName {
	name := f.ownName()
	return f.names.moved(&f.k, &f.below, name, a, b)
}

// SumAfter returns the sum of the rows of all men after it.
func (f *RowFilter) SumAfter(a, b uint8) int { return f.lineup().sum + int(b) - int(a) }

// lineup returns the men one behind the other. It is not worked out before somebody asks.
func (f *RowFilter) lineup() *lineup {
	if !f.lined {
		f.men.set(f.rows, &f.k)
		f.lined = true
	}
	return &f.men
}
