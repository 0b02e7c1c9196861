package duel

import "github.com/halma-solve/halma-solve/positions"

// Swap is variant 1 of the printed game: swaps before a goal cell.
var Swap = &Rules{
	Name:       "swap",
	Version:    1,
	Words:      "as booklet, and a man before a goal cell with an enemy man may swap places with it",
	Armies:     Courts,
	Turns:      stepsChainsAndSwaps,
	Special:    &Special{Sign: "=", After: afterSwap},
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     swapEnding,
}

// stepsChainsAndSwaps appends the swaps, too: "A man that stands as near as
// possible before a goal cell held by an enemy man may swap places with it."
func stepsChainsAndSwaps(g *Game, dst []Turn, v View) []Turn {
	dst = StepsAndChains(g, dst, v)
	for _, from := range v.Mine.Cells() {
		for _, to := range (g.ahead[from] & g.Goal & v.Theirs).Cells() {
			dst = append(dst, Turn{From: from, To: to, Special: true})
		}
	}
	return dst
}

func afterSwap(_ *Game, v View, t Turn) View {
	exchanged := SetOf(t.From) | SetOf(t.To)
	return View{Mine: v.Mine ^ exchanged, Theirs: v.Theirs ^ exchanged}
}

func swapEnding(g *Game, v View) Ending {
	switch {
	case g.theyAreHome(v):
		return Lost
	case g.iAmHome(v): // by the opponent's swap
		return Won
	}
	return None
}

// Ahead returns the cells next to c that lie farther ahead: those with which a
// man on c may swap.
func (g *Game) Ahead(c positions.Cell) Set { return g.ahead[c] }
