package contest

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Set is a set of cells of a board with at most 64 cells.
type Set = duel.Set

// lowest returns the first cell of a set that is not empty. Loops over a set go by
// it and s &= s-1.
func lowest(s Set) positions.Cell { return positions.Cell(bits.TrailingZeros64(uint64(s))) }

// MaxSets is the greatest number of sets of men that a position has.
const MaxSets = 4

// Position is a position of a game, as a value that may be compared: two positions
// are the same just if all of it is. Fields that a game has no use for are zero.
type Position struct {
	Men  [MaxSets]Set // by side; cats has the cats first, games of three or four players a set for each
	Turn uint8        // the side to move, 0 or 1; 0 where it makes no difference
	Hand uint8        // men that are still to be placed, of all sides together
	More uint16       // what else belongs to it: the file of the game says
}

// all returns the cells with men.
func (p Position) all() Set { return p.Men[0] | p.Men[1] | p.Men[2] | p.Men[3] }

// passed is the position after a turn that changes nothing.
func (p Position) passed() Position {
	p.Turn ^= 1
	return p
}

// Turn is a turn by what it makes of a position: two ways of play to the same
// position are one turn.
type Turn struct {
	After Position
	Gain  int  // what the mover's score grows by, more than the opponent's
	Again bool // the same side is to move again
}

// one appends a turn unless dst has one to the same position, from index first on.
func one(dst []Turn, first int, t Turn) []Turn {
	for _, old := range dst[first:] {
		if old.After == t.After {
			return dst
		}
	}
	return append(dst, t)
}
