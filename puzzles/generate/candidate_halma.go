package generate

import (
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// endgame goes back from the goal of a game by random turns.
func endgame(r *rand.Rand, w *walker, game *puzzles.Puzzle, o *Options) (*puzzles.Puzzle, bool) {
	men, ok := walkBack(r, w, game.Goal, o)
	if !ok {
		return nil, false
	}
	return game.From(men, positions.Bits{}), true
}

// walkBack goes back from a position by random turns, at least as many as the
// least number of moves that is wanted. A turn that takes the last one back is not
// made.
func walkBack(r *rand.Rand, w *walker, men positions.Bits, o *Options) (positions.Bits, bool) {
	var before positions.Bits
	for range o.MinMoves + r.IntN(o.MaxMoves-o.MinMoves+1) {
		var ways []positions.Bits
		for _, m := range w.turns(men, true) {
			if prev := after(men, m); prev != before {
				ways = append(ways, prev)
			}
		}
		if len(ways) == 0 {
			return men, false
		}
		men, before = ways[r.IntN(len(ways))], men
	}
	return men, true
}

// transfer grows a connected figure from a random cell, to be taken to where half
// a turn of the board has it. Figures that overlap that place are refused.
// Symmetric ones grow by cells and their images under a reflection.
func transfer(r *rand.Rand, game *puzzles.Puzzle, o *Options) (*puzzles.Puzzle, bool) {
	b := game.Board
	var mirror positions.Permutation
	if o.Symmetric {
		mirrors := mirrorsOf(b, positions.Bits{})
		mirror = mirrors[r.IntN(len(mirrors))]
	}
	with := func(set positions.Bits, c positions.Cell) positions.Bits {
		if set = set.With(c); mirror != nil {
			set = set.With(mirror[c])
		}
		return set
	}
	figure := with(positions.Bits{}, positions.Cell(r.IntN(b.Len())))
	for figure.Len() < game.Men() {
		var edge positions.Bits
		for _, c := range figure.Cells() {
			for d := range b.Directions() {
				if n := b.Neighbour(c, d); n != positions.NoCell && !figure.Has(n) && with(figure, n).Len() <= game.Men() {
					edge = edge.With(n)
				}
			}
		}
		cells := edge.Cells()
		if len(cells) == 0 {
			return nil, false
		}
		figure = with(figure, cells[r.IntN(len(cells))])
	}
	goal := puzzles.HalfTurn(b).Apply(figure)
	if figure.Len() != game.Men() || figure.Intersects(goal) || !connected(b, figure) {
		return nil, false
	}
	p := *game
	p.Goal, p.Goals = goal, nil
	return p.From(figure, positions.Bits{}), true
}

// connected reports whether steps within a set, which is not empty, lead from any
// of its cells to any other.
func connected(b *positions.Board, set positions.Bits) bool {
	reached := positions.BitsOf(set.Cells()[0])
	for queue := reached.Cells(); len(queue) > 0; queue = queue[1:] {
		for d := range b.Directions() {
			if n := b.Neighbour(queue[0], d); n != positions.NoCell && set.Has(n) && !reached.Has(n) {
				reached = reached.With(n)
				queue = append(queue, n)
			}
		}
	}
	return reached == set
}
