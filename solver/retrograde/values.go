package retrograde

import (
	"context"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Values holds the value of every position of a game, without distances: half a
// byte a place while it is worked out, two bits of it the values.
//
// Without bytes there is no count of the turns that may still save a position. So
// one with a turn to a position just won is looked at again with all its turns,
// which ends at the first that leads to no position won; where they lead is read
// from all positions won so far, turned over like those of the last level.
type Values struct {
	Game    *duel.Game
	Counts  duel.Counts
	Levels  []Level // by the number of turns to the end
	Plies   int     // from the start, [duel.NoPlies] if it is drawn
	Elapsed time.Duration
	Bytes   int64 // of memory
	space   *space
	known   [2]plane // lost and won
	longest duel.View
}

// SolveValues works out the value of every position. There are no checkpoints.
func SolveValues(ctx context.Context, g *duel.Game, o Options) (*Values, error) {
	began := time.Now()
	s, err := unlimitedSpace(g)
	if err != nil {
		return nil, err
	}
	k, err := newKernel(g, false)
	if err != nil {
		return nil, err
	}
	a := &sparse{space: s, kernel: k, workers: max(o.Workers, 1)}
	t := &Values{Game: g, Plies: duel.NoPlies, space: s}
	t.Counts.Positions = positionsOf(g)
	for kind := range a.known {
		a.known[kind] = a.take(s)
	}
	settled := int64(0)
	for ply := 0; ply == 0 || a.any[lost] || a.any[won]; ply++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		now := Event{Level: ply, Settled: settled, Of: t.Counts.Positions / 2}
		l, illegal, err := a.level(ctx, ply, o.within(now, began))
		if err != nil {
			return nil, err
		}
		if l == (Level{}) {
			break
		}
		t.Levels = append(t.Levels, l)
		t.Counts.Illegal += 2 * illegal
		t.Counts.Lost += 2 * l.Lost
		t.Counts.Won += 2 * l.Won
		settled += l.Lost + l.Won
		if l.Won > 0 {
			t.longest = a.firstOf(won)
		}
		if t.Plies == duel.NoPlies && (a.has(lost, g.View(g.Start())) || a.has(won, g.View(g.Start()))) {
			t.Plies = ply
		}
		if o.Progress != nil {
			o.Progress(Event{Level: ply, Part: 1, Settled: settled, Of: t.Counts.Positions / 2, Elapsed: time.Since(began)})
		}
	}
	t.known = a.known
	t.Counts.Drawn = t.Counts.Positions - t.Counts.Illegal - t.Counts.Lost - t.Counts.Won
	t.Bytes = int64(a.made)*int64(s.rows*s.cols/8) + tablesOf(g, s.cols)
	t.Elapsed = time.Since(began)
	return t, nil
}

// Lookup returns the value of a position, never its distance. There is never an
// error.
func (t *Values) Lookup(v duel.View) (duel.Value, int, error) {
	if t.Game.Ending(v) == duel.Illegal {
		return duel.ValueIllegal, duel.NoPlies, nil
	}
	row, col := t.space.at(v)
	for kind, p := range t.known {
		if p.has(row*t.space.cols + col) {
			return duel.Value(kind + 1), duel.NoPlies, nil
		}
	}
	return duel.ValueDrawn, duel.NoPlies, nil
}

// Longest returns what [Table.Longest] returns.
func (t *Values) Longest() (v duel.View, plies int, ok bool) {
	for n, l := range t.Levels {
		if l.Won > 0 {
			plies, ok = n, true
		}
	}
	return t.longest, plies, ok
}
