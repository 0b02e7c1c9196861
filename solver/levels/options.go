package levels

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/statefile"
)

// Options say how to solve a game.
type Options struct {
	Workers  int                // 0 means 1
	Memory   int64              // bytes for marks and values, 0 for no limit
	Roots    []contest.Position // where play begins; none: the start of the game
	Plain    bool               // symmetric positions are kept apart
	Progress func(Event)        // may be nil; called by one goroutine, a few times a second
	Swept    func()             // may be nil; called after each sweep of SolveChances
	// Checkpoint is a file from which Solve and SolveChances go on if it is there, and
	// which is written every half minute, less often where writing takes long, and when
	// the context ends, after the parts of a sweep in work. Empty: none; then the work ends
	// at once.
	Checkpoint string
	// SaveAlways writes it after all such parts: for tests of what a kill leaves.
	SaveAlways bool
}

// roots are the positions where play begins.
func (o *Options) roots(g *contest.Game) []contest.Position {
	if len(o.Roots) == 0 {
		return []contest.Position{g.Start()}
	}
	return o.Roots
}

// Event tells how far the work is.
type Event struct {
	Phase     string // "reach" going down, "solve" going up; of games with dice "turns" between
	Level     int
	Levels    int
	Part      float64 // share of the present sweep through the level that is done
	Positions int64   // reached or solved by the levels that are done
	Elapsed   time.Duration
}

// MemoryError means that a game needs more memory than it may have.
type MemoryError struct {
	Needs int64 // at least, as far as it is known
	Limit int64
}

// Error says how much is needed.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("at least %s of memory are needed, more than %s", humanize.IBytes(uint64(e.Needs)), humanize.IBytes(uint64(e.Limit)))
}

// meter counts the memory that is used. Workers may use it at the same time.
type meter struct {
	limit int64
	used  atomic.Int64
	peak  atomic.Int64
}

// use takes memory, or gives it back if n is negative.
func (m *meter) use(n int64) error {
	used := m.used.Add(n)
	for {
		peak := m.peak.Load()
		if used <= peak || m.peak.CompareAndSwap(peak, used) {
			break
		}
	}
	if m.limit > 0 && used > m.limit {
		return &MemoryError{Needs: used, Limit: m.limit}
	}
	return nil
}

// work is what all sweeps of one run have in common.
type work struct {
	ctx     context.Context
	options Options
	meter   meter
	began   time.Time
	told    time.Time
	event   Event
	stage
	pace statefile.Pace
	save func(path string) error // the state, as it is between two parts of a sweep
}

func newWork(ctx context.Context, o Options, levels int) *work {
	w := &work{ctx: ctx, options: o, began: time.Now(), told: time.Now(), event: Event{Levels: levels}}
	w.meter.limit = o.Memory
	return w
}

// tell reports how far a sweep is.
func (w *work) tell(part float64) {
	if w.options.Progress == nil || time.Since(w.told) < 200*time.Millisecond {
		return
	}
	w.told = time.Now()
	w.event.Phase, w.event.Level = w.Phase, w.Level
	w.event.Part, w.event.Elapsed = part, time.Since(w.began)
	w.options.Progress(w.event)
}

// sweep calls what start returns, for each worker anew, for all words from where the stage
// is to n, in parts of whole blocks. Between parts the state may be saved.
func (w *work) sweep(n int, start func() func(from, to int)) error {
	for w.From < n {
		if err := w.pace.Pause(w.ctx.Err(), w.save); err != nil {
			return err
		}
		if err := w.parts(n, start); err != nil {
			return err
		}
	}
	w.From = 0
	return nil
}

// parts does parts of a sweep through n words until all are done, or it is time to pause:
// then each worker has done one at least.
func (w *work) parts(n int, start func() func(from, to int)) error {
	workers := max(w.options.Workers, 1)
	size := min(max(n/(workers*16)/contest.BlockWords, 1), 128) * contest.BlockWords
	var next atomic.Int64
	next.Store(int64(w.From))
	err := parallel.Run(workers, func(worker int) error {
		do := start()
		for {
			from := int(next.Add(int64(size))) - size
			if from >= n {
				return nil
			}
			do(from, min(from+size, n))
			if worker == 0 {
				w.tell(float64(from) / float64(n))
			}
			if w.ctx.Err() != nil || w.pace.Due() {
				return nil
			}
		}
	})
	w.From = min(int(next.Load()), n)
	return err
}
