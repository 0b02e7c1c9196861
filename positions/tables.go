package positions

import "math/bits"

// Hop is one way to jump: over a man on Over to an empty Land.
type Hop struct{ Over, Land uint8 }

// MoveTable holds the steps and jumps of a board in flat arrays for the
// [Generator]. It does not change and may be shared by all workers.
//
//	steps of cell c:  steps[stepAt[c]:stepAt[c+1]]   the neighbours
//	jumps of cell c:  hops[hopAt[c]:hopAt[c+1]]      (over, land), short jumps only
//	jumps over c:     spans[spanAt[c]:spanAt[c+1]]   both ends of each, short jumps only
//	ray of c in d:    rays[rayAt[c*dirs+d]:rayAt[c*dirs+d+1]]   all cells that way, near first
//	lines through c:  through[c]                     one for each axis, long jumps only
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

	lines   int
	onLines [maxAxes * MaxCells]uint8 // the cells of all lines, one after the other
	lineAt  [maxLines + 1]uint16      // where each begins in this list
	through [MaxCells][maxAxes]place
	numbers [MaxCells]uint32 // of the lines through a cell, a byte for each axis
	axes    uint32           // the highest bits of the bytes that have one
}

// place is where a cell lies: on which line, a run of cells along an axis with no gap,
// at which place from its beginning, how many cells of the line lie ahead, and where it is
// in the list of all lines. Directions lead ahead, their opposites back.
type place struct {
	line, at, ahead uint8
	listed          uint16
}

// maxLines is the greatest number of lines: 64 cells of a drawing that lie apart in four
// axes. A line has at most 64 cells.
const (
	maxAxes  = 4
	maxLines = maxAxes * MaxDrawn
)

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
	if jumps.Long() {
		t.layLines(b)
	}
	for c := b.Len(); c <= MaxCells; c++ {
		t.stepAt[c], t.hopAt[c], t.spanAt[c] = uint16(len(t.steps)), uint16(len(t.hops)), uint16(len(t.spans))
	}
	return t
}

// layLines finds the lines and the places of all cells.
func (t *MoveTable) layLines(b *Board) {
	axes, listed := t.dirs/2, 0
	for axis := range axes {
		t.axes |= 0x80 << (8 * axis)
		for c := range Cell(t.cells) {
			if b.Neighbour(c, axis+axes) != NoCell {
				continue
			}
			n := 0
			for ; c != NoCell; c = b.Neighbour(c, axis) {
				t.through[c][axis] = place{line: uint8(t.lines), at: uint8(n), listed: uint16(listed)}
				t.numbers[c] |= uint32(t.lines) << (8 * axis)
				t.onLines[listed] = uint8(c)
				n++
				listed++
			}
			for i := range n {
				t.through[t.onLines[listed-1-i]][axis].ahead = uint8(i)
			}
			if t.lines++; t.lines > maxLines || n > 64 {
				panic("positions: a board of more lines, or longer ones, than there can be")
			}
			t.lineAt[t.lines] = uint16(listed)
		}
	}
}

// commonLine returns the axis of a line through two different cells, −1 if there is none.
func (t *MoveTable) commonLine(a, b uint8) int {
	x := t.numbers[a] ^ t.numbers[b]
	same := (x - 0x01010101) &^ x & t.axes // the lowest bit is of the lowest byte that is 0
	if same == 0 || a == b {
		return -1
	}
	return bits.TrailingZeros32(same) >> 3
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
