package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

// openStore opens the store in a directory. What the database has to say is
// shown with HALMA_DEBUG=1 only.
func openStore(dir string) (*cache.Store, error) {
	s, err := cache.Open(storeOptions(dir))
	if err != nil {
		return nil, cli.IOError("%v", err)
	}
	return s, nil
}

func storeOptions(dir string) cache.Options {
	o := cache.Options{Dir: dir, Notice: func(line string) { fmt.Fprintf(os.Stderr, "halma-solve: %s\n", cli.OneLine(line)) }}
	if cli.Debugging() {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return o
}

// withoutAtlas has nothing known but what a store keeps: for tests of searches.
var withoutAtlas bool

// answersFrom returns what a store, which may be nil, and then the atlas know.
func answersFrom(store *cache.Store) *known.Answers {
	var records solver.Store
	if store != nil {
		records = solver.NewRecords(store)
	}
	answers := known.New(records)
	if withoutAtlas {
		answers.Find = func([32]byte) *atlas.Entry { return nil }
	}
	return answers
}

// consultStore opens the store for a command that only looks something up and can
// do without: nil if there is none, or, after a word on stderr, if it cannot be
// opened.
func consultStore(c *cli.Context) (*cache.Store, error) {
	dir, err := cli.StoreDir(c)
	if err != nil || dir == "" {
		return nil, err
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return storeUnless(c, dir, func(error) bool { return true })
}

// ownStore opens the store of a command that can do without, for those who named none and
// whose own directory cannot be written: nil then, and if dir is "".
func ownStore(c *cli.Context, dir string) (*cache.Store, error) {
	if dir == "" {
		return nil, nil
	}
	return storeUnless(c, dir, func(err error) bool { return errors.Is(err, cache.ErrReadOnly) && !cli.Store.IsSet(c) })
}

// storeUnless opens the store in a directory: nil, after a word on stderr, if the reason
// why it cannot be opened is one to do without it.
func storeUnless(c *cli.Context, dir string, without func(error) bool) (*cache.Store, error) {
	s, err := cache.Open(storeOptions(dir))
	if err == nil {
		return s, nil
	}
	if !without(err) {
		return nil, cli.IOError("%v", err)
	}
	fmt.Fprintf(c.App.ErrWriter, "halma-solve: %s; going on without what is in it\n", cli.OneLine(err.Error()))
	return nil, nil
}
