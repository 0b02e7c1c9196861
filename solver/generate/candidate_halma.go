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
