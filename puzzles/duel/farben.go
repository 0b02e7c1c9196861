package duel

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// Farben is Farbenhalma: the colour of a man's cell says what it can do.
var Farben = &Rules{
	Name:    "farben",
	Version: 1,
	Words:   "the booklet's race on two colours: men on dark cells step diagonally, men on light cells jump, men in the goal do either within it",
	Play: `Farbenhalma: a man on a dark cell, as a1 is, may only step, to a cell
diagonally next to it; a man on a light cell may only jump. So each keeps
its colour. In its goal court a man may make any step or chain that ends in
the court, which is how the court is filled. The rest is as in booklet, but
a side without a turn passes, unless the clearing duty holds: then it has
lost.`,
	Armies:     squareCourts,
	Turns:      byColour,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
	Pass:       noDuty,
	Variants: []Variant{
		darkCells,
		{Name: "free-courts", Words: []string{"goal", "all"}, Usage: "courts within which men move freely"},
		arrivalVariant,
	},
}

// FarbenSimple is the simple Farbenhalma: turns keep the colour.
var FarbenSimple = &Rules{
	Name:    "farben-simple",
	Version: 1,
	Words:   "the booklet's race on two colours: every turn ends on the colour on which it began",
	Play: `The simple Farbenhalma: every turn ends on the colour on which it began, so
men step diagonally only, and jump in any direction, also in the goal. The
rest is as in booklet, but a side without a turn passes, unless the
clearing duty holds: then it has lost.`,
	Armies:     squareCourts,
	Turns:      keepingColour,
	Conditions: []Condition{Arrival, ClearingDuty},
	Ending:     raceEnding,
	Pass:       noDuty,
	Variants:   []Variant{arrivalVariant},
}

// squareCourts are the [Courts] of the square, whose cells have two colours.
var squareCourts = &Armies{
	Shapes: []positions.Shape{positions.Square}, Numbers: Courts.Numbers, Start: areaCells,
}

// darkCells: a1 has the sum of column and row 2, which is even. The half turn keeps
// the colours on all boards.
var darkCells = Variant{Name: "dark", Words: []string{"even", "odd"}, Usage: "sum of the numbers of column and row of a dark cell"}

// dark reports whether a cell has the colour on which men step.
func (g *Game) dark(c positions.Cell) bool {
	p := g.Board.Point(c)
	return (p.X+p.Y)%2 == 0 == (g.Rules.Variant("dark") == "even")
}

// byColour: "A man on a dark cell may only step one cell diagonally, a man on a light
// cell may only jump. In the goal court it may make any turn that ends in the court."
func byColour(g *Game, dst []Turn, v View) []Turn {
	all := g.Rules.Variant("free-courts") == "all"
	for _, from := range v.Mine.Cells() {
		first := len(dst)
		dst = g.appendMoves(dst, v, from)
		inGoal, inHome, steps := g.Goal.Has(from), all && g.Home.Has(from), g.dark(from)
		dst = dst[:first+len(keep(dst[first:], func(t Turn) bool {
			return inGoal && g.Goal.Has(t.To) || inHome && g.Home.Has(t.To) ||
				g.dark(t.To) == steps && g.isStep(t) == steps
		}))]
	}
	return dst
}

// keepingColour: "Every turn ends on the colour on which it began."
func keepingColour(g *Game, dst []Turn, v View) []Turn {
	first := len(dst)
	dst = StepsAndChains(g, dst, v)
	return dst[:first+len(keep(dst[first:], func(t Turn) bool { return g.dark(t.From) == g.dark(t.To) }))]
}

// isStep reports whether a turn leads to a neighbouring cell. On the square no chain
// does: each jump changes column and row by 2 or not at all.
func (g *Game) isStep(t Turn) bool { return slices.Contains(g.table.Steps(uint8(t.From)), uint8(t.To)) }
