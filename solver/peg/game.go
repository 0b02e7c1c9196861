package peg

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// jump is one way to jump. Before it the cells of mask hold just before, and
// after it just mask^before, in one word each: bit c is cell c.
//
//	         from over to        from over to
//	solo       o    o   .    →     .    .   o
//	retour     o    .   .    →     .    o   o
type jump struct {
	mask, before   uint64
	from, over, to uint8
}

// columnView is the view of a position with its cells counted along the columns,
// addressView its address in sets, if there are any (look).
const (
	mostMaps    = 12 // symmetries: hexagons with six directions have so many
	columnView  = mostMaps
	addressView = mostMaps + 1
)

// views are a position seen in several ways: views 0, 1, … are its images
// under the symmetries that keep start and goal, the position itself first;
// columnView serves the pattern databases, addressView the filter. A jump changes each view by an
// exclusive or with a word that depends on jump and view only.
type views [addressView + 1]uint64

// side is a direction of time. Forward, the moving man of the next jump is
// where the last one ended; backward, it is where the jump that came later
// began.
type side struct {
	backward bool
	by       [positions.MaxDrawn][]sideJump // by the cell of the moving man
}

// sideJump is a jump as one side makes it: possible if the cells of mask hold
// cond, it changes all of them and takes the moving man to next.
type sideJump struct {
	mask, cond uint64
	next       uint8
	number     uint16 // among the jumps of the game
	delta      views  // of mask
}

// numbering gives the cells other numbers: it holds the images of the men in each byte
// of a position.
type numbering [positions.MaxDrawn / 8][256]uint64

// game is a puzzle of solo or retour prepared for search. It is shared by all workers and does
// not change while they work: what databases add to it is there before. Both games are
// the same to it but for the patterns of their jumps.
type game struct {
	puzzle   *puzzles.Puzzle
	cells    int
	full     uint64
	jumps    []jump
	start    uint64
	goals    []uint64 // the positions that end the game
	maps     []positions.Permutation
	merson   [][]uint64   // further partitions of the board for pattern databases
	made     []madeRegion // databases so far, each once
	image    [addressView + 1]numbering
	forward  side
	backward side
}

func newGame(p *puzzles.Puzzle) *game {
	g := &game{puzzle: p, cells: p.Board.Len(), start: p.Start[0]}
	g.full = ^uint64(0) >> (64 - g.cells)
	if p.Game == puzzles.GameRetour {
		g.goals = []uint64{p.Goal[0]}
	} else {
		for _, c := range p.Goal.Cells() {
			g.goals = append(g.goals, 1<<c)
		}
	}
	for _, j := range positions.PegJumps(p.Board) {
		from, over, to := uint64(1)<<j.From, uint64(1)<<j.Over, uint64(1)<<j.To
		jump := jump{from | over | to, from | over, uint8(j.From), uint8(j.Over), uint8(j.To)}
		if p.Game == puzzles.GameRetour {
			jump.before = from
		}
		g.jumps = append(g.jumps, jump)
	}
	for _, m := range p.Board.Symmetries() {
		if m.Apply(p.Start) == p.Start && m.Apply(p.Goal) == p.Goal {
			g.maps = append(g.maps, m)
		}
	}
	for v, m := range g.maps {
		g.image[v] = newNumbering(m)
	}
	g.image[columnView] = newNumbering(columnOrder(p.Board))
	g.makeSides()
	return g
}

// taking returns the side whose moves take men off, solo forward and retour backward, and the
// positions at the end it goes to.
func (g *game) taking() (*side, []uint64) {
	if g.puzzle.Game == puzzles.GameRetour {
		return &g.backward, []uint64{g.start}
	}
	return &g.forward, g.goals
}

// opposite returns the side that takes back the moves of a side.
func (g *game) opposite(s *side) *side {
	if s.backward {
		return &g.forward
	}
	return &g.backward
}

// straight reports whether men are jumped along rows and columns alone.
func (g *game) straight() bool { return g.puzzle.Board.Directions() == 4 }

func (g *game) makeSides() {
	g.forward, g.backward = side{}, side{backward: true}
	for i, j := range g.jumps {
		delta := g.views(j.mask)
		g.forward.by[j.from] = append(g.forward.by[j.from], sideJump{j.mask, j.before, j.to, uint16(i), delta})
		g.backward.by[j.to] = append(g.backward.by[j.to], sideJump{j.mask, j.mask ^ j.before, j.from, uint16(i), delta})
	}
}

// look makes addresses one of the views of positions.
func (g *game) look(b *blockLayout) {
	g.image[addressView] = b.addresses
	g.makeSides()
}

// columnOrder maps every cell to its place when cells are counted up the
// columns, from the left.
func columnOrder(b *positions.Board) positions.Permutation {
	out := make(positions.Permutation, b.Len())
	for c := range out {
		p := b.Point(positions.Cell(c))
		for d := range b.Len() {
			q := b.Point(positions.Cell(d))
			if q.X < p.X || q.X == p.X && q.Y < p.Y {
				out[c]++
			}
		}
	}
	return out
}

func newNumbering(m positions.Permutation) (t numbering) {
	for c, to := range m {
		for low := range 256 {
			t[c>>3][low] ^= uint64(low>>(c&7)&1) << to
		}
	}
	return t
}

// of returns a position whose cells are numbered anew.
func (t *numbering) of(p uint64) (out uint64) {
	for i := 0; p != 0; i, p = i+1, p>>8 {
		out ^= t[i&7][p&255]
	}
	return out
}

// views returns all views of a position.
func (g *game) views(p uint64) views {
	var out views
	for v := range out {
		if v < len(g.maps) || v >= columnView {
			out[v] = g.image[v].of(p)
		}
	}
	return out
}

// canonical returns the least of the images of a position; equal ones stand for
// positions that a symmetry of the puzzle takes into each other, which have the
// same lines up to that symmetry.
func (g *game) canonical(v *views) uint64 {
	least := v[0]
	for i := 1; i < len(g.maps); i++ {
		least = min(least, v[i])
	}
	return least
}

func (g *game) canonicalOf(p uint64) uint64 {
	v := g.views(p)
	return g.canonical(&v)
}

// hash scatters positions over the slots of a table.
func hash(p uint64) uint64 {
	p ^= p >> 32
	p *= 0xd6e8feb86659fd93
	p ^= p >> 29
	p *= 0xa0761d6478bd642f
	return p ^ p>>32
}

// jumpsOf returns how many jumps every line has: each changes the number of men
// by one. It is −1 if start and goal do not differ the right way.
func (g *game) jumpsOf() int {
	n := bits.OnesCount64(g.start) - bits.OnesCount64(g.goals[0])
	if g.puzzle.Game == puzzles.GameRetour {
		n = -n
	}
	return max(n, -1)
}

// menAfter returns the number of men after so many jumps.
func (g *game) menAfter(jumps int) int {
	if g.puzzle.Game == puzzles.GameRetour {
		jumps = -jumps
	}
	return bits.OnesCount64(g.start) - jumps
}

// FirstMoves lists the legal moves from the start of a peg puzzle, one for each
// position and last cell, so many at the most.
func FirstMoves(p *puzzles.Puzzle, most int) (paths [][]positions.Cell) {
	g := newGame(p)
	for _, m := range g.movesUpTo(most, &g.forward, g.start, true) {
		paths = append(paths, m.path)
	}
	return paths
}
