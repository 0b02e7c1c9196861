package bounds

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// Verdicts drop moves by a yes or no on the row counts after them. Positions with the
// same row counts get the same verdicts, and a layer has far more positions than row
// counts: many that were asked for are remembered. They belong to one worker.
type Verdicts[W positions.Words] struct {
	RowFilter
	judge  Judge
	cells  [maxRows]W     // by row
	beyond [maxRows + 1]W // cells from a row on
	known  verdictTable
	asked  []RowMove // that the judge is asked about
	spans  []span
}

// span is the cells of one row in one word of those that a man can go to.
type span struct{ man, word, from, to uint8 }

// NewVerdicts returns verdicts of a judge, who may be asked for the names that positions
// have in an encoding; it may be nil.
func NewVerdicts[W positions.Words](rw *Rows, names Encoding, judge Judge) *Verdicts[W] {
	v := &Verdicts[W]{RowFilter: RowFilter{rows: rw, names: names}, judge: judge}
	var w W
	for c := range min(positions.MaxCells, 64*len(w)) { // those that are not on the board in row 0
		positions.Flip(&v.cells[rw.Of[c]], uint8(c))
	}
	for row := maxRows - 1; row >= 0; row-- {
		v.beyond[row] = v.beyond[row+1]
		for k := range len(w) {
			v.beyond[row][k] |= v.cells[row][k]
		}
	}
	var room int64
	if names != nil {
		room = max(leastVerdicts, names.verdicts())
	}
	v.known = newVerdictTable(rw.n, room)
	return v
}

// Narrow removes from the cells to which each of the men can go those to which a move is
// not kept. As long as the question is the same, greater than 0, the judge has to answer
// the same for the same row counts.
func (v *Verdicts[W]) Narrow(men []uint8, ends []W, question int) {
	v.Load(men)
	if !v.cut(men, ends) {
		return
	}
	rows := v.of(question)
	v.spans = v.spans[:0]
	for i, from := range men {
		a, cells := v.rows.Of[from], &ends[i]
		for k := 0; k < len(*cells); k++ {
			for left := (*cells)[k]; left != 0; {
				b := v.rows.Of[uint8(k<<6+bits.TrailingZeros64(left))] % maxRows
				left &^= v.cells[b][k]
				v.expect(rows, a, b)
				v.spans = append(v.spans, span{uint8(i), uint8(k), a, b})
			}
		}
	}
	v.ask(rows)
	for _, s := range v.spans {
		if !kept(rows, s.from, s.to) {
			ends[s.man][s.word] &^= v.cells[s.to%maxRows][s.word]
		}
	}
}

// cut removes the cells before the floors of men, and reports whether any are left.
func (v *Verdicts[W]) cut(men []uint8, ends []W) bool {
	var floors floors
	var left uint64
	for i, from := range men {
		cells, beyond := &ends[i], &v.beyond[floors.of(&v.RowFilter, v.judge, v.rows.Of[from])]
		for k := 0; k < len(*cells); k++ {
			(*cells)[k] &= (*beyond)[k]
			left |= (*cells)[k]
		}
	}
	return left != 0
}

// floors are those of the men of each row, plus one, as far as they are known.
type floors [maxRows]uint8

// of returns the floor of the men of row a of a loaded position.
func (l *floors) of(f *RowFilter, judge Judge, a uint8) int {
	floor := &l[a%maxRows]
	if *floor == 0 {
		*floor = uint8(judge.Floor(f, a) + 1)
	}
	return int(*floor) - 1
}

// of returns what is known of the row counts of the loaded position.
func (v *Verdicts[W]) of(question int) []verdict {
	if v.names == nil {
		return v.known.forget()
	}
	return v.known.of(v.ownName(), question)
}

// expect puts a move on the list of those to ask about, unless it is there or the verdict
// is known.
func (v *Verdicts[W]) expect(rows []verdict, a, b uint8) {
	if known := &rows[a]; *known>>b&1 == 0 {
		*known |= 1 << b
		v.asked = append(v.asked, RowMove{From: a, To: b})
	}
}

// ask asks for the verdicts on the list and notes them.
func (v *Verdicts[W]) ask(rows []verdict) {
	v.judge.Judge(&v.RowFilter, v.asked)
	for i := range v.asked {
		if m := &v.asked[i]; m.Kept {
			rows[m.From] |= 1 << (maxRows + m.To)
		}
	}
	v.asked = v.asked[:0]
}

// kept tells a verdict that is known.
func kept(rows []verdict, a, b uint8) bool { return rows[a]>>(maxRows+b)&1 != 0 }

// verdict is what is known of moves of a man from one row: in the lower half a bit for
// each row that was asked for, in the upper half one for each that is kept.
type verdict uint64

// verdictTable remembers verdicts by the names of row counts. Of the names that belong to
// one slot it holds the last. It grows while that drops more than it holds.
type verdictTable struct {
	slots   []verdict // a name in two, the question, then one for each row
	rows    int
	mask    uint64 // slots less one, which are a power of two
	dropped uint64 // answers to the present question since it grew
	most    uint64 // slots that there is room for
}

// leastVerdicts is the room in bytes of any table: what fits into a core's own cache.
// firstVerdicts is where it begins: small searches are over before they need more.
const (
	leastVerdicts = 1 << 21
	firstVerdicts = 1 << 15
)

const verdictHead = 3 // words of a slot before those of the rows

// newVerdictTable returns one for row counts of so many rows and so many bytes; without
// room it has one slot.
func newVerdictTable(rows int, room int64) verdictTable {
	slot := int64(8 * (verdictHead + rows))
	fits := func(bytes int64) uint64 { return 1 << (bits.Len64(uint64(max(1, bytes/slot))) - 1) }
	t := verdictTable{rows: rows, most: fits(room)}
	t.resize(min(t.most, fits(firstVerdicts)))
	return t
}

func (t *verdictTable) resize(slots uint64) {
	t.slots = make([]verdict, slots*uint64(verdictHead+t.rows))
	t.mask, t.dropped = slots-1, 0
}

// of returns the verdicts on row counts, by row of the man.
func (t *verdictTable) of(name rowName, question int) []verdict {
	slot := t.at(name)
	if slot[0] == verdict(name.lo) && slot[1] == verdict(name.hi) && slot[2] == verdict(question) {
		return slot[verdictHead:]
	}
	if slot[2] == verdict(question) {
		if t.dropped++; t.dropped > 2*t.mask && t.mask+1 < t.most {
			t.resize(2 * (t.mask + 1))
			slot = t.at(name)
		}
	}
	clear(slot[verdictHead:])
	slot[0], slot[1], slot[2] = verdict(name.lo), verdict(name.hi), verdict(question)
	return slot[verdictHead:]
}

// at returns the slot of a name.
func (t *verdictTable) at(name rowName) []verdict {
	words := uint64(verdictHead + t.rows)
	i := name.hash() >> 32 & t.mask * words
	return t.slots[i : i+words : i+words]
}

// forget returns the first slot with nothing known.
func (t *verdictTable) forget() []verdict {
	clear(t.slots[verdictHead : verdictHead+t.rows])
	return t.slots[verdictHead : verdictHead+t.rows]
}
