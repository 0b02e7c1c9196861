package verify_test

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// arenas are the boards and armies that random games are played on.
var arenas = []struct {
	shape positions.Shape
	size  int
	army  string
}{
	{positions.Square, 3, "3"},
	{positions.Square, 5, "6"},
	{positions.Square, 8, "10"},
	{positions.Square, 10, "15"},
	{positions.Square, 16, "19"},
	{positions.Square, 16, "ring"},
	{positions.Star, 1, "3"},
	{positions.Star, 2, "6"},
	{positions.Star, 4, "10"},
	{positions.Star, 4, "15"},
	{positions.Rhombus, 4, "3"},
	{positions.Rhombus, 9, "10"},
}

// drawPuzzle draws one of the arenas with any rules.
func drawPuzzle(t *rapid.T) *puzzles.Puzzle {
	arena := arenas[rapid.IntRange(0, len(arenas)-1).Draw(t, "arena")]
	p, err := puzzles.Highscore(puzzles.Options{
		Shape: arena.shape, Size: arena.size, Army: arena.army,
		Arrival: rapid.SampledFrom([]positions.Arrival{positions.Booklet, positions.Free}).Draw(t, "arrival"),
		Jumps:   rapid.SampledFrom([]positions.Jumps{positions.Short, positions.Super}).Draw(t, "jumps"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// scatter moves the men of p to any cells, so that games begin in the middle
// of things, and makes the goal of booklet games any cells too.
func scatter(t *rapid.T, p *puzzles.Puzzle) {
	cells := make([]positions.Cell, p.Board.Len())
	for c := range cells {
		cells[c] = positions.Cell(c)
	}
	n := p.Men()
	cells = rapid.Permutation(cells).Draw(t, "cells")
	p.Start, p.Goal = positions.BitsOf(cells[:n]...), positions.BitsOf(cells[len(cells)-n:]...)
}

// zonesOf is the arrival rule of p for a generator; nil for free rules.
func zonesOf(p *puzzles.Puzzle) *positions.Zones {
	if p.Arrival == positions.Free {
		return nil
	}
	return positions.NewZones(p.Start, p.Goal, true, false)
}

// moves lists what the generator finds in a position of p.
func moves(p *puzzles.Puzzle, men positions.Bits) []positions.Move {
	g := positions.NewGenerator(positions.NewMoveTable(p.Board, p.Jumps), zonesOf(p), positions.Moves)
	positions.Load(g, (*[4]uint64)(&men))
	return g.Append(nil)
}

// play draws a game of up to n moves of the generator, with its paths, and
// returns the final position.
func play(t *rapid.T, p *puzzles.Puzzle, n int) (puzzles.Line, positions.Bits) {
	table := positions.NewMoveTable(p.Board, p.Jumps)
	men := p.Start
	line := puzzles.Line{}
	for range n {
		list := moves(p, men)
		if len(list) == 0 {
			break
		}
		m := list[rapid.IntRange(0, len(list)-1).Draw(t, "move")]
		from, to := positions.Cell(m.From), positions.Cell(m.To)
		path := positions.Path(table, men, from, to)
		if len(path) != int(m.Hops)+1 || path[0] != from || path[len(path)-1] != to {
			t.Fatalf("move %v has the path %s", m, p.Board.FormatPath(path))
		}
		line = append(line, path)
		men = men.Without(from).With(to)
	}
	return line, men
}

// verdict is Replay's answer as firstWrong gives it.
func verdict(t interface{ Fatalf(string, ...any) }, p *puzzles.Puzzle, line puzzles.Line) int {
	report, err := verify.Replay(p, line)
	var illegal *verify.Illegal
	switch {
	case err == nil:
		if report.Moves != len(line) || report.Hops != line.Hops() || report.Final != p.Goal {
			t.Fatalf("report %v of a line of %d moves", report, len(line))
		}
		return 0
	case errors.As(err, &illegal):
		return illegal.Move
	}
	t.Fatalf("%v", err)
	return -1
}

func TestRandomGamesAreAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		if rapid.Bool().Draw(t, "scattered") {
			scatter(t, p)
		}
		line, final := play(t, p, rapid.IntRange(0, 25).Draw(t, "length"))
		_, err := verify.Replay(p, line)
		var illegal *verify.Illegal
		if errors.As(err, &illegal) && illegal.Move == len(line)+1 && illegal.Before == final && final != p.Goal {
			// Legal, but random games do not arrive. Ask for where it did.
			q := *p
			q.Goal, q.Arrival = final, positions.Free
			_, err = verify.Replay(&q, line)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}

// mutate spoils a line, or what is left of it, at one place.
func mutate(t *rapid.T, p *puzzles.Puzzle, line puzzles.Line) puzzles.Line {
	out := make(puzzles.Line, len(line))
	for i, path := range line {
		out[i] = append([]positions.Cell(nil), path...)
	}
	at := rapid.IntRange(0, len(out)-1).Draw(t, "at")
	path := out[at]
	anyCell := func() positions.Cell { // often one or two steps from the last cell of the path
		c := positions.NoCell
		if len(path) > 0 {
			c = path[len(path)-1]
		}
		steps := rapid.IntRange(0, 2).Draw(t, "steps")
		d := rapid.IntRange(0, p.Board.Directions()-1).Draw(t, "direction")
		for range steps {
			if c >= 0 && int(c) < p.Board.Len() {
				c = p.Board.Neighbour(c, d)
			}
		}
		if steps == 0 {
			c = positions.Cell(rapid.IntRange(-1, p.Board.Len()).Draw(t, "cell"))
		}
		return c
	}
	k := rapid.IntRange(0, max(len(path)-1, 0)).Draw(t, "k")
	switch kind := rapid.IntRange(0, 8).Draw(t, "kind"); {
	case kind == 0: // swap two moves
		j := rapid.IntRange(0, len(out)-1).Draw(t, "with")
		out[at], out[j] = out[j], out[at]
	case kind == 1: // leave a move out
		out = append(out[:at], out[at+1:]...)
	case kind == 2: // make a move twice
		out = append(out[:at+1], out[at:]...)
	case kind == 3 && at+1 < len(out): // join two moves
		out[at] = append(path, out[at+1]...)
		out = append(out[:at+1], out[at+2:]...)
	case kind == 4: // walk back
		for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
			path[i], path[j] = path[j], path[i]
		}
	case kind == 5 && len(path) > 0: // leave a cell out
		out[at] = append(path[:k], path[k+1:]...)
	case kind == 6 && len(path) > 0: // to a cell and back
		out[at] = append(append(append([]positions.Cell(nil), path[:k+1]...), anyCell()), path[k:]...)
	case kind == 7: // go on
		out[at] = append(path, anyCell())
	case len(path) > 0: // another cell
		path[k] = anyCell()
	}
	return out
}

func TestSpoiledGamesAreJudgedAsByTheOracle(t *testing.T) {
	verdicts := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		if rapid.Bool().Draw(t, "scattered") {
			scatter(t, p)
		}
		line, final := play(t, p, rapid.IntRange(1, 12).Draw(t, "length"))
		if p.Arrival == positions.Free {
			p.Goal = final
		}
		for range 10 {
			spoiled := line
			for range rapid.IntRange(1, 3).Draw(t, "mutations") {
				if len(spoiled) > 0 {
					spoiled = mutate(t, p, spoiled)
				}
			}
			got, want := verdict(t, p, spoiled), firstWrong(p, spoiled)
			if got != want {
				t.Fatalf("first wrong move %d, the oracle says %d: %v", got, want, spoiled)
			}
			switch {
			case got == 0:
				verdicts["solved"]++
			case got > len(spoiled):
				verdicts["missed"]++
			default:
				verdicts["illegal"]++
			}
		}
	})
	t.Log(verdicts)
	for _, v := range []string{"solved", "missed", "illegal"} {
		if verdicts[v] == 0 && !testing.Short() { // with -short only a fifth is tried
			t.Errorf("no spoiled game was %s: %v", v, verdicts)
		}
	}
}

// solve returns a line with the fewest moves, by plain breadth-first search.
func solve(t *testing.T, p *puzzles.Puzzle) puzzles.Line {
	t.Helper()
	type origin struct {
		men  positions.Bits
		move positions.Move
	}
	from := map[positions.Bits]origin{p.Start: {}}
	for queue := []positions.Bits{p.Start}; len(queue) > 0; queue = queue[1:] {
		men := queue[0]
		if men == p.Goal {
			table := positions.NewMoveTable(p.Board, p.Jumps)
			var line puzzles.Line
			for men != p.Start {
				o := from[men]
				line = append(puzzles.Line{positions.Path(table, o.men, positions.Cell(o.move.From), positions.Cell(o.move.To))}, line...)
				men = o.men
			}
			return line
		}
		for _, m := range moves(p, men) {
			next := men.Without(positions.Cell(m.From)).With(positions.Cell(m.To))
			if _, seen := from[next]; !seen {
				from[next] = origin{men, m}
				queue = append(queue, next)
			}
		}
	}
	t.Fatalf("%s: no solution", p)
	return nil
}

func TestSolutionsAreAccepted(t *testing.T) {
	tests := []struct {
		options puzzles.Options
		moves   int
	}{
		{puzzles.Options{Shape: positions.Square, Size: 3}, 4},
		{puzzles.Options{Shape: positions.Square, Size: 4}, 5},
		{puzzles.Options{Shape: positions.Square, Size: 4, Jumps: positions.Super}, 5},
		{puzzles.Options{Shape: positions.Square, Size: 5, Army: "block2x2"}, 6},
		{puzzles.Options{Shape: positions.Rhombus, Size: 4}, 8},
		{puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "3", Jumps: positions.Super}, 10},
		{puzzles.Options{Shape: positions.Star, Size: 1}, 4},
		{puzzles.Options{Shape: positions.Star, Size: 2, Army: "3"}, 11},
	}
	for _, tc := range tests {
		for _, arrival := range []positions.Arrival{positions.Booklet, positions.Free} {
			tc.options.Arrival = arrival
			p := positiontest.Must(t, puzzles.Highscore, tc.options)
			t.Run(fmt.Sprint(p), func(t *testing.T) {
				line := solve(t, p)
				report, err := verify.Replay(p, line)
				if err != nil {
					t.Fatal(err)
				}
				if want := (verify.Report{Moves: len(line), Hops: line.Hops(), Final: p.Goal}); report != want {
					t.Errorf("got %v, want %v", report, want)
				}
				if report.Moves != tc.moves {
					t.Errorf("%d moves, want %d", report.Moves, tc.moves)
				}
			})
		}
	}
}
