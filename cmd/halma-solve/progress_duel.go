package main

import (
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// level takes a report of the retrograde analysis.
func (p *progress) level(e retrograde.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	if p.bar != nil {
		p.bar.Describe(fit(fmt.Sprintf("%s level %d, %s settled", stopwatch(e.Elapsed), e.Level, short(e.Settled)), p.width-barWidth-len("  100% []  ^C ")))
		_ = p.bar.Set64(share(solver.Event{Done: e.Settled, Todo: e.Of})) // as in event
		return
	}
	if time.Since(p.logged) < logInterval {
		return
	}
	p.logged = time.Now()
	p.log.Info("solving", "elapsed", reports.Clock(e.Elapsed), "level", e.Level, "settled", e.Settled, "of", e.Of)
}
