package puzzles

import "github.com/halma-solve/halma-solve/positions"

// printed lists the transfers of printed sets and the rules of arrival that come with
// them. Only the large set prints the booklet's rule; it has 15 men on the star, too,
// as the small set has, whose square is the one with 13.
var printed = []struct {
	shape positions.Shape
	size  int
	army  string
	rules positions.Arrival
	set   string
}{
	{positions.Square, 16, "19", positions.Booklet, "the large set"},
	{positions.Star, 4, "15", positions.Booklet, "the large set"},
	{positions.Square, 16, "13", positions.Free, "the small set"},
	{positions.Star, 4, "10", positions.Free, "the XXL set"},
	{positions.Square, 10, "15", positions.Free, "the game online"},
}

// Printed returns the rules of arrival that come with the set in which the men and
// the board of a puzzle of highscore are printed, and the name of the set. Of puzzles
// that no set has it returns the booklet's and "".
func (p *Puzzle) Printed() (rules positions.Arrival, set string) {
	for _, s := range printed {
		if p.Game == GameHighscore && p.Board.Shape() == s.shape && p.Board.Size() == s.size && p.Army == s.army {
			return s.rules, s.set
		}
	}
	return positions.Booklet, ""
}

// AsPrinted returns the puzzle under the rules of arrival with which it is printed.
func (p *Puzzle) AsPrinted() *Puzzle {
	rules, _ := p.Printed()
	return p.With(rules)
}
