package retrograde

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
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
	// which is written every half minute, less often where writing takes long, and,
	// when the context ends, after the level in work. Empty: none; then the analysis ends at once.
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
	a, err := solveSpace(ctx, s, o, began, false, true)
	if err != nil {
		return nil, err
	}
	return a.result(), nil
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
func solveSpace(ctx context.Context, s *space, o Options, began time.Time, late, distances bool) (*analysis, error) {
	k, err := newKernel(s.game, late)
	if err != nil {
		return nil, err
	}
	a := &analysis{table: newTable(s), kernel: k, plies: duel.NoPlies, ctx: ctx, options: o, began: began, interval: interval}
	if distances {
		a.distances = make([]uint8, s.rows*s.cols)
	}
	if o.SaveAlways {
		a.interval = 0
	}
	if err := a.run(); err != nil {
		return nil, err
	}
	return a, nil
}

// analysis is one run of [Solve] or [SolveValues].
type analysis struct {
	*table
	kernel    *kernel
	distances []uint8 // in turns, by place; nil if they are not wanted
	chunks    depot
	now       *mail // about the last level
	next      *mail // about this one
	workers   []*worker
	ctx       context.Context
	options   Options
	began     time.Time
	levels    []Level
	illegal   int64
	turns     int64
	done      int64         // positions settled
	open      bool          // some of them in the last level
	mailBytes int64         // most that the boxes have taken
	longest   int64         // the least place that is won in the last level with such a one
	plies     int           // from the start, [duel.NoPlies] if it is not settled
	interval  time.Duration // between checkpoints
}

// Level counts the positions that are settled in so many turns, of one side to
// move.
type Level struct{ Lost, Won int64 }

func (a *analysis) run() error {
	a.workers = make([]*worker, max(a.options.Workers, 1))
	for i := range a.workers {
		a.workers[i] = &worker{analysis: a, postman: postman{space: a.space, clerk: a.chunks.clerk()}, tried: make([]uint64, a.words)}
	}
	a.now, a.next = newMail(a.rows, len(a.workers)+1, outcomes), newMail(a.rows, len(a.workers)+1, outcomes)
	next := 0
	if a.options.Checkpoint != "" {
		var err error
		if next, err = a.load(a.options.Checkpoint); err != nil {
			return err
		}
	}
	if next == 0 {
		if err := a.level(0); err != nil {
			return err
		}
		next++
	}
	saved := time.Now()
	for ply := next; a.open; ply++ {
		stop := a.ctx.Err()
		if a.options.Checkpoint != "" && (stop != nil || time.Since(saved) >= a.interval) {
			began := time.Now()
			if err := a.save(a.options.Checkpoint, ply); err != nil {
				return err
			}
			saved = time.Now()
			if a.interval > 0 { // a large state shall not cost more than a tenth of the time
				a.interval = max(a.interval, 10*saved.Sub(began))
			}
		}
		if stop != nil {
			return stop
		}
		if ply > maxPlies {
			return ErrDistance
		}
		if err := a.level(ply); err != nil {
			return err
		}
	}
	return nil
}

// level settles the positions that end in ply turns.
func (a *analysis) level(ply int) error {
	for i, w := range a.workers {
		w.start(ply, i)
	}
	ctx := a.ctx
	if a.options.Checkpoint != "" { // half a level cannot be saved
		ctx = context.WithoutCancel(ctx)
	}
	do := (*worker).spread
	switch {
	case ply == 0:
		do = (*worker).setUp
	case a.kernel.special != nil: // special turns lead to other rows, of which all has to be known
		if err := a.inSpans(ctx, len(a.workers), nil, func(i, at int) { a.workers[i].deliver(at) }); err != nil {
			return err
		}
	}
	now := Event{Level: ply, Settled: a.done, Of: positionsOf(a.game) / 2}
	if err := a.inSpans(ctx, len(a.workers), a.options.within(now, a.began), func(i, at int) { do(a.workers[i], at) }); err != nil {
		return err
	}
	a.special()
	var l Level
	first := int64(math.MaxInt64)
	for _, w := range a.workers {
		l.Lost += w.found[lost]
		l.Won += w.found[won]
		first = min(first, w.first[won])
		a.illegal += w.illegal
		a.turns += w.turns
	}
	if l.Won > 0 {
		a.longest = first
	}
	if l.Lost+l.Won > 0 {
		a.levels = append(a.levels, l)
	}
	if row, col := a.at(a.game.View(a.game.Start())); a.plies == duel.NoPlies && a.settled.has(a.space, row, col) {
		a.plies = ply
	}
	a.done += l.Lost + l.Won
	a.open = l.Lost+l.Won > 0
	a.now, a.next = a.next, a.now
	a.mailBytes = max(a.mailBytes, a.now.bytes()+a.next.bytes())
	if a.options.Progress != nil {
		a.options.Progress(Event{
			Level: ply, Part: 1, Settled: a.done, Of: positionsOf(a.game) / 2, Elapsed: time.Since(a.began),
		})
	}
	return nil
}

// special does the special turns that the workers have noted, in the order of their
// rows.
func (a *analysis) special() {
	var found []specialTurn
	for _, w := range a.workers {
		found = append(found, w.specials.found...)
		w.specials.found = w.specials.found[:0]
	}
	if len(found) == 0 {
		return
	}
	slices.SortFunc(found, func(x, y specialTurn) int {
		return cmp.Or(cmp.Compare(x.row, y.row), cmp.Compare(x.mine, y.mine))
	})
	w := a.workers[0]
	w.deliverTo(a.next, len(a.workers))
	w.applySpecials(found)
}

// span is how many rows a worker takes at a time.
const span = 16

// inSpans calls f for every row, on several goroutines, each in the order of the rows,
// unless the context ends first. tell, if it is not nil, hears what share is done.
func (s *space) inSpans(ctx context.Context, workers int, tell func(part float64), f func(worker, at int)) error {
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
			for at := from; at < min(from+span, s.rows); at++ {
				f(worker, at)
			}
		}
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}
