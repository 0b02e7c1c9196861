package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// next is the last line of a text report: what is known, and what to do with it.
func (t task) next(r *solver.Result) string {
	parts := []string{inShort(r)}
	switch {
	case r.Status == solver.Optimal || r.Status == solver.Impossible:
	case r.Interrupted == solver.StoppedByTime:
		parts = append(parts, "longer: --time "+duration(5*t.limits.Time))
	case r.Interrupted == solver.StoppedByMemory:
		parts = append(parts, "further: more than --memory "+strings.ReplaceAll(reports.Bytes(t.limits.Memory), " ", ""))
	case r.Interrupted == solver.StoppedByPositions:
		parts = append(parts, fmt.Sprintf("further: --positions %d", 5*t.limits.Positions))
	case r.Interrupted == solver.StoppedByBeams:
		parts = append(parts, fmt.Sprintf("wider: --beam %d", 4*t.limits.Beam))
	case r.Interrupted == solver.StoppedByInterrupt && t.dir != "":
		parts = append(parts, "go on: the same command")
	}
	if len(r.Line) > 0 {
		parts = append(parts, "page: the same with --format json | halma-solve report - -o page.html")
	}
	return strings.Join(parts, " · ")
}

// inShort says in a few words what is known of a puzzle.
func inShort(r *solver.Result) string {
	switch unit := reports.Unit(r.Puzzle); r.Status {
	case solver.Bounded:
		return fmt.Sprintf("%d %s, at least %d", r.Upper, unit, r.Lower)
	case solver.Unknown:
		return fmt.Sprintf("at least %d %s", r.Lower, unit)
	}
	return reports.Headline(r)
}

// duration writes a time limit as people type it: "10m", "1h30m".
func duration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}
