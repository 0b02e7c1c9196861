package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Remote has candidates of a batch made elsewhere.
type Remote struct {
	Grain int64 // candidates that are asked for at once
	Most  int   // of such requests at the same time
	// Slots is how many requests are worked at at once, as far as is known.
	Slots func() int
	// Make has the candidates with the indices from … to−1 made and gives check what
	// [Maker.Make] wrote of them, once. An error of check is about that text.
	Make func(ctx context.Context, from, to int64, check func(text []byte) error) error
}

// ErrOutcomes is wrapped when what was made elsewhere is not what can come of a
// batch.
var ErrOutcomes = errors.New("no candidates of this batch")

// Maker makes candidates of a batch for somebody elsewhere. It may be shared by
// goroutines.
type Maker struct{ made *batch }

// NewMaker prepares to make candidates. Errors wrap [ErrOptions], or are that of ctx.
func NewMaker(ctx context.Context, o *Options, store *cache.Store, workers int) (*Maker, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	m := &Maker{newBatch(o, store, workers)}
	if o.Exhaustive {
		var err error
		if m.made.all, err = enumerate(ctx, o, m.made.table, workers, func(string, ...any) {}); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// refusal is an outcome on the wire that is no puzzle: why there is none, or why the
// filter failed.
type refusal struct {
	Why    verdict `json:"why,omitempty"`
	Filter string  `json:"filter,omitempty"`
}

// Make makes the candidates from … to−1: a line of JSON for each, the puzzle or why
// there is none.
func (m *Maker) Make(ctx context.Context, from, to int64) ([]byte, error) {
	var out bytes.Buffer
	write := json.NewEncoder(&out)
	if all := m.made.all; all != nil && to > int64(len(all.list)) {
		return nil, fmt.Errorf("%w: there are %d in all", ErrOutcomes, len(all.list))
	}
	for index := from; index < to; index++ {
		o := m.made.outcome(ctx, index)
		var err error
		switch {
		case errors.Is(o.err, ErrFilter):
			err = write.Encode(refusal{Filter: o.err.Error()})
		case o.err != nil:
			return nil, o.err
		case o.puzzle == nil:
			err = write.Encode(refusal{Why: o.why})
		default:
			err = write.Encode(o.puzzle)
		}
		if err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// longestWhy is how long a verdict from elsewhere may be, in bytes.
const longestWhy = 80

// parseOutcomes reads what [Maker.Make] wrote, and replays the lines.
func parseOutcomes(text []byte, form string, from, to int64) (list []outcome, err error) {
	for line := range bytes.Lines(text) {
		index := from + int64(len(list))
		var no refusal
		if bytes.HasPrefix(line, []byte(`{"schema"`)) {
			p, err := ParseRecord(line, form)
			if err == nil && p.Index != index {
				err = fmt.Errorf("%w: it has the index %d", ErrRecord, p.Index)
			}
			if err != nil {
				return nil, fmt.Errorf("%w: candidate %d: %w", ErrOutcomes, index, err)
			}
			list = append(list, outcome{puzzle: p})
			continue
		}
		err := json.Unmarshal(line, &no)
		switch {
		case err != nil || no == (refusal{}) || len(no.Why) > longestWhy:
			return nil, fmt.Errorf("%w: candidate %d is neither a puzzle nor a reason", ErrOutcomes, index)
		case no.Filter != "":
			list = append(list, outcome{err: fmt.Errorf("%w: %s", ErrFilter, no.Filter)})
		default:
			list = append(list, outcome{why: no.Why})
		}
	}
	if int64(len(list)) != to-from {
		return nil, fmt.Errorf("%w: %d of %d", ErrOutcomes, len(list), to-from)
	}
	return list, nil
}

// elsewhere yields the outcomes of the candidates from … end−1, in their order. The
// ranges that are asked for begin at multiples of the grain, wherever the batch goes
// on, so that they are the same each time.
func (b *Batch) elsewhere(ctx context.Context, end int64, t *Tally) iter.Seq[outcome] {
	return func(yield func(outcome) bool) {
		ctx, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer stop()
		var asked []chan []outcome // in the order of the ranges
		answered := make(chan struct{}, 1)
		for next := b.From / b.Remote.Grain; ; {
			for ; next*b.Remote.Grain < end && b.asksMore(asked, t); next++ {
				answer := make(chan []outcome, 1)
				asked = append(asked, answer)
				from, to := next*b.Remote.Grain, min((next+1)*b.Remote.Grain, end)
				running.Go(func() {
					answer <- b.request(ctx, from, to)
					select {
					case answered <- struct{}{}:
					default: // it is to look already
					}
				})
			}
			if len(asked) == 0 {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-answered:
			case list := <-asked[0]:
				asked = asked[1:]
				for _, o := range list {
					if !yield(o) {
						return
					}
				}
			}
		}
	}
}

// asksMore reports whether another range is to be asked for now. What has been asked
// for is to keep everybody busy, to be no more than will be needed, as far as t tells,
// and to wait in a queue no longer than what is done already: who takes the queue for
// its turn, like a range that is done twice and holds up those behind it, is not late
// then, and the longer a batch goes on, the longer it goes on without this process.
func (b *Batch) asksMore(asked []chan []outcome, t *Tally) bool {
	r := b.Remote
	busy, waiting := 2*r.Slots()+2, 0
	for _, answer := range asked {
		waiting += 1 - len(answer)
	}
	if waiting < busy {
		return len(asked) < r.Most
	}
	made := t.Found - len(b.Known)
	if made == 0 {
		return false
	}
	done := float64(t.Candidates) / float64(r.Grain)
	needed := done / float64(made) * float64(b.Count-t.Found)
	return float64(len(asked)) < min(needed, float64(r.Most)) && float64(waiting) < done
}

// request has the candidates from … to−1 made.
func (b *Batch) request(ctx context.Context, from, to int64) (list []outcome) {
	err := b.Remote.Make(ctx, from, to, func(text []byte) (err error) {
		list, err = parseOutcomes(text, b.Options.Form(), from, to)
		return err
	})
	if err != nil {
		return []outcome{{err: err}}
	}
	return list[max(b.From-from, 0):]
}

// wire are [Options] as JSON.
type wire struct {
	Form       string  `json:"form"` // makes sure that nothing was lost
	Kind       Kind    `json:"kind"`
	Shape      string  `json:"board"`
	Size       int     `json:"size"`
	Army       string  `json:"army"`
	Arrival    string  `json:"rules"`
	Jumps      string  `json:"jumps"`
	Goal       string  `json:"goal,omitempty"` // of solo
	Mask       string  `json:"mask,omitempty"`
	MinMoves   int     `json:"min_moves"`
	MaxMoves   int     `json:"max_moves"`
	Unique     Unique  `json:"unique"`
	Easiest    float64 `json:"easiest"`
	Hardest    float64 `json:"hardest"`
	Symmetric  bool    `json:"symmetric,omitempty"`
	Starts     Starts  `json:"starts,omitempty"`
	Exhaustive bool    `json:"exhaustive,omitempty"`
	Men        int     `json:"men,omitempty"`
	Filter     string  `json:"filter,omitempty"`
	Seed       uint64  `json:"seed"`
}

// MarshalJSON writes options so that another machine makes the same of them.
func (o *Options) MarshalJSON() ([]byte, error) {
	g := o.Game
	w := wire{
		Form: o.Form(), Kind: o.Kind, Shape: g.Board.Shape().String(), Size: g.Board.Size(), Army: g.Army,
		Arrival: g.Arrival.String(), Jumps: g.Jumps.String(), MinMoves: o.MinMoves, MaxMoves: o.MaxMoves, Unique: o.Unique,
		Easiest: o.Easiest, Hardest: o.Hardest, Symmetric: o.Symmetric, Starts: o.Starts, Exhaustive: o.Exhaustive, Men: o.Men, Seed: o.Seed,
	}
	if o.Kind == Solo {
		w.Goal = bitsText(g.Goal)
	}
	if o.Mask != (positions.Bits{}) {
		w.Mask = bitsText(o.Mask)
	}
	if o.Filter != nil {
		w.Filter = o.Filter.String()
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON wrote, and makes sure that the batch is the
// same. Errors wrap [ErrOptions].
func (o *Options) UnmarshalJSON(text []byte) error {
	var w wire
	if err := json.Unmarshal(text, &w); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	shape, err := positions.ParseShape(w.Shape)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	p := puzzles.Options{Shape: shape, Size: w.Size, Army: w.Army}
	var errA, errJ error
	p.Arrival, errA = positions.ParseArrival(w.Arrival)
	p.Jumps, errJ = positions.ParseJumps(w.Jumps)
	if err := errors.Join(errA, errJ); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	*o = Options{
		Kind: w.Kind, MinMoves: w.MinMoves, MaxMoves: w.MaxMoves, Unique: w.Unique, Easiest: w.Easiest, Hardest: w.Hardest,
		Symmetric: w.Symmetric, Starts: w.Starts, Exhaustive: w.Exhaustive, Men: w.Men, Seed: w.Seed,
	}
	if o.Game, err = w.game(p); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if w.Mask != "" {
		o.Mask, _ = parseBits(w.Mask, o.Game.Board.Len()) // the form is compared
	}
	if w.Filter != "" {
		if o.Filter, err = ParseFilter(w.Filter); err != nil {
			return fmt.Errorf("%w: %w", ErrOptions, err)
		}
	}
	if err := o.Check(); err != nil {
		return err
	}
	if o.Form() != w.Form {
		return fmt.Errorf("%w: %.200q reads %.200q here", ErrOptions, w.Form, o.Form())
	}
	return nil
}

// game makes the game of options from elsewhere.
func (w *wire) game(p puzzles.Options) (*puzzles.Puzzle, error) {
	switch w.Kind {
	case Solo:
		game, err := puzzles.Solo(puzzles.Options{Shape: p.Shape})
		if err == nil {
			game.Goal, _ = parseBits(w.Goal, game.Board.Len()) // the form is compared
		}
		return game, err
	case Endgame:
		return puzzles.Highscore(p)
	}
	board, err := positions.NewBoard(p.Shape, p.Size)
	if err != nil {
		return nil, err
	}
	men, err := strconv.Atoi(w.Army)
	if err != nil || men < 1 || men > board.Len() {
		return nil, fmt.Errorf("%.20q men on the %s", w.Army, board)
	}
	return Scattered(board, men, p), nil
}

// Scattered is the game of a kind that takes a number of men, wherever they stand: on
// the first cells. Of o the rules count.
func Scattered(board *positions.Board, men int, o puzzles.Options) *puzzles.Puzzle {
	p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: board, Army: strconv.Itoa(men), Arrival: o.Arrival, Jumps: o.Jumps}
	for cell := range positions.Cell(men) {
		p.Start = p.Start.With(cell)
	}
	return p
}
