package main

import (
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
)

func shortestCommand() *cli.Command {
	return gameCommand(puzzles.GameShortest, cli.Command{
		Usage: "the shortest game that two players who help each other can play",
		Description: `Two armies stand in opposite courts and move in turn, one man each time: a step,
or a chain of jumps over men of either army. The players help each other to end
the game as soon as possible: it is over when one army fills the court where the
other began. How few turns, of both together, can that take?

In lines and drawings the men of the winner are the marked ones. Who begins
follows from the number of turns, as the winner makes the last one. Neither
arrival nor clearing binds the armies. On the star they have opposite points,
and nobody the other four.

The bound is raised turn by turn by complete searches; lines come from beams,
and from what a search with helpers who move late does not refute.
What cuts the searches is weaker with --jumps super, so that fewer boards are
settled. Answers are kept in the store. --certificate writes down which lengths
were refuted how: with the layers of the search by turns, which "halma-solve
verify --recheck" makes again, or without layers by one with helpers who move
as late as they can, in whose place --recheck makes a search by turns of its
own.`,
		ArgsUsage: cli.Examples(`halma-solve shortest --board rhombus --size 9 --men 10 --time 2m
halma-solve shortest --board square --size 5 --men 3
halma-solve shortest --board rhombus --size 5 --men 3 --format json
halma-solve shortest --board rhombus --size 6 --men 6 --certificate proof.json`),
	})
}
