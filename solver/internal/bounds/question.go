package bounds

// Judge decides by row counts which moves of a loaded position are kept.
type Judge interface {
	// Floor returns a row before which no move of a man from row a is kept; the number
	// of rows if none is kept at all.
	Floor(f *RowFilter, a uint8) int
	// Keeps reports whether a move from row a to row b is kept.
	Keeps(f *RowFilter, a, b uint8) bool
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
	row := f.men.floor(a, 0, q.Least, 0)
	if q.Corridor == nil {
		return f.men.floor(a, row, q.To, q.In)
	}
	return q.Corridor.floor(&f.men, a, row, q.Depth)
}

// Keeps implements [Judge].
func (q *Question) Keeps(f *RowFilter, a, b uint8) bool {
	switch {
	case f.SumAfter(a, b) < q.Least:
		return false
	case q.Corridor == nil:
		return int(b) >= f.men.floor(a, int(b), q.To, q.In)
	}
	return q.Corridor.GoesOn(f, a, b, q.Depth)
}
