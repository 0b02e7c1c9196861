package verify_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// spoiled are lines that solve a puzzle, and the same with a cell changed.
func spoiled(p *puzzles.Puzzle, line puzzles.Line, n int) []puzzles.Line {
	random := rand.New(rand.NewPCG(5, 6))
	lines := []puzzles.Line{line, nil, line[:len(line)/2]}
	for range n {
		bad := slices.Clone(line)
		i := random.IntN(len(bad))
		bad[i] = slices.Clone(bad[i])
		bad[i][random.IntN(len(bad[i]))] = positions.Cell(random.IntN(p.Board.Len()))
		lines = append(lines, bad)
	}
	return lines
}

// sameVerdict plays a line with a replayer and compares with Replay.
func sameVerdict(t *testing.T, r *verify.Replayer, p *puzzles.Puzzle, line puzzles.Line) {
	t.Helper()
	want, wantErr := verify.Replay(p, line)
	r.Reset()
	if moves, hops := r.Played(); moves != 0 || hops != 0 || r.Men() != p.Start {
		t.Fatalf("after Reset %d moves, %d hops", moves, hops)
	}
	var got verify.Report
	var err error
	for _, path := range line {
		if err = r.Play(path); err != nil {
			break
		}
	}
	if err == nil {
		got, err = r.Finish()
	}
	var a, b *verify.Illegal
	errors.As(err, &a)
	errors.As(wantErr, &b)
	if got != want || (err == nil) != (wantErr == nil) || err != nil && (err.Error() != wantErr.Error() || a.Before != b.Before || a.Move != b.Move) {
		t.Fatalf("%v, %v; Replay says %v, %v", got, err, want, wantErr)
	}
	if err != nil {
		if moves, _ := r.Played(); moves != a.Move-1 || r.Men() != a.Before {
			t.Fatalf("%d moves before the illegal move %d", moves, a.Move)
		}
	}
}

// A replayer says what Replay says, whatever it has replayed before.
func TestReplayer(t *testing.T) {
	p, line := starLine(t)
	solo := positiontest.Must(t, puzzles.Solo, puzzles.Options{From: "d4", To: "any"})
	jumps := lineOf(t, solo, "d6-d4", "f5-d5", "e7-e5", "c3-e3-e5", "e1-e3")
	for _, c := range []struct {
		puzzle *puzzles.Puzzle
		line   puzzles.Line
	}{{p, line}, {solo, jumps}} {
		r := positiontest.Must(t, verify.NewReplayer, c.puzzle)
		for _, l := range spoiled(c.puzzle, c.line, 300) {
			sameVerdict(t, r, c.puzzle, l)
		}
	}
	for _, p := range []*puzzles.Puzzle{nil, {}, {Board: p.Board, Game: "chess"}, {Board: p.Board, Game: puzzles.GameSolo}} {
		if _, err := verify.NewReplayer(p); !errors.Is(err, verify.ErrPuzzle) {
			t.Errorf("%v: error %v", p, err)
		}
	}
}

func lineOf(t *testing.T, p *puzzles.Puzzle, moves ...string) puzzles.Line {
	t.Helper()
	var out puzzles.Line
	for _, m := range moves {
		out = append(out, line(t, p.Board, m)...)
	}
	return out
}

// Many goroutines may share a puzzle; run with -race.
func TestConcurrentUse(t *testing.T) {
	p, line := starLine(t)
	lines := spoiled(p, line, 50)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			r, err := verify.NewReplayer(p)
			if err != nil {
				t.Error(err)
				return
			}
			for _, l := range lines {
				sameVerdict(t, r, p, l)
			}
		})
	}
	all.Wait()
}

func TestReplayerAllocatesNothing(t *testing.T) {
	p, line := starLine(t)
	r := positiontest.Must(t, verify.NewReplayer, p)
	if n := testing.AllocsPerRun(20, func() {
		r.Reset()
		for _, path := range line {
			if err := r.Play(path); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.Finish(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a line", n)
	}
}
