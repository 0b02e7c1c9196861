package retrograde

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
)

// Options say how to solve a game.
type Options struct {
	Workers  int         // 0 means 1
	Progress func(Event) // may be nil; called by one goroutine, at the end of a level and a few times a second within
	// Checkpoint is a file from which the analysis goes on if it is there, and
	// which is written every half minute and, when the context ends, after the
	// level in work. Empty: none; then the analysis ends at once.
	Checkpoint string
	// SaveAlways writes it after every level: for tests of what a kill leaves.
	SaveAlways bool
}

// Event tells how far the analysis is.
type Event struct {
	Level   int     // turns to the end of the positions that are being settled
	Part    float64 // share of the level that is done, 1 at its end
	Settled int64   // positions settled by the levels that are done, of one side to move
	Of      int64   // positions in all, of one side to move
	Elapsed time.Duration
}

// within returns what tells of the share of a level that is done, a few times a
// second at the most; nil if nobody listens. It is called by one goroutine.
func (o *Options) within(event Event, began time.Time) func(part float64) {
	if o.Progress == nil {
		return nil
	}
	told := time.Now()
	return func(part float64) {
		if time.Since(told) < 200*time.Millisecond {
			return
		}
		told = time.Now()
		event.Part, event.Elapsed = part, time.Since(began)
		o.Progress(event)
	}
}

// Solve works out the value and the distance of every position. The table
// belongs to the caller.
func Solve(ctx context.Context, g *duel.Game, o Options) (*Table, error) {
	began := time.Now()
	s, err := unlimitedSpace(g)
	if err != nil {
		return nil, err
	}
	return solveSpace(ctx, s, o, began, false)
}

// unlimitedSpace returns the space of a game without a limit of turns.
func unlimitedSpace(g *duel.Game) (*space, error) {
	if g.Rules.Limit != nil {
		return nil, fmt.Errorf("retrograde: %w", CounterError{g.Rules})
	}
	return newSpace(g)
}

// solveSpace solves a game as if there were no limit of turns, or, if late, as if
// it were over.
func solveSpace(ctx context.Context, s *space, o Options, began time.Time, late bool) (*Table, error) {
	k, err := newKernel(s.game, late)
	if err != nil {
		return nil, err
	}
	a := &analysis{state: newState(s, k), ctx: ctx, options: o, began: began, interval: interval}
	if o.SaveAlways {
		a.interval = 0
	}
	if err := a.run(); err != nil {
		return nil, err
	}
	return a.table(), nil
}

// analysis is one run of [Solve].
type analysis struct {
	*state
	ctx      context.Context
	options  Options
	began    time.Time
	levels   []Level
	illegal  int64
	turns    int64
	settled  int64
	interval time.Duration // between checkpoints
}

// Level counts the positions that are settled in so many turns, of one side to
// move.
type Level struct{ Lost, Won int64 }

func (a *analysis) run() error {
	next := 0
	if a.options.Checkpoint != "" {
		var err error
		if next, err = a.load(a.options.Checkpoint); err != nil {
			return err
		}
	}
	if next == 0 {
		next++
		if err := a.level(0, func(w *worker, from int) {
			for at := from; at < min(from+span, a.rows); at++ {
				w.begin(at)
			}
		}); err != nil {
			return err
		}
	}
	saved := time.Now()
	for ply := next; a.any[lost] || a.any[won]; ply++ {
		stop := a.ctx.Err()
		if a.options.Checkpoint != "" && (stop != nil || time.Since(saved) >= a.interval) {
			if err := a.save(a.options.Checkpoint, ply); err != nil {
				return err
			}
			saved = time.Now()
		}
		if stop != nil {
			return stop
		}
		if ply > maxPlies {
			return ErrDistance
		}
		if err := a.level(ply, a.spread); err != nil {
			return err
		}
	}
	return nil
}

// spread settles what follows from the last level in the rows from from on.
// Positions that are won by a turn to a lost one come first: none of them can
// be found lost in the same level, for that turn is left.
func (a *analysis) spread(w *worker, from int) {
	words := a.cols / 64
	for kind, do := range []func(int, []uint64){lost: w.lead, won: w.close} {
		if !a.any[kind] || !a.gather(w.gate, a.now[kind], from) {
			continue
		}
		for at := from; at < min(from+span, a.rows); at++ {
			do(at, w.gate[(at-from)*words:(at-from+1)*words])
		}
	}
}

// level runs do for all rows on all workers and ends with the next planes as the
// present ones.
func (a *analysis) level(ply int, do func(w *worker, from int)) error {
	a.prepare(a.space, ply == 0)
	workers := make([]*worker, max(a.options.Workers, 1))
	for i := range workers {
		workers[i] = &worker{state: a.state, ply: uint8(ply), gate: make([]uint64, span*a.cols/64)}
	}
	ctx := a.ctx
	if a.options.Checkpoint != "" { // half a level cannot be saved
		ctx = context.WithoutCancel(ctx)
	}
	now := Event{Level: ply, Settled: a.settled, Of: positionsOf(a.game) / 2}
	err := a.inSpans(ctx, len(workers), a.options.within(now, a.began), func(i, from int) { do(workers[i], from) })
	if err != nil {
		return err
	}
	var l Level
	for _, w := range workers {
		if w.failed != nil {
			return w.failed
		}
		for _, t := range w.specials.found {
			w.apply(t)
		}
		l.Lost += w.found[lost]
		l.Won += w.found[won]
		a.illegal += w.illegal
		a.turns += w.turns
	}
	if l != (Level{}) {
		a.levels = append(a.levels, l)
	}
	a.settled += l.Lost + l.Won
	a.advance([2]bool{lost: l.Lost > 0, won: l.Won > 0})
	if a.options.Progress != nil {
		a.options.Progress(Event{
			Level: ply, Part: 1, Settled: a.settled, Of: positionsOf(a.game) / 2, Elapsed: time.Since(a.began),
		})
	}
	return nil
}

// inSpans calls f for the first row of every span of rows, on several goroutines,
// unless the context ends first. tell, if it is not nil, hears what share is done.
func (s *space) inSpans(ctx context.Context, workers int, tell func(part float64), f func(worker, from int)) error {
	var next atomic.Int64
	err := parallel.Run(workers, func(worker int) error {
		for {
			from := int(next.Add(span)) - span
			if from >= s.rows || ctx.Err() != nil {
				return nil
			}
			if worker == 0 && tell != nil {
				tell(float64(from) / float64(s.rows))
			}
			f(worker, from)
		}
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}
