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
	judge Judge
	cells [maxRows]W   // by row
	sets  []rowSets[W] // of eight rows each
	known verdictTable
	asked []RowMove // that the judge is asked about
	open  []uint8   // men whose moves wait for the answers
}

// rowSets are the cells of all sets of eight rows.
type rowSets[W positions.Words] [256]W

// NewVerdicts returns verdicts of a judge, who may be asked for the names that positions
// have in an encoding; it may be nil.
func NewVerdicts[W positions.Words](rw *Rows, names Encoding, judge Judge) *Verdicts[W] {
	v := &Verdicts[W]{RowFilter: RowFilter{rows: rw, names: names}, judge: judge}
	var w W
	for c := range min(positions.MaxCells, 64*len(w)) { // those that are not on the board in row 0
		positions.Flip(&v.cells[rw.Of[c]], uint8(c))
	}
	v.sets = make([]rowSets[W], (rw.n+7)/8)
	for g := range v.sets {
		for set := 1; set < len(v.sets[g]); set++ {
			cells := v.sets[g][set&(set-1)]
			last := &v.cells[g*8+trailing(uint32(set))]
			for k := range len(w) {
				cells[k] |= (*last)[k]
			}
			v.sets[g][set] = cells
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
	rows := v.of(question)
	v.open = v.open[:0]
	var known, keeps W // cells of rows, of the men of one row
	var waits uint32   // rows of men in open
	last := -1         // their row; −1 if more is known of it than that
	for i, from := range men {
		a := v.rows.Of[from]
		if int(a) != last {
			known, keeps, last = v.in(uint32(rows[a])), v.in(uint32(rows[a]>>maxRows)), int(a)
		}
		left, any := without(&ends[i], &known)
		if any {
			v.expect(rows, a, left)
			waits, last = waits|1<<a, -1
		}
		if waits>>a&1 != 0 {
			v.open = append(v.open, uint8(i))
			continue
		}
		intersect(&ends[i], &keeps)
	}
	v.ask(rows)
	for _, i := range v.open {
		keeps = v.in(uint32(rows[v.rows.Of[men[i]]] >> maxRows))
		intersect(&ends[i], &keeps)
	}
}

// in returns the cells of a set of rows.
func (v *Verdicts[W]) in(rows uint32) (cells W) {
	if rows == 0 {
		return cells
	}
	for g := range v.sets {
		some := &v.sets[g][uint8(rows>>(8*g))]
		for k := 0; k < len(cells); k++ {
			cells[k] |= (*some)[k]
		}
	}
	return cells
}

// intersect takes from cells those that are not in a set.
func intersect[W positions.Words](cells, set *W) {
	for k := 0; k < len(*cells); k++ {
		(*cells)[k] &= (*set)[k]
	}
}

// without returns the cells that are not in a set, and whether there are any.
func without[W positions.Words](cells, set *W) (left W, any bool) {
	var all uint64
	for k := 0; k < len(left); k++ {
		left[k] = (*cells)[k] &^ (*set)[k]
		all |= left[k]
	}
	return left, all != 0
}

// of returns what is known of the row counts of the loaded position.
func (v *Verdicts[W]) of(question int) []verdict {
	if v.names == nil {
		return v.known.forget()
	}
	return v.known.of(v.ownName(), question)
}

// expect puts moves of a man from row a to cells of rows whose verdicts are not known on
// the list of those to ask about. Those to rows before his floor are not kept.
func (v *Verdicts[W]) expect(rows []verdict, a uint8, cells W) {
	floor := v.judge.Floor(&v.RowFilter, a)
	rows[a] |= 1<<floor - 1
	for k := 0; k < len(cells); k++ {
		for left := cells[k]; left != 0; {
			b := v.rows.Of[uint8(k<<6+bits.TrailingZeros64(left))] % maxRows
			left &^= v.cells[b][k]
			if known := &rows[a]; *known>>b&1 == 0 {
				*known |= 1 << b
				v.asked = append(v.asked, RowMove{From: a, To: b})
			}
		}
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
