package duel

// Ending is how a position stands before any turn is made.
type Ending uint8

// The endings, for the side to move.
const (
	None    Ending = iota // the game goes on
	Lost                  // the opponent has won
	Won                   // the side to move has won without a turn
	Drawn                 // nobody has
	Illegal               // the position cannot arise, or may not be entered
)

// Ending returns how the game stands in v before a turn. That the side to move
// has no turn (and so has lost) is not looked at. The 50 moves of the rules online
// are not either: see [Game.Cleared].
func (g *Game) Ending(v View) Ending {
	switch g.Rules {
	case Paper:
		// "Positions in which the side to move already satisfies the
		// condition are illegal", "only the player who just moved can win".
		switch {
		case g.myGoalIsFilled(v), g.aTipIsShutIn(v):
			return Illegal
		case g.theirGoalIsFilled(v):
			return Lost
		}
	case Swap:
		switch {
		case g.theyAreHome(v):
			return Lost
		case g.iAmHome(v): // by the opponent's swap
			return Won
		}
	default:
		switch {
		case g.iAmHome(v):
			return Illegal
		case g.theyAreHome(v):
			return Lost
		case g.Rules == Filled && g.myGoalIsFilled(v):
			// "A player to move whose goal court's cells are all filled,
			// by whomever, wins."
			return Won
		}
	}
	return None
}
