package retrograde

import (
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// ErrDistance means that a win takes more turns than a byte can count.
var ErrDistance = errors.New("a win takes more than 255 turns, too many for the tables")

// CounterError is the error about rules whose values depend on a counter of turns.
type CounterError struct{ Rules *duel.Rules }

func (e CounterError) Error() string {
	return fmt.Sprintf("under the rules %s the value of a position depends on the turns made", e.Rules)
}
