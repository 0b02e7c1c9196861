package cli

import (
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// Level takes a report of the retrograde analysis.
func (p *Progress) Level(e retrograde.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.told = true
	if p.bar != nil {
		text := fmt.Sprintf("%s level %d, %.0f %% of it, %s settled before", stopwatch(e.Elapsed), e.Level, 100*e.Part, short(e.Settled))
		if e.Part == 1 {
			text = fmt.Sprintf("%s level %d, %s settled", stopwatch(e.Elapsed), e.Level, short(e.Settled))
		}
		p.draw(text, share(solver.Event{Done: e.Settled, Todo: e.Of}))
		return
	}
	if time.Since(p.logged) < LogInterval {
		return
	}
	p.logged = time.Now()
	p.log.Info("solving", "elapsed", reports.Clock(e.Elapsed), "level", e.Level, "part", fmt.Sprintf("%.0f%%", 100*e.Part), "settled", e.Settled, "of", e.Of)
}
