package reports

import (
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
func (at *article) addAnalysis(l Language, a *solver.Analysis) {
	at.Analyzed, at.Game.Source = true, "claimed"
	at.Headline = l.say("%s: %s", l.made(a.Puzzle, len(a.Line)), l.overall(a))
	at.Facts = l.named(legibleFacts([]fact{
		{"Line", l.say("%s, %s; every move is legal", l.made(a.Puzzle, len(a.Line)), l.hops(a.Puzzle, a.Line))},
		{"Needed", l.say("from the start %s", l.left(a.Positions[0], Unit(a.Puzzle)))},
		{"Lost", l.say("%d moves lost something", l.countLost(a))},
		{"Source", l.say("the numbers are claimed by the file; nobody has proven them here")},
	}))
	for i := range a.Line {
		m := &at.Moves[i]
		m.Note = l.span(a.Positions[i+1])
		if text := l.remark(a, i); text != "" {
			m.Lost = legible(text)
		}
	}
	if c := l.neededOf(a); len(c.series[0].points) > 2 {
		at.Charts = append([]drawnChart{l.draw(c)}, at.Charts...)
	}
}

func (l Language) countLost(a *solver.Analysis) (n int) {
	for i := range a.Line {
		if l.remark(a, i) != "" {
			n++
		}
	}
	return n
}

// neededOf shows what is still needed after each move, where it is known, over the
// least that is proven.
func (l Language) neededOf(a *solver.Analysis) chart {
	least := series{name: l.say("at least"), class: "proven"}
	most := series{name: l.say("at most"), class: "found"}
	for i, p := range a.Positions {
		if p.Dead {
			break
		}
		least.points = append(least.points, point{float64(i), float64(p.Lower)})
		if p.Upper != solver.NoUpper {
			most.points = append(most.points, point{float64(i), float64(p.Upper)})
		}
	}
	return chart{title: l.say("Still needed after each move"), x: l.say("moves made"), series: []series{least, most}}
}
