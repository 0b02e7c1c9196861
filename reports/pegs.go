package reports

import (
	"encoding/json"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/solver"
)

// pegRulesInWords explains the rules of solo or retour, a sentence a line.
func (l Language) pegRulesInWords(p *puzzles.Puzzle) []string {
	jump, end := l.say("a man jumps over a man next to it to the empty hole behind; the jumped man is taken off"), ""
	switch {
	case p.Game == puzzles.GameRetour:
		jump = l.say("a man is placed on an empty hole next to a man, which jumps over it to the empty hole behind; both stay")
		end = l.say("the goal: %s on the holes given", l.say("%d men", p.Goal.Len()))
		if empty := p.Board.All().AndNot(p.Goal); empty.Len() == 1 {
			end = l.say("the goal: a man in every hole but %s", p.Board.Name(empty.Cells()[0]))
		}
	case p.Goal.Len() == 1:
		end = l.say("the goal: one man, on %s", p.Board.Name(p.Goal.Cells()[0]))
	case p.Goal.Len() == p.Board.Len():
		end = l.say("the goal: one man, anywhere")
	default:
		end = l.say("the goal: one man, on one of the holes given")
	}
	count := l.say("counted in moves: a whole chain of jumps of one man is one")
	if p.Count.EachHop() {
		count = l.say("counted in hops: every single jump is one")
	}
	return []string{jump, end, count}
}

// solutionsInWords says how many lines there are.
func (l Language) solutionsInWords(s *solver.Solutions, moves int) string {
	if s.Sequences.String() == "1" {
		return l.say("%s distinct line of %s, %s up to symmetry", humanize.BigComma(s.Sequences), l.moves(moves), humanize.BigComma(s.UpToSymmetry))
	}
	return l.say("%s distinct lines of %s, %s up to symmetry", humanize.BigComma(s.Sequences), l.moves(moves), humanize.BigComma(s.UpToSymmetry))
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
