package retrograde

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/statefile"
)

// Options say how to solve a game.
type Options struct {
	Workers  int         // 0 means 1
	Progress func(Event) // may be nil; called by one goroutine, at the end of a level and a few times a second within
	// Checkpoint is a file from which the analysis goes on if it is there, and
	// which is written every half minute, less often where writing takes long, and,
	// when the context ends, after the part of a level in work, a sixteenth or 512 rows.
	// Empty: none; then the analysis ends at once.
	Checkpoint string
	// Dir is a directory that has the tables in a file without a name, which goes with the
	// process, where [CanMap]: the memory taken is [Estimate.Resident] then. Tables have to
	// be closed. Empty: they are in memory.
	Dir string
	// Elsewhere has parts of the levels done by others; nil: nobody does. There is no
	// checkpoint then.
	Elsewhere Elsewhere
	// SaveAlways writes it after every such part: for tests of what a kill leaves.
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
	a := &analysis{kernel: k, plies: duel.NoPlies, ctx: ctx, options: o, began: began, leastPart: leastPart, pairFrom: pairFrom}
	do := a.run
	if o.Elsewhere != nil {
		do = a.runElsewhere
	}
	if err = a.makeTables(s, distances); err == nil {
		err = do()
	}
	if err != nil {
		return nil, errors.Join(err, a.chunks.in.close())
	}
	return a, nil
}

// makeTables makes the tables, in memory or in a file.
func (a *analysis) makeTables(s *space, distances bool) (err error) {
	if a.options.Dir != "" {
		if a.chunks.in, err = newArena(a.options.Dir); err != nil {
			return err
		}
	}
	if a.table, err = newTable(s, a.chunks.in); err == nil && distances {
		a.counting = true
		a.distances, err = a.chunks.in.bytes(s.rows * s.cols)
	}
	return err
}

// analysis is one run of [Solve] or [SolveValues].
type analysis struct {
	*table
	kernel    *kernel
	distances []uint8 // in turns, by place; nil if they are not wanted
	counting  bool    // legal turns
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
	done      int64 // positions settled
	open      bool  // some of them in the last level
	sweeping  bool  // the news of the last level are delivered: all rows are to be swept
	part      part  // of the level in work
	pace      statefile.Pace
	mailBytes int64 // most that the boxes have taken
	longest   int64 // the least place that is won in the last level with such a one
	plies     int   // from the start, [duel.NoPlies] if it is not settled
	leastPart int   // rows of a part of a level
	pairFrom  int64 // see inPair
}

// Level counts the positions that are settled in so many turns, of one side to
// move.
type Level struct{ Lost, Won int64 }

func (a *analysis) run() error {
	a.hire()
	a.now, a.next = newMail(a.rows, len(a.workers)+1, outcomes), newMail(a.rows, len(a.workers)+1, outcomes)
	a.part.First = math.MaxInt64
	ply, row := 0, 0
	a.pace = statefile.NewPace(a.options.Checkpoint, a.options.SaveAlways)
	if a.pace.Keeps() {
		var err error
		if ply, row, err = a.load(a.options.Checkpoint); err != nil {
			return err
		}
	}
	for ; ply == 0 || a.open; row = 0 {
		do, levels := a.level, 1
		if a.inPair() {
			do, levels = a.pair, 2
		}
		if ply+levels-1 > maxPlies {
			return ErrDistance
		}
		if err := do(ply, row); err != nil {
			return err
		}
		ply += levels
	}
	return nil
}

// hire makes the workers.
func (a *analysis) hire() {
	a.workers = make([]*worker, max(a.options.Workers, 1))
	for i := range a.workers {
		a.workers[i] = a.newWorker()
	}
}

func (a *analysis) newWorker() *worker {
	return &worker{analysis: a, postman: postman{space: a.space, clerk: a.chunks.clerk()}, tried: make([]uint64, a.words)}
}

// pause writes the state before a row of a level if it is time to, and ends the analysis
// if its context has ended.
func (a *analysis) pause(ply, row int) error {
	return a.pace.Pause(a.ctx.Err(), func(path string) error { return a.save(path, ply, row) })
}

// level settles the positions that end in ply turns, in the rows from one on: those
// before are done.
func (a *analysis) level(ply, from int) error {
	do, size := (*worker).spread, a.partRows()
	if ply == 0 {
		do = (*worker).setUp
	}
	tell := a.telling(ply)
	for ; from < a.rows; from += size {
		if err := a.pause(ply, from); err != nil {
			return err
		}
		if ply > 0 && a.kernel.special != nil { // special turns lead to other rows, of which all has to be known
			if err := a.inRows(ply, 0, a.rows, nil, (*worker).deliver); err != nil {
				return err
			}
		}
		if err := a.inRows(ply, from, from+size, tell, do); err != nil {
			return err
		}
	}
	a.special()
	a.collect()
	a.sweeping = false
	a.end(ply)
	return nil
}

// telling returns what tells of the share of a level that is done.
func (a *analysis) telling(ply int) func(part float64) {
	return a.options.within(Event{Level: ply, Settled: a.done, Of: positionsOf(a.game) / 2}, a.began)
}

// inRows has the workers do something with the rows from one on and before another one, in
// a level, and collects what they have found.
func (a *analysis) inRows(ply, first, end int, tell func(part float64), do func(w *worker, at int)) error {
	for i, w := range a.workers {
		w.start(ply, i)
	}
	ctx := a.ctx
	if a.pace.Keeps() { // half a row cannot be saved
		ctx = context.WithoutCancel(ctx)
	}
	if err := a.inSpans(ctx, len(a.workers), first, end, tell, func(i, at int) { do(a.workers[i], at) }); err != nil {
		return err
	}
	if a.chunks.failed != nil {
		return a.chunks.failed
	}
	a.collect()
	return nil
}

// partRows is how many rows are done between two states that can be saved. Where there
// are special turns those of all rows belong together.
func (a *analysis) partRows() int {
	if a.kernel.special != nil {
		return a.rows
	}
	return max(a.leastPart, (a.rows/levelParts+span-1)/span*span)
}

// A level is done in so many parts, of this many rows at least.
const (
	levelParts = 16
	leastPart  = 512
)

// part is what has been found in the rows of a level that are done.
type part struct {
	Level
	First int64 // the least place that was won
}

// add adds what was found in other rows.
func (p *part) add(other part) {
	p.Lost += other.Lost
	p.Won += other.Won
	p.First = min(p.First, other.First)
}

// collect adds what the workers have found.
func (a *analysis) collect() {
	for _, w := range a.workers {
		a.part.add(part{Level{w.found[lost], w.found[won]}, w.first[won]})
		a.illegal += w.illegal
		a.turns += w.turns
		w.clearFound()
	}
}

// end ends a level.
func (a *analysis) end(ply int) {
	l := a.part.Level
	if l.Won > 0 {
		a.longest = a.part.First
	}
	a.part = part{First: math.MaxInt64}
	a.open = l.Lost+l.Won > 0
	if a.open {
		a.levels = append(a.levels, l)
	}
	if row, col := a.at(a.game.View(a.game.Start())); a.plies == duel.NoPlies && a.settled.has(a.space, row, col) {
		a.plies = ply
	}
	a.done += l.Lost + l.Won
	a.now, a.next = a.next, a.now
	a.mailBytes = max(a.mailBytes, a.now.bytes()+a.next.bytes())
	if a.options.Progress != nil {
		a.options.Progress(Event{
			Level: ply, Part: 1, Settled: a.done, Of: positionsOf(a.game) / 2, Elapsed: time.Since(a.began),
		})
	}
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

// inSpans calls f for every row from one on and before another one, on several
// goroutines, each in the order of the rows, unless the context ends first. tell, if it
// is not nil, hears what share is done.
func (s *space) inSpans(ctx context.Context, workers, first, end int, tell func(part float64), f func(worker, at int)) error {
	var next atomic.Int64
	next.Store(int64(first))
	end = min(end, s.rows)
	err := parallel.Run(workers, func(worker int) error {
		for {
			from := int(next.Add(span)) - span
			if from >= end || ctx.Err() != nil {
				return nil
			}
			if worker == 0 && tell != nil {
				tell(float64(from) / float64(s.rows))
			}
			for at := from; at < min(from+span, end); at++ {
				f(worker, at)
			}
		}
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}
