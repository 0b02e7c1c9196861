package certificate

import (
	"github.com/halma-solve/halma-solve/positions"
)

// losses bounds short hops on a square by what they lose of four rows each: a jump
// ahead along a diagonal, a line of cells of equal x−y, gains x+y four, and nothing gains
// more. What the men of one diagonal lose until they stand as the goal has them there is
// looked at for each diagonal by itself. A hop within one is charged what it loses; one
// that leads to another is charged the weight of either for the man who leaves and who
// comes. It loses at least 3 between neighbours, 2 between diagonals two apart, and 4
// between those four apart, so two weights may be as much together. Then the charges of all
// diagonals are no more than the loss of all hops, which is four times their number less
// the rows gained.
type losses struct {
	*model
	diagonals []diagonal
	least     [][][]int // by weights, diagonal and set of its men: what is charged
}

// diagonal is a list of cells in the order of their rows.
type diagonal struct {
	off   int // how far it is from that of a1
	cells []positions.Cell
}

// diagonals returns those of a square.
func (m *model) diagonals() (out []diagonal) {
	n := m.board.Size()
	for d := 1 - n; d < n; d++ {
		next := diagonal{off: max(d, -d)}
		for y := range n {
			if c := m.board.CellAt(positions.Point{X: y + d, Y: y}); c != positions.NoCell {
				next.cells = append(next.cells, c)
			}
		}
		out = append(out, next)
	}
	return out
}

// mostWeights is how many lists of weights a step may have.
const mostWeights = 8

// weighable checks the weights of a step, and that the puzzle may have any. Errors wrap
// [ErrWrong].
func (m *model) weighable(s Step) error {
	if err := m.onDiagonals(s); err != nil {
		return err
	}
	if n := len(s.Weights); n == 0 || n > mostWeights {
		return wrong("%s: %d lists of weights, 1 to %d are looked at", s.name(), n, mostWeights)
	}
	for _, w := range s.Weights {
		if len(w) != m.board.Size() {
			return wrong("%s: %d weights for %d diagonals", s.name(), len(w), m.board.Size())
		}
		for d := 1 - len(w); d < len(w); d++ {
			here := w[max(d, -d)]
			for apart, lost := range map[int]int{1: 3, 2: 2, 4: 4} {
				if e := d + apart; here < 0 || here > lost || e < len(w) && here+w[max(e, -e)] > lost {
					return wrong("%s: the weight %d of a diagonal %d away from that of a1", s.name(), here, max(d, -d))
				}
			}
		}
	}
	return nil
}

// onDiagonals checks that the puzzle is one that diagonals are for. Errors wrap [ErrWrong].
func (m *model) onDiagonals(s Step) error {
	if m.chains() || m.puzzle.Jumps != positions.Short || m.board.Shape() != positions.Square || m.board.Directions() != 8 {
		return wrong("%s: diagonals are for short hops on a square", s.name())
	}
	return nil
}

// newLosses works out the losses of a step's weights. Errors wrap [ErrWrong].
func (m *model) newLosses(s Step) (*losses, error) {
	if err := m.weighable(s); err != nil {
		return nil, err
	}
	l := &losses{model: m, diagonals: m.diagonals()}
	for _, w := range s.Weights {
		var of [][]int
		for _, d := range l.diagonals {
			of = append(of, d.charges(d.setOf(m.goal), w[d.off], 8))
		}
		l.least = append(l.least, of)
	}
	return l, nil
}

// setOf returns the men on a diagonal: bit i for its cell i.
func (d diagonal) setOf(men field) (set int) {
	for i, c := range d.cells {
		if men[c] != nobody {
			set |= 1 << i
		}
	}
	return set
}

// charges returns the least charges from each set of men to that of the goal: at first all
// men leave and those of the goal come, then single changes are made as long as one of
// them makes less of it. A jump back is charged what is given.
func (d diagonal) charges(goal, weight, jumpBack int) []int {
	out := make([]int, 1<<len(d.cells))
	for set := range out {
		for i := range d.cells {
			out[set] += weight * (set>>i&1 + goal>>i&1)
		}
	}
	out[goal] = 0
	for better := true; better; {
		better = false
		for set := range out {
			least := out[set]
			for i := range d.cells {
				least = min(least, weight+out[set^1<<i]) // somebody comes to this cell, or leaves it
				if set>>i&1 == 0 {
					continue
				}
				// The one who stands here hops to a free cell.
				for _, hop := range []struct{ to, over, charge int }{{i + 1, i, 2}, {i - 1, i, 6}, {i + 2, i + 1, 0}, {i - 2, i - 1, jumpBack}} {
					if hop.to >= 0 && hop.to < len(d.cells) && set>>hop.to&1 == 0 && set>>hop.over&1 == 1 {
						least = min(least, hop.charge+out[set^1<<i^1<<hop.to])
					}
				}
			}
			if least < out[set] {
				out[set], better = least, true
			}
		}
	}
	return out
}

// of returns how many hops men need at least.
func (l *losses) of(men field) int {
	rows := 0
	for c := range men {
		p := l.board.Point(positions.Cell(c))
		if l.goal[c] != nobody {
			rows += p.X + p.Y
		}
		if men[c] != nobody {
			rows -= p.X + p.Y
		}
	}
	hops := 0
	for _, least := range l.least {
		sum := rows
		for i, d := range l.diagonals {
			sum += least[i][d.setOf(men)]
		}
		hops = max(hops, (sum+3)/4)
	}
	return hops
}
