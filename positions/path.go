package positions

// Pathfinder finds the cells that a man touches on its way. It belongs to one
// goroutine and allocates nothing.
type Pathfinder struct {
	table  *MoveTable
	moves  *Generator
	before [MaxCells]Cell
	queue  [MaxCells]uint8
}

// NewPathfinder returns a pathfinder on t.
func NewPathfinder(t *MoveTable) *Pathfinder {
	return &Pathfinder{table: t, moves: NewGenerator(t, nil, Moves)}
}

// Append appends to dst the cells that the man on from touches on a shortest turn
// to to, both included: a step if to is next to from, else the chain with the
// fewest jumps, the first such in the order of the board's directions. It returns
// dst as it is if no turn leads there, as when one of them is no cell. men
// includes the man on from.
func (f *Pathfinder) Append(dst []Cell, men Bits, from, to Cell) []Cell {
	t, g := f.table, f.moves
	if from < 0 || int(from) >= t.cells || to < 0 || int(to) >= t.cells {
		return dst
	}
	if !men.Has(from) || men.Has(to) || from == to {
		return dst
	}
	first, last := uint8(from), uint8(to)
	for _, s := range t.Steps(first) {
		if s == last {
			return append(dst, from, to)
		}
	}
	Load(g, (*[4]uint64)(&men))
	for i := range f.before[:t.cells] {
		f.before[i] = NoCell
	}
	g.man[first] = false
	f.queue[0] = first
	var lands landings
	for head, tail := 0, 1; head < tail && f.before[last] == NoCell; head++ {
		u := f.queue[head]
		for _, land := range g.jumps(u, first, &lands) {
			if land != first && f.before[land] == NoCell {
				f.before[land] = Cell(u)
				f.queue[tail] = land
				tail++
			}
		}
	}
	if f.before[last] == NoCell {
		return dst
	}
	at := len(dst)
	for c := to; c != from; c = f.before[c] {
		dst = append(dst, c)
	}
	dst = append(dst, from)
	for i, j := at, len(dst)-1; i < j; i, j = i+1, j-1 {
		dst[i], dst[j] = dst[j], dst[i]
	}
	return dst
}

// Path is [Pathfinder.Append] for once: nil if no turn leads from one cell to
// the other.
func Path(t *MoveTable, men Bits, from, to Cell) []Cell {
	return NewPathfinder(t).Append(nil, men, from, to)
}
