package generate

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// The lines of the game connection are all lines across a star of their length,
// and on squares and rhombi the lines are as many as one counts.
func TestStraights(t *testing.T) {
	for size := 3; size <= 4; size++ {
		p := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: size, Lines: puzzles.AnyLines})
		var want, got []positions.Bits
		for _, g := range p.Goals {
			want = append(want, g.Men)
		}
		for _, s := range Straights(p.Board, 3*size+1) {
			got = append(got, s.Cells)
		}
		slices.SortFunc(want, compareBits)
		slices.SortFunc(got, compareBits)
		if !slices.Equal(got, want) {
			t.Errorf("star %d: %v, want %v", size, got, want)
		}
	}
	for _, c := range []struct {
		shape             positions.Shape
		size, cells, want int
	}{
		{positions.Square, 6, 6, 14},
		{positions.Square, 6, 5, 4},
		{positions.Square, 6, 3, 4},
		{positions.Square, 6, 2, 0},
		{positions.Square, 6, 7, 0},
		{positions.Rhombus, 5, 5, 11},
		{positions.Rhombus, 5, 4, 2},
		{positions.Star, 2, 7, 6},
		{positions.Star, 2, 6, 6},
		{positions.Star, 2, 5, 3},
		{positions.Star, 4, 9, 3},
	} {
		b := positiontest.Board(t, c.shape, c.size)
		if got := Straights(b, c.cells); len(got) != c.want {
			t.Errorf("%s: %d lines of %d cells, want %d", b, len(got), c.cells, c.want)
		}
	}
}

// Puzzles that differ in one goal of several are not the same, images are.
func TestTasksOfSeveralGoals(t *testing.T) {
	at := func(id string) task {
		_, p, err := ParseID("h1-connection-square4-free-short-" + id)
		if err != nil {
			t.Fatal(err)
		}
		return taskOf(p)
	}
	// The rows 1 and 4 and all columns have all cells, as have the four columns and
	// the rows 2 and 3; half a turn and a turn of 90 degrees give images.
	columns := ".b1_b4.c1_c4.d1_d4"
	one := at("f0-a1_d1.a1_a4" + columns + ".a4_d4")
	if two := at("f0-a1_a4" + columns + ".a2_d2.a3_d3"); one == two {
		t.Error("other rows make no difference")
	}
	if two := at("f00-a1_d1.a1_a4" + columns + ".a4_d4"); one != two {
		t.Error("the mirror image is another puzzle")
	}
	if two := at("2222-a1_d1.a1_a4.d1_d4.a2_d2.a3_d3.a4_d4"); one != two {
		t.Error("the turned image is another puzzle")
	}
}

// What cannot be made is refused.
func TestFigureOptionsAreChecked(t *testing.T) {
	for name, change := range map[string]func(o *Options){
		"rules":           func(o *Options) { o.Game.Arrival = positions.Booklet },
		"start":           func(o *Options) { o.Starts = "" },
		"no court":        func(o *Options) { o.Starts, o.Game = CourtStart, transferGame(t, positions.Square, 5, 5) },
		"mirrored walk":   func(o *Options) { o.Starts, o.Symmetric = WalkStart, true },
		"no line":         func(o *Options) { o.Game = transferGame(t, positions.Square, 5, 6) },
		"too many men":    func(o *Options) { o.Kind, o.Game = Treffpunkt, transferGame(t, positions.Square, 4, 6) },
		"length of start": func(o *Options) { o.MinMoves = 0 },
	} {
		o := batches(t)["lines from figures"]
		if err := o.Check(); err != nil {
			t.Fatal(err)
		}
		if name != "rules" {
			change(&o)
			o.Game.Arrival = positions.Free
		} else {
			change(&o)
		}
		if err := o.Check(); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := (&Batch{Options: o, Count: 1, Effort: 1}).Run(context.Background(), nil); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
