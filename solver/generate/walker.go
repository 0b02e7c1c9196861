package generate

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// walker lists the turns of Halma from a position, forwards or backwards. It
// belongs to one goroutine.
//
// A turn can be taken back by the turn the other way: the cells that a man
// stepped or jumped over the first time are the same when its own cell counts
// as empty. So the turns backwards are those forwards, but for the arrival rule,
// which asks where a turn began.
type walker struct {
	moves *positions.Generator
	kept  [positions.MaxCells]bool // the goal, if men may not leave it
	list  []positions.Move
}

func newWalker(t *positions.MoveTable, p *puzzles.Puzzle) *walker {
	w := &walker{moves: positions.NewGenerator(t, nil, positions.Moves)}
	if p.Arrival.KeepsGoal() {
		for _, c := range p.Goal.Cells() {
			w.kept[c] = true
		}
	}
	return w
}

// turns lists the turns from men, forwards, or those that lead to men, from the
// man's last cell to its first. It is valid until the next call.
func (w *walker) turns(men positions.Bits, backward bool) []positions.Move {
	positions.Load(w.moves, (*[4]uint64)(&men))
	all := w.moves.Append(w.list[:0])
	w.list = all
	out := all[:0]
	for _, m := range all {
		from, to := m.From, m.To
		if backward {
			from, to = to, from
		}
		if !w.kept[from] || w.kept[to] {
			out = append(out, m)
		}
	}
	return out
}

// after plays a turn.
func after(men positions.Bits, m positions.Move) positions.Bits {
	return men.Without(positions.Cell(m.From)).With(positions.Cell(m.To))
}
