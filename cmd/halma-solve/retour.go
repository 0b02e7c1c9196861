package main

import (
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
)

func retourCommand() *cli.Command {
	return gameCommand(puzzles.GameRetour, cli.Command{
		Aliases: []string{"reverse"},
		Usage:   "fill the board by placing men that are jumped, solo backwards",
		Description: `Starts with one man. A man is placed on an empty hole next to a man, which at
once jumps over it to the empty hole behind; both stay. The goal is the full
board but for one hole. Placings one after the other that are jumped by the same
man are one move; as few moves as possible are wanted. A solution read backwards
is one of "halma-solve solo".`,
		ArgsUsage: cli.Examples(`halma-solve retour                          # 18 moves, proven
halma-solve retour --from a4 --to d1
halma-solve retour --position goal.txt --to c3`),
	})
}
