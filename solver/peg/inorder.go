package peg

import (
	"math/bits"
	"slices"
)

// Men who meet all landmarks may do so only if they take turns within their moves. A closer
// look has them move one after the other, each as far as he comes, still without what jumps
// forbid otherwise. By induction over the moves of a line, who stands still after some of them
// when its men move so does not move in them, nor is taken, and all men stand where men may.

// orderNodes is how many choices are looked at for a position at the most (triangle of side 10 from
// e1, 17 moves refuted, 2026-11: 43 s, with 4096 57 s, with 300 47 s).
const orderNodes = 1000

// turn is a man's move, as far as he comes, and what it leaves.
type turn struct {
	man, cells uint64 // and where he may have been
	still, men uint64 // who stands still after it, and holes where men may stand
	moves      int    // that are left
}

// gains reports whether a move does anything that the same man's did not in a turn before. Then he
// comes to other holes: whoever he takes between two holes where he came before, too, he took then.
func (t *turn) gains(on *turn) bool { return t.cells&^on.cells != 0 }

// worse reports whether no fewer men stand still than after another turn, and men may stand
// on no more holes: if moves are too few after the other one, they are after this one.
func (t *turn) worse(than *turn) bool { return than.still&^t.still == 0 && t.men&^than.men == 0 }

// needsMoreInOrder is needsMore by the closer look.
func (l *planner) needsMoreInOrder(p uint64, moves int) bool {
	if p&(p-1) == 0 {
		return false
	}
	return !l.mayTakeAll(p, moves, orderNodes)
}

// mayTakeAll reports whether by the closer look so many moves may lead from a position to a
// last man, or there are more choices to look at than nodes.
func (l *planner) mayTakeAll(p uint64, moves, nodes int) bool {
	l.holes = l.order[:len(l.order)-1] // the last hole is asked for in the end
	l.most, l.failed = l.looked+nodes, l.failed[:0]
	return l.mayDoInOrder(turn{still: p, men: p, moves: moves}, &known{}, nil)
}

// mayDoInOrder reports whether the moves left after a turn may leave nobody who stands still,
// or it has to stop. It is given some landmarks, or none, and turns that failed where this one
// was taken, or before it.
//
// Of the men who failed only those move again who gain. If another one did, he could have gone
// first, and the others after him at least as far: that has failed. (So what is asked in the end must
// get no worse by it: that a man may stand on the last hole, not that the last one comes there.)
func (l *planner) mayDoInOrder(at turn, marks *known, failed []turn) bool {
	if slices.ContainsFunc(l.failed, func(b turn) bool { return b.moves >= at.moves && at.worse(&b) }) {
		return false
	}
	s := l.spreadOf(at.still, at.men)
	if !l.mayDo(&s, at.men, marks, at.moves) {
		return false
	}
	if l.looked > l.most {
		return true
	}
	var all, behind []turn
	for m := at.men; m != 0; m &= m - 1 {
		next, man := s, m&-m
		l.begin(&next, man, noHole)
		if next.moved == man {
			continue // he cannot jump
		}
		t := turn{man, next.moved, next.still, next.men, at.moves - 1}
		if i := slices.IndexFunc(failed, func(b turn) bool { return b.man == man && !t.gains(&b) }); i >= 0 {
			behind = append(behind, failed[i])
		} else {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b turn) int { return bits.OnesCount64(a.still) - bits.OnesCount64(b.still) })
	for i, a := range all {
		if a.still == 0 && a.men&l.ends != 0 {
			return true
		}
		if a.moves > 0 && !slices.ContainsFunc(all[:i], func(b turn) bool { return a.worse(&b) }) {
			kept := marks.without(a.man, l.full)
			if l.mayDoInOrder(a, &kept, behind) {
				return true
			}
		}
		behind = append(behind, a)
	}
	l.failed = append(l.failed, at)
	return false
}
