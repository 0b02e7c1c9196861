package cli

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// LogInterval is the time between two lines of progress where no terminal is. Tests
// that wait for a line make it shorter.
var LogInterval = 10 * time.Second

// Progress shows how a search goes on: as a bar on a terminal, else as a line
// of log whenever a bound changes and every ten seconds.
type Progress struct {
	mu     sync.Mutex
	stderr *os.File
	limit  time.Duration
	bar    *progressbar.ProgressBar
	width  int // columns of the terminal
	drawn  int // characters of the bar and its text
	log    *slog.Logger
	logged time.Time
	rate   rate
	task   string // what is worked at, of several
	idle   string // what is done as long as nothing is told
	told   bool   // something has been shown
	ended  bool
	end    chan struct{} // closed by Done
}

// steps is the length of the bar in its own units. It is never filled up: a
// full bar cannot go back to the next layer's beginning.
const steps = 1000

// NewProgress prepares the display on stderr. quiet shows nothing.
func NewProgress(stderr *os.File, limit time.Duration, quiet bool) *Progress {
	p := &Progress{stderr: stderr, limit: limit, idle: "building tables", logged: time.Now(), rate: rate{since: time.Now()}, end: make(chan struct{})}
	switch {
	case quiet:
		p.ended = true
		return p
	case term.IsTerminal(int(stderr.Fd())):
		p.width = widthOf(stderr)
		p.bar = progressbar.NewOptions64(steps,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionUseANSICodes(true),
			progressbar.OptionSetTheme(progressbar.Theme{
				Saucer: "=", SaucerHead: ">", SaucerPadding: " ", BarStart: "[", BarEnd: "]",
			}),
		)
	default:
		p.log = plainLog(stderr)
	}
	go p.wait(time.Now())
	return p
}

// wait says what is done as long as nothing is told.
func (p *Progress) wait(began time.Time) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-p.end:
			return
		}
		p.mu.Lock()
		passed := time.Since(began)
		switch {
		case p.told || p.ended:
			p.mu.Unlock()
			return
		case p.bar != nil:
			p.draw(stopwatch(passed)+" "+p.idle, 0)
		case time.Since(p.logged) >= LogInterval:
			p.logged = time.Now()
			p.log.Info(p.idle, "elapsed", stopwatch(passed))
		}
		p.mu.Unlock()
	}
}

// Waiting says what is done as long as nothing is told; else that tables are built.
func (p *Progress) Waiting(what string) *Progress {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = what
	return p
}

// Task names what is worked at from now on, one of several.
func (p *Progress) Task(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.task = name
	if p.log != nil {
		p.log = plainLog(p.stderr).With("task", name)
	}
}

// draw draws the bar behind a text. Callers hold mu. What was drawn before wraps
// when the terminal becomes narrower, and is wiped with all its lines.
func (p *Progress) draw(text string, share int64) {
	width := widthOf(p.stderr)
	if lines := (p.drawn - 1) / max(width, 1); width < p.width && lines > 0 {
		fmt.Fprintf(p.stderr, "\x1b[%dA\r\x1b[J", lines)
	}
	p.width = width
	if p.task != "" {
		text = p.task + ": " + text
	}
	// Room is left for the ^C that terminals show: were it to wrap, the bar could
	// not be cleared.
	text = fit(text, width-barWidth-len("  100% []  ^C "))
	p.drawn = utf8.RuneCountInString(text) + barWidth + len("  100% []")
	p.bar.Describe(text)
	_ = p.bar.Set64(share) // a bar that cannot be drawn is not worth a message
}

// plainLog returns a log of lines with time and level.
func plainLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				a.Value = slog.StringValue(a.Value.Time().Format(time.RFC3339))
			}
			return a
		},
	}))
}

// Event takes a report of the search. It may be called from any goroutine.
func (p *Progress) Event(e solver.Event) { p.tell(func() { p.event(e) }) }

// tell calls show, alone and unless the display has ended.
func (p *Progress) tell(show func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.told = true
		show()
	}
}

// state shows how far something is: on a terminal text and a share of the bar, else now
// and then a line of log.
func (p *Progress) state(text string, done int64, message string, about ...any) {
	p.tell(func() {
		switch {
		case p.bar != nil:
			p.draw(text, done)
		case time.Since(p.logged) >= LogInterval:
			p.logged = time.Now()
			p.log.Info(message, about...)
		}
	})
}

func (p *Progress) event(e solver.Event) {
	p.rate.add(e.Expanded, time.Now())
	if p.bar != nil {
		p.draw(p.describe(e), share(e))
		return
	}
	if e.Milestone == "" && time.Since(p.logged) < LogInterval {
		return
	}
	p.logged = time.Now()
	message := e.Milestone
	if message == "" {
		message = "searching"
	}
	about := []any{"elapsed", reports.Clock(e.Elapsed)}
	if e.Phase != "" {
		about = append(about, "phase", e.Phase)
	}
	if e.Layer > 0 || e.Layers > 0 {
		about = append(about, "layer", layer(e))
	}
	if e.Milestone == "" && e.Doing != "" {
		about = append(about, "doing", e.Doing)
	}
	if e.Milestone == "" && e.Todo > 0 {
		about = append(about, "done", fmt.Sprintf("%d%%", share(e)*100/steps))
	}
	about = append(about, "positions", e.Expanded)
	if e.Bytes > 0 {
		about = append(about, "memory", reports.Bytes(e.Bytes))
	}
	p.log.Info(message, append(about, "bounds", bounds(e))...)
}

// interrupted tells that Ctrl-C has been seen.
func (p *Progress) interrupted() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.clear()
	fmt.Fprintln(p.stderr, "interrupted, writing the report; once more quits at once")
}

// Done removes the bar. Nothing is shown after it.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.clear()
	p.ended = true
	close(p.end)
}

func (p *Progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear() // as in Event
	}
}

// barWidth is the width of the bar alone, in columns.
const barWidth = 10

// share is how much of the layer is done, in steps.
func share(e solver.Event) int64 {
	if e.Todo <= 0 {
		return 0
	}
	return min(max(e.Done*steps/e.Todo, 0), steps-1)
}

// describe is the text before the bar, what matters least last: time, bounds,
// phase and layer, positions and their rate, memory.
func (p *Progress) describe(e solver.Event) string {
	clock := stopwatch(e.Elapsed)
	if p.limit > 0 {
		clock += "/" + stopwatch(p.limit)
	}
	best := "no line yet"
	if e.Upper != solver.NoUpper {
		best = fmt.Sprintf("best %d", e.Upper)
	}
	parts := []string{clock, best, fmt.Sprintf("proven ≥ %d", e.Lower)}
	if e.Phase != "" { // there is none before the first
		parts = append(parts, where(e))
	}
	parts = append(parts, fmt.Sprintf("%s, %s/s", short(e.Expanded), short(p.rate.perSecond)))
	if e.Bytes > 0 {
		parts = append(parts, short(e.Bytes)+"B")
	}
	return strings.Join(parts, " · ")
}

// where is the phase, with the layer if it has some, and what is done with it.
func where(e solver.Event) string {
	text := phaseInWords(e.Phase)
	if e.Layer > 0 || e.Layers > 0 {
		text += ", layer " + layer(e)
	}
	if e.Doing != "" {
		text += " " + e.Doing
	}
	return text
}

// phaseInWords says what a phase does: one that refutes rules a length out.
func phaseInWords(phase string) string {
	return strings.Replace(phase, "refute ", "ruling out ", 1)
}

// bounds is "26..31", or "26.." without a line.
func bounds(e solver.Event) string {
	if e.Upper == solver.NoUpper {
		return fmt.Sprintf("%d..", e.Lower)
	}
	return fmt.Sprintf("%d..%d", e.Lower, e.Upper)
}

// layer is "12/31", or "12" where the depth is not known.
func layer(e solver.Event) string {
	if e.Layers > 0 {
		return fmt.Sprintf("%d/%d", e.Layer, e.Layers)
	}
	return fmt.Sprint(e.Layer)
}

// fit cuts a text to a number of columns.
func fit(text string, width int) string {
	if width < 1 {
		return ""
	}
	if utf8.RuneCountInString(text) > width {
		return string([]rune(text)[:width])
	}
	return text
}

// short writes a number with at most four characters: "999", "1.2k", "34M".
func short(n int64) string {
	amount, units := float64(n), []string{"", "k", "M", "G", "T"}
	i := 0
	for ; amount >= 999.5 && i+1 < len(units); i++ {
		amount /= 1000
	}
	if i > 0 && amount < 9.95 {
		return fmt.Sprintf("%.1f%s", amount, units[i])
	}
	return fmt.Sprintf("%.0f%s", amount, units[i])
}

// stopwatch writes a time as "1:05" or "1:02:03".
func stopwatch(d time.Duration) string {
	s := int(d.Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// rate measures positions per second over about a second.
type rate struct {
	since     time.Time
	count     int64
	perSecond int64
}

func (r *rate) add(expanded int64, now time.Time) {
	passed := now.Sub(r.since)
	if passed < time.Second && (r.perSecond > 0 || passed < 100*time.Millisecond) {
		return
	}
	r.perSecond = max(int64(float64(expanded-r.count)/passed.Seconds()), 0)
	r.since, r.count = now, expanded
}
