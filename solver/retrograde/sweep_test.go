package retrograde

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// sweepGames have few men and many, courts that can be filled and shut in, readings of
// rules, and jumps of any length.
var sweepGames = []struct {
	shape     positions.Shape
	size, men int
	rules     []string // none: all
}{
	{positions.Rhombus, 4, 3, nil},
	{positions.Star, 1, 3, nil},
	{positions.Square, 4, 1, nil},
	{positions.Rhombus, 4, 6, []string{"paper"}},
	{positions.Square, 4, 4, []string{"paper", "booklet:arrival=strict", "super:arrival=strict"}},
	{positions.Square, 4, 3, []string{"guard:guards=all"}},
	{positions.Rhombus, 5, 5, []string{"connection2:goal=any"}},
	{positions.Rhombus, 7, 3, []string{"paper"}},
}

// eachSweepRow calls f with a worker at rows of these games, the positions that are over
// being settled.
func eachSweepRow(t *testing.T, f func(w *worker, of string)) {
	for _, c := range sweepGames {
		o := duel.Options{Shape: c.shape, Size: c.size, Men: c.men}
		sets := withoutLimit(o)
		if c.rules != nil {
			sets = nil
			for _, name := range c.rules {
				sets = append(sets, positiontest.Must(t, duel.ParseRules, name))
			}
		}
		for _, o.Rules = range sets {
			g := positiontest.Must(t, duel.New, o)
			a := analysisOf(t, g)
			if a.kinds.ways > 1 {
				continue
			}
			a.next = newMail(a.rows, 1, outcomes)
			w := a.newWorker()
			w.start(1, 0)
			for at := 0; at < a.rows; at += 1 + a.rows/25 {
				w.begin(at)
				w.eachCol(at, func(col int, mine army) {
					if _, over := w.row.ended(mine.set, 0); over {
						put(w.settled, col, true)
					}
				})
				f(w, g.String())
			}
		}
	}
}

// TestSweep compares what is found together with what each position tells alone, where
// some positions of a row are won, most, or nearly all.
func TestSweep(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	found := 0
	eachSweepRow(t, func(w *worker, of string) {
		for col := range w.cols {
			put(w.wins, col, random.IntN(100) < 50+w.at*7%51)
		}
		want := slices.Clone(w.settled)
		w.eachCol(w.at, func(col int, mine army) {
			if w.isOpen(col) && w.loses(mine) {
				put(want, col, true)
				found++
			}
		})
		if w.sweep(); !slices.Equal(w.settled, want) {
			t.Fatalf("%s, row %d: %b, want %b", of, w.at, w.settled, want)
		}
	})
	if found < 10_000 {
		t.Errorf("only %d positions were lost", found)
	}
}

// TestTurnsTogether compares the number of turns of all open positions of rows with the
// sum of those of each.
func TestTurnsTogether(t *testing.T) {
	eachSweepRow(t, func(w *worker, of string) {
		if w.row.reach != nil || w.row.special != nil {
			return
		}
		want := int64(0)
		w.eachCol(w.at, func(col int, mine army) {
			if w.isOpen(col) {
				want += int64(w.row.countTurns(mine.set, 0))
			}
		})
		clear(w.settled)
		w.counting, w.turns = true, 0
		w.setUpTogether()
		if w.counting = false; w.turns != want*w.times {
			t.Fatalf("%s, row %d: %d turns, want %d", of, w.at, w.turns, want*w.times)
		}
	})
}
