package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/tablebase"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// raceSource knows the values of a race: from a file, or since it was solved just now.
type raceSource struct {
	duel.Source
	game *duel.Game
	file *tablebase.File // nil if it was solved
	name string          // of the file
}

// openRace returns the values of the race, or in the file, that an argument of a command
// names. Before it is done with them the command calls done.
func openRace(c *cli.Context, name string, memory int64) (s *raceSource, done func(), err error) {
	if err := noContestOptions(c); err != nil {
		return nil, nil, err
	}
	if isRace(name) {
		s, err = solveRace(c, memory)
		return s, func() {}, err
	}
	if option := cli.FirstGiven(c, duelBoard.Name, duelSize.Name, duelMen.Name); option != "" {
		return nil, nil, cli.UsageError("--%s: %s says itself which game it is of", option, cli.Clip(name))
	}
	file, done, err := openTablebase(c.Command.Name, name, memory)
	if err != nil {
		return nil, nil, err
	}
	return &raceSource{file, file.Game, file, name}, done, nil
}

// mostAtOnce is how many positions a race has at the most that is solved for one command:
// some ten seconds of a small machine.
const mostAtOnce = 100_000_000

// solveRace solves the race that GAME and the options name.
func solveRace(c *cli.Context, memory int64) (*raceSource, error) {
	g, err := duelOf(c)
	if err != nil {
		return nil, err
	}
	if g.Rules.Limit != nil {
		return nil, cli.UsageError("%s: %v; \"halma-solve prove %s\" tells the one of the start", g, retrograde.CounterError{Rules: g.Rules}, g.Rules)
	}
	workers := cli.AllWorkers(cli.Workers.Of(c))
	e, err := retrograde.EstimateOf(g, workers)
	if err := mustFit(g, e, err, memory, workers, false); err != nil {
		return nil, err
	}
	if e.Positions > mostAtOnce {
		return nil, cli.Stop(cli.ExitLimit, fmt.Sprintf("%s has %s positions, too many to be solved for one command (%s); make a tablebase: halma-solve prove %s --board %s --size %d --men %d --tablebase FILE",
			g, humanize.Comma(e.Positions), humanize.Comma(mostAtOnce), g.Rules, g.Board.Shape(), g.Board.Size(), g.Men))
	}
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	table, err := retrograde.Solve(ctx, g, retrograde.Options{Workers: workers, Progress: show.Level})
	switch {
	case ctx.Err() != nil:
		return nil, cli.Stop(cli.ExitInterrupted, "interrupted, nothing is proven yet")
	case errors.Is(err, retrograde.ErrDistance), errors.Is(err, context.DeadlineExceeded):
		return nil, cli.Stop(cli.ExitLimit, err.Error())
	case err != nil:
		return nil, err
	}
	show.Done()
	return &raceSource{Source: table, game: g}, nil
}

// fail gives an error about a value its exit code.
func (s *raceSource) fail(err error) error {
	if s.file == nil {
		return err
	}
	return tablebaseError(s.name, err)
}
