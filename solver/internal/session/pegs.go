package session

import "github.com/halma-solve/halma-solve/puzzles"

// takeHoles takes over what the store has of the same game of solo with other holes for
// the last man: every line to one of them is a line to some hole. So a proof that no
// shorter line leads to any hole holds for each, and a line to one of the holes that are
// wanted is a line of this puzzle.
func (k *Knowledge) takeHoles() {
	if k.puzzle.Game != puzzles.GameSolo {
		return
	}
	if open := k.puzzle.ToAnyHole(); open.Goal != k.puzzle.Goal {
		k.take(open)
	}
	if k.puzzle.Goal.Len() == 1 {
		return
	}
	for _, c := range k.puzzle.Goal.Cells() {
		if rec, ok := k.record(k.puzzle.ToHole(c)); ok && rec.Line != nil {
			k.takeLine(rec.Line)
		}
	}
}
