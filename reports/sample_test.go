package reports

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// walk makes a line of n legal moves that need not reach the goal.
func walk(p *puzzles.Puzzle, n int, seed uint64) puzzles.Line {
	table := positions.NewMoveTable(p.Board, p.Jumps)
	g := positions.NewGenerator(table, nil, positions.Moves)
	random := rand.New(rand.NewPCG(seed, 0))
	men := p.Start
	line := puzzles.Line{}
	for range n {
		positions.Load(g, (*[4]uint64)(&men))
		moves := g.Append(nil)
		best := moves[random.IntN(len(moves))]
		for range 3 { // prefer long ways
			if m := moves[random.IntN(len(moves))]; m.Hops > best.Hops {
				best = m
			}
		}
		path := positions.Path(table, men, positions.Cell(best.From), positions.Cell(best.To))
		line = append(line, path)
		men = men.Without(path[0]).With(path[len(path)-1])
	}
	return line
}

// found is the result that has a line and a lower bound.
func found(p *puzzles.Puzzle, line puzzles.Line, lower int) *solver.Result {
	r := &solver.Result{
		Puzzle: p, Status: solver.Bounded, Lower: lower, Upper: p.Cost(line),
		Line: line, Moves: len(line), Hops: line.Hops(),
		Proof: "no position half-way up reaches the goal in time",
	}
	if r.Lower == r.Upper {
		r.Status = solver.Optimal
	}
	return r
}

// samples are results of every status and of boards of every shape.
func samples(t testing.TB) map[string]*solver.Result {
	tiny := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 1})
	star := positiontest.Must(t, puzzles.Highscore, puzzles.Options{})
	square := positiontest.Must(t, puzzles.Highscore, puzzles.Options{
		Shape: positions.Square, Size: 4, Arrival: positions.Free, Jumps: positions.Super, Count: positions.Hops,
	})
	stopped := found(star, walk(star, 31, 1), 28)
	stopped.Interrupted = "time"
	stopped.Stats = solver.Stats{
		Expanded: 123_456_789, Generated: 2_345_678_901, Pruned: 12_345, Duplicates: 999,
		PeakBytes: 3 << 29, Elapsed: 120 * time.Second,
		Phases: []solver.Phase{
			{Name: "beam 20000", Outcome: "31 moves", Expanded: 1_234_567, Widest: 20_000, Elapsed: 12_345 * time.Millisecond},
			{Name: "refute 27", Outcome: "no line of 27 moves", Expanded: 122_222_222, Widest: 9_876_543, Elapsed: 107 * time.Second, Layers: []solver.LayerStats{
				{Depth: 1, Positions: 7, Useful: -1},
				{Depth: 2, Positions: 9_876_543, Useful: 92, Moves: 20_000_000, Repeated: 123_457, Cuts: []solver.Cut{{Bound: "row counts", Count: 9_000_000}, {Bound: "links of rows", Count: 1_000_000}}},
				{Depth: 3, FromGoal: true, Positions: 4, Moves: 9, Cuts: []solver.Cut{{Bound: "row counts", Count: 5}}},
			}},
		},
	}
	marked := positiontest.Must(t, puzzles.Treffhalma, puzzles.Options{Shape: positions.Star, Size: 1})
	cached := found(tiny, positiontest.Line(t, tiny.Board, "a1-c3 b2-d2-c4 c2-d4-b4 c3-a5"), 4)
	cached.Cached = true
	return map[string]*solver.Result{
		"optimal":    found(tiny, positiontest.Line(t, tiny.Board, "a1-c3 b2-d2-c4 c2-d4-b4 c3-a5"), 4),
		"treffhalma": found(marked, positiontest.Line(t, marked.Board, "a1-c3 b2-d2-c4 c2-d4-b4 c3-a5"), 4),

		"cached":   cached,
		"bounded":  stopped,
		"rhombus":  found(positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus}), walk(positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus}), 30, 2), 27),
		"one-move": found(square, positiontest.Line(t, square.Board, "a1-c1"), 1),
		"unknown": {
			Puzzle: positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Army: "ring"}), Status: solver.Unknown,
			Lower: 1, Upper: solver.NoUpper, Proof: "every man of the start has to move", Interrupted: "interrupt",
		},
		"impossible": {
			Puzzle: square, Status: solver.Impossible, Lower: 9, Upper: solver.NoUpper, Proof: "all positions have been reached",
		},
	}
}

// written returns what a writer of this package writes of something.
func written[R, O any](t testing.TB, write func(io.Writer, R, O) error, of R, o O) string {
	t.Helper()
	var out strings.Builder
	if err := write(&out, of, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
