package duel

// Filled is variant 2 of the printed game: a filled goal court wins.
var Filled = &Rules{
	Name:    "filled",
	Version: 1,
	Words:   "as booklet, and a side to move whose goal court is filled, one of its own men among them, wins",
	Play: `The booklet's second variant: as booklet, and a side to move wins at once
if every cell of its goal court is occupied, one of the men there being
its own. (Without that condition the first side would win at the start.)`,
	Armies:     Courts,
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     filledEnding,
	Variants:   []Variant{arrivalVariant},
}

// "A player to move whose goal court's cells are all filled, by whomever, wins."
func filledEnding(g *Game, v View) Ending {
	if e := raceEnding(g, v); e != None || !g.myGoalIsFilled(v) {
		return e
	}
	return Won
}
