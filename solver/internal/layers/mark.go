package layers

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// Marked positions: in treffhalma it matters where one man, the marked one,
// stands. A position is then the set of cells with men together with the cell of
// the marked man, whose number takes the highest bits of the last word, where no
// board has cells ([positions.MarkedWordsFor]):
//
//	star, 121 cells         word 1: mmmmmmm c₁₂₀ … c₆₄   word 0: c₆₃ … c₀
//	square 16×16            word 4: mmmmmmmm 0 … 0       words 3 … 0: cells
//
// So equality, order, tables, layers and files are those of plain positions.
//
// What is proven of plain positions holds for marked ones:
//
//   - Moves can be taken back, the mark included.
//   - The half turn σ takes the marked man's start to its goal (session.MarksOne makes
//     sure): the corner of treffhalma to the opposite one. So a marked line, turned
//     and read backwards, is a marked line; halves meet their own images and
//     midpoints exist as they do in refute.go.
//   - The mirror keeps both (axisMirror makes sure), so a position and its image
//     have the same marked lines up to reflection.
//   - Forgetting the mark makes of every marked line a line of the plain game. So
//     no bound that looks at the men alone (rows, projection, corridor, gains) is
//     ever greater than the truth. Any plain position that n moves reach is the
//     men of a marked one that n moves reach: the greatest gains F(n) are equal.
type markField struct {
	Marked bool
	shift  uint
	keys   [positions.MaxCells]uint64 // added to the Zobrist key of the men
}

func newMarkField(cells int, z *positions.Zobrist) markField {
	m := markField{Marked: true, shift: uint(64 - bits.Len(uint(cells-1)))}
	for c := range m.keys {
		m.keys[c] = bits.RotateLeft64(z[c], 29)
	}
	return m
}

// cellBits returns the words with all bits set that stand for cells, and, in
// plain positions, all others.
func cellBits[W positions.Words](m *markField) W {
	var w W
	for k := 0; k < len(w); k++ {
		w[k] = ^uint64(0)
	}
	if m.Marked {
		w[len(w)-1] >>= 64 - m.shift
	}
	return w
}

// Men returns w without its mark.
func (s *Space[W]) Men(w *W) W {
	out := *w
	for k := 0; k < len(out); k++ {
		out[k] &= s.CellBits[k]
	}
	return out
}

// Mark returns the cell of the marked man of a marked position.
func (s *Space[W]) Mark(w *W) uint8 { return uint8((*w)[len(*w)-1] >> s.shift) }

// turnMark changes the mark of w from one cell to another.
func (s *Space[W]) turnMark(w *W, from, to uint8) {
	(*w)[len(*w)-1] ^= uint64(from^to) << s.shift
}

// Moved returns the position after a move.
func (s *Space[W]) Moved(w *W, m positions.Move) W {
	out := *w
	positions.Flip(&out, m.From)
	positions.Flip(&out, m.To)
	if s.Marked && s.Mark(w) == m.From {
		s.turnMark(&out, m.From, m.To)
	}
	return out
}

// loadMarked is expander.load for marked positions.
func (f *Expander[W]) loadMarked(w *W) {
	men := f.Men(w)
	f.loadMen(&men)
	f.Parent = *w
	f.mark = f.Space.Mark(w)
	f.turnMark(&f.image, 0, f.Mirror[f.mark])
	f.key ^= f.keys[f.mark]
	f.keyOfM ^= f.keys[f.Mirror[f.mark]]
}

// childOfMark is expander.child for a move of the marked man.
func (f *Expander[W]) childOfMark(m positions.Move) (w W, key uint64) {
	w = f.Space.Moved(&f.Parent, m)
	image := f.image
	from, to := f.Mirror[m.From], f.Mirror[m.To]
	positions.Flip(&image, from)
	positions.Flip(&image, to)
	f.turnMark(&image, from, to)
	h := f.key ^ f.zobrist[m.From] ^ f.zobrist[m.To] ^ f.keys[m.From] ^ f.keys[m.To]
	hm := f.keyOfM ^ f.zobrist[from] ^ f.zobrist[to] ^ f.keys[from] ^ f.keys[to]
	if hm < h || hm == h && positions.Less(&image, &w) {
		return image, hm
	}
	return w, h
}

// MarkAfter returns the cell of the marked man after a move of the parent.
func (f *Expander[W]) MarkAfter(m positions.Move) uint8 {
	if m.From == f.mark {
		return m.To
	}
	return f.mark
}
