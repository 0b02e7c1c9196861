package verify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// line reads "a1-a3 b1-b2" as a line; "?" is NoCell and "!" a cell number that
// no board has.
func line(t testing.TB, b *positions.Board, text string) puzzles.Line {
	t.Helper()
	var out puzzles.Line
	for _, move := range strings.Fields(text) {
		var path []positions.Cell
		for _, name := range strings.Split(move, "-") {
			switch name {
			case "?":
				path = append(path, positions.NoCell)
			case "!":
				path = append(path, positions.MaxCells)
			case "":
			default:
				path = append(path, positiontest.Cells(t, b, name).Cells()...)
			}
		}
		out = append(out, path)
	}
	return out
}

func TestReplayAccepts(t *testing.T) {
	tests := []struct {
		name        string
		shape       positions.Shape
		size        int
		arrival     positions.Arrival
		jumps       positions.Jumps
		start, goal string
		line        string
		moves, hops int
	}{
		{name: "nothing to do", shape: positions.Square, size: 5, start: "a1", goal: "a1"},
		{name: "no men at all", shape: positions.Star, size: 1},
		{name: "a step", shape: positions.Square, size: 5, start: "a1", goal: "b2", line: "a1-b2", moves: 1, hops: 1},
		{name: "all eight steps", shape: positions.Square, size: 5, start: "c3", goal: "c3", arrival: positions.Free, line: "c3-d3 d3-e4 e4-e5 e5-d5 d5-c4 c4-b4 b4-b3 b3-c2 c2-b3 b3-c3", moves: 10, hops: 10},
		{name: "all six steps", shape: positions.Rhombus, size: 5, start: "c3", goal: "d2", line: "c3-d3 d3-d4 d4-c5 c5-b5 b5-b4 b4-c3 c3-d2", moves: 7, hops: 7},
		{name: "a jump", shape: positions.Square, size: 5, start: "a1 b2", goal: "b2 c3", line: "a1-c3", moves: 1, hops: 1},
		{name: "a chain with a corner", shape: positions.Square, size: 5, start: "a1 b1 c2", goal: "b1 c2 c3", line: "a1-c1-c3", moves: 1, hops: 2},
		{name: "a chain over the same man there and back and on", shape: positions.Square, size: 5, start: "a1 b1 b2", goal: "b1 b2 c3", line: "a1-c1-a1-c3", moves: 1, hops: 3},
		{name: "a chain that crosses its first cell", shape: positions.Square, size: 5, start: "c1 b1 d1 b2", goal: "b1 d1 b2 a3", line: "c1-e1-c1-a3", moves: 1, hops: 3},
		{name: "jumps on the star", shape: positions.Star, size: 4, start: "a1 a2 a4", goal: "a2 a4 e5", line: "a1-a3-e5", moves: 1, hops: 2},
		{name: "a long jump", shape: positions.Square, size: 8, jumps: positions.Super, start: "a1 d1", goal: "d1 g1", line: "a1-g1", moves: 1, hops: 1},
		{name: "a chain of long jumps of different distances", shape: positions.Square, size: 8, jumps: positions.Super, start: "a1 d1 g3 f4", goal: "d1 g3 f4 e3", line: "a1-g1-g5-e3", moves: 1, hops: 3},
		{name: "super allows the short jump too", shape: positions.Square, size: 8, jumps: positions.Super, start: "a1 b2", goal: "b2 c3", line: "a1-c3", moves: 1, hops: 1},
		{name: "a long jump across the mover's own cell", shape: positions.Square, size: 9, jumps: positions.Super, start: "d1 d2 c2 e1", goal: "d2 c2 e1 h1", line: "d1-d3-b1-h1", moves: 1, hops: 3},
		{name: "free: out of the goal and in again", shape: positions.Square, size: 5, arrival: positions.Free, start: "a1 b2", goal: "b2 c3", line: "b2-c3 a1-b1 b1-b2 c3-d4 d4-c3", moves: 5, hops: 5},
		{name: "booklet: about in the goal court", shape: positions.Square, size: 5, start: "a1 b2", goal: "b2 c3", line: "b2-c3 a1-b2", moves: 2, hops: 2},
		{name: "booklet: a chain that leaves the court and comes back", shape: positions.Square, size: 5, start: "a1 b1 c2", goal: "a1 c2 c3", line: "a1-c1-c3 b1-a1", moves: 2, hops: 3},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			b := positiontest.Board(t, tc.shape, tc.size)
			p := &puzzles.Puzzle{
				Game: puzzles.GameHighscore, Board: b, Arrival: tc.arrival, Jumps: tc.jumps,
				Start: positiontest.Cells(t, b, tc.start), Goal: positiontest.Cells(t, b, tc.goal),
			}
			got, err := verify.Replay(p, line(t, b, tc.line))
			if err != nil {
				t.Fatal(err)
			}
			want := verify.Report{Moves: tc.moves, Hops: tc.hops, Final: p.Goal}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
