package retrograde

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// connection2: no court, no duty; an army on a whole edge of the rhombus has won.
func connection2(g *duel.Game) rules {
	n := g.Board.Size()
	// line returns the cells i steps after a corner in a direction.
	line := func(from, step positions.Point) (out uint64) {
		for i := range n {
			out |= 1 << g.Board.CellAt(positions.Point{X: from.X + i*step.X, Y: from.Y + i*step.Y})
		}
		return out
	}
	tip, end := positions.Point{}, positions.Point{X: n - 1, Y: n - 1}
	mine := []uint64{line(tip, positions.Point{X: 1}), line(tip, positions.Point{Y: 1})}
	theirs := []uint64{line(end, positions.Point{X: -1}), line(end, positions.Point{Y: -1})}
	if g.Rules.Variant("goal") == "any" {
		mine = append(mine, theirs...)
		theirs = mine
	}
	return rules{ending: func(r *row, men, _ uint64) (duel.Value, bool) {
		if slices.Contains(mine, men) {
			return duel.ValueIllegal, true
		}
		return duel.ValueLost, slices.Contains(theirs, r.theirs)
	}}
}
