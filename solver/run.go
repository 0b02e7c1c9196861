package solver

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/halma-solve/halma-solve/cache"
)

// Reasons why a search ended before its end.
var (
	errTime      = errors.New(StoppedByTime)
	errMemory    = errors.New(StoppedByMemory)
	errInterrupt = errors.New(StoppedByInterrupt)
	errBudget    = errors.New("paused") // a phase's own share of the work is spent
	errUndecided = errors.New("not decided by this search")
)

// How memory is shared out. The Go runtime is told by the caller to keep below the
// limit less what is beside its heap; of that, tables and layers may take four
// fifths. The rest is for buffers, for layers on their way from one place to another,
// and for what is freed but not yet collected.
const (
	// LeastMemory is the least limit with which a search makes sense, in bytes.
	LeastMemory = 64 << 20
	// BesideHeap is what the program takes beside the heap of the Go runtime: its
	// code, and files of the store that are mapped into memory.
	BesideHeap = 24 << 20

	defaultMemory = 4 << 30 // when no limit is given
)

// tablesOf returns how much of a limit is for tables and layers.
func tablesOf(limit int64) int64 {
	if limit <= 0 {
		limit = defaultMemory
	}
	return max(limit-BesideHeap, limit/4) / 5 * 4
}

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

	// work is how many positions the phases have expanded, or would have, had an
	// earlier run not left their successors in files. Decisions hang on it: they
	// are the same whether a run was stopped on the way or not. Only whole layers
	// count.
	work     int64
	standing *standing            // of a search in rounds
	unsaved  []func() error       // save what is worth it only if the run takes long
	keep     func(now bool) error // see save; may be nil

	mu       sync.Mutex
	held     int64 // bytes of layers kept by the phase in work
	parked   int64 // bytes of a paused search
	tables   map[string]int64
	extra    func() int64 // bytes of tables that grow during a sweep
	peak     int64
	event    Event
	reported time.Time
	phases   []Phase
}

func newRun(ctx context.Context, o Options) *run {
	r := &run{ctx: ctx, options: o, workers: o.Workers, memory: o.Memory, pace: usualPace, started: time.Now(), standing: newStanding()}
	if o.SaveAlways {
		r.pace = pace{group: 1000}
	}
	if r.workers <= 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	if r.memory <= 0 {
		r.memory = tablesOf(0)
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

// worth reports whether the run has taken so long that anything is worth a file.
func (r *run) worth() bool { return time.Since(r.started) >= r.pace.from }

// save saves where the rounds are, if it is time; or now, unless the run is too
// young for anything to be worth a file.
func (r *run) save(now bool) error {
	if r.keep == nil {
		return nil
	}
	return r.keep(now)
}

// shardsAtOnce returns how many of the 256 shards of a layer of so many positions
// are expanded between looks at the clock and the memory.
func (r *run) shardsAtOnce(size int) int {
	group := min(int64(r.pace.group), r.memory/bytesExpanded)
	return int(min(max(cache.Shards*group/int64(max(size, 1)), 1), cache.Shards))
}

// bytesExpanded is about how much the table grows for a position expanded, with
// room for more.
const bytesExpanded = 8 << 10

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

// table says how many bytes a table takes that is held from now on, whatever the
// phase; it replaces what was said before of the table of that name.
func (r *run) table(name string, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tables == nil {
		r.tables = map[string]int64{}
	}
	r.tables[name] = bytes
}

// measure returns the bytes held now and keeps the peak. Callers hold mu.
func (r *run) measure() int64 {
	n := r.held + r.parked
	for _, bytes := range r.tables {
		n += bytes
	}
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

// limitOf names the limit that ended a search, if it was one.
func limitOf(err error) string {
	for _, limit := range []error{errTime, errMemory, errInterrupt} {
		if errors.Is(err, limit) {
			return limit.Error()
		}
	}
	return ""
}

// watched reports progress while do is at work.
func (r *run) watched(do func() error) error {
	var over atomic.Bool // what sets take is settled before they are made
	defer r.watch(&over)()
	return do()
}
