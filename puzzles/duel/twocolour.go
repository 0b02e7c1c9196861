package duel

import "github.com/halma-solve/halma-solve/positions"

// TwoColour is the game of the star for two with a second set of men each.
var TwoColour = &Rules{
	Name:    "two-colour",
	Version: 1,
	Words:   "on the star, each side has two sets of men in two points, each of which goes to the point opposite its own",
	Play: `The star for two with a second set of men each: each side has two colours,
which begin in two points of the star and go each to the point opposite. A
turn moves one man of either colour. Who has all men of both colours at
home has won. A man stays in the point that is its own goal; the clearing
duty is about both own points, and begins when no man of the opponent is
left in either of his. Men of the first colour have a star in positions.`,
	Armies:     twoPoints("facing"),
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
	Variants: []Variant{
		{
			Name: "points", Words: []string{"facing", "own", "facing-far"},
			Usage: "each own colour opposite an enemy one, the second point next to the first; opposite the other own one; or as the first, with one point between",
			Set:   func(r *Rules, word string) error { r.Armies = twoPoints(word); return nil },
		},
		arrivalVariant,
	},
}

// twoPoints are the armies of [TwoColour] by its reading "points". The points, clockwise
// from the tip a1, are S, SW, NW, N, NE, SE; the first side's marked men begin in SW.
func twoPoints(seats string) *Armies {
	other := map[string]int{"facing": northwest, "own": northeast, "facing-far": southeast}[seats]
	a := &Armies{
		Shapes: []positions.Shape{positions.Star}, Numbers: []int{2, 4, 6, 12, 20}, Apart: true,
		Start: func(b *positions.Board, men int) ([]positions.Cell, bool) {
			first, ok := pointCells(b, southwest, men/2)
			second, _ := pointCells(b, other, men/2)
			all := append(first, second...)
			return all, ok && SetOf(all...).Len() == men
		},
		Marked: func(b *positions.Board, home Set) (Set, error) {
			first, _ := pointCells(b, southwest, home.Len()/2)
			return SetOf(first...), nil
		},
		Goal: func(b *positions.Board, men int) Set {
			first, _ := pointCells(b, southwest, men/2)
			second, _ := pointCells(b, other, men/2)
			return turned(SetOf(append(first, second...)...), b.Len())
		},
	}
	if seats == "own" {
		// {SW, NE} against {NW, SE}: the half turn would take a side's points to its own.
		a.Exchange = func(b *positions.Board) positions.Permutation {
			for _, s := range b.Symmetries() {
				if s[starTip(b, southwest)] == starTip(b, northwest) && s[starTip(b, northwest)] == starTip(b, southwest) {
					return s
				}
			}
			return nil
		}
	}
	return a
}

// Points of the star, clockwise from the tip a1.
const (
	southwest = 1
	northwest = 2
	northeast = 4
	southeast = 5
)

// pointCells returns the first cells of a point, as [areaCells] does of that at a1.
func pointCells(b *positions.Board, point, men int) ([]positions.Cell, bool) {
	cells, ok := areaCells(b, men)
	if !ok {
		return nil, false
	}
	for _, s := range b.Symmetries() {
		// The rotation, not the reflection, takes the next tip along.
		if s[0] == starTip(b, point) && s[starTip(b, 1)] == starTip(b, (point+1)%6) {
			out := make([]positions.Cell, len(cells))
			for i, c := range cells {
				out[i] = s[c]
			}
			return out, true
		}
	}
	return nil, false
}
