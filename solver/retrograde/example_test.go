package retrograde_test

import (
	"context"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// A game for two is solved completely; then every position has its value, and best
// play can be asked for.
func ExampleSolve() {
	game, err := duel.New(duel.Options{Shape: positions.Rhombus, Size: 4, Men: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := retrograde.Solve(context.Background(), game, retrograde.Options{Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	start := game.View(game.Start())
	value, turns, err := table.Lookup(start)
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := game.Line(table, start)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s in %d turns, first %s\n", value, turns, game.FormatLine(game.Start(), line)[0])
	// Output: won in 13 turns, first a1-b1
}
