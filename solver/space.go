package solver

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// space is a puzzle prepared for search in the width of its board. It does not
// change and is shared by all workers.
//
// Positions are kept in canonical form: of a position and its mirror image the
// one with the smaller Zobrist key, on equal keys the smaller one. The mirror is
// a symmetry that keeps the start and the goal, so both have the same lines up
// to reflection and one stands for both (half of all positions).
type space[W positions.Words] struct {
	puzzle *puzzles.Puzzle
	table  *positions.MoveTable
	cells  int

	markField
	cellBits W // bits that are not part of a mark

	zobrist *positions.Zobrist
	mirror  [positions.MaxCells]uint8 // the axis mirror, or the identity
	turn    [positions.MaxCells]uint8 // σ: swaps start and goal
	advance [positions.MaxCells]int32

	start, goal W
	startGain   int // sum of advances at the start
	totalGain   int // sum at the goal less that at the start
	top         int // greatest advance on the board
	rise        int // most that one move can lift the foremost man
	leap        int // most rows that one move takes one man ahead
}

func newSpace[W positions.Words](p *puzzles.Puzzle) *space[W] {
	s := &space[W]{
		puzzle:  p,
		table:   positions.NewMoveTable(p.Board, p.Jumps),
		cells:   p.Board.Len(),
		zobrist: positions.NewZobrist(),
		start:   positions.Narrow[W](p.Start),
		goal:    positions.Narrow[W](p.Goal),
	}
	if p.Marked.Len() == 1 {
		s.markField = newMarkField(s.cells, s.zobrist)
	}
	s.cellBits = cellBits[W](&s.markField)
	turn := puzzles.HalfTurn(p.Board)
	mirror := axisMirror(p)
	for c := range positions.Cell(s.cells) {
		s.turn[c] = uint8(turn[c])
		s.mirror[c] = uint8(mirror[c])
		s.advance[c] = int32(p.Board.Advance(c))
		s.top = max(s.top, p.Board.Advance(c))
	}
	if s.marked {
		s.turnMark(&s.start, 0, uint8(p.Marked.Cells()[0]))
		s.turnMark(&s.goal, 0, uint8(p.Goals[0].Marked.Cells()[0]))
	}
	for c := range s.cells {
		for _, to := range s.table.Steps(uint8(c)) {
			s.rise = max(s.rise, int(s.advance[to]-s.advance[c]))
		}
		for _, h := range s.table.Hops(uint8(c)) {
			s.rise = max(s.rise, int(s.advance[h.Land]-s.advance[h.Over]))
		}
	}
	s.leap = leap(p, s.table, s.top, func(c uint8) int { return int(s.advance[c]) })
	s.startGain = s.sumAdvance(&s.start)
	s.totalGain = s.sumAdvance(&s.goal) - s.startGain
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

func (s *space[W]) sumAdvance(w *W) int {
	sum := 0
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k] & s.cellBits[k]; m != 0; m &= m - 1 {
			sum += int(s.advance[k<<6+bits.TrailingZeros64(m)])
		}
	}
	return sum
}

// gain returns the rows that the army has advanced since the start.
func (s *space[W]) gain(w *W) int { return s.sumAdvance(w) - s.startGain }

// permuted returns the image of w under a map of cells.
func (s *space[W]) permuted(w *W, perm *[positions.MaxCells]uint8) W {
	var out W
	if s.marked {
		s.turnMark(&out, 0, perm[s.mark(w)])
	}
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k] & s.cellBits[k]; m != 0; m &= m - 1 {
			positions.Flip(&out, perm[k<<6+bits.TrailingZeros64(m)])
		}
	}
	return out
}

// key returns the Zobrist key of w.
func (s *space[W]) key(w *W) uint64 {
	var h uint64
	if s.marked {
		h = s.keys[s.mark(w)]
	}
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k] & s.cellBits[k]; m != 0; m &= m - 1 {
			h ^= s.zobrist[k<<6+bits.TrailingZeros64(m)]
		}
	}
	return h
}

// canonical returns the canonical form of w and its key.
func (s *space[W]) canonical(w W) (W, uint64) {
	image := s.permuted(&w, &s.mirror)
	h, hm := s.key(&w), s.key(&image)
	if hm < h || hm == h && positions.Less(&image, &w) {
		return image, hm
	}
	return w, h
}

// holds reports whether keys may be in a shard of a layer: each is a canonical
// position with the men of the puzzle on cells of the board, one of them marked if
// there is a mark, and its key is one of the shard.
func (s *space[W]) holds(shard int, keys []W) bool {
	for i := range keys {
		w := &keys[i]
		men := positions.Widen(s.men(w))
		if men.Len() != s.puzzle.Men() || s.marked && (int(s.mark(w)) >= s.cells || !men.Has(positions.Cell(s.mark(w)))) {
			return false
		}
		for k := s.cells; k < 64*len(men); k = k&^63 + 64 {
			if men[k/64]>>(k%64) != 0 {
				return false
			}
		}
		if canonical, key := s.canonical(*w); canonical != *w || cache.ShardOf(key) != shard {
			return false
		}
	}
	return true
}

// turned returns the canonical form of σw and its key.
func (s *space[W]) turned(w *W) (W, uint64) { return s.canonical(s.permuted(w, &s.turn)) }

// expander lists the successors of canonical positions in canonical form. It
// belongs to one worker. Words and keys of a successor differ from those of its
// parent in two cells, and so do those of the mirror images: each costs a few
// exclusive ors.
type expander[W positions.Words] struct {
	*space[W]
	generator   *positions.Generator
	moves       []positions.Move
	zobristM    [positions.MaxCells]uint64 // keys of the mirrored cells
	parent      W
	image       W // the parent's mirror image
	key, keyOfM uint64
	mark        uint8 // cell of the parent's marked man, if there is one
}

func newExpander[W positions.Words](s *space[W], zones *positions.Zones) *expander[W] {
	f := &expander[W]{space: s, generator: positions.NewGenerator(s.table, zones, s.puzzle.Count)}
	for c := range s.cells {
		f.zobristM[c] = s.zobrist[s.mirror[c]]
	}
	return f
}

// load makes w the parent and lists its moves.
func (f *expander[W]) load(w *W) {
	if f.marked {
		f.loadMarked(w)
	} else {
		f.loadMen(w)
	}
	f.moves = f.generator.Append(f.moves[:0])
}

// loadMen is load for plain positions, without the moves.
func (f *expander[W]) loadMen(w *W) {
	positions.Load(f.generator, w)
	var zero W
	f.parent, f.image = *w, zero
	f.key, f.keyOfM = 0, 0
	for _, c := range f.generator.Men() {
		f.key ^= f.zobrist[c]
		f.keyOfM ^= f.zobristM[c]
		positions.Flip(&f.image, f.mirror[c])
	}
}

// child writes the canonical successor by move m to e.
func (f *expander[W]) child(m positions.Move, e *cache.Entry[W]) {
	if f.marked && m.From == f.mark {
		e.Key, e.Hash = f.childOfMark(m)
		return
	}
	h := f.key ^ f.zobrist[m.From] ^ f.zobrist[m.To]
	hm := f.keyOfM ^ f.zobristM[m.From] ^ f.zobristM[m.To]
	if h < hm {
		e.Key, e.Hash = f.parent, h
		positions.Flip(&e.Key, m.From)
		positions.Flip(&e.Key, m.To)
		return
	}
	e.Key, e.Hash = f.image, hm
	positions.Flip(&e.Key, f.mirror[m.From])
	positions.Flip(&e.Key, f.mirror[m.To])
	if h == hm {
		other := f.parent
		positions.Flip(&other, m.From)
		positions.Flip(&other, m.To)
		if positions.Less(&other, &e.Key) {
			e.Key = other
		}
	}
}

func has[W positions.Words](w *W, c uint8) int {
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

// cellsOf lists the cells with men of a position.
func (s *space[W]) cellsOf(w *W) []uint8 {
	var out []uint8
	for _, c := range positions.Widen(s.men(w)).Cells() {
		out = append(out, uint8(c))
	}
	return out
}
