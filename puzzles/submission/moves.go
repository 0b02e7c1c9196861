package submission

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Moves is a line as it was handed in, its cells one after the other in one
// array that serves line after line.
type Moves struct {
	cells []positions.Cell
	ends  []int // behind the last cell of each move
}

// Len returns the number of moves.
func (m *Moves) Len() int { return len(m.ends) }

// Path returns the cells of move i, from 0. The slice is the list's own.
func (m *Moves) Path(i int) []positions.Cell {
	from := 0
	if i > 0 {
		from = m.ends[i-1]
	}
	return m.cells[from:m.ends[i]:m.ends[i]]
}

// Line returns a copy of the moves.
func (m *Moves) Line() puzzles.Line {
	cells := slices.Clone(m.cells)
	line := make(puzzles.Line, len(m.ends))
	from := 0
	for i, end := range m.ends {
		line[i] = cells[from:end:end]
		from = end
	}
	return line
}

func (m *Moves) reset() { m.cells, m.ends = m.cells[:0], m.ends[:0] }

// open returns how many cells the move that is not ended has.
func (m *Moves) open() int {
	if len(m.ends) == 0 {
		return len(m.cells)
	}
	return len(m.cells) - m.ends[len(m.ends)-1]
}

func (m *Moves) add(c positions.Cell) { m.cells = append(m.cells, c) }

func (m *Moves) end() { m.ends = append(m.ends, len(m.cells)) }

// append adds a whole move.
func (m *Moves) append(path []positions.Cell) {
	m.cells = append(m.cells, path...)
	m.end()
}
