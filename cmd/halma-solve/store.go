package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/cache"
)

// noStore is the value of --cache that does without a store.
const noStore = "none"

func storeFlag(text string) cli.Flag {
	return &cli.StringFlag{
		Name: "cache", Category: storeCategory, EnvVars: env("cache"),
		Usage: text, DefaultText: "halma-solve in the user's cache directory",
	}
}

// storeDir reads --cache. It is "" if no store is wanted.
func storeDir(c *cli.Context) (string, error) {
	switch dir := c.String("cache"); {
	case dir == "" && c.IsSet("cache"):
		return "", flagError(c, "cache", errors.New("the name of a directory is needed, or none"))
	case dir == noStore:
		return "", nil
	case dir != "":
		return dir, nil
	}
	dir, err := cache.DefaultDir()
	if err != nil {
		return "", ioError("%v", err)
	}
	return dir, nil
}

// openStore opens the store in a directory. What the database has to say is
// shown with HALMA_DEBUG=1 only.
func openStore(dir string) (*cache.Store, error) {
	s, err := cache.Open(storeOptions(dir))
	if err != nil {
		return nil, ioError("%v", err)
	}
	return s, nil
}

func storeOptions(dir string) cache.Options {
	o := cache.Options{Dir: dir}
	if debugging() {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return o
}

// consultStore opens the store for a command that only looks something up and can
// do without: nil if there is none, or, after a word on stderr, if it cannot be
// opened.
func consultStore(c *cli.Context) (*cache.Store, error) {
	dir, err := storeDir(c)
	if err != nil || dir == "" {
		return nil, err
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	s, err := cache.Open(storeOptions(dir))
	if err != nil {
		fmt.Fprintf(c.App.ErrWriter, "halma-solve: %s; going on without the bounds in it\n", oneLine(err.Error()))
		return nil, nil
	}
	return s, nil
}
