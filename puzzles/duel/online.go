package duel

// Online is the booklet of the game on the web: 50 turns of each side to clear the
// court. Its rule of repetition holds after that only, where the position alone
// decides: see the decisions.
var Online = &Rules{
	Name:    "online",
	Version: 2,
	Words:   "no arrival, no clearing duty; after 50 turns of each side a man in its own court loses (both: draw), and so does who takes one there later",
	Play: `The game on the web: men may leave the goal and there is no duty. After 50
turns of each side a man in its own court loses (both: draw), and so does
who takes one there later. A position that occurs three times counts from
then on only, where it changes no value.`,
	Armies: Courts,
	Turns:  StepsAndChains,
	Ending: raceEnding,
	Limit:  &Limit{Turns: 100, Ending: cleared},
}

// "After 50 turns of each side a side with a man in its own court loses (both:
// draw); so does, from then on, who ends a turn with a man in it."
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
