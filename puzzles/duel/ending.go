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

// Value returns the value of a position with this ending, false if the game goes
// on.
func (e Ending) Value() (v Value, over bool) {
	return [...]Value{None: ValueDrawn, Lost: ValueLost, Won: ValueWon, Drawn: ValueDrawn, Illegal: ValueIllegal}[e], e != None
}
