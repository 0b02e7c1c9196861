package duel

// Booklet is the printed game.
var Booklet = &Rules{
	Name:       "booklet",
	Version:    1,
	Words:      "a man that has arrived stays in the goal court; once the opponent has emptied his court, men must leave the own one",
	Armies:     Courts,
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
}
