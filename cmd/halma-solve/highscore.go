package main

import (
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
)

func highscoreCommand() *cli.Command {
	return gameCommand(puzzles.GameHighscore, cli.Command{
		Usage: "bring an army to the opposite court in as few moves as possible",
		Description: `Searches for a shortest line that brings all men from their court to the
opposite one, any man on any cell. It ends when the answer is proven, at the
time or memory limit, or at Ctrl-C, and always reports the best line and the
proven bounds. Answers are kept in the store, so that asking again is answered
at once and a later search starts from the best known; what the program knows
from the beginning is in its atlas ("halma-solve atlas"). --fresh does without
both. A long proof saves its layers, too: stopped in any way, it goes on when
the command is run again.
--certificate writes down what was searched and under which bounds.`,
		ArgsUsage: cli.Examples(`halma-solve highscore                                   # star, 15 men
halma-solve highscore --men 10 --rules free --fresh     # searched: 27 moves
halma-solve highscore --board square --size 8 --time 30s
halma-solve highscore --board square --men ring --jumps super
halma-solve highscore --format json --output star.json
halma-solve highscore --men 10 --prove --certificate star10.json`),
	})
}
