package retrograde

// specialTurn is a position from which a special turn led to one settled now as of
// a kind.
type specialTurn struct {
	row, col uint32
	kind     uint8
}

// specialsTo appends to dst the positions from which a special turn led to one in
// this row. A row that is not stored stands for its mirror image:
//
//   - From a row that is its own mirror image, positions in a stored row are noted
//     and the others are not: the mirror image of the turn notes those.
//   - From any other row, whose mirror image is not looked at, a position in a row
//     that is its own mirror image is noted together with its image there.
func (s *space) specialsTo(dst []specialTurn, r *row, at int, mine uint64, kind uint8) []specialTurn {
	ownImage := s.weight(at) == 1 && s.mirror
	r.specials.before(r, mine, func(mine, theirs uint64) {
		row, col := s.code(s.turned(theirs)), s.code(mine)
		switch {
		case ownImage && row >= s.rows:
			return
		case row >= s.rows:
			row, col = s.reflected(row), s.reflected(col)
		case !ownImage && s.mirror && row < s.shared:
			dst = append(dst, specialTurn{uint32(row), uint32(s.reflected(col)), kind})
		}
		dst = append(dst, specialTurn{uint32(row), uint32(col), kind})
	})
	return dst
}
