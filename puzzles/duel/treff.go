package duel

import "github.com/halma-solve/halma-solve/positions"

// Treff is Treffhalma for two: the man on the corner is to go to the corner.
var Treff = &Rules{
	Name:    "treff",
	Version: 1,
	Words:   "the booklet's race, and the man that begins on the corner is marked and must stand on the goal's corner in the end",
	Play: `Treffhalma: the booklet's race, but the man that begins on the corner of
each court is marked, and a side has won when all its men are in the goal
court and the marked one stands on the goal's corner. Men in the goal,
wherever they stand, stay in it and may move within it. In positions the
marked man has a star: a1*,b1,a2.`,
	Armies:     cornerMen,
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
	Variants:   []Variant{arrivalVariant},
}

// cornerMen are the [Courts] of the square with the men on the corners marked.
var cornerMen = &Armies{
	Shapes: []positions.Shape{positions.Square}, Numbers: []int{2, 3, 4, 6, 9, 10}, Start: areaCells,
	Marked: func(*positions.Board, Set) (Set, error) { return SetOf(0), nil },
}
