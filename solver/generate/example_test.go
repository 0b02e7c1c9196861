package generate_test

import (
	"context"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// A site makes puzzles for whoever asks, with a filter from outside.
func Example() {
	filter, err := generate.ParseFilter("moves in 4..5 and unique_first")
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := puzzles.Highscore(puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "3"})
	if err != nil {
		fmt.Println(err)
		return
	}
	batch := generate.Batch{Count: 2, Effort: 1000, Workers: 2, Options: generate.Options{
		Kind: generate.Endgame, Game: game, MinMoves: 4, MaxMoves: 6, Unique: generate.UniqueNone, Hardest: 100, Filter: filter, Seed: 1,
	}}
	_, err = batch.Run(context.Background(), func(p *generate.Puzzle) error {
		fmt.Println(p.Kind, len(p.Line) == 4 || len(p.Line) == 5, p.First)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// endgame true 1
	// endgame true 1
}

func ExampleParseFilter() {
	_, err := generate.ParseFilter("moves > 5 and colour == 3")
	fmt.Println(err)
	// Output: column 15: unknown name "colour"
}
