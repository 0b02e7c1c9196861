package layers

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Space is a puzzle prepared for search in the width of its board. It does not
// change and is shared by all workers.
//
// Positions are kept in canonical form: of a position and its mirror image the
// one with the smaller Zobrist key, on equal keys the smaller one. The mirror is
// a symmetry that keeps the start and the goal, so both have the same lines up
// to reflection and one stands for both (half of all positions).
type Space[W positions.Words] struct {
	Puzzle *puzzles.Puzzle
	Table  *positions.MoveTable
	Cells  int

	markField
	CellBits W // bits that are not part of a mark

	zobrist *positions.Zobrist
	Mirror  [positions.MaxCells]uint8 // the axis mirror, or the identity
	Turn    [positions.MaxCells]uint8 // σ: swaps start and goal
	Advance [positions.MaxCells]int32

	Start, Goal W
	StartGain   int // sum of advances at the start
	TotalGain   int // sum at the goal less that at the start
	Top         int // greatest advance on the board
	Rise        int // most that one move can lift the foremost man
	Leap        int // most rows that one move takes one man ahead
}

func NewSpace[W positions.Words](p *puzzles.Puzzle) *Space[W] {
	s := &Space[W]{
		Puzzle:  p,
		Table:   positions.NewMoveTable(p.Board, p.Jumps),
		Cells:   p.Board.Len(),
		zobrist: positions.NewZobrist(),
		Start:   positions.Narrow[W](p.Start),
		Goal:    positions.Narrow[W](p.Goal),
	}
	if p.Marked.Len() == 1 {
		s.markField = newMarkField(s.Cells, s.zobrist)
	}
	s.CellBits = cellBits[W](&s.markField)
	turn := puzzles.HalfTurn(p.Board)
	mirror := axisMirror(p)
	for c := range positions.Cell(s.Cells) {
		s.Turn[c] = uint8(turn[c])
		s.Mirror[c] = uint8(mirror[c])
		s.Advance[c] = int32(p.Board.Advance(c))
		s.Top = max(s.Top, p.Board.Advance(c))
	}
	if s.Marked {
		s.turnMark(&s.Start, 0, uint8(p.Marked.Cells()[0]))
		s.turnMark(&s.Goal, 0, uint8(p.Goals[0].Marked.Cells()[0]))
	}
	for c := range s.Cells {
		for _, to := range s.Table.Steps(uint8(c)) {
			s.Rise = max(s.Rise, int(s.Advance[to]-s.Advance[c]))
		}
		for _, h := range s.Table.Hops(uint8(c)) {
			s.Rise = max(s.Rise, int(s.Advance[h.Land]-s.Advance[h.Over]))
		}
	}
	s.Leap = leap(p, s.Table, s.Top, func(c uint8) int { return int(s.Advance[c]) })
	s.StartGain = s.SumAdvance(&s.Start)
	s.TotalGain = s.SumAdvance(&s.Goal) - s.StartGain
	return s
}

// axisMirror returns the reflection that keeps start, goal and marks, or the
// identity if there is none. It keeps every row, too, so that a position and its
// image have the same gain: of either the searches ask whether it is a midpoint. Of
// a start that is not in a corner other symmetries may keep start and goal, even
// turns by a third of a star, which are no reflections.
func axisMirror(p *puzzles.Puzzle) positions.Permutation {
	symmetries := p.Board.Symmetries()
	for _, m := range symmetries[1:] {
		keeps := keepsRows(p.Board, m) && m.Apply(p.Start) == p.Start && m.Apply(p.Goal) == p.Goal && m.Apply(p.Marked) == p.Marked
		for _, g := range p.Goals {
			keeps = keeps && m.Apply(g.Marked) == g.Marked
		}
		if keeps {
			return m
		}
	}
	return symmetries[0]
}

func keepsRows(b *positions.Board, m positions.Permutation) bool {
	for c, image := range m {
		if b.Advance(positions.Cell(c)) != b.Advance(image) {
			return false
		}
	}
	return true
}

func (s *Space[W]) SumAdvance(w *W) int {
	sum := 0
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k] & s.CellBits[k]; m != 0; m &= m - 1 {
			sum += int(s.Advance[k<<6+bits.TrailingZeros64(m)])
		}
	}
	return sum
}

// Gain returns the rows that the army has advanced since the start.
func (s *Space[W]) Gain(w *W) int { return s.SumAdvance(w) - s.StartGain }

// Permuted returns the image of w under a map of cells.
func (s *Space[W]) Permuted(w *W, perm *[positions.MaxCells]uint8) W {
	var out W
	if s.Marked {
		s.turnMark(&out, 0, perm[s.Mark(w)])
	}
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k] & s.CellBits[k]; m != 0; m &= m - 1 {
			positions.Flip(&out, perm[k<<6+bits.TrailingZeros64(m)])
		}
	}
	return out
}

// Key returns the Zobrist key of w.
func (s *Space[W]) Key(w *W) uint64 {
	var h uint64
	if s.Marked {
		h = s.keys[s.Mark(w)]
	}
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k] & s.CellBits[k]; m != 0; m &= m - 1 {
			h ^= s.zobrist[k<<6+bits.TrailingZeros64(m)]
		}
	}
	return h
}

// Canonical returns the canonical form of w and its key.
func (s *Space[W]) Canonical(w W) (W, uint64) {
	image := s.Permuted(&w, &s.Mirror)
	h, hm := s.Key(&w), s.Key(&image)
	if hm < h || hm == h && positions.Less(&image, &w) {
		return image, hm
	}
	return w, h
}

// holds reports whether keys may be in a shard of a layer: each is a canonical
// position with the men of the puzzle on cells of the board, one of them marked if
// there is a mark, and its key is one of the shard.
func (s *Space[W]) holds(shard int, keys []W) bool {
	for i := range keys {
		w := &keys[i]
		men := positions.Widen(s.Men(w))
		if men.Len() != s.Puzzle.Men() || s.Marked && (int(s.Mark(w)) >= s.Cells || !men.Has(positions.Cell(s.Mark(w)))) {
			return false
		}
		for k := s.Cells; k < 64*len(men); k = k&^63 + 64 {
			if men[k/64]>>(k%64) != 0 {
				return false
			}
		}
		if canonical, key := s.Canonical(*w); canonical != *w || cache.ShardOf(key) != shard {
			return false
		}
	}
	return true
}

// Turned returns the canonical form of σw and its key.
func (s *Space[W]) Turned(w *W) (W, uint64) { return s.Canonical(s.Permuted(w, &s.Turn)) }

// Expander lists the successors of canonical positions in canonical form. It
// belongs to one worker. Words and keys of a successor differ from those of its
// parent in two cells, and so do those of the mirror images: each costs a few
// exclusive ors.
type Expander[W positions.Words] struct {
	*Space[W]
	Generator   *positions.Generator
	Moves       []positions.Move           // their hops are known if those are counted
	ends        *positions.Ends[W]         // nil if the generator lists the moves
	zobristM    [positions.MaxCells]uint64 // keys of the mirrored cells
	Parent      W
	image       W // the parent's mirror image
	key, keyOfM uint64
	mark        uint8 // cell of the parent's marked man, if there is one
}

func newExpander[W positions.Words](s *Space[W], zones *positions.Zones) *Expander[W] {
	f := &Expander[W]{
		Space:     s,
		Generator: positions.NewGenerator(s.Table, zones, s.Puzzle.Count),
		ends:      positions.NewEnds[W](s.Table, zones, s.Puzzle.Count),
	}
	for c := range s.Cells {
		f.zobristM[c] = s.zobrist[s.Mirror[c]]
	}
	return f
}

// load makes w the parent, lists its moves and returns how many there are. A filter that
// is not nil narrows them before they are listed, if that can be.
func (f *Expander[W]) load(w *W, filter Narrower[W]) (all int) {
	if f.Marked {
		f.loadMarked(w)
	} else {
		f.loadMen(w)
	}
	if f.ends == nil {
		f.Moves = f.Generator.Append(f.Moves[:0])
		return len(f.Moves)
	}
	f.ends.Load(f.Generator)
	all = f.ends.Len()
	if filter != nil {
		filter.Narrow(f.Generator.Men(), f.ends.Sets())
	}
	f.Moves = f.ends.Append(f.Moves[:0])
	return all
}

// loadMen is load for plain positions, without the moves.
func (f *Expander[W]) loadMen(w *W) {
	positions.Load(f.Generator, w)
	var zero W
	f.Parent, f.image = *w, zero
	f.key, f.keyOfM = 0, 0
	for _, c := range f.Generator.Men() {
		f.key ^= f.zobrist[c]
		f.keyOfM ^= f.zobristM[c]
		positions.Flip(&f.image, f.Mirror[c])
	}
}

// Child writes the canonical successor by move m to e.
func (f *Expander[W]) Child(m positions.Move, e *cache.Entry[W]) {
	if f.Marked && m.From == f.mark {
		e.Key, e.Hash = f.childOfMark(m)
		return
	}
	h := f.key ^ f.zobrist[m.From] ^ f.zobrist[m.To]
	hm := f.keyOfM ^ f.zobristM[m.From] ^ f.zobristM[m.To]
	if h < hm {
		e.Key, e.Hash = f.Parent, h
		positions.Flip(&e.Key, m.From)
		positions.Flip(&e.Key, m.To)
		return
	}
	e.Key, e.Hash = f.image, hm
	positions.Flip(&e.Key, f.Mirror[m.From])
	positions.Flip(&e.Key, f.Mirror[m.To])
	if h == hm {
		other := f.Parent
		positions.Flip(&other, m.From)
		positions.Flip(&other, m.To)
		if positions.Less(&other, &e.Key) {
			e.Key = other
		}
	}
}

func Has[W positions.Words](w *W, c uint8) int {
	return int((*w)[uint(c)>>6%uint(len(*w))] >> (c & 63) & 1)
}

// leap is the most rows that one move takes one man ahead.
func leap(p *puzzles.Puzzle, t *positions.MoveTable, top int, advance func(c uint8) int) int {
	if !p.Count.EachHop() {
		return top
	}
	most := 0
	for c := range t.Cells() {
		from := advance(uint8(c))
		for _, to := range t.Steps(uint8(c)) {
			most = max(most, advance(to)-from)
		}
		for _, h := range t.Hops(uint8(c)) {
			most = max(most, advance(h.Land)-from)
		}
	}
	return most
}

// CellsOf lists the cells with men of a position.
func (s *Space[W]) CellsOf(w *W) []uint8 {
	var out []uint8
	for _, c := range positions.Widen(s.Men(w)).Cells() {
		out = append(out, uint8(c))
	}
	return out
}
