package bounds

import "github.com/halma-solve/halma-solve/positions"

// Verdicts drop moves by a yes or no on the row counts after them. Positions with the
// same row counts get the same verdicts, and a layer has far more positions than row
// counts: some that were asked for are remembered. They belong to one worker.
type Verdicts struct {
	RowFilter
	keeps func(f *RowFilter, a, b uint8) bool
	known []rowVerdicts // by hash of the name; one for all without names
}

// rowVerdicts are those of one row count, in sets of rows b by row a.
type rowVerdicts struct {
	name        rowName
	question    int // that they answer, 0 for none
	asked, kept [maxRows]uint32
}

const verdictsKept = 1 << 11

// NewVerdicts returns verdicts by keeps, which answers for a move from row a to row b of
// the position that f has loaded. names may be nil.
func NewVerdicts(rw *Rows, names Encoding, keeps func(f *RowFilter, a, b uint8) bool) *Verdicts {
	v := &Verdicts{RowFilter: RowFilter{rows: rw, names: names}, keeps: keeps}
	v.known = make([]rowVerdicts, 1)
	if names != nil {
		v.known = make([]rowVerdicts, verdictsKept)
	}
	return v
}

// Keep removes from the moves of the position with men on these cells those that are
// not kept. As long as the question is the same, greater than 0, keeps has to answer
// the same for the same row counts.
func (v *Verdicts) Keep(men []uint8, moves []positions.Move, question int) []positions.Move {
	v.Load(men)
	of := &v.known[v.name.hash()>>32%uint64(len(v.known))]
	if of.question != question || of.name != v.name || v.names == nil {
		*of = rowVerdicts{name: v.name, question: question}
	}
	out := moves[:0]
	for _, m := range moves {
		a, b := v.rows.Of[m.From]%maxRows, v.rows.Of[m.To]%maxRows
		if of.asked[a]>>b&1 == 0 {
			of.asked[a] |= 1 << b
			if v.keeps(&v.RowFilter, a, b) {
				of.kept[a] |= 1 << b
			}
		}
		if of.kept[a]>>b&1 != 0 {
			out = append(out, m)
		}
	}
	return out
}
