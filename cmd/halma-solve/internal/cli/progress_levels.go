package cli

import (
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/levels"
)

// Levels takes a report of the analysis by levels.
func (p *Progress) Levels(e levels.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.told = true
	if p.bar != nil {
		text := fmt.Sprintf("%s %s, level %d of %d, %.0f %% of it, %s positions", stopwatch(e.Elapsed), e.Phase, e.Level, e.Levels, 100*e.Part, short(e.Positions))
		done := e.Level
		if e.Phase == "reach" { // goes down
			done = e.Levels - 1 - e.Level
		}
		p.draw(text, share(solver.Event{Done: int64(done), Todo: int64(e.Levels)}))
		return
	}
	if time.Since(p.logged) < LogInterval {
		return
	}
	p.logged = time.Now()
	p.log.Info(e.Phase, "elapsed", reports.Clock(e.Elapsed), "level", e.Level, "of", e.Levels, "part", fmt.Sprintf("%.0f%%", 100*e.Part), "positions", e.Positions)
}
