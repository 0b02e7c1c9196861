package duel

import "github.com/halma-solve/halma-solve/positions"

// Schnell is the fast game of the booklets: from one ring to the other.
var Schnell = &Rules{
	Name:    "schnell",
	Version: 1,
	Words:   "the booklet's race from a row of cells across the corner to the opposite one; these are court and goal",
	Play: `The fast game: the booklet's race between two rows of as many cells as
there are men, across opposite corners. The rows are court and goal; what
lies behind them in the corner is outside (the booklet names the six cells
of the row only).`,
	Armies:     Rings,
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
	Variants:   []Variant{arrivalVariant},
}

// Rings are the armies of [Schnell]: the row, seen from the tip, that has as many
// cells as there are men. (The booklet has the square, where that is an anti-diagonal.)
// The cells between it and the tip are outside, so every man of a ring is next to a
// cell outside.
var Rings = &Armies{
	Shapes:  []positions.Shape{positions.Square, positions.Rhombus},
	Numbers: []int{1, 2, 3, 4, 5, 6},
	Start: func(b *positions.Board, men int) (cells []positions.Cell, ok bool) {
		tip := b.Point(0)
		for i := range men {
			c := b.CellAt(positions.Point{X: tip.X + i, Y: tip.Y + men - 1 - i})
			if c == positions.NoCell {
				return nil, false
			}
			cells = append(cells, c)
		}
		return cells, true
	},
}
