package bounds

import "math/bits"

// Keys names row counts where there are too many to rank: row by row from the lowest
// bit, a 1 for each man and then a 0. Its corridors have no table of distances and
// remember what there is room for.
type Keys struct {
	rows *Rows
	goal RowCounts
	room int64 // bytes of memory of each corridor
	done <-chan struct{}
}

// maxKeyBits is the room for men and rows in a key: what keyMemo leaves of two
// words.
const maxKeyBits = 128 - 2*depthBits

// LongestCorridor is the greatest length with keys: depths and their successors are
// kept in depthBits.
const LongestCorridor = depthMask - 1

// NewKeys returns the encoding for a goal, nil if the army has too many men for a
// key. Each of its corridors takes at most so many bytes, and searches no more once
// done, which may be nil, is closed.
func NewKeys(rw *Rows, goal RowCounts, room int64, done <-chan struct{}) *Keys {
	if rw.n+rw.men > maxKeyBits {
		return nil
	}
	return &Keys{rows: rw, goal: goal, room: room, done: done}
}

// Corridor implements [Encoding]. least must never decrease.
func (e *Keys) Corridor(least []int, toGoal bool) *Corridor {
	m := &keyed{keyMemo: newKeyMemo(e.room), length: len(least) - 1, need: least[len(least)-1]}
	c := newCorridor(e.rows, e, least, m)
	c.stays, c.height, c.done = false, !toGoal, e.done
	if toGoal {
		var below RowCounts
		c.goal = &e.goal
		m.toGoal, m.goal = true, e.name(&e.goal, &below)
	}
	return c
}

// verdicts implements [Encoding]. Each look at the memory of a corridor waits for it.
func (e *Keys) verdicts() int64 { return e.room / 16 }

func (e *Keys) name(k, _ *RowCounts) (name rowName) {
	at := uint(0)
	for i := range e.rows.n {
		for range k[i] {
			name = name.or(one(at))
			at++
		}
		at++
	}
	return name
}

// moved: row i begins at bit below[i]+i. The bits between the place that the man
// leaves and the place that it takes shift by one towards the former.
func (*Keys) moved(k, below *RowCounts, name rowName, a, b uint8) rowName {
	from, to := uint(below[a]+a), uint(below[b]+b)
	switch {
	case a == b:
		return name
	case a < b:
		to += uint(k[b]) - 1
		between := first(to + 1).andNot(first(from))
		return name.andNot(between).or(name.shiftDown().and(between).andNot(one(to))).or(one(to))
	}
	between := first(from + 1).andNot(first(to))
	return name.andNot(between).or(name.shiftUp().and(between).andNot(one(to))).or(one(to))
}

func one(i uint) rowName {
	if i < 64 {
		return rowName{lo: 1 << i}
	}
	return rowName{hi: 1 << (i - 64)}
}

// first returns the bits before bit i.
func first(i uint) rowName {
	if i < 64 {
		return rowName{lo: 1<<i - 1}
	}
	return rowName{lo: ^uint64(0), hi: 1<<(i-64) - 1}
}

func (x rowName) or(y rowName) rowName     { return rowName{x.lo | y.lo, x.hi | y.hi} }
func (x rowName) and(y rowName) rowName    { return rowName{x.lo & y.lo, x.hi & y.hi} }
func (x rowName) andNot(y rowName) rowName { return rowName{x.lo &^ y.lo, x.hi &^ y.hi} }
func (x rowName) shiftDown() rowName       { return rowName{x.lo>>1 | x.hi<<63, x.hi >> 1} }
func (x rowName) shiftUp() rowName         { return rowName{x.lo << 1, x.hi<<1 | x.lo>>63} }

// hash spreads keys over a memory. Any function would do.
func (x rowName) hash() uint64 {
	h := (x.lo ^ bits.RotateLeft64(x.hi*0x9e3779b97f4a7c15, 29)) * 0xd6e8feb86659fd93
	h ^= h >> 32
	return h * 0xd6e8feb86659fd93
}

// keyed is the memory of a corridor with keys. There the end may come early, and two
// depths say all of a key.
type keyed struct {
	*keyMemo
	length int
	need   int     // sum of rows at the end, without a goal
	goal   rowName // if toGoal
	toGoal bool
}

func (m *keyed) touch(moves []RowMove, _ int) {
	for i := range moves {
		m.keyMemo.touch(moves[i].name)
	}
}

func (m *keyed) look(name rowName, sum, t int) (answer, known bool) {
	if m.toGoal && name == m.goal || !m.toGoal && sum >= m.need {
		return true, true
	}
	if t == m.length {
		return false, true
	}
	open, shut := m.depths(name)
	return t < open, t < open || t >= shut
}
