package retrograde

import "github.com/halma-solve/halma-solve/puzzles/duel"

// plane is a bit for every stored position, row after row.
type plane []uint64

func (s *space) newPlane() plane { return make(plane, s.rows*s.words) }

// row returns the words of one row.
func (p plane) row(s *space, row int) []uint64 { return p[row*s.words : (row+1)*s.words] }

func (p plane) has(s *space, row, col int) bool { return p[row*s.words+col>>6]>>(col&63)&1 != 0 }

// table holds 2 bits for every stored position, each where a row needs it:
//
//	settled  at row a, column b: the position of these armies is won, lost or illegal
//	wins     at row a, column b: after a turn to army b, while a waits, the position,
//	         in which b waits, is won
//
// So all that a row's positions depend on is in the row. A position that is settled
// and not won is lost, or illegal from the beginning.
type table struct {
	*space
	first   int // row: those before are not here
	settled plane
	wins    plane
}

// bits returns those of a row.
func (t *table) bits(row int) (settled, wins []uint64) {
	return t.settled.row(t.space, row-t.first), t.wins.row(t.space, row-t.first)
}

// newTable makes the planes of a space where the arena has place for them.
func newTable(s *space, in *arena) (*table, error) {
	t := &table{space: s}
	for _, p := range []*plane{&t.settled, &t.wins} {
		var err error
		if *p, err = in.plane(s.rows * s.words); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// wonAfter reports whether the position is won in which the armies, each as its owner
// sees it, are waiting and moving.
func (t *table) wonAfter(waiting, moving army) bool {
	row, col := t.place(moving, waiting)
	return t.wins.has(t.space, row, col)
}

// value returns the value of a view with its place.
func (t *table) value(v duel.View, row, col int) duel.Value {
	switch {
	case !t.settled.has(t.space, row, col):
		return duel.ValueDrawn
	case t.wonAfter(t.armiesOf(v)):
		return duel.ValueWon
	case t.game.Ending(v) == duel.Illegal:
		return duel.ValueIllegal
	}
	return duel.ValueLost
}
