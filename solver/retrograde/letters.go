package retrograde

import (
	"encoding/binary"
	"slices"
)

// Between machines the mail for the rows of a part travels as bytes: for each kind, for
// each row that has some, its distance from the row before, how many senders there are
// and their numbers, as differences; 0 ends a kind.

// rowRange are rows from first on and before end.
type rowRange struct{ first, end int }

func (r rowRange) has(row int) bool { return r.first <= row && row < r.end }

// partOf returns the rows of part p of so many.
func (s *space) partOf(p, parts int) rowRange {
	return rowRange{s.rows * p / parts, s.rows * (p + 1) / parts}
}

// appendLetters appends the mail for rows to dst and takes it out of m.
func (c *clerk) appendLetters(dst []byte, m *mail, rows rowRange) []byte {
	var senders []uint32
	for kind := range outcomes {
		before := rows.first - 1
		for row := rows.first; row < rows.end; row++ {
			if senders = c.read(senders[:0], m, kind, row); len(senders) == 0 {
				continue
			}
			slices.Sort(senders)
			dst = binary.AppendUvarint(dst, uint64(row-before))
			dst = binary.AppendUvarint(dst, uint64(len(senders)))
			before = row
			last := uint32(0)
			for _, n := range senders {
				dst = binary.AppendUvarint(dst, uint64(n-last))
				last = n
			}
		}
		dst = append(dst, 0)
	}
	for row := rows.first; row < rows.end; row++ {
		c.clear(m, row)
	}
	return dst
}

// eachLetter calls f for all letters in a text that appendLetters has made, of senders
// among some rows to others. Errors are errMail, or from f.
func (s *space) eachLetter(text []byte, from, to rowRange, f func(kind, row int, sender uint32) error) error {
	in := numbers{text}
	for kind := range outcomes {
		for row := to.first - 1; ; {
			gap := in.next()
			if gap == 0 {
				break
			}
			if gap >= uint64(to.end-row) {
				return errMail
			}
			row += int(gap)
			if err := s.eachSender(&in, row, from, func(n uint32) error { return f(kind, row, n) }); err != nil {
				return err
			}
		}
	}
	if len(in.text) > 0 {
		return errMail
	}
	return nil
}

// eachSender reads the letters to a row.
func (s *space) eachSender(in *numbers, row int, from rowRange, f func(sender uint32) error) error {
	theirs := s.turned(s.sets[row]).set
	last, second := uint64(0), uint64(0) // second: of two letters about a position and its mirror image
	count := in.next()
	for i := range count {
		d := in.next()
		if i > 0 && d == 0 || d > 2*uint64(s.rows) {
			return errMail
		}
		last += d
		at := int(last >> 1)
		if at < from.first || at >= from.end || s.sender(uint32(last)).set&theirs != 0 || second != 0 && last != second {
			return errMail
		}
		switch {
		case second != 0:
			second = 0
		case !s.own(row) || s.own(at):
		case last&1 != 0:
			return errMail
		default:
			second = last + 1
		}
		if err := f(uint32(last)); err != nil {
			return err
		}
	}
	if count == 0 || second != 0 {
		return errMail
	}
	return nil
}

// numbers are read from a text one after the other.
type numbers struct{ text []byte }

// next returns the next number; one that nothing can have if there is none.
func (n *numbers) next() uint64 {
	x, size := binary.Uvarint(n.text)
	if size <= 0 {
		n.text = nil
		return 1 << 63
	}
	n.text = n.text[size:]
	return x
}

// told are the positions in the sender's row of which a letter to a row tells, as the
// armies that move in them; at most two. It is what [postman.tell] does, backwards: the
// second letter about a position and its mirror image tells of none.
func (s *space) told(row int, sender uint32) (mine [2]army, n int, err error) {
	at := int(sender >> 1)
	switch {
	case sender&1 == 0 && s.own(at) && !s.own(row):
		return [2]army{s.sets[row], s.images[row]}, 2, nil
	case sender&1 == 0:
		return [2]army{s.sets[row]}, 1, nil
	case s.own(at):
		return mine, 0, errMail
	case s.own(row):
		return mine, 0, nil
	}
	return [2]army{s.images[row]}, 1, nil
}

// settleTold settles the positions of which a letter tells as ply turns from the end.
func (a *analysis) settleTold(row int, sender uint32, ply int) error {
	at := int(sender >> 1)
	armies, n, err := a.told(row, sender)
	settled, _ := a.bits(at)
	for _, mine := range armies[:n] {
		col := a.column(at, mine)
		if settled[col>>6]>>(col&63)&1 != 0 {
			return errMail
		}
		settled[col>>6] |= 1 << (col & 63)
		if a.distances != nil {
			a.distances[(at-a.table.first)*a.cols+col] = uint8(ply)
		}
	}
	return err
}

// winner notes wins in rows, one after the other.
type winner struct {
	*table
	row   int // -1 before the first
	ranks ranks
	bits  []uint64
}

func (w *winner) take(row int, sender uint32) {
	if row != w.row {
		w.row = row
		w.space.ranks(&w.ranks, w.turned(w.sets[row]).set)
		_, w.bits = w.table.bits(row)
	}
	col := w.ranks.col(w.sender(sender))
	w.bits[col>>6] |= 1 << (col & 63)
}
