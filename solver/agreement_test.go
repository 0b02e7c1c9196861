package solver

import (
	"context"
	"fmt"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestAgreesWithBreadthFirst compares the whole search with one that uses no
// bound, no symmetry and no hashing, on every board and army that is small
// enough, under all rules.
func TestAgreesWithBreadthFirst(t *testing.T) {
	const most = 300_000 // positions
	for _, shape := range []positions.Shape{positions.Square, positions.Rhombus, positions.Star} {
		smallest, _, _ := shape.Sizes()
		for size := smallest; size <= 6; size++ {
			board, err := positions.NewBoard(shape, size)
			if err != nil {
				break // the star ends at 4
			}
			for _, army := range puzzles.Armies(board) {
				start, err := puzzles.Court(board, army)
				if err != nil {
					t.Fatal(err)
				}
				if r, err := positions.NewRanker(board.Len(), start.Len()); err != nil || r.Len() > most {
					continue
				}
				for variant := range 8 {
					o := puzzles.HighscoreOptions{
						Shape: shape, Size: size, Army: army,
						Arrival: positions.Arrival(variant & 1), Jumps: positions.Jumps(variant >> 1 & 1), Count: positions.Count(variant >> 2),
					}
					t.Run(fmt.Sprintf("%s%d/%s/%s-%s-%s", shape, size, army, o.Arrival, o.Jumps, o.Count), func(t *testing.T) {
						t.Parallel()
						agree(t, o)
					})
				}
			}
		}
	}
}

func agree(t *testing.T, o puzzles.HighscoreOptions) {
	p, err := puzzles.Highscore(o)
	if err != nil {
		t.Fatal(err)
	}
	want, err := BreadthFirst(context.Background(), p, 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Solve(context.Background(), p, Options{Workers: 2, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	if want.Distance < 0 {
		if got.Status != Impossible {
			t.Fatalf("%s %d…%d, breadth-first: impossible", got.Status, got.Lower, got.Upper)
		}
		return
	}
	if got.Status != Optimal || got.Upper != want.Distance {
		t.Fatalf("%s %d…%d, breadth-first: %d", got.Status, got.Lower, got.Upper, want.Distance)
	}
}
