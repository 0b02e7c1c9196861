package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// tips are the rules paper: a filled goal court or a tip shut in must not be there
// as a turn begins, except for the court that the opponent has just filled.
type tips struct {
	end    uint64 // the tip of the goal, as cell 0 is that of home
	guard  uint64 // see duel.Game.Guard; at home
	guards uint64 // the same at the goal
}

func paper(g *duel.Game) rules {
	t := tips{end: 1 << (g.Board.Len() - 1), guard: uint64(g.Guard()), guards: uint64(g.Turned(g.Guard()))}
	return rules{ending: t.ending, closed: t.closed, closing: t.closing, quiet: t.quiet}
}

func (t tips) ending(r *row, mine, _ uint64) (duel.Value, bool) {
	all := mine | r.theirs
	switch {
	case all&r.goal == r.goal && mine&r.goal != 0,
		t.guard != 0 && (t.shut(r) && mine&t.end == 0 || mine&t.guard == t.guard && all&1 == 0):
		return duel.ValueIllegal, true
	}
	return duel.ValueLost, r.theirs&r.theirGoal != 0 && all&r.theirGoal == r.theirGoal
}

// quiet: one man more cannot fill a court of which two cells are empty, nor a guard.
func (t tips) quiet(r *row, rest uint64) bool {
	empty := ^(rest | r.theirs)
	return several(r.goal&empty) && several(r.theirGoal&empty) && (t.guard == 0 || !t.shut(r) && several(t.guard&^rest))
}

// several reports whether a set has at least two cells.
func several(set uint64) bool { return set&(set-1) != 0 }

// shut reports whether theirs shut in the tip of their own court, which is empty
// of them.
func (t tips) shut(r *row) bool { return r.theirs&t.guards == t.guards && r.theirs&t.end == 0 }

// closed returns the cells that lead to illegal positions: the last one missing of
// the opponent's goal court if a man of his is in it, the last one of the guard of
// my own tip, and all but a tip that is shut in.
func (t tips) closed(r *row, rest uint64) (closed uint64) {
	if r.theirs&r.theirGoal != 0 {
		switch missing := r.theirGoal &^ (r.theirs | rest); bits.OnesCount64(missing) {
		case 0:
			return ^uint64(0)
		case 1:
			closed = missing
		}
	}
	if t.guard == 0 {
		return closed
	}
	if t.shut(r) && rest&t.end == 0 {
		closed |= ^t.end
	}
	if (rest|r.theirs)&1 == 0 {
		switch missing := t.guard &^ rest; bits.OnesCount64(missing) {
		case 0:
			closed |= ^uint64(1)
		case 1:
			closed |= missing
		}
	}
	return closed
}

// closing: closed cells need a court or a guard in which the others leave one cell empty
// at the most. If rest leaves three, one man more leaves two; if two, it has to stand on
// one of them; a man that moves takes nothing away.
func (t tips) closing(r *row, rest uint64) (cells uint64) {
	scarce := func(empty uint64) {
		switch {
		case !several(empty):
			cells = anywhere
		case !several(empty & (empty - 1)):
			cells |= empty
		}
	}
	if r.theirs&r.theirGoal != 0 {
		scarce(r.theirGoal &^ (r.theirs | rest))
	}
	if t.guard != 0 {
		if scarce(t.guard &^ rest); t.shut(r) {
			cells = anywhere
		}
	}
	return cells
}
