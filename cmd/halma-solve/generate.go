package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/puzzles/generate"
	"github.com/halma-solve/halma-solve/reports"
)

func generateCommand() *cli.Command {
	return &cli.Command{
		Name:     "generate",
		Category: "Solve",
		Usage:    "make many puzzles, each with its proven shortest solution",
		Description: `Makes puzzles at random and keeps those that are as wanted. Of each it gives an
ID that holds for ever, the proven minimal number of moves, one minimal line,
the number of minimal lines, and a difficulty with what it is made of
(--explain). No two are the same up to symmetry. The same options and seed give
the same puzzles with any number of workers.

Kinds: solo, arrangements of the cross from which one man is left on a given
hole; endgame, positions of highscore some moves before the end; transfer, a
figure of men to be taken to another place of the same form; connection, men to
form a straight line from edge to edge, on any of the lines that the puzzle
names; treffpunkt, men to form a figure elsewhere on the board.

What can be won on the english cross is in a table that is made in a second and
kept in --cache; long batches of solo make another one, of 400 MiB, for a time.

With --format jsonl a file grows line by line. The same command goes on where it
was stopped, also after kill -9: what is there is checked and kept, a torn last
line is removed. A greater --count makes a longer batch of the same puzzles.

The exit code is 12 if --effort candidates in a row made no new puzzle; the
message then says what became of all candidates.`,
		UsageText: "halma-solve generate [options]",
		ArgsUsage: examples(`halma-solve generate --kind solo --count 5 --unique first
halma-solve generate --kind endgame --men 10 --min-moves 4 --max-moves 6
halma-solve generate --kind transfer --board square --size 6 --men 4
halma-solve generate --kind connection --board rhombus --size 6
halma-solve generate --kind treffpunkt --start court --men 6
halma-solve generate --count 1000 --seed 7 --format jsonl -o solo.jsonl`),
		Flags: slices.Concat(generateFlags(), []cli.Flag{
			storeFlag("`DIR`where the table of solo is kept that says what can be won; none: nowhere"), quietFlag(),
		}),
		Action: generateBatch,
	}
}

func generateBatch(c *cli.Context) (err error) {
	if err := noArguments(c); err != nil {
		return err
	}
	batch, err := batchOf(c)
	if err != nil {
		return err
	}
	lines := false
	err = parseFlag(c, "format", func(value string) error {
		lines = value == "jsonl"
		if !lines && value != "text" {
			return fmt.Errorf("unknown form %q (text or jsonl)", value)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if lines && c.Bool("explain") {
		return usageError("--explain is for --format text; jsonl has all features always")
	}
	to, err := outputOf(c, "output")
	if err != nil {
		return err
	}
	var sink puzzleSink
	if lines && !to.standard() && !to.direct {
		sink, err = resumePuzzles(to.path, batch)
	} else {
		sink, err = newPuzzleStream(to, c.App.Writer, lines, c.Bool("explain"))
	}
	if err != nil {
		return err
	}
	closeStore, err := equipBatch(c, batch)
	if err != nil {
		return errors.Join(err, sink.close())
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	show := newMaking(batch, c.Bool("quiet"), to.standard())
	defer show.done()
	ctx, stop := interruptible(c.Context, show.progress)
	defer stop()
	batch.Progress = show.tell
	tally, err := batch.Run(ctx, sink.put)
	show.done()
	if closeErr := sink.close(); closeErr != nil {
		return errors.Join(closeErr, err)
	}
	switch {
	case errors.Is(err, generate.ErrEffort):
		return &exit{exitLimit, effortMessage(batch, tally)}
	case errors.Is(err, generate.ErrOptions):
		return usageError("%v", err)
	case errors.Is(err, context.Canceled):
		return &exit{code: exitInterrupted}
	}
	return err
}

// effortMessage says what became of the candidates, the most frequent first.
func effortMessage(b *generate.Batch, t generate.Tally) string {
	reasons := slices.Sorted(maps.Keys(t.Dropped))
	slices.SortStableFunc(reasons, func(x, y string) int { return int(t.Dropped[y] - t.Dropped[x]) })
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("%s %s", reports.Grouped(t.Dropped[reason]), reason)
	}
	return fmt.Sprintf("%d of %d puzzles found; gave up after %d candidates in a row without a new one (of %s: %s); see --effort",
		t.Found, b.Count, t.InARow, reports.Grouped(t.Candidates), strings.Join(reasons, ", "))
}
