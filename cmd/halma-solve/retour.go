package main

import (
	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/puzzles"
)

func retourCommand() *cli.Command {
	return &cli.Command{
		Name:     "retour",
		Category: "Solve",
		Usage:    "fill the board by placing men that are jumped, solo backwards",
		Description: `Starts with one man. A man is placed on an empty hole next to a man, which at
once jumps over it to the empty hole behind; both stay. The goal is the full
board but for one hole. Placings one after the other that are jumped by the same
man are one move; as few moves as possible are wanted. A solution read backwards
is one of "halma-solve solo".

Exit codes:
` + exitCodesHelp,
		UsageText: "halma-solve retour [options]",
		ArgsUsage: examples(`halma-solve retour                          # 18 moves, proven
halma-solve retour --from a4 --to d1
halma-solve retour --position goal.txt --to c3`),
		Flags: withStore(pegFlags("the hole that is empty at the end", "the hole of the first man", "the goal"), searchFlags(), reportFlags()),
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			if c.String("to") == puzzles.AnyHole {
				return flagError(c, "to", errAnyFirst)
			}
			t, err := pegTaskOf(c, puzzles.Retour)
			if err != nil {
				return err
			}
			return t.solve(c)
		},
	}
}
