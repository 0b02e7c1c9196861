package verify_test

import (
	"errors"
	"math"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// bergholt is a published solution in 18 moves (E. Bergholt 1912) of the central
// game, in two-digit coordinates: column, row.
var bergholt = [][]int{
	{46, 44},
	{65, 45},
	{57, 55},
	{54, 56},
	{52, 54},
	{73, 53},
	{43, 63},
	{75, 73, 53},
	{35, 55},
	{15, 35},
	{23, 43, 63, 65, 45, 25},
	{37, 57, 55, 53},
	{31, 33},
	{34, 32},
	{51, 31, 33},
	{13, 15, 35},
	{36, 34, 32, 52, 54, 34},
	{24, 44},
}

func TestReplayBergholt(t *testing.T) {
	solo, retour := positiontest.Must(t, puzzles.Solo, puzzles.Options{}), positiontest.Must(t, puzzles.Retour, puzzles.Options{})
	var line, back puzzles.Line
	for _, digits := range bergholt {
		var path, reversed []positions.Cell
		for _, d := range digits {
			c := solo.Board.CellAt(positions.Point{X: d/10 - 1, Y: d%10 - 1})
			path = append(path, c)
			reversed = append([]positions.Cell{c}, reversed...)
		}
		line = append(line, path)
		back = append(puzzles.Line{reversed}, back...)
	}
	if r, err := verify.Replay(solo, line); err != nil || r.Moves != 18 || r.Hops != 31 || r.Final != solo.Goal {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := verify.Replay(retour, back); err != nil || r.Moves != 18 || r.Hops != 31 || r.Final != retour.Goal {
		t.Errorf("backwards: %+v, %v", r, err)
	}
	if _, err := verify.Replay(retour, line); err == nil {
		t.Error("a line of solo passes as one of retour")
	}
	if _, err := verify.Replay(solo, line[:17]); err == nil || err.Error() != "after the last move: 2 men are left, not one" {
		t.Errorf("without the last move: %v", err)
	}
}

func TestPegReasons(t *testing.T) {
	b, men, err := positions.ParseDrawn("o.o\noo.\n.o-\n")
	if err != nil {
		t.Fatal(err)
	}
	solo := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, Men: men, To: "c3"})
	retour := positiontest.Must(t, puzzles.Retour, puzzles.Options{Board: b, Men: men, To: "c3"})
	c := func(names ...string) (path []positions.Cell) {
		for _, n := range names {
			cell := positiontest.Must(t, b.ParseCell, n)
			path = append(path, cell)
		}
		return path
	}
	for _, tc := range []struct {
		p    *puzzles.Puzzle
		line puzzles.Line
		want string
	}{
		{solo, nil, "after the last move: 5 men are left, not one"},
		{solo, puzzles.Line{nil}, "move 1, without cells: a move needs at least two cells"},
		{solo, puzzles.Line{{0, 99}}, "move 1, a1-?: cell 2 of the move is not on the drawn board (8 holes)"},
		{solo, puzzles.Line{c("a2", "b2")}, "move 1, a2-b2: a2 and b2 are not two holes apart in a row or a column"},
		{solo, puzzles.Line{c("a1", "c3")}, "move 1, a1-c3: a1 and c3 are not two holes apart in a row or a column"},
		{solo, puzzles.Line{c("a1", "a3")}, "move 1, a1-a3: there is no man on a1"},
		{solo, puzzles.Line{c("a3", "c3")}, "move 1, a3-c3: c3 is occupied"},
		{solo, puzzles.Line{c("b1", "b3"), c("c3", "a3")}, "move 2, c3-a3: a3 is occupied"},
		{solo, puzzles.Line{c("a2", "c2"), c("c3", "c2")}, "move 2, c3-c2: c3 and c2 are not two holes apart in a row or a column"},
		{solo, puzzles.Line{c("a2", "c2", "a2")}, "move 1, a2-c2-a2: b2 is empty: there is nobody to jump over"},
		{retour, puzzles.Line{c("c3", "a3")}, "after the last move: no man is on b1, a2, b2, c3"},
		{retour, puzzles.Line{c("c3", "a3", "c3")}, "move 1, c3-a3-c3: b3 is occupied: no man can be placed there"},
		{retour, puzzles.Line{c("a3", "c3")}, "move 1, a3-c3: there is no man on a3"},
	} {
		_, err := verify.Replay(tc.p, tc.line)
		var illegal *verify.Illegal
		if !errors.As(err, &illegal) || err.Error() != tc.want {
			t.Errorf("%s: %v\nwant %s", tc.p.Game, err, tc.want)
		}
	}
}

// A broken puzzle is an error of its own.
func TestPegPuzzlesRefused(t *testing.T) {
	good := positiontest.Must(t, puzzles.Solo, puzzles.Options{})
	for name, change := range map[string]func(*puzzles.Puzzle){
		"no men":           func(p *puzzles.Puzzle) { p.Start = positions.Bits{} },
		"no goal":          func(p *puzzles.Puzzle) { p.Goal = positions.Bits{} },
		"cells off board":  func(p *puzzles.Puzzle) { p.Start = p.Start.With(40) },
		"a board to walk":  func(p *puzzles.Puzzle) { p.Board = positiontest.Board(t, positions.Square, 8) },
		"a star":           func(p *puzzles.Puzzle) { p.Board = positiontest.Board(t, positions.Star, 4) },
		"no board":         func(p *puzzles.Puzzle) { p.Board = nil },
		"an unknown game":  func(p *puzzles.Puzzle) { p.Game = "solitaire" },
		"goal off board":   func(p *puzzles.Puzzle) { p.Goal = p.Goal.With(255) },
		"retour, no cells": func(p *puzzles.Puzzle) { p.Game, p.Goal = puzzles.GameRetour, positions.Bits{} },
	} {
		p := *good
		change(&p)
		if _, err := verify.Replay(&p, nil); !errors.Is(err, verify.ErrPuzzle) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzReplayPegs reads boards, men and paths off the bytes. Nothing panics; what
// passes has jumped the right number of times.
func FuzzReplayPegs(f *testing.F) {
	f.Add(false, []byte{7, 0, 1, 1, 3}, []byte{0, 2, 255, 1, 3})
	f.Add(true, []byte{1, 0, 0, 1}, []byte{3, 1})
	f.Add(false, []byte{255, 255, 255, 255}, []byte{})
	for _, seed := range foundReplayPegs {
		f.Add(seed.retour, []byte(seed.men), []byte(seed.moves))
	}
	f.Fuzz(func(t *testing.T, retour bool, men, moves []byte) {
		p := *positiontest.Must(t, puzzles.Solo, puzzles.Options{})
		if retour {
			p = *positiontest.Must(t, puzzles.Retour, puzzles.Options{})
		}
		p.Start = positions.Bits{}
		for i, m := range men {
			for bit := range 8 {
				if c := 8*i + bit; m>>bit&1 != 0 && c < positions.MaxCells {
					p.Start = p.Start.With(positions.Cell(c))
				}
			}
		}
		l := puzzles.Line{nil}
		for _, c := range moves {
			switch {
			case c == 255:
				l = append(l, nil)
			case c == 254:
				l[len(l)-1] = append(l[len(l)-1], math.MinInt16)
			default:
				l[len(l)-1] = append(l[len(l)-1], positions.Cell(c)-1)
			}
		}
		r, err := verify.Replay(&p, l)
		if err != nil {
			return
		}
		if change := r.Final.Len() - p.Start.Len(); change != r.Hops && change != -r.Hops {
			t.Errorf("%d hops change the number of men by %d", r.Hops, change)
		}
	})
}
