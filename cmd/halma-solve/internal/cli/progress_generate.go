package cli

import (
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/solver/generate"
)

// NewMaking prepares the display of a batch. Where the puzzles go to the terminal
// themselves there is none.
func NewMaking(b *generate.Batch, quiet, toStdout bool) *Making {
	p := &Making{Checking: NewChecking(0, quiet, toStdout), known: len(b.Known), want: b.Count}
	p.Waiting("building tables")
	return p
}

// Making shows how far a batch is.
type Making struct {
	*Checking
	known, want int
}

// Tell shows what has been done so far. It is called from one goroutine.
func (p *Making) Tell(t generate.Tally) {
	p.soon(func(now time.Time) { p.show(now, t) })
}

func (p *Making) show(now time.Time, t generate.Tally) {
	if t.Listing != "" {
		p.listing(now, t.Listing)
		return
	}
	if t.All > 0 {
		p.want = min(p.want, t.All)
	}
	passed := now.Sub(p.began)
	perSecond := float64(t.Found-p.known) / max(passed.Seconds(), 0.001)
	left := "?"
	if perSecond > 0 {
		left = stopwatch(time.Duration(float64(p.want-t.Found) / perSecond * float64(time.Second)))
	}
	if p.bar == nil {
		p.log.Info("making puzzles", "elapsed", stopwatch(passed), "found", t.Found, "wanted", p.want, "candidates", t.Candidates, "left", left)
		return
	}
	text := fmt.Sprintf("%s %d/%d puzzles, %.1f/s, %s left, %s candidates", stopwatch(passed), t.Found, p.want, perSecond, left, short(t.Candidates))
	p.draw(text, min(int64(t.Found)*steps/int64(p.want), steps-1))
}

// listing shows how far an enumeration is.
func (p *Making) listing(now time.Time, what string) {
	passed := stopwatch(now.Sub(p.began))
	if p.bar == nil {
		p.log.Info("listing puzzles", "elapsed", passed, "now", what)
		return
	}
	p.draw(fmt.Sprintf("%s listing: %s", passed, what), 0)
}
