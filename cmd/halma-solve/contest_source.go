package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/check"
	"github.com/halma-solve/halma-solve/puzzles/contest/tablebase"
	"github.com/halma-solve/halma-solve/solver/levels"
)

// contestFlags are the options that name a game of package contest, of commands that
// take a tablebase as well.
func contestFlags() []cli.Flag {
	only := "with GAME only: see \"halma-solve help prove\""
	flags := []cli.Definition{duelBoard.With("the board, "+only, "that of the game"), duelSize.With("size of the board, "+only, "that of the game"), duelMen.With("men of each side, "+only, "that of the game")}
	return cli.Flags(append(flags, contestOptions()...)...)
}

// contestSource knows the values of a game of package contest: from a file, or since it
// was solved just now.
type contestSource struct {
	contest.Source                      // nil for a game with dice
	chances        contest.ChanceSource // nil for others
	roll           string               // of the dice that is asked about, "" for all
	game           *contest.Game
	from           contest.Position // where play begins
	file           *tablebase.File  // nil if it was solved
	name           string           // of the file
}

// openContest returns the values of the game or in the file that an argument of a
// command names; nil if it is neither a game of package contest nor a tablebase of one.
// A game is solved from its start, or from the position in a text if there is one.
func openContest(c *cli.Context, name string, memory int64, position string) (*contestSource, error) {
	if k := contest.KindOf(name); k != nil {
		return solveContest(c, k, memory, position)
	}
	file, err := readContest(name, memory)
	if err != nil || file == nil {
		return nil, err
	}
	for _, o := range append(contestOptions(), duelBoard, duelSize, duelMen) {
		if option := o.Called(); cli.Given(c, option) {
			return nil, cli.UsageError("--%s: %s says itself which game it is of", option, name)
		}
	}
	s := &contestSource{game: file.Game, from: file.From, file: file, name: name}
	if file.Game.Kind.Chance {
		s.chances = file
	} else {
		s.Source = file
	}
	return s, nil
}

// readContest reads a tablebase of a game of package contest; nil if the file is
// something else, or cannot be opened.
func readContest(name string, memory int64) (*tablebase.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil // who looks for a tablebase of races says it
	}
	defer func() { _ = f.Close() }() // nothing was written
	begin := make([]byte, 8)
	if n, _ := f.ReadAt(begin, 0); !tablebase.Is(begin[:n]) {
		return nil, nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil, contestError(name, err)
	}
	file, err := tablebase.Read(f, info.Size(), memory)
	return file, contestError(name, err)
}

// contestError gives an error about a tablebase its exit code.
func contestError(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, tablebase.ErrFormat), errors.Is(err, tablebase.ErrDamaged):
		return cli.Stop(cli.ExitInput, fmt.Sprintf("%s: %v", name, err))
	case errors.Is(err, tablebase.ErrMemory):
		return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s: %v", name, err))
	case errors.Is(err, check.ErrWrong):
		return cli.Stop(cli.ExitNo, fmt.Sprintf("%s: %v", name, err))
	}
	return cli.IOError("cannot read %s: %v", name, cli.Cause(err))
}

// solveContest solves the game that GAME and the options name.
func solveContest(c *cli.Context, k *contest.Kind, memory int64, position string) (*contestSource, error) {
	g, err := contestOf(c, k)
	if err != nil {
		return nil, err
	}
	if err := refuseForDice(c, k); err != nil {
		return nil, err
	}
	t := contestProof{game: g, from: g.Start(), options: levels.Options{Workers: cli.AllWorkers(cli.Workers.Of(c)), Memory: memory}}
	s := &contestSource{game: g, from: t.from}
	if position != "" {
		if t.from, err = s.position(c, position); err != nil {
			return nil, err
		}
		s.from, t.options.Roots = t.from, []contest.Position{t.from}
	}
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	t.options.Progress = show.Levels
	if k.Chance {
		if s.chances, err = levels.SolveChances(ctx, g, t.options); err != nil {
			return nil, t.failed(ctx, err)
		}
		return s, nil
	}
	table, err := levels.Solve(ctx, g, t.options)
	if err != nil {
		return nil, t.failed(ctx, err)
	}
	s.Source = table
	return s, nil
}

// position reads what --position says.
func (s *contestSource) position(c *cli.Context, text string) (contest.Position, error) {
	p, err := s.game.Parse(text)
	if err != nil {
		return p, duelPosition.Refuse(c, onOneLine(err))
	}
	if err := s.knows(p); errors.Is(err, contest.ErrNotReached) {
		return p, duelPosition.Refuse(c, err)
	}
	return p, nil
}

// knows returns the error of looking a position up, nil before anything is solved.
func (s *contestSource) knows(p contest.Position) (err error) {
	switch {
	case s.chances != nil:
		_, err = s.chances.Chance(p)
	case s.Source != nil:
		_, err = s.Lookup(p)
	}
	return err
}

// fail gives an error about a value its exit code.
func (s *contestSource) fail(err error) error {
	if s.file != nil && (errors.Is(err, contest.ErrNotReached) || errors.Is(err, contest.ErrInconsistent)) { // from one that was, or of its turns
		return cli.Stop(cli.ExitInput, fmt.Sprintf("%s: %v", s.name, err))
	}
	return err
}

// writeContest writes the tablebase of a game that was solved, whole or not at all, and
// removes the file that kept the state until then.
func writeContest[V contest.Packed | contest.PackedChance](ctx context.Context, t contestProof, table tablebase.Table[V]) error {
	file, err := files.Create(t.file, 0o666)
	if err != nil {
		return cli.IOError("cannot write %s: %v", t.file, cli.Cause(err))
	}
	defer file.Discard()
	err = tablebase.Write(ctx, file.File, t.game, t.from, table)
	if err == nil {
		err = file.Commit()
	}
	switch {
	case err == nil:
		return removePart(t.file)
	case ctx.Err() == nil:
		return cli.IOError("cannot write %s: %v", t.file, cli.Cause(err))
	}
	return err
}
