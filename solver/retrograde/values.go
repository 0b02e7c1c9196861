package retrograde

import (
	"context"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Values holds the value of every position of a game, without distances.
type Values struct {
	Game    *duel.Game
	Counts  duel.Counts
	Levels  []Level // by the number of turns to the end
	Plies   int     // from the start, [duel.NoPlies] if it is drawn
	Elapsed time.Duration
	Bytes   int64 // of memory: tables and the mail of the fullest level, as far as they are not in a file
	table   *table
	in      *arena // of the table; nil for memory
	longest duel.View
}

// SolveValues works out the value of every position: the same as [Solve] without the
// distances, which are four fifths of the memory.
func SolveValues(ctx context.Context, g *duel.Game, o Options) (*Values, error) {
	began := time.Now()
	s, err := unlimitedSpace(g)
	if err != nil {
		return nil, err
	}
	a, err := solveSpace(ctx, s, o, began, false, false)
	if err != nil {
		return nil, err
	}
	return &a.result().Values, nil
}

// Lookup returns the value of a position, never its distance. There is never an
// error.
func (t *Values) Lookup(v duel.View) (duel.Value, int, error) {
	row, col := t.table.at(v)
	return t.table.value(v, row, col), duel.NoPlies, nil
}

// Longest returns the first position, in the order of the tables, whose win takes
// most turns, and how many; false if nobody can win.
func (t *Values) Longest() (v duel.View, plies int, ok bool) {
	for n, l := range t.Levels {
		if l.Won > 0 {
			plies, ok = n, true
		}
	}
	return t.longest, plies, ok
}

// Close gives the file of the tables back, see [Options.Dir]. They cannot be used after.
func (t *Values) Close() error {
	t.table = nil
	return t.in.close()
}
