package duel

// Online is the booklet of the game on the web: 50 moves of each side to clear the
// court.
var Online = &Rules{
	Name:       "online",
	Version:    1,
	Words:      "a man that has arrived stays; after 50 moves of each side a man in its own court loses (both: draw)",
	Armies:     Courts,
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival},
	Ending:     raceEnding,
	Limit:      &Limit{Turns: 100, Ending: cleared},
}

// "A man in one's own court loses (both: draw)."
func cleared(g *Game, v View) Ending {
	mine, theirs := v.Mine&g.Home != 0, v.Theirs&g.TheirHome != 0
	switch {
	case mine && theirs:
		return Drawn
	case mine:
		return Lost
	case theirs:
		return Won
	}
	return None
}
