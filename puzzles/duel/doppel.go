package duel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Doppel is Doppel-Color Halma: two kinds of men to two kinds of cells.
var Doppel = &Rules{
	Name:    "doppel",
	Version: 1,
	Words:   "the booklet's race with two kinds of men: each kind must fill the cells opposite those where it began",
	Play: `Doppel-Color Halma: the booklet's race, but each side has men of two
colours, and both have to stand in the goal as they stood at the start,
turned by half a turn. A man on a goal cell of the other colour has
arrived, too, and may move within the goal. Men of the first colour, red,
have a star in positions. Which cells are red only the lost picture of the
booklet shows: on the dark cells, as on a chess board, is a guess.`,
	Armies:     doubleCourts("checker"),
	Turns:      StepsAndChains,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
	Variants: []Variant{
		{
			Name: "pattern", Words: []string{"checker", "layers", "rows"}, Open: "CELL+CELL…",
			Usage: "red cells: dark ones, outer diagonals, upper rows, or these of the first court",
			Set:   func(r *Rules, word string) error { r.Armies = doubleCourts(word); return nil },
		},
		arrivalVariant,
	},
}

// doubleCourts are the [Courts] of the square with a pattern of red men. Two men stand
// side by side across the corner.
func doubleCourts(pattern string) *Armies {
	return &Armies{
		Shapes: []positions.Shape{positions.Square}, Numbers: []int{2, 3, 4, 6, 9, 10},
		Start: func(b *positions.Board, men int) ([]positions.Cell, bool) {
			if men == 2 {
				return Rings.Start(b, men)
			}
			return areaCells(b, men)
		},
		Marked: func(b *positions.Board, home Set) (Set, error) {
			switch pattern {
			case "checker":
				// Two men across the corner stand on one colour: there the first is red.
				if red := among(b, home, func(p positions.Point) bool { return (p.X+p.Y)%2 == 0 }); red != 0 && red != home {
					return red, nil
				}
				return home & -home, nil
			case "layers":
				return outer(b, home, func(p positions.Point) int { return p.X + p.Y }), nil
			case "rows":
				return outer(b, home, func(p positions.Point) int { return p.Y }), nil
			}
			return cellsOf(b, home, pattern)
		},
	}
}

// among returns the cells of a set whose points have a property.
func among(b *positions.Board, set Set, has func(positions.Point) bool) (out Set) {
	for _, c := range set.Cells() {
		if has(b.Point(c)) {
			out |= SetOf(c)
		}
	}
	return out
}

// outer returns the cells of a court in its layers farthest out, one whole layer at
// least, and then as many as hold no more than half of the men.
func outer(b *positions.Board, home Set, layer func(positions.Point) int) Set {
	last := 0
	for _, c := range home.Cells() {
		last = max(last, layer(b.Point(c)))
	}
	var out Set
	for ; ; last-- {
		more := out | among(b, home, func(p positions.Point) bool { return layer(p) == last })
		if out != 0 && (2*more.Len() > home.Len() || more == home) {
			return out
		}
		out = more
	}
}

// cellsOf reads "a1+b2", cells of a court.
func cellsOf(b *positions.Board, home Set, pattern string) (out Set, err error) {
	names := strings.Split(pattern, "+")
	for i, name := range names {
		c, err := b.ParseCell(name)
		if err != nil {
			return 0, err
		}
		if !home.Has(c) || slices.Contains(names[:i], name) {
			return 0, fmt.Errorf("%s is no cell of the court %s, or stands there twice", name, strings.Join(b.Names(home.Bits()), " "))
		}
		out |= SetOf(c)
	}
	return out, nil
}
