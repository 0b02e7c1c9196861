package reports

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/solver"
)

// ResultOf is the result that a page shows for an analysis: its line, which need not
// reach the goal.
func ResultOf(a *solver.Analysis) *solver.Result {
	r := &solver.Result{
		Puzzle: a.Puzzle, Status: solver.Unknown, Lower: a.Positions[0].Lower, Upper: solver.NoUpper,
		Line: a.Line, Moves: len(a.Line), Hops: a.Line.Hops(),
	}
	if a.Solved {
		r.Status, r.Upper = solver.Bounded, a.Puzzle.Cost(a.Line)
		if r.Lower == r.Upper {
			r.Status = solver.Optimal
		}
	}
	return r
}

// addAnalysis puts what each move lost into an article about its line.
func (at *article) addAnalysis(a *solver.Analysis) {
	at.Analyzed, at.Game.Source = true, "claimed"
	at.Headline = fmt.Sprintf("%s: %s", quantity(len(a.Line), "move"), overall(a))
	at.Facts = legibleFacts([]fact{
		{"Line", fmt.Sprintf("%s, %s; every move is legal", quantity(len(a.Line), "move"), quantity(a.Line.Hops(), "hop"))},
		{"Needed", "from the start " + strings.TrimSuffix(needed(a.Positions[0], a.Puzzle.Count), ", proven")},
		{"Lost", quantity(countLost(a), "move") + " lost something"},
		{"Source", "the numbers are claimed by the file; nobody has proven them here"},
	})
	for i := range a.Line {
		m := &at.Moves[i]
		m.Note = span(a.Positions[i+1])
		if text := remark(a, i); text != "" {
			m.Lost = legible(text)
		}
	}
	if c := neededOf(a); len(c.series[0].points) > 2 {
		at.Charts = append([]drawnChart{c.draw()}, at.Charts...)
	}
}

func countLost(a *solver.Analysis) (n int) {
	for i := range a.Line {
		if remark(a, i) != "" {
			n++
		}
	}
	return n
}

// neededOf shows what is still needed after each move, where it is known, over the
// least that is proven.
func neededOf(a *solver.Analysis) chart {
	least := series{name: "at least", class: "proven"}
	most := series{name: "at most", class: "found"}
	for i, p := range a.Positions {
		if p.Dead {
			break
		}
		least.points = append(least.points, point{float64(i), float64(p.Lower)})
		if p.Upper != solver.NoUpper {
			most.points = append(most.points, point{float64(i), float64(p.Upper)})
		}
	}
	return chart{title: "Still needed after each move", x: "moves made", series: []series{least, most}}
}
