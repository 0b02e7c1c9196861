package figures

import (
	"errors"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// corner returns the n cells that are nearest to a corner of a square, or to the one opposite.
func corner(b *positions.Board, n int, opposite bool) (set positions.Bits) {
	cells := make([]positions.Cell, b.Len())
	for c := range cells {
		cells[c] = positions.Cell(c)
	}
	slices.SortStableFunc(cells, func(c, d positions.Cell) int {
		p, q := b.Point(c), b.Point(d)
		return p.X + p.Y - q.X - q.Y
	})
	if opposite {
		slices.Reverse(cells)
	}
	for _, c := range cells[:n] {
		set = set.With(c)
	}
	return set
}

// TestFiguresFarAway has figures that are more hops away than a byte can count, which is no
// reason to call them impossible.
func TestFiguresFarAway(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 16)
	goal := corner(b, 60, true)
	more := corner(b, 61, true).AndNot(goal).Cells()[0]
	p := &puzzles.Puzzle{
		Game: puzzles.GameOther, Board: b, Army: "60", Start: corner(b, 60, false), Arrival: positions.Free, Count: positions.Hops,
		Goals: []puzzles.Pattern{{Men: goal}, {Men: corner(b, 59, true).With(more)}},
	}
	r := session.NewRun(t.Context(), session.Options{Workers: 1, Memory: 1 << 28})
	k := session.NewKnowledge(p, r)
	if err := k.Raise(275, "the least number of hops, which is greater"); err != nil {
		t.Fatal(err)
	}
	d := newDeepening[[4]uint64](r, k)
	d.nodes = 1500 // the first thousand may be all that can be reached
	if err := d.settle(); !errors.Is(err, session.ErrBudget) || k.Impossible() {
		t.Errorf("%v, impossible: %t", err, k.Impossible())
	}
}

// TestFiguresOutOfReach has a figure that cannot be made, by men who can go to and fro for ever.
func TestFiguresOutOfReach(t *testing.T) {
	p := positiontest.Must(t, puzzlefile.Parse, []byte(`{"schema":"halma-solve/puzzle/2","game":"other","board":"square","size":4,
		"rules":"booklet","jumps":"short","count":"hops","start":["a1","b2","b3"],"marked":["b2"],
		"goals":[{"men":["a1","d4","d1"],"marked":["a1"]},{"men":["a1","d1","a4"],"marked":["a1"]}]}`))
	d, k := deepeningOf(p, session.Options{Workers: 1, Memory: 1 << 28})
	if err := d.settle(); err != nil || !k.Impossible() || d.Expanded.Load() > 1_000_000 {
		t.Errorf("%v, impossible: %t, after %d positions", err, k.Impossible(), d.Expanded.Load())
	}
}
