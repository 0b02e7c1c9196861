package duel

// Value is what a position is worth to its side to move with perfect play. The
// numbers are the two bits of tables and files.
type Value uint8

// The values.
const (
	ValueDrawn   Value = iota // nobody can force a win: endless play
	ValueLost                 // the opponent wins
	ValueWon                  // the side to move wins
	ValueIllegal              // the position cannot arise, or may not be entered
)

// String returns "drawn", "lost", "won" or "illegal".
func (v Value) String() string {
	return [...]string{"drawn", "lost", "won", "illegal"}[v&3]
}

// NoPlies stands for a distance that is not known or does not exist.
const NoPlies = -1
