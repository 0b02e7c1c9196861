package positions

// Path returns the cells that the man on from touches on a shortest turn to to,
// both included: a step if to is next to from, else the chain with the fewest
// jumps, the first such in the order of the board's directions. It returns nil
// if no turn leads there, as when one of them is no cell. men includes the man
// on from.
func Path(t *MoveTable, men Bits, from, to Cell) []Cell {
	if from < 0 || int(from) >= t.cells || to < 0 || int(to) >= t.cells {
		return nil
	}
	g := NewGenerator(t, nil, Moves)
	Load(g, (*[4]uint64)(&men))
	f, goal := uint8(from), uint8(to)
	if !men.Has(from) || men.Has(to) || from == to {
		return nil
	}
	for _, s := range t.Steps(f) {
		if s == goal {
			return []Cell{from, to}
		}
	}
	var before [MaxCells]Cell
	for i := range before {
		before[i] = NoCell
	}
	g.man[f] = false
	queue := []uint8{f}
	for len(queue) > 0 && before[goal] == NoCell {
		u := queue[0]
		queue = queue[1:]
		g.eachJump(u, func(land uint8) {
			if land != f && before[land] == NoCell {
				before[land] = Cell(u)
				queue = append(queue, land)
			}
		})
	}
	if before[goal] == NoCell {
		return nil
	}
	path := []Cell{to}
	for c := to; c != from; {
		c = before[c]
		path = append(path, c)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}
