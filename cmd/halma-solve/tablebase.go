package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
	"github.com/halma-solve/halma-solve/puzzles/duel/tablebase"
)

// openTablebase opens a tablebase. The errors have their exit codes.
func openTablebase(command, name string, memory int64) (file *tablebase.File, closeFile func(), err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, cli.IOError("cannot read %s: %v", name, cli.Cause(err))
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("it is a directory")
	}
	if err == nil {
		begin := make([]byte, pageBytes)
		n, _ := f.ReadAt(begin, 0) // what cannot be read Open tells
		if k := ownKindOf(begin[:n]); k != nil {
			err = k.check(command, name)
		}
	}
	if err == nil {
		file, err = tablebase.Open(f, info.Size(), memory)
	}
	if err != nil {
		_ = f.Close() // nothing was written
		return nil, nil, tablebaseError(name, err)
	}
	return file, func() { _ = f.Close() }, nil
}

// tablebaseError gives an error about a tablebase its exit code.
func tablebaseError(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, tablebase.ErrFormat), errors.Is(err, tablebase.ErrDamaged), errors.Is(err, duel.ErrInconsistent):
		return cli.Stop(cli.ExitInput, fmt.Sprintf("%s: %v", name, err))
	case errors.Is(err, check.ErrWrong):
		return cli.Stop(cli.ExitNo, fmt.Sprintf("%s: %v", name, err))
	}
	var known *cli.Exit
	if errors.As(err, &known) {
		return err
	}
	return cli.IOError("cannot read %s: %v", name, cli.Cause(err))
}

// writeTablebase writes a tablebase, whole or not at all.
func writeTablebase(ctx context.Context, path string, g *duel.Game, s duel.Source, distances bool, workers int) error {
	file, err := files.Create(path, 0o666)
	if err != nil {
		return cli.IOError("cannot write %s: %v", path, cli.Cause(err))
	}
	defer file.Discard()
	err = tablebase.Write(ctx, file.File, g, s, distances, workers)
	if err == nil {
		err = file.Commit()
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	default:
		return cli.IOError("cannot write %s: %v", path, cli.Cause(err))
	}
}

// keepsOthers makes sure that the tablebase of another game than the one with a
// fingerprint is not written over.
func keepsOthers(c *cli.Context, path string, fingerprint [32]byte, memory int64) error {
	if path == "" || cli.Force.Of(c) {
		return nil
	}
	var old fmt.Stringer // nil: it is not there, or of no use
	same := false
	if file, closeFile, err := openTablebase("probe", path, memory); err == nil {
		old, same = file.Game, file.Game.Fingerprint() == fingerprint
		closeFile()
	} else if file, err := readContest(path, memory); err == nil && file != nil {
		old, same = file.Game, file.Game.Fingerprint() == fingerprint
	}
	if old == nil || same {
		return nil
	}
	return cli.UsageError("--tablebase: %s is the tablebase of another game, %s, which would be lost; --force writes over it", path, old)
}
