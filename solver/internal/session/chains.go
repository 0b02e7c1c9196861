package session

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// chained returns the line with jumps of one man that follow each other made
// into one move. The number of hops stays, the number of moves falls, and the
// line stays legal: while a man jumps on nobody else moves, and a man that may
// end a turn on each landing cell may end one on the last. Searches that count
// hops make one move of each hop, so their lines need it.
func chained(b *positions.Board, line puzzles.Line) puzzles.Line {
	var out puzzles.Line
	for _, path := range line {
		if n := len(out); n > 0 {
			last := out[n-1]
			if last[len(last)-1] == path[0] && !isStep(b, last) && !isStep(b, path) && last[0] != path[len(path)-1] {
				out[n-1] = append(slices.Clone(last), path[1:]...)
				continue
			}
		}
		out = append(out, path)
	}
	return out
}

// isStep reports whether a move is a step.
func isStep(b *positions.Board, path []positions.Cell) bool {
	if len(path) != 2 {
		return false
	}
	for d := range b.Directions() {
		if b.Neighbour(path[0], d) == path[1] {
			return true
		}
	}
	return false
}
