package duel

import "github.com/halma-solve/halma-solve/positions"

// The conditions of the rules, each with its sentence. All are about a view.

// "A side wins when its last man enters the goal court": theirs are all in
// their goal court, which is my home.
func (g *Game) theyAreHome(v View) bool { return v.Theirs&^g.Home == 0 }

// The same for my men.
func (g *Game) iAmHome(v View) bool { return v.Mine&^g.Goal == 0 }

// "Goal court completely filled by any men with at least one of one's own": mine.
func (g *Game) myGoalIsFilled(v View) bool {
	return (v.Mine|v.Theirs)&g.Goal == g.Goal && v.Mine&g.Goal != 0
}

// The same for the opponent's goal court.
func (g *Game) theirGoalIsFilled(v View) bool {
	return (v.Mine|v.Theirs)&g.Home == g.Home && v.Theirs&g.Home != 0
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

// "A man whose turn ended in its goal court may not leave that court again."
func (g *Game) leavesGoal(t Turn) bool { return g.Goal.Has(t.From) && !g.Goal.Has(t.To) }

// "Once the opponent has emptied his court, a player with men still in his own
// court" has the clearing duty.
func (g *Game) mustClear(v View) bool { return v.Theirs&g.Goal == 0 && v.Mine&g.Home != 0 }

// "... must make a turn that takes a man out of it".
func (g *Game) leavesHome(t Turn) bool { return g.Home.Has(t.From) && !g.Home.Has(t.To) }

// "... or, if none can leave at once, one that brings a man nearer to leaving".
func (g *Game) comesNearerToLeaving(t Turn) bool {
	return g.Home.Has(t.From) && g.Home.Has(t.To) && g.leave[t.To] < g.leave[t.From]
}

// "A man that stands as near as possible before a goal cell held by an enemy man
// may swap places with it."
func (g *Game) maySwap(v View, from, to positions.Cell) bool {
	return v.Mine.Has(from) && v.Theirs.Has(to) && g.Goal.Has(to) && g.ahead[from].Has(to)
}

// Cleared says how a game under the rules online stands once the 50 moves are
// over: "a man in one's own court loses (both: draw)". [None] means that it goes
// on.
func (g *Game) Cleared(v View) Ending {
	mine, theirs := v.Mine&g.Home != 0, v.Theirs&g.Goal != 0
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
