package retrograde

// specialTurns are positions from which special turns led to ones settled now,
// collected by a worker.
type specialTurns struct {
	found  []specialTurn
	armies []armies // for use again
}

// specialTurn is such a position with the kind that it may have.
type specialTurn struct {
	row  uint32
	kind uint8
	mine uint64 // the moving army: where men are of two kinds there are no special turns
}

// collect adds the positions from which a special turn led to one of which this row
// hears. A position in a row that is not stored stands for its mirror image. One in a
// row that is its own mirror image has that image in the same row; the row that hears
// of the turn to it may be stored in the place of its mirror image, so both are added.
func (t *specialTurns) collect(s *space, r *row, mine uint64, kind uint8) {
	t.armies = r.special.before(t.armies[:0], r, mine)
	for _, a := range t.armies {
		row, mirrored := s.row(s.turned(army{set: a.theirs}))
		image := a.mine
		if mirrored || s.own(row) {
			image = s.reflected(army{set: a.mine}).set
		}
		t.found = append(t.found, specialTurn{uint32(row), kind, image})
		if !mirrored && image != a.mine {
			t.found = append(t.found, specialTurn{uint32(row), kind, a.mine})
		}
	}
}
