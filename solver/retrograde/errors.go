package retrograde

import "errors"

var (
	// ErrDistance means that a win takes more turns than a byte can count.
	ErrDistance = errors.New("a win takes more than 255 turns, too many for the tables")
	// ErrTurns means that a position has more turns than a byte can count.
	ErrTurns = errors.New("a position has more than 255 turns, too many for the tables")
)

// ErrCounter is about the rules online, whose values depend on a counter of turns.
var ErrCounter = errors.New("under the rules online the value of a position depends on the turns made")
