package solver

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Reasons why a search ended before its end.
var (
	errTime      = errors.New(StoppedByTime)
	errMemory    = errors.New(StoppedByMemory)
	errInterrupt = errors.New(StoppedByInterrupt)
	errBudget    = errors.New("paused") // a phase's own share of the work is spent
	errUndecided = errors.New("not decided by this search")
)

// defaultMemory is the memory for tables and layers when none is given.
const defaultMemory = 4 << 30

// run is what the phases of one Solve share: limits, counters, bounds,
// progress. Counters are atomic; the rest changes between sweeps only, under mu
// because the ticker reads it.
type run struct {
	ctx     context.Context
	options Options
	workers int
	memory  int64
	pace    pace
	started time.Time

	expanded, generated, pruned, duplicates, done atomic.Int64

	mu       sync.Mutex
	held     int64        // bytes of layers kept by the phase in work
	parked   int64        // bytes of a paused search
	extra    func() int64 // bytes of tables that grow during a sweep
	peak     int64
	event    Event
	reported time.Time
	phases   []Phase
}

func newRun(ctx context.Context, o Options) *run {
	r := &run{ctx: ctx, options: o, workers: o.Workers, memory: o.Memory, pace: usualPace, started: time.Now()}
	if o.SaveAlways {
		r.pace = pace{group: 1000}
	}
	if r.workers <= 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	if r.memory <= 0 {
		r.memory = defaultMemory
	}
	r.event.Upper = NoUpper
	return r
}

// stop returns why the run must end, or nil. It is cheap enough to ask once in
// a few hundred positions.
func (r *run) stop() error {
	select {
	case <-r.ctx.Done():
		if errors.Is(r.ctx.Err(), context.DeadlineExceeded) {
			return errTime
		}
		return errInterrupt
	default:
		return nil
	}
}

// hold says how many bytes of layers the phase holds, and how to ask for the
// tables that grow (nil for none).
func (r *run) hold(bytes int64, extra func() int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held, r.extra = bytes, extra
	r.measure()
}

// park says how many bytes a paused search holds.
func (r *run) park(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.parked = bytes
}

// measure returns the bytes held now and keeps the peak. Callers hold mu.
func (r *run) measure() int64 {
	n := r.held + r.parked
	if r.extra != nil {
		n += r.extra()
	}
	r.peak = max(r.peak, n)
	return n
}

// watch samples memory and reports progress until stop is called, and not a moment
// longer: nobody hears of a search that has returned. It sets over when the memory
// budget is spent.
func (r *run) watch(over *atomic.Bool) (stop func()) {
	return meanwhile(50*time.Millisecond, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.measure() > r.memory {
			over.Store(true)
		}
		r.tell("")
	})
}

// tell sends the event with the counters of the moment. Without a milestone it
// does so at most every 100 ms. Callers hold mu.
func (r *run) tell(milestone string) {
	if r.options.Progress == nil || milestone == "" && time.Since(r.reported) < 100*time.Millisecond {
		return
	}
	r.reported = time.Now()
	e := r.event
	e.Done, e.Expanded = r.done.Load(), r.expanded.Load()
	e.Bytes, e.Elapsed, e.Milestone = r.measure(), time.Since(r.started), milestone
	r.options.Progress(e)
}

// milestone reports new bounds.
func (r *run) milestone(lower, upper int, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.event.Lower, r.event.Upper = lower, upper
	r.tell(what)
}

// enter notes the layer that a sweep is about to expand.
func (r *run) enter(layer, layers, todo int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done.Store(0)
	r.event.Layer, r.event.Layers, r.event.Todo = layer, layers, int64(todo)
}

// phase runs f as a phase of the given name and keeps its figures. f returns
// the outcome in words and the size of its widest layer.
func (r *run) phase(name string, f func() (outcome string, widest int, err error)) error {
	r.mu.Lock()
	r.event.Phase, r.event.Layer, r.event.Layers, r.event.Todo = name, 0, 0, 0
	r.mu.Unlock()
	began, before := time.Now(), r.expanded.Load()
	outcome, widest, err := f()
	if err != nil {
		outcome = err.Error()
	}
	r.hold(0, nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.phases = append(r.phases, Phase{
		Name: name, Outcome: outcome, Expanded: r.expanded.Load() - before,
		Widest: int64(widest), Elapsed: time.Since(began),
	})
	return err
}

// stats returns the figures of the run so far.
func (r *run) stats() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Stats{
		Expanded: r.expanded.Load(), Generated: r.generated.Load(), Pruned: r.pruned.Load(),
		Duplicates: r.duplicates.Load(), PeakBytes: r.peak, Elapsed: time.Since(r.started), Phases: r.phases,
	}
}
