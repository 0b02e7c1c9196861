package puzzles_test

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// The puzzle of a size and an army, and what a program can ask of it.
func ExampleHighscore() {
	p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 4, Army: "3"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Println("from", p.Board.Names(p.Start), "to", p.Board.Names(p.Goal))
	fmt.Print(p.Board.DrawMen(p.Start))
	// Output:
	// highscore, square 4×4, 3 men, booklet rules, short jumps, counted in moves
	// from [a1 b1 a2] to [d3 c4 d4]
	//  4  . . . .
	//  3  . . . .
	//  2  o . . .
	//  1  o o . .
	//     a b c d
}

// The central game of peg solitaire on the English cross.
func ExampleSolo() {
	p, err := puzzles.Solo(puzzles.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Print(p.Board.DrawBoard(p.Start))
	// Output:
	// solo, english cross (33 holes), 32 men, counted in moves
	// --ooo--
	// --ooo--
	// ooooooo
	// ooo.ooo
	// ooooooo
	// --ooo--
	// --ooo--
}
