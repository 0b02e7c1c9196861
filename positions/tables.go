package positions

// Hop is one way to jump: over a man on Over to an empty Land.
type Hop struct{ Over, Land uint8 }

// MoveTable holds the steps and jumps of a board in flat arrays for the
// [Generator]. It does not change and may be shared by all workers.
//
//	steps of cell c:  steps[stepAt[c]:stepAt[c+1]]   the neighbours
//	jumps of cell c:  hops[hopAt[c]:hopAt[c+1]]      (over, land), short jumps only
//	jumps over c:     spans[spanAt[c]:spanAt[c+1]]   both ends of each, short jumps only
//	ray of c in d:    rays[rayAt[c*dirs+d]:rayAt[c*dirs+d+1]]   all cells that way, near first
type MoveTable struct {
	cells  int
	dirs   int
	jumps  Jumps
	steps  []uint8
	stepAt [MaxCells + 1]uint16
	hops   []Hop
	hopAt  [MaxCells + 1]uint16
	spans  [][2]uint8
	spanAt [MaxCells + 1]uint16
	rays   []uint8
	rayAt  []uint16
}

// NewMoveTable prepares the moves on b with the given kind of jumps.
func NewMoveTable(b *Board, jumps Jumps) *MoveTable {
	t := &MoveTable{cells: b.Len(), dirs: b.Directions(), jumps: jumps}
	for c := range Cell(b.Len()) {
		t.stepAt[c], t.hopAt[c], t.spanAt[c] = uint16(len(t.steps)), uint16(len(t.hops)), uint16(len(t.spans))
		for d := range t.dirs {
			t.rayAt = append(t.rayAt, uint16(len(t.rays)))
			over := b.Neighbour(c, d)
			if over == NoCell {
				continue
			}
			if back := b.Neighbour(c, (d+t.dirs/2)%t.dirs); back != NoCell && d < t.dirs/2 {
				t.spans = append(t.spans, [2]uint8{uint8(back), uint8(over)})
			}
			t.steps = append(t.steps, uint8(over))
			if land := b.Neighbour(over, d); land != NoCell {
				t.hops = append(t.hops, Hop{uint8(over), uint8(land)})
			}
			for r := over; r != NoCell; r = b.Neighbour(r, d) {
				t.rays = append(t.rays, uint8(r))
			}
		}
	}
	t.rayAt = append(t.rayAt, uint16(len(t.rays)))
	for c := b.Len(); c <= MaxCells; c++ {
		t.stepAt[c], t.hopAt[c], t.spanAt[c] = uint16(len(t.steps)), uint16(len(t.hops)), uint16(len(t.spans))
	}
	return t
}

// Cells returns the number of cells of the board.
func (t *MoveTable) Cells() int { return t.cells }

// Long reports whether a jump may cross a man at a distance.
func (t *MoveTable) Long() bool { return t.jumps.Long() }

// Steps returns the cells one step from c. The slice is the table's own.
func (t *MoveTable) Steps(c uint8) []uint8 { return t.steps[t.stepAt[c]:t.stepAt[int(c)+1]] }

// Hops returns the jumps from c that the board has room for, whatever stands on
// it: the short ones, or with [Super] those over every distance. For short
// jumps the slice is the table's own.
func (t *MoveTable) Hops(c uint8) []Hop {
	if t.jumps == Short {
		return t.hops[t.hopAt[c]:t.hopAt[int(c)+1]]
	}
	var out []Hop
	for d := range t.dirs {
		ray := t.ray(c, d)
		for k := 0; 2*k+1 < len(ray); k++ {
			out = append(out, Hop{ray[k], ray[2*k+1]})
		}
	}
	return out
}

func (t *MoveTable) ray(c uint8, d int) []uint8 {
	i := int(c)*t.dirs + d
	return t.rays[t.rayAt[i]:t.rayAt[i+1]]
}
