package duel

import "github.com/halma-solve/halma-solve/positions"

// Swap is variant 1 of the printed game: swaps before a goal cell.
var Swap = &Rules{
	Name:    "swap",
	Version: 2,
	Words:   "as booklet, and while the goal court is full a man next to it may change places with an enemy man in it",
	Play: `The booklet's first variant: as booklet, and while every cell of the goal
court is occupied a man on a cell next to it may change places with an
enemy man in it. That is the whole turn; the rules about arrival and duty
apply to it as to a step.`,
	Armies:     Courts,
	Turns:      stepsChainsAndSwaps,
	Special:    &Special{Sign: "=", After: afterSwap},
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     swapEnding,
	Variants:   []Variant{arrivalVariant},
}

// stepsChainsAndSwaps appends the swaps, too: "When every cell of the goal court is
// occupied, a man outside it may change places with an enemy man in it on a cell next
// to his own."
func stepsChainsAndSwaps(g *Game, dst []Turn, v View) []Turn {
	dst = StepsAndChains(g, dst, v)
	if g.Goal&^(v.Mine|v.Theirs) != 0 {
		return dst
	}
	for _, from := range (v.Mine &^ g.Goal).Cells() {
		for _, n := range g.table.Steps(uint8(from)) {
			if to := positions.Cell(n); g.Goal.Has(to) && v.Theirs.Has(to) {
				dst = append(dst, Turn{From: from, To: to, Special: true})
			}
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
