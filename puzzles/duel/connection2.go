package duel

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// Connection2 is Connection for two: a line of men from corner to corner.
var Connection2 = &Rules{
	Name:    "connection2",
	Version: 1,
	Words:   "on the rhombus, all men on one edge that begins at one's own corner win; no courts",
	Play: `Connection for two: on a rhombus with as many men a side as cells on an
edge. The men begin about two opposite corners, the sharp ones. Who has all
of them on one of the two edges that begin at the own corner has won. There
are no courts, so men go wherever they like. (The booklet plays on the star,
in lines of 13 men from the own point, or any, as its languages differ, to
the next but one; for three, too, but no star is small enough to be solved.)`,
	Armies:   Tips,
	Turns:    StepsAndChains,
	Ending:   lineEnding,
	Variants: []Variant{{Name: "goal", Words: []string{"own", "any"}, Usage: "corners at which a line may begin"}},
}

// Tips are the armies of [Connection2] on the rhombus: as many men as it has cells on
// an edge, about the sharp corners. They fill rows from the tip; the last one is filled
// from its middle outwards, lower letters first. The goal is both edges that begin at
// the tip: on which of them men are at the end does not matter, so long as it is one.
var Tips = &Armies{
	Shapes:   []positions.Shape{positions.Rhombus},
	Size:     4,
	Numbers:  []int{3, 4, 5, 6, 7, 8},
	NoCourts: true,
	Start: func(b *positions.Board, men int) (cells []positions.Cell, ok bool) {
		tip := b.Point(0)
		for row := 1; len(cells) < men; row++ {
			// From the middle outwards, the lower letter first.
			columns := make([]int, row)
			for x := range columns {
				columns[x] = x
			}
			slices.SortStableFunc(columns, func(x, y int) int { return abs(2*x-row+1) - abs(2*y-row+1) })
			for _, x := range columns[:min(row, men-len(cells))] {
				cells = append(cells, b.CellAt(positions.Point{X: tip.X + x, Y: tip.Y + row - 1 - x}))
			}
		}
		return cells, men == b.Size()
	},
	Goal: func(b *positions.Board, _ int) Set {
		lines := edges(b)
		return lines[0] | lines[1]
	},
}

// edges returns the edges of a rhombus as sets, the two at the tip a1 first.
func edges(b *positions.Board) (out [4]Set) {
	n := b.Size()
	for c := range positions.Cell(b.Len()) {
		p := b.Point(c)
		for i, on := range [...]bool{p.X == 0, p.Y == 0, p.X == n-1, p.Y == n-1} {
			if on {
				out[i] |= SetOf(c)
			}
		}
	}
	return out
}

// "Whose men stand on all holes of a line from the own point to a point next but one has
// won."
func lineEnding(g *Game, v View) Ending {
	lines := edges(g.Board)
	mine, theirs := lines[:2], lines[2:] // both sides see their own corner at the tip
	if g.Rules.Variant("goal") == "any" {
		mine, theirs = lines[:], lines[:]
	}
	switch {
	case slices.Contains(mine, v.Mine):
		return Illegal
	case slices.Contains(theirs, v.Theirs):
		return Lost
	}
	return None
}

func abs(n int) int { return max(n, -n) }
