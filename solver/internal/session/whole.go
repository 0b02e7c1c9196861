package session

import (
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// takeOther takes over what the store has of a puzzle's transfer on the other one of
// two boards of which one is a part of the other: a rhombus and a star.
func (k *Knowledge) takeOther(of *puzzles.Puzzle) {
	if star := of.Star(); star != nil {
		k.takeWhole(of, star)
		if star.Arrival.KeepsGoal() {
			k.takeWhole(of, star.With(positions.Free))
		}
	}
	if rhombus := of.Rhombus(); rhombus != nil {
		k.takePart(of, rhombus.With(positions.Free))
		k.takePart(of, rhombus.With(positions.Booklet))
	}
}

// takeWhole takes over what is known of the star of which the rhombus of a puzzle
// is a part: the lower bound, and a line that keeps to the rhombus.
func (k *Knowledge) takeWhole(of, star *puzzles.Puzzle) {
	rec, ok := k.record(star)
	if !ok {
		return
	}
	if rec.Line != nil {
		cells := puzzles.StarCells(of.Board, star.Board)
		back := make([]positions.Cell, star.Board.Len())
		for i := range back {
			back[i] = positions.Cell(slices.Index(cells, positions.Cell(i))) // NoCell for those beside
		}
		k.takeLine(mapped(rec.Line, back))
	}
	if rec.Lower <= k.lower || k.upper != NoUpper && rec.Lower > k.upper {
		return
	}
	k.lower, k.steps = rec.Lower, nil
	k.proof = fmt.Sprintf("every line is one on the %s; there: %s", star.Board, rec.Proof)
	if rec.Steps != nil {
		k.steps = []certificate.Step{{
			Kind: certificate.Part, Value: rec.Lower,
			Whole: &certificate.Whole{Puzzle: certificate.Describe(star), Steps: rec.Steps},
		}}
	}
}

// takePart takes over the line that is known of the rhombus that is a part of a
// puzzle's star.
func (k *Knowledge) takePart(of, rhombus *puzzles.Puzzle) {
	if rec, ok := k.record(rhombus); ok && rec.Line != nil {
		k.takeLine(mapped(rec.Line, puzzles.StarCells(rhombus.Board, of.Board)))
	}
}

// mapped returns a line with other cells.
func mapped(line puzzles.Line, cells []positions.Cell) puzzles.Line {
	out := make(puzzles.Line, len(line))
	for i, path := range line {
		for _, c := range path {
			out[i] = append(out[i], cells[c])
		}
	}
	return out
}
