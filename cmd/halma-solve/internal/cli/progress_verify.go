package cli

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/halma-solve/halma-solve/puzzles/submission"
)

// Checking shows how far the checking of submissions is: a bar on a terminal,
// else a line of log every ten seconds.
type Checking struct {
	*Progress
	size  int64 // bytes of the input, 0 if not known
	began time.Time
	shown time.Time
}

// NewChecking prepares the display. Where results go to the terminal themselves
// there is none: they say enough.
func NewChecking(size int64, quiet, toStdout bool) *Checking {
	quiet = quiet || toStdout && term.IsTerminal(int(os.Stdout.Fd()))
	now := time.Now()
	return &Checking{Progress: NewProgress(os.Stderr, 0, quiet).Waiting("waiting for the input"), size: size, began: now, shown: now}
}

// soon calls show, alone and not too often: unless it was called a moment ago.
func (p *Checking) soon(show func(now time.Time)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); p.due(now) {
		show(now)
	}
}

func (p *Checking) due(now time.Time) bool {
	pause := LogInterval
	if p.bar != nil {
		pause = 100 * time.Millisecond
	}
	if p.ended || now.Sub(p.shown) < pause {
		return false
	}
	p.shown, p.told = now, true
	return true
}

// Tell shows what has been done so far. It is called from one goroutine.
func (p *Checking) Tell(s submission.Summary) {
	p.soon(func(now time.Time) { p.show(now, s) })
}

func (p *Checking) show(now time.Time, s submission.Summary) {
	p.rate.add(s.Submissions, now)
	bad := s.Submissions - s.Solved
	if p.bar == nil {
		p.log.Info("checking", "elapsed", stopwatch(now.Sub(p.began)), "submissions", s.Submissions, "not_valid", bad, "bytes", s.Bytes)
		return
	}
	text := fmt.Sprintf("%s %s submissions, %s not valid, %s/s %sB", stopwatch(now.Sub(p.began)),
		short(s.Submissions), short(bad), short(p.rate.perSecond), short(s.Bytes))
	done := int64(0)
	if p.size > 0 {
		done = min(int64(float64(s.Bytes)/float64(p.size)*steps), steps-1)
	}
	p.draw(text, done)
}
