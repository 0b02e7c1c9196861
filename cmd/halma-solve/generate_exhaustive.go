package main

import (
	"fmt"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// exhausted says how an enumeration ended that is through: nothing if it gave
// puzzles and left out none for want of memory.
func exhausted(b *generate.Batch, t generate.Tally) error {
	switch {
	case t.Unsettled() > 0:
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s of %s puzzles are left out: they could not be settled within the memory of a search",
			humanize.Comma(t.Unsettled()), humanize.Comma(int64(t.All))))

	case t.Found > 0:
		return nil
	case t.All == 0:
		return cli.Stop(cli.ExitNo, "there is no such puzzle: no start of the space needs so many moves")
	}
	return cli.Stop(cli.ExitNo, fmt.Sprintf("there is no such puzzle (of %s: %s)", humanize.Comma(t.Candidates), droppedText(t)))
}
