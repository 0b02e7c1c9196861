package retrograde

// specialTurns are positions from which special turns led to ones settled now,
// collected by a worker.
type specialTurns struct {
	found  []specialTurn
	armies []armies // for use again
}

// specialTurn is such a position with the kind of the one it led to.
type specialTurn struct {
	row, col uint32
	kind     uint8
}

// collect adds the positions from which a special turn led to one in this row. A
// row that is not stored stands for its mirror image:
//
//   - From a row that is its own mirror image, positions in a stored row are noted
//     and the others are not: the mirror image of the turn notes those.
//   - From any other row, whose mirror image is not looked at, a position in a row
//     that is its own mirror image is noted together with its image there.
func (t *specialTurns) collect(s *space, r *row, at int, mine uint64, kind uint8) {
	t.armies = r.special.before(t.armies[:0], r, mine)
	ownImage := s.weight(at) == 1 && s.mirror
	for _, a := range t.armies {
		row, col := s.code(s.turned(a.theirs), 0), s.code(a.mine, 0)
		switch {
		case ownImage && row >= s.rows:
			continue
		case row >= s.rows:
			row, col = s.reflected(row), s.reflected(col)
		case !ownImage && s.mirror && row < s.shared:
			t.found = append(t.found, specialTurn{uint32(row), uint32(s.reflected(col)), kind})
		}
		t.found = append(t.found, specialTurn{uint32(row), uint32(col), kind})
	}
}
