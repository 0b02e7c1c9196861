package peg

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// The table of distances knows of every position of small boards what brute force
// knows.
func TestDistancesAgainstBruteForce(t *testing.T) {
	known, longest := 0, 0
	compare := func(name string, p *puzzles.Puzzle, table *DistanceTable) {
		brute := newBruteForce(p)
		most := 0
		for men := range uint64(1) << p.Board.Len() {
			want := brute.solve(men).moves
			if got := table.Moves(positions.Bits{men}); men != 0 && got != want {
				t.Fatalf("%s: %d moves, brute force finds %d\n%s", name, got, want, p.Board.DrawBoard(positions.Bits{men}))
			}
			if most = max(most, want); want > 0 {
				known++
			}
		}
		if table.longest != most {
			t.Errorf("%s: at most %d moves, brute force finds %d", name, table.longest, most)
		}
		longest = max(longest, most)
	}
	smallPegs(t, 12, 21, func(name string, p *puzzles.Puzzle) {
		if p.Game != puzzles.GameSolo || p.Goal.Len() > 1 {
			return
		}
		table, err := NewDistanceTable(context.Background(), p, session.Options{Workers: 1 + known%3})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		compare(name, p, table)
	})
	symmetricPegs(t, func(name string, p *puzzles.Puzzle) {
		if p.Goal.Len() > 1 {
			return
		}
		end := positiontest.Must(t, endOf, p)
		g := newGame(end)
		b, err := layOutBlocks(g, g.start, 1, 1<<30, 3*(known%3)) // blocks that are images, most of them
		if err != nil {
			t.Fatal(err)
		}
		workers := 1 + known%2
		table, err := tableOf(session.NewRun(context.Background(), session.Options{Workers: workers}), g, b, workers)
		if err != nil {
			t.Fatal(err)
		}
		compare(name, p, table)
	})
	if known < 500 || longest < 6 {
		t.Errorf("only %d positions that can be won, the longest in %d moves", known, longest)
	}
}

// A line of which each jump is a move of its own is confirmed only if there is no
// shorter one, with a table of what can be won and without.
func TestConfirm(t *testing.T) {
	right, shorter := 0, 0
	smallPegs(t, 15, 60, func(name string, p *puzzles.Puzzle) {
		want := newBruteForce(p).solve(p.Start[0])
		if p.Game != puzzles.GameSolo || p.Goal.Len() > 1 || want.moves < 2 {
			return
		}
		s, err := session.Answer(context.Background(), p, session.Options{Workers: 1}, Search)
		if err != nil {
			t.Fatal(err)
		}
		var jumps puzzles.Line
		for _, path := range s.Line {
			for i := range path[1:] {
				jumps = append(jumps, path[i:i+2])
			}
		}
		table, _, err := LoadWinTable(context.Background(), nil, p, session.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []puzzles.Line{s.Line, jumps} {
			for _, with := range []*WinTable{nil, table} {
				r, err := Confirm(context.Background(), p, line, with, session.Options{Workers: 1})
				if err != nil || r.Status != session.Optimal || r.Moves != want.moves {
					t.Errorf("%s: %s, %d moves, %v; brute force finds %d", name, r.Status, r.Moves, err, want.moves)
				}
			}
			if len(line) == want.moves {
				right++
			} else {
				shorter++
			}
		}
	})
	if right < 20 || shorter < 10 {
		t.Errorf("only %d lines confirmed, %d made shorter", right, shorter)
	}
	p := pegPuzzle(t, puzzles.Solo, "d4", "d4")
	if _, err := Confirm(context.Background(), p, puzzles.Line{}, nil, session.Options{}); err == nil {
		t.Error("no line at all is confirmed")
	}
}
