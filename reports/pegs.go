package reports

import (
	"encoding/json"
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/solver"
)

// pegRulesInWords explains the rules of solo or retour, a sentence a line.
func pegRulesInWords(p *puzzles.Puzzle) []string {
	jump, end := "a man jumps over a man next to it to the empty hole behind; the jumped man is taken off", ""
	switch {
	case p.Game == puzzles.GameRetour:
		jump = "a man is placed on an empty hole next to a man, which jumps over it to the empty hole behind; both stay"
		end = fmt.Sprintf("the goal: %s on the holes given", quantity(p.Goal.Len(), "man"))
	case p.Goal.Len() == 1:
		end = "the goal: one man, on " + p.Board.Name(p.Goal.Cells()[0])
	case p.Goal.Len() == p.Board.Len():
		end = "the goal: one man, anywhere"
	default:
		end = "the goal: one man, on one of the holes given"
	}
	count := "counted in moves: a whole chain of jumps of one man is one"
	if p.Count.EachHop() {
		count = "counted in hops: every single jump is one"
	}
	return []string{jump, end, count}
}

// solutionsInWords says how many lines there are.
func solutionsInWords(s *solver.Solutions, moves int) string {
	lines := "lines"
	if s.Sequences.String() == "1" {
		lines = "line"
	}
	return fmt.Sprintf("%s distinct %s of %s, %s up to symmetry", humanize.BigComma(s.Sequences), lines, quantity(moves, "move"), humanize.BigComma(s.UpToSymmetry))
}

func writeSolutions(out *jsontext.Writer, s *solver.Solutions) {
	out.Open("solutions")
	out.Field("sequences", json.Number(s.Sequences.String()))
	out.Field("up_to_symmetry", json.Number(s.UpToSymmetry.String()))
	out.End()
}

// SolutionLine is one line of a list of solutions, as a JSON object without line
// breaks: its number from 1 and its moves.
func SolutionLine(b *positions.Board, number int, line puzzles.Line) ([]byte, error) {
	moves := make([][]string, len(line))
	for i, path := range line {
		moves[i] = b.CellNames(path)
	}
	return json.Marshal(struct {
		Number int        `json:"number"`
		Line   [][]string `json:"line"`
	}{number, moves})
}
