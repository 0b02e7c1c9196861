package duel

import "github.com/halma-solve/halma-solve/positions"

// Super is the game with long jumps: over a man at any distance to the cell as far
// behind it, all cells between being empty.
var Super = &Rules{
	Name:    "super",
	Version: 1,
	Words:   "the booklet's race with long jumps: over a man at any distance to the cell as far behind it",
	Play: `The booklet's race with long jumps: over a man at any distance to the cell
as far behind it, if all cells between are empty. Long jumps, short ones
and turns between them may follow each other in a chain. A jump over a
distance of 2 needs five cells in line, so smaller boards play booklet.`,
	Armies:     Courts,
	Jumps:      positions.Super,
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
	Variants:   []Variant{arrivalVariant},
}

// longJump returns the cell to which a man on from jumps in direction d, NoCell if it
// cannot: the first man that way is crossed, at whatever distance, and the cells
// behind it have to be empty as far as it is away.
func (g *Game) longJump(occupied Set, from positions.Cell, d int) positions.Cell {
	distance, over := 1, g.Board.Neighbour(from, d)
	for over != positions.NoCell && !occupied.Has(over) {
		over = g.Board.Neighbour(over, d)
		distance++
	}
	land := over
	for range distance {
		if land == positions.NoCell {
			break
		}
		if land = g.Board.Neighbour(land, d); land != positions.NoCell && occupied.Has(land) {
			return positions.NoCell
		}
	}
	return land
}
