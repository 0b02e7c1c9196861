package duel

// Booklet is the printed game.
var Booklet = &Rules{
	Name:    "booklet",
	Version: 1,
	Words:   "a man that has arrived stays in the goal court; once the opponent has emptied his court, men must leave the own one",
	Play: `The printed race of two from court to court. Who brings his last man into
the goal court wins. A man that stands in the goal court stays in it.
Clearing duty: once the opponent has no man left in his own court, one's
own must be cleared: each turn takes a man out of it or, if none can get
out, brings one nearer to leaving; who can do neither has lost.`,
	Armies:     Courts,
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
	Variants:   []Variant{arrivalVariant},
}
