package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
)

func cacheCommand() *cli.Command {
	flags := func() []cli.Flag { return cli.Flags(cli.Store.With("directory of the store", "")) }
	return &cli.Command{
		Name:     "cache",
		Category: "Keep",
		Usage:    "look at the store of results, or remove it",
		Description: `The store keeps proven bounds, the best lines and grades of generated puzzles
from one run to the next. It is always safe to remove it.`,
		UsageText: "halma-solve cache stats|clear|path [options]",
		ArgsUsage: cli.Examples("halma-solve cache stats\nhalma-solve cache clear --cache ~/results"),
		Action:    cli.Group,
		Subcommands: []*cli.Command{
			{
				Name: "stats", Usage: "count what is in the store",
				UsageText: "halma-solve cache stats [--cache DIR]", Flags: flags(), Action: cacheStats,
			},
			{
				Name: "clear", Usage: "remove the store, and no other file",
				UsageText: "halma-solve cache clear [--cache DIR]", Flags: flags(), Action: cacheClear,
			},
			{
				Name: "path", Usage: "print the directory of the store",
				UsageText: "halma-solve cache path [--cache DIR]", Flags: flags(), Action: cachePath,
			},
		},
	}
}

// someStoreDir is storeDir for commands that cannot do without a store.
func someStoreDir(c *cli.Context) (string, error) {
	if err := cli.NoArguments(c); err != nil {
		return "", err
	}
	dir, err := cli.StoreDir(c)
	if err == nil && dir == "" {
		return "", cli.Refuse(c, "cache", errors.New("with none there is no store to look at"))
	}
	return dir, err
}

func cacheStats(c *cli.Context) (err error) {
	dir, err := someStoreDir(c)
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(c.App.Writer, "directory    %s\nresults      0\n", dir)
		return nil // a store that does not exist yet is not made by looking
	}
	store, err := openStore(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	st, err := store.Stats()
	if err != nil {
		return cli.IOError("%v", err)
	}
	fmt.Fprintf(c.App.Writer, "directory    %s\nformat       %d\nresults      %d\nbounds       %d\ncheckpoints  %d\ngrades       %d\ndamaged      %d\nsize         %s\n",
		st.Dir, st.Format, st.Entries[cache.KindResult], st.Entries[cache.KindBound],
		st.Entries[cache.KindCheckpoint], st.Entries[cache.KindGrade], st.Damaged, reports.Bytes(st.Bytes))
	return nil
}

func cacheClear(c *cli.Context) error {
	dir, err := someStoreDir(c)
	if err != nil {
		return err
	}
	if err := cache.Clear(dir); err != nil {
		return cli.IOError("%v", err)
	}
	fmt.Fprintf(c.App.Writer, "the store in %s is empty\n", dir)
	return nil
}

func cachePath(c *cli.Context) error {
	dir, err := someStoreDir(c)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.App.Writer, dir)
	return nil
}
