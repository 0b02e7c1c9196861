package verify

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// army is one of two that move in turn.
type army uint8

// The armies.
const (
	nobody army = iota // has moved yet
	markedArmy
	plainArmy
)

// armyOf returns the army of the man on c.
func (g *game) armyOf(c positions.Cell) army {
	if g.marked[c] {
		return markedArmy
	}
	return plainArmy
}

// outOfTurn says why the man on c may not move now, "" if he may: the armies move in
// turn, whoever began, and the game is over once an army has filled the other's court.
func (g *game) outOfTurn(c positions.Cell) string {
	switch {
	case g.armyOf(c) == g.last:
		return "the man on " + g.board.Name(c) + " is of the army that moved last; the armies move in turn"
	case g.fills(markedArmy, &g.goal):
		return "the game is over: the marked men fill the court of the others"
	case g.fills(plainArmy, &g.home):
		return "the game is over: the men without mark fill the court of the marked ones"
	}
	return ""
}

// afterTurnOf returns which army moved last if the other one is to move.
func afterTurnOf(next puzzles.Army) army {
	switch next {
	case puzzles.MarkedArmy:
		return plainArmy
	case puzzles.PlainArmy:
		return markedArmy
	}
	return nobody
}

// fills reports whether an army has a man on every cell of a court.
func (g *game) fills(a army, court *[positions.MaxCells]bool) bool {
	for c := range positions.Cell(g.cells) {
		if court[c] && (!g.man[c] || g.armyOf(c) != a) {
			return false
		}
	}
	return true
}
