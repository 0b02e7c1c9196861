package bounds

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// Verdicts drop moves by a yes or no on the row counts after them. Positions with the
// same row counts get the same verdicts, and a layer has far more positions than row
// counts: some that were asked for are remembered. They belong to one worker.
type Verdicts[W positions.Words] struct {
	RowFilter
	keeps func(f *RowFilter, a, b uint8) bool
	cells [maxRows]W       // by row
	known []rowVerdicts[W] // by hash of the name; one for all without names
}

// rowVerdicts are those of one row count: by row a of a man, the cells of the rows that
// were asked for and of those that are kept.
type rowVerdicts[W positions.Words] struct {
	name        rowName
	question    int // that they answer, 0 for none
	asked, kept [maxRows]W
}

const verdictsKept = 1 << 11

// NewVerdicts returns verdicts by keeps, which answers for a move from row a to row b of
// the position that f has loaded. names may be nil.
func NewVerdicts[W positions.Words](rw *Rows, names Encoding, keeps func(f *RowFilter, a, b uint8) bool) *Verdicts[W] {
	v := &Verdicts[W]{RowFilter: RowFilter{rows: rw, names: names}, keeps: keeps}
	var w W
	for c := range min(positions.MaxCells, 64*len(w)) { // those that are not on the board in row 0
		positions.Flip(&v.cells[rw.Of[c]], uint8(c))
	}
	v.known = make([]rowVerdicts[W], 1)
	if names != nil {
		v.known = make([]rowVerdicts[W], verdictsKept)
	}
	return v
}

// Keep removes from the moves of the position with men on these cells those that are
// not kept. As long as the question is the same, greater than 0, keeps has to answer
// the same for the same row counts.
func (v *Verdicts[W]) Keep(men []uint8, moves []positions.Move, question int) []positions.Move {
	of := v.of(men, question)
	out := moves[:0]
	for _, m := range moves {
		a := v.rows.Of[m.From] % maxRows
		word, bit := m.To>>6%uint8(len(v.cells[0])), uint64(1)<<(m.To&63)
		if of.asked[a][word]&bit == 0 {
			v.ask(of, a, m.To)
		}
		if of.kept[a][word]&bit != 0 {
			out = append(out, m)
		}
	}
	return out
}

// Narrow removes from the cells to which each of the men can go those to which a move is
// not kept. See Keep.
func (v *Verdicts[W]) Narrow(men []uint8, ends []W, question int) {
	of := v.of(men, question)
	for i, from := range men {
		a, cells := v.rows.Of[from]%maxRows, &ends[i]
		asked, kept := &of.asked[a], &of.kept[a]
		for k := 0; k < len(*cells); k++ {
			for m := (*cells)[k] &^ (*asked)[k]; m != 0; m &^= (*asked)[k] {
				v.ask(of, a, uint8(k<<6+bits.TrailingZeros64(m)))
			}
			(*cells)[k] &= (*kept)[k]
		}
	}
}

// of loads the position with men on these cells and returns what is known of its row
// counts.
func (v *Verdicts[W]) of(men []uint8, question int) *rowVerdicts[W] {
	v.Load(men)
	of := &v.known[v.name.hash()>>32%uint64(len(v.known))]
	if of.question != question || of.name != v.name || v.names == nil {
		of.name, of.question = v.name, question
		clear(of.asked[:v.rows.n])
		clear(of.kept[:v.rows.n])
	}
	return of
}

// ask notes the verdict on a move from row a to a cell, and with it to its whole row.
func (v *Verdicts[W]) ask(of *rowVerdicts[W], a, to uint8) {
	b := v.rows.Of[to] % maxRows
	kept := v.keeps(&v.RowFilter, a, b)
	for k := 0; k < len(v.cells[b]); k++ {
		of.asked[a][k] |= v.cells[b][k]
		if kept {
			of.kept[a][k] |= v.cells[b][k]
		}
	}
}
