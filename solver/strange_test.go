package solver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// transferOf returns the puzzle of taking the men of a start to its image under the
// half turn, the first of them marked. The start need not be in a corner: that is
// what a file may ask for, and what is proven without the mark on the way.
func transferOf(t *testing.T, shape positions.Shape, size int, start ...string) *puzzles.Puzzle {
	t.Helper()
	b, err := positions.NewBoard(shape, size)
	if err != nil {
		t.Fatal(err)
	}
	p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: b, Army: fmt.Sprint(len(start)), Arrival: positions.Free}
	for i, name := range start {
		c, err := b.ParseCell(name)
		if err != nil {
			t.Fatal(err)
		}
		p.Start = p.Start.With(c)
		if i == 0 {
			p.Marked = positions.BitsOf(c)
		}
	}
	turn := puzzles.HalfTurn(b)
	p.Goal = turn.Apply(p.Start)
	p.Goals = []puzzles.Pattern{{Men: p.Goal, Marked: turn.Apply(p.Marked)}}
	if !marksOne(p) {
		t.Fatalf("no transfer: %v", start)
	}
	return p
}

// strangeTransfers calls f with n transfers from starts that are in no corner:
// scattered, ahead of their goals, or symmetric in ways that corners are not.
func strangeTransfers(t *testing.T, n int, most uint64, f func(t *testing.T, p *puzzles.Puzzle)) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, uint64(n)))
	boards := []struct {
		shape positions.Shape
		size  int
	}{
		{positions.Star, 1},
		{positions.Star, 2},
		{positions.Square, 3},
		{positions.Square, 4},
		{positions.Square, 5},
		{positions.Rhombus, 3},
		{positions.Rhombus, 4},
		{positions.Rhombus, 5},
	}
	for i := 0; i < n; {
		at := boards[r.IntN(len(boards))]
		b, err := positions.NewBoard(at.shape, at.size)
		if err != nil {
			t.Fatal(err)
		}
		var start positions.Bits
		for range 1 + r.IntN(4) {
			start = start.With(positions.Cell(r.IntN(b.Len())))
		}
		if m := b.Symmetries()[r.IntN(len(b.Symmetries()))]; r.IntN(2) == 0 {
			start = start.Or(m.Apply(start)).Or(m.Apply(m.Apply(start)))
		}
		if start.Intersects(puzzles.HalfTurn(b).Apply(start)) {
			continue
		}
		names := b.Names(start)
		first := r.IntN(len(names))
		names[0], names[first] = names[first], names[0]
		p := transferOf(t, at.shape, at.size, names...)
		p.Jumps, p.Count = positions.Jumps(r.IntN(2)), positions.Count(r.IntN(2))
		if size, err := newNumbering(p); err != nil || size.size > most {
			continue
		}
		i++
		t.Run(fmt.Sprintf("%s%d/%s/%s-%s", at.shape, at.size, slices.Sorted(slices.Values(names)), p.Jumps, p.Count), func(t *testing.T) {
			t.Parallel()
			f(t, p)
		})
	}
}

// TestRefutationKeepsAllLinesOfStrangeTransfers checks the theorem of the search
// through midpoints where nothing is as with courts: see strangeTransfers.
func TestRefutationKeepsAllLinesOfStrangeTransfers(t *testing.T) {
	strangeTransfers(t, 200, upTo(4_000, 60_000), func(t *testing.T, p *puzzles.Puzzle) {
		keepsAllLines[[1]uint64](t, p)
		keepsAllLines[[1]uint64](t, p.Unmarked())
	})
}

// TestStrangeTransfersAgree compares the whole search with breadth-first search,
// under both rules of arrival. Of the first one 11 moves were said to be the optimum
// (its goal is four rows behind its start; half of that was rounded up); the others,
// which turns by a third of the star take into themselves, ended with an error.
func TestStrangeTransfersAgree(t *testing.T) {
	for _, p := range []*puzzles.Puzzle{
		transferOf(t, positions.Star, 2, "a5", "d5", "g7"),
		transferOf(t, positions.Star, 1, "b4", "a1", "b2", "c3", "a4", "d4"),
		transferOf(t, positions.Star, 2, "e3", "a5", "e7"),
	} {
		for variant := range 8 {
			q := p.With(positions.Arrival(variant & 1))
			q.Jumps, q.Count = positions.Jumps(variant>>1&1), positions.Count(variant>>2)
			agree(t, q)
			agree(t, q.Unmarked())
		}
	}
	strangeTransfers(t, 100, upTo(10_000, 300_000), func(t *testing.T, p *puzzles.Puzzle) {
		agree(t, p)
		agree(t, p.With(positions.Booklet))
	})
}
