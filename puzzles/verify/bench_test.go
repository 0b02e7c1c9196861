package verify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// march returns n legal moves of the puzzle, most of them far ahead, and where
// they end.
func march(p *puzzles.Puzzle, n int) (puzzles.Line, positions.Bits) {
	random := rand.New(rand.NewPCG(1, 2))
	table := positions.NewMoveTable(p.Board, p.Jumps)
	men := p.Start
	line := make(puzzles.Line, 0, n)
	for range n {
		best, value := positions.Move{}, -1000
		for _, m := range moves(p, men) {
			from, to := positions.Cell(m.From), positions.Cell(m.To)
			if v := 4*(p.Board.Advance(to)-p.Board.Advance(from)) + random.IntN(8); v > value {
				best, value = m, v
			}
		}
		from, to := positions.Cell(best.From), positions.Cell(best.To)
		line = append(line, positions.Path(table, men, from, to))
		men = men.Without(from).With(to)
	}
	return line, men
}

// starLine is a line of 30 moves of 15 men on the star, with the puzzle that it
// solves.
func starLine(t testing.TB) (*puzzles.Puzzle, puzzles.Line) {
	t.Helper()
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Arrival: positions.Free})
	line, final := march(p, 30)
	p.Goal = final
	if _, err := verify.Replay(p, line); err != nil {
		t.Fatal(err)
	}
	return p, line
}

// BenchmarkReplay: 1.7 µs of processor time a line of 30 moves and 49 hops, nothing
// allocated (2026-11).
func BenchmarkReplay(b *testing.B) {
	p, line := starLine(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := verify.Replay(p, line); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(line.Hops()), "hops/line")
}

func TestReplayAllocatesNothing(t *testing.T) {
	p, line := starLine(t)
	if n := testing.AllocsPerRun(20, func() {
		if _, err := verify.Replay(p, line); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a replay", n)
	}
}
