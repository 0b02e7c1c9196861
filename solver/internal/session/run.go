package session

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
)

// Reasons why a search ended before its end.
var (
	ErrTime      = errors.New(StoppedByTime)
	ErrMemory    = errors.New(StoppedByMemory)
	ErrInterrupt = errors.New(StoppedByInterrupt)
	ErrPositions = errors.New(StoppedByPositions)
	ErrBeams     = errors.New(StoppedByBeams)
	ErrBudget    = errors.New("paused") // a phase's own share of the work is spent
	ErrUndecided = errors.New("not decided by this search")
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

// TablesOf returns how much of a limit is for tables and layers.
func TablesOf(limit int64) int64 {
	if limit <= 0 {
		limit = defaultMemory
	}
	return max(limit-BesideHeap, limit/4) / 5 * 4
}

// Run is what the phases of one Solve share: limits, counters, bounds,
// progress. Counters are atomic; the rest changes between sweeps only, under mu
// because the ticker reads it.
type Run struct {
	Ctx     context.Context
	Options Options
	Workers int
	Memory  int64
	Pace    Pace
	started time.Time

	Expanded, Generated, Pruned, Duplicates, Done atomic.Int64

	// Work is how many positions the phases have expanded, or would have, had an
	// earlier run not left their successors in files. Decisions hang on it: they
	// are the same whether a run was stopped on the way or not. Only whole layers
	// count.
	Work     int64
	Standing *standing            // of a search in rounds
	Unsaved  []func() error       // save what is worth it only if the run takes long
	keep     func(now bool) error // see save; may be nil

	mu       sync.Mutex
	held     int64 // bytes of layers kept by the phase in work
	parked   int64 // bytes of a paused search
	tables   map[string]int64
	extra    func() int64 // bytes of tables that grow during a sweep
	peak     int64
	measured int64 // bytes held when they were last asked for
	event    Event
	reported time.Time
	Phases   []Phase
	known    []KnownAt
}

func NewRun(ctx context.Context, o Options) *Run {
	r := &Run{Ctx: ctx, Options: o, Workers: o.Workers, Memory: o.Memory, Pace: UsualPace, started: time.Now(), Standing: newStanding()}
	if o.SaveAlways {
		r.Pace = Pace{Group: 1000}
	}
	if o.Beam > 0 {
		r.Standing.Width = o.Beam
	}
	if r.Workers <= 0 {
		r.Workers = runtime.GOMAXPROCS(0)
	}
	if r.Memory <= 0 {
		r.Memory = TablesOf(0)
	}
	r.event.Upper = NoUpper
	return r
}

// Stop returns why the run must end, or nil. It is cheap enough to ask once in
// a few hundred positions.
func (r *Run) Stop() error {
	select {
	case <-r.Ctx.Done():
		if errors.Is(r.Ctx.Err(), context.DeadlineExceeded) {
			return ErrTime
		}
		return ErrInterrupt
	default:
		return nil
	}
}

// Afford returns [ErrPositions] if so many positions are expanded as the run may. It is
// asked before a layer, when only whole layers have been counted, so that the answer is
// the same on any machine.
func (r *Run) Afford() error {
	if most := r.Options.Positions; most > 0 && r.Work >= most {
		return ErrPositions
	}
	return nil
}

// Worth reports whether the run has taken so long that anything is worth a file.
func (r *Run) Worth() bool { return time.Since(r.started) >= r.Pace.From }

// Save saves where the rounds are, if it is time; or now, unless the run is too
// young for anything to be worth a file.
func (r *Run) Save(now bool) error {
	if r.keep == nil {
		return nil
	}
	return r.keep(now)
}

// ShardsAtOnce returns how many of the 256 shards of a layer of so many positions
// are expanded between looks at the clock and the memory.
func (r *Run) ShardsAtOnce(size int) int {
	group := min(int64(r.Pace.Group), r.Memory/bytesExpanded)
	return int(min(max(cache.Shards*group/int64(max(size, 1)), 1), cache.Shards))
}

// bytesExpanded is about how much the table grows for a position expanded, with
// room for more.
const bytesExpanded = 8 << 10

// Hold says how many bytes of layers the phase holds, and how to ask for the
// tables that grow (nil for none).
func (r *Run) Hold(bytes int64, extra func() int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held, r.extra = bytes, extra
	r.measure()
}

// Park says how many bytes a paused search holds.
func (r *Run) Park(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.parked = bytes
}

// Table says how many bytes a table takes that is held from now on, whatever the
// phase; it replaces what was said before of the table of that name.
func (r *Run) Table(name string, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tables == nil {
		r.tables = map[string]int64{}
	}
	r.tables[name] = bytes
}

// measure returns the bytes held now and keeps the peak. Callers hold mu.
func (r *Run) measure() int64 {
	n := r.held + r.parked
	for _, bytes := range r.tables {
		n += bytes
	}
	if r.extra != nil {
		n += r.extra()
	}
	r.peak, r.measured = max(r.peak, n), n
	return n
}

// InUse returns the bytes held now.
func (r *Run) InUse() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.measure()
}

// Watch samples memory and reports progress until stop is called, and not a moment
// longer: nobody hears of a search that has returned. It sets over when the memory
// budget is spent.
func (r *Run) Watch(over *atomic.Bool) (stop func()) {
	return parallel.Meanwhile(50*time.Millisecond, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.measure() > r.Memory {
			over.Store(true)
		}
		r.tell("")
	})
}

// tell sends the event with the counters of the moment. Without a milestone it
// does so at most every 100 ms. Callers hold mu.
func (r *Run) tell(milestone string) {
	if r.Options.Progress == nil || milestone == "" && time.Since(r.reported) < 100*time.Millisecond {
		return
	}
	r.measure()
	r.send(milestone)
}

// beat reports progress where nobody has for a while: layers are put together and saved
// without. Memory is what was measured last, for who holds it need not be ready to be asked.
func (r *Run) beat() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Options.Progress != nil && time.Since(r.reported) >= heartbeat {
		r.send("")
	}
}

// heartbeat is about how long nothing is reported at the most.
const heartbeat = time.Second

// send sends the event with the counters of the moment. Callers hold mu.
func (r *Run) send(milestone string) {
	r.reported = time.Now()
	e := r.event
	e.Done, e.Expanded = r.Done.Load(), r.Expanded.Load()
	e.Bytes, e.Elapsed, e.Milestone = r.measured, time.Since(r.started), milestone
	r.Options.Progress(e)
}

// milestone reports new bounds.
func (r *Run) milestone(lower, upper int, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begin(lower, upper)
	r.tell(what)
}

// begin notes the bounds from now on.
func (r *Run) begin(lower, upper int) {
	r.event.Lower, r.event.Upper = lower, upper
	r.known = append(r.known, KnownAt{time.Since(r.started), lower, upper})
}

// Enter notes the layer that a sweep is about to expand.
func (r *Run) Enter(layer, layers, todo int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Done.Store(0)
	r.event.Layer, r.event.Layers, r.event.Doing, r.event.Todo = layer, layers, "", int64(todo)
}

// Doing notes that something else than expanding is done with the layer, in so many shards,
// each of which counts as done by itself.
func (r *Run) Doing(doing string, shards int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Done.Store(0)
	r.event.Doing, r.event.Todo = doing, int64(shards)
}

// Phase runs f as a phase of the given name and keeps its figures. f returns
// the outcome in words and the size of its widest layer.
func (r *Run) Phase(name string, f func() (outcome string, widest int, err error)) error {
	r.mu.Lock()
	r.event.Phase, r.event.Layer, r.event.Layers, r.event.Doing, r.event.Todo = name, 0, 0, "", 0
	r.mu.Unlock()
	began, before := time.Now(), r.Expanded.Load()
	still := parallel.Meanwhile(heartbeat, r.beat)
	outcome, widest, err := f()
	still()
	if err != nil {
		outcome = err.Error()
	}
	r.Hold(0, nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Phases = append(r.Phases, Phase{
		Name: name, Outcome: outcome, Expanded: r.Expanded.Load() - before,
		Widest: int64(widest), Elapsed: time.Since(began),
	})
	return err
}

// Stats returns the figures of the run so far.
func (r *Run) Stats() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Stats{
		Expanded: r.Expanded.Load(), Generated: r.Generated.Load(), Pruned: r.Pruned.Load(),
		Duplicates: r.Duplicates.Load(), PeakBytes: r.peak, Elapsed: time.Since(r.started), Phases: r.Phases, Known: r.known,
	}
}

// LimitOf names the limit that ended a search, if it was one.
func LimitOf(err error) string {
	for _, limit := range []error{ErrTime, ErrMemory, ErrInterrupt, ErrPositions, ErrBeams} {
		if errors.Is(err, limit) {
			return limit.Error()
		}
	}
	return ""
}

// EndedBy names the limit that ended a search with err, "" if none did. The error of a
// call that was given the context of the run, which is over, stands for that limit.
func (r *Run) EndedBy(err error) string {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(err, r.Stop())
	}
	return LimitOf(err)
}

// Watched reports progress while do is at work.
func (r *Run) Watched(do func() error) error {
	var over atomic.Bool // what sets take is settled before they are made
	defer r.Watch(&over)()
	return do()
}
