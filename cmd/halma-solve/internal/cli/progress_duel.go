package cli

import (
	"fmt"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/levels"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// Level takes a report of the retrograde analysis.
func (p *Progress) Level(e retrograde.Event) {
	text := fmt.Sprintf("%s level %d, %.0f %% of it, %s settled before", stopwatch(e.Elapsed), e.Level, 100*e.Part, short(e.Settled))
	if e.Part == 1 {
		text = fmt.Sprintf("%s level %d, %s settled", stopwatch(e.Elapsed), e.Level, short(e.Settled))
	}
	p.state(text, share(solver.Event{Done: e.Settled, Todo: e.Of}),
		"solving", "elapsed", reports.Clock(e.Elapsed), "level", e.Level, "part", fmt.Sprintf("%.0f%%", 100*e.Part), "settled", e.Settled, "of", e.Of)
}

// Levels takes a report of the analysis by levels.
func (p *Progress) Levels(e levels.Event) {
	done := e.Level
	if e.Phase == "reach" { // goes down
		done = e.Levels - 1 - e.Level
	}
	text := fmt.Sprintf("%s %s, level %d of %d, %.0f %% of it, %s positions", stopwatch(e.Elapsed), e.Phase, e.Level, e.Levels, 100*e.Part, short(e.Positions))
	p.state(text, share(solver.Event{Done: int64(done), Todo: int64(e.Levels)}),
		e.Phase, "elapsed", reports.Clock(e.Elapsed), "level", e.Level, "of", e.Levels, "part", fmt.Sprintf("%.0f%%", 100*e.Part), "positions", e.Positions)
}
