package bounds

// Judge decides by row counts which moves of a loaded position are kept.
type Judge interface {
	// Floor returns a row before which no move of a man from row a is kept; the number
	// of rows if none is kept at all.
	Floor(f *RowFilter, a uint8) int
	// Judge says of each of some moves, none before the floor of its man, whether it is
	// kept.
	Judge(f *RowFilter, moves []RowMove)
}

// Question is what is asked of the row counts of all positions at one depth. It is a
// [Judge].
//
// Most of the answers are no, and most of these follow from Lift alone (13 men on 16×16,
// 27 and 28 moves refuted: 83 to 99 % from depth 6 on, 2026-11), for all moves of a man
// to rows before some floor at once and without a look at any table.
type Question struct {
	Depth    int       // of the positions asked about
	Least    int       // sum of rows that they have
	Corridor *Corridor // in which they go on; nil: they can rise by Lift
	To, In   int       // to this sum in so many moves
}

// Floor implements [Judge].
func (q *Question) Floor(f *RowFilter, a uint8) int {
	men := f.lineup()
	row := men.floor(a, 0, q.Least, 0)
	if q.Corridor == nil {
		return men.floor(a, row, q.To, q.In)
	}
	return q.Corridor.floor(men, a, row, q.Depth)
}

// Judge implements [Judge].
func (q *Question) Judge(f *RowFilter, moves []RowMove) {
	if q.Corridor != nil {
		q.Corridor.GoOn(f, moves, q.Depth)
		return
	}
	for i := range moves {
		moves[i].Kept = true // the floor says all
	}
}
