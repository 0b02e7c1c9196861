// Package cases has the puzzles that tests of several packages search through: all
// transfers of small boards, and stranger ones.
package cases

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// sweepVariable makes tests of bounds look at puzzles of up to so many positions,
// which takes hours where the usual numbers take seconds.
const sweepVariable = "HALMA_SWEEP"

// UpTo returns how many positions a test looks at: usual, or what the environment
// says if that is more, but not more than most, which fits into the memory.
func UpTo(usual, most uint64) uint64 {
	asked, err := strconv.ParseUint(os.Getenv(sweepVariable), 10, 64)
	if err != nil {
		return usual
	}
	return max(usual, min(asked, most))
}

// Small calls f with every transfer on a board and with an army that
// leave at most the given number of positions, in all rules that change the
// bounds.
func Small(t *testing.T, most uint64, f func(t *testing.T, p *puzzles.Puzzle)) {
	t.Helper()
	SmallOf(t, puzzles.Highscore, most, f)
}

// SmallOf does the same for another game with the boards and armies of
// highscore. An army that the game refuses is left out.
func SmallOf(t *testing.T, make func(puzzles.Options) (*puzzles.Puzzle, error), most uint64, f func(t *testing.T, p *puzzles.Puzzle)) {
	t.Helper()
	if testing.Short() {
		most /= 8
	}
	n := 0
	for _, shape := range []positions.Shape{positions.Square, positions.Rhombus, positions.Star} {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= min(largest, 7); size++ {
			board := positiontest.Board(t, shape, size)
			for _, army := range puzzles.Armies(board) {
				for variant := range 8 {
					p, err := make(puzzles.Options{
						Shape: shape, Size: size, Army: army,
						Arrival: positions.Arrival(variant & 1), Jumps: positions.Jumps(variant >> 1 & 1), Count: positions.Count(variant >> 2),
					})
					if errors.Is(err, puzzles.ErrArmy) && army == "ring" {
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					if r, err := layers.NewNumbering(p); err != nil || r.Size > most {
						continue
					}
					n++
					t.Run(fmt.Sprintf("%s%d/%s/%s-%s-%s", shape, size, army, p.Arrival, p.Jumps, p.Count), func(t *testing.T) {
						t.Parallel()
						f(t, p)
					})
				}
			}
		}
	}
	if n < 50 {
		t.Fatalf("only %d small puzzles", n)
	}
}

// Distances returns the least number of moves of the free game from a position
// to all others.
func Distances[W positions.Words](s *layers.Space[W], from W) map[W]int {
	g := positions.NewGenerator(s.Table, nil, s.Puzzle.Count)
	d := map[W]int{from: 0}
	for queue := []W{from}; len(queue) > 0; queue = queue[1:] {
		w := queue[0]
		men := s.Men(&w)
		positions.Load(g, &men)
		for _, m := range g.Append(nil) {
			x := s.Moved(&w, m)
			if _, ok := d[x]; !ok {
				d[x] = d[w] + 1
				queue = append(queue, x)
			}
		}
	}
	return d
}

// Transfer returns the puzzle of taking the men of a start to its image under the
// half turn, the first of them marked. The start need not be in a corner: that is
// what a file may ask for, and what is proven without the mark on the way.
func Transfer(t *testing.T, shape positions.Shape, size int, start ...string) *puzzles.Puzzle {
	t.Helper()
	b := positiontest.Board(t, shape, size)
	p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: b, Army: fmt.Sprint(len(start)), Arrival: positions.Free}
	for i, name := range start {
		c := positiontest.Must(t, b.ParseCell, name)
		p.Start = p.Start.With(c)
		if i == 0 {
			p.Marked = positions.BitsOf(c)
		}
	}
	turn := puzzles.HalfTurn(b)
	p.Goal = turn.Apply(p.Start)
	p.Goals = []puzzles.Pattern{{Men: p.Goal, Marked: turn.Apply(p.Marked)}}
	if !session.MarksOne(p) {
		t.Fatalf("no transfer: %v", start)
	}
	return p
}

// Strange calls f with n transfers from starts that are in no corner:
// scattered, ahead of their goals, or symmetric in ways that corners are not.
func Strange(t *testing.T, n int, most uint64, f func(t *testing.T, p *puzzles.Puzzle)) {
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
		b := positiontest.Board(t, at.shape, at.size)
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
		p := Transfer(t, at.shape, at.size, names...)
		p.Jumps, p.Count = positions.Jumps(r.IntN(2)), positions.Count(r.IntN(2))
		if size, err := layers.NewNumbering(p); err != nil || size.Size > most {
			continue
		}
		i++
		t.Run(fmt.Sprintf("%s%d/%s/%s-%s", at.shape, at.size, slices.Sorted(slices.Values(names)), p.Jumps, p.Count), func(t *testing.T) {
			t.Parallel()
			f(t, p)
		})
	}
}

// On returns a transfer, which must exist.
func On(t *testing.T, newPuzzle func(puzzles.Options) (*puzzles.Puzzle, error), shape positions.Shape, size int, army string, a positions.Arrival) *puzzles.Puzzle {
	t.Helper()
	return positiontest.Must(t, newPuzzle, puzzles.Options{Shape: shape, Size: size, Army: army, Arrival: a})
}

// Sample returns a transfer that is settled in a moment.
func Sample(t *testing.T, a positions.Arrival) *puzzles.Puzzle {
	t.Helper()
	return positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 6, Army: "6", Arrival: a})
}

// IsOfCourt reports whether a puzzle is a transfer of one of the games that have
// certificates: from a court, which a relaxation of another game need not be.
func IsOfCourt(p *puzzles.Puzzle) bool {
	court, err := puzzles.Court(p.Board, p.Army)
	return err == nil && court == p.Start && session.HasCertificates(p)
}

// Countdown is a context that ends when it has been asked so many times: with one
// worker at the same place every time.
type Countdown struct {
	context.Context
	left  atomic.Int64
	ended chan struct{}
}

// NewCountdown returns a context that may be asked n−1 times.
func NewCountdown(n int) *Countdown {
	c := &Countdown{Context: context.Background(), ended: make(chan struct{})}
	c.left.Store(int64(n))
	return c
}

// Done implements [context.Context].
func (c *Countdown) Done() <-chan struct{} {
	if c.left.Add(-1) == 0 {
		close(c.ended)
	}
	return c.ended
}

// Err implements [context.Context].
func (c *Countdown) Err() error {
	if c.left.Load() <= 0 {
		return context.Canceled
	}
	return nil
}

// Explored returns what a breadth-first search through all positions of p finds.
func Explored(t testing.TB, p *puzzles.Puzzle) *layers.Exhaustion {
	t.Helper()
	e, err := layers.BreadthFirst(context.Background(), p, 1)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
