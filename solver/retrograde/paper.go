package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// The rules paper: a filled goal court or a tip shut in must not be there as a
// turn begins, except for the court that the opponent has just filled.

// paperEnding returns the value of a position that stands before any turn.
func paperEnding(r *row, mine uint64) (duel.Value, bool) {
	all := mine | r.theirs
	switch {
	case all&r.goal == r.goal && mine&r.goal != 0,
		r.shut() && mine&r.end == 0,
		r.guard != 0 && mine&r.guard == r.guard && all&1 == 0:
		return duel.ValueIllegal, true
	}
	return duel.ValueLost, r.theirs&r.home != 0 && all&r.home == r.home
}

// shut reports whether theirs shut in the tip of their own court, which is empty
// of them.
func (r *row) shut() bool {
	return r.guards != 0 && r.theirs&r.guards == r.guards && r.theirs&r.end == 0
}

// paperClosed returns the cells that lead to illegal positions: the last one
// missing of the opponent's goal court if a man of his is in it, the last one of
// the guard of my own tip, and all but a tip that is shut in.
func paperClosed(r *row, rest uint64) (closed uint64) {
	if r.theirs&r.home != 0 {
		switch missing := r.home &^ (r.theirs | rest); bits.OnesCount64(missing) {
		case 0:
			return ^uint64(0)
		case 1:
			closed = missing
		}
	}
	if r.guard == 0 {
		return closed
	}
	if r.shut() && rest&r.end == 0 {
		closed |= ^r.end
	}
	if (rest|r.theirs)&1 == 0 {
		switch missing := r.guard &^ rest; bits.OnesCount64(missing) {
		case 0:
			closed |= ^uint64(1)
		case 1:
			closed |= missing
		}
	}
	return closed
}
