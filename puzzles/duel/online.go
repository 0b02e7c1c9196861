package duel

import (
	"fmt"
	"strconv"
	"strings"
)

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
	Variants: []Variant{{
		Name: "clear-by", Words: []string{"50"}, Open: "N", Usage: "turns of each side after which courts must be clear, 1 to 500",
		Set: func(r *Rules, word string) error {
			n, err := strconv.Atoi(word)
			if err != nil || n < 1 || n > 500 || strconv.Itoa(n) != word {
				return fmt.Errorf("clear-by=%.10s: a number of turns from 1 to 500 is needed", word)
			}
			r.Words = strings.Replace(r.Words, "50", word, 1)
			r.Limit = &Limit{Turns: 2 * n, Ending: cleared}
			return nil
		},
	}},
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
