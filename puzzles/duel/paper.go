package duel

import "github.com/halma-solve/halma-solve/positions"

// Paper is the game of Sturtevant, On strongly solving Chinese checkers (ACG
// 2019).
var Paper = &Rules{
	Name:    "paper",
	Version: 1,
	Words:   "Sturtevant, ACG 2019; a goal court filled with at least one own man wins, men may leave it",
	Play: `The game of Sturtevant, On strongly solving Chinese checkers (ACG 2019):
men may leave the goal and there is no duty. A goal court that is full,
with at least one own man in it, wins for who has just moved. Positions in
which the side to move had won already must not be entered, nor, with 6
men, those in which a tip is shut in.`,
	Armies:     Courts,
	Turns:      StepsAndChains,
	Conditions: []Condition{toLegalPositions},
	Ending:     paperEnding,
}

// toLegalPositions is a condition: no turn into an illegal position is legal.
func toLegalPositions(g *Game, v View, turns []Turn) []Turn {
	return keep(turns, func(t Turn) bool { return g.Ending(g.After(v, t)) != Illegal })
}

// "Positions in which the side to move already satisfies the condition are
// illegal", "only the player who just moved can win".
func paperEnding(g *Game, v View) Ending {
	switch {
	case g.myGoalIsFilled(v), g.aTipIsShutIn(v):
		return Illegal
	case g.theirGoalIsFilled(v):
		return Lost
	}
	return None
}

// "The tip of a goal is empty and the four cells beside it on the board's edge
// all hold men of that goal's home side": either goal.
func (g *Game) aTipIsShutIn(v View) bool {
	if g.guard == 0 {
		return false
	}
	last := positions.Cell(g.Board.Len() - 1)
	empty := ^(v.Mine | v.Theirs)
	theirs := g.Turned(g.guard)
	return empty.Has(0) && v.Mine&g.guard == g.guard || empty.Has(last) && v.Theirs&theirs == theirs
}

// Guard returns the cells of a Home of 6 men on a board with six directions that
// lie on the board's edge beside the tip: the two of row 2 and the two ends of row
// 3. For other armies and boards it is empty.
func (g *Game) Guard() Set { return g.guard }

// guardOf works out [Game.Guard]: the middle of row 3 is the one cell that has
// both cells of row 2 as neighbours.
func guardOf(b *positions.Board, home Set) Set {
	if home.Len() != 6 || b.Directions() != 6 {
		return 0
	}
	guard := home &^ 1
	for _, c := range guard.Cells() {
		inner := 0
		for d := range b.Directions() {
			if n := b.Neighbour(c, d); n > 0 && home.Has(n) && b.Advance(n) < b.Advance(c) {
				inner++
			}
		}
		if inner == 2 {
			guard &^= SetOf(c)
		}
	}
	return guard
}
