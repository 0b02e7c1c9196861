package generate

import (
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// transfer grows a figure, to be taken to another place: to the image of the figure
// under a symmetry of the board, or to where it is when it is shifted, each every
// other time. Figures that overlap that place are refused. Every other figure is
// connected by steps; in the others neighbours may be a jump apart.
func transfer(r *rand.Rand, game *puzzles.Puzzle, o *Options) (*puzzles.Puzzle, bool) {
	b := game.Board
	var mirror positions.Permutation
	if o.Symmetric {
		mirrors := mirrorsOf(b, positions.Bits{})
		mirror = mirrors[r.IntN(len(mirrors))]
	}
	figure, ok := grow(r, b, game.Men(), 1+r.IntN(2), mirror, positions.Bits{})
	if !ok {
		return nil, false
	}
	var goal positions.Bits
	if r.IntN(2) == 0 {
		maps := b.Symmetries()
		goal = maps[r.IntN(len(maps))].Apply(figure)
	} else if goal, ok = shifted(r, b, figure); !ok {
		return nil, false
	}
	if figure.Intersects(goal) {
		return nil, false
	}
	p := *game
	p.Goal, p.Goals = goal, nil
	return p.From(figure, positions.Bits{}), true
}

// within lists the cells that are at most reach steps in one direction from a cell.
func within(b *positions.Board, c positions.Cell, reach int) (out []positions.Cell) {
	for d := range b.Directions() {
		n := c
		for range reach {
			if n = b.Neighbour(n, d); n == positions.NoCell {
				break
			}
			out = append(out, n)
		}
	}
	return out
}

// linked reports whether from any cell of a set, which is not empty, all others can
// be reached by its cells, each at most reach steps from the one before.
func linked(b *positions.Board, set positions.Bits, reach int) bool {
	reached := positions.BitsOf(set.Cells()[0])
	for queue := reached.Cells(); len(queue) > 0; queue = queue[1:] {
		for _, n := range within(b, queue[0], reach) {
			if set.Has(n) && !reached.Has(n) {
				reached = reached.With(n)
				queue = append(queue, n)
			}
		}
	}
	return reached == set
}

// shifted moves a figure so that its first cell comes to a random one. It is false
// if another would leave the board.
func shifted(r *rand.Rand, b *positions.Board, figure positions.Bits) (out positions.Bits, ok bool) {
	cells := figure.Cells()
	from, to := b.Point(cells[0]), b.Point(positions.Cell(r.IntN(b.Len())))
	for _, c := range cells {
		p := b.Point(c)
		at := b.CellAt(positions.Point{X: p.X + to.X - from.X, Y: p.Y + to.Y - from.Y})
		if at == positions.NoCell {
			return out, false
		}
		out = out.With(at)
	}
	return out, true
}
