package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

func cacheCommand() *cli.Command {
	flags := func() []cli.Flag { return cli.Flags(cli.Store.With("directory of the store", "")) }
	return &cli.Command{
		Name:     "cache",
		Category: "Keep",
		Usage:    "look at the store of results, repair it, or remove it",
		Description: `The store keeps proven bounds, the best lines, grades of generated puzzles and
what unfinished proofs have saved from one run to the next. It is always safe to
remove it.

"cache list" gives each puzzle an ID; store:ID may stand wherever a command
takes the file of a result, as in "halma-solve show store:1a2b3c4d".

Results are kept twice, in two files; damage to any one file of the store
costs none, and is repaired by whatever command meets it, which says so in a
line. What was damaged is moved into the directory "damaged" of the store.
"cache repair" looks at every entry, "cache clear --journals" removes what
unfinished proofs have saved and nothing else.`,
		UsageText: "halma-solve cache stats|list|repair|clear|path [options]",
		ArgsUsage: cli.Examples("halma-solve cache stats\nhalma-solve cache repair\nhalma-solve cache clear --journals\nhalma-solve cache clear --cache ~/results"),
		Action:    cli.Group,
		Subcommands: []*cli.Command{
			{
				Name: "stats", Usage: "count what is in the store, and list unfinished proofs",
				UsageText: "halma-solve cache stats [--cache DIR]", Flags: flags(), Action: cacheStats,
			},
			{
				Name: "list", Usage: "list the puzzles in the store, with what is known of them",
				UsageText: "halma-solve cache list [--stats] [--cache DIR]",
				Flags:     append(flags(), cli.Flags(cli.Stats.With("say also what the searches did that found it", ""))...), Action: cacheList,
			},
			{
				Name: "repair", Usage: "check every entry, keep what is whole, move damaged files aside",
				UsageText: "halma-solve cache repair [--cache DIR]", Flags: flags(), Action: cacheRepair,
			},
			{
				Name: "clear", Usage: "remove the store, and no other file",
				UsageText: "halma-solve cache clear [--journals] [--cache DIR]",
				Flags:     append(flags(), cli.Flags(journalsOption)...), Action: cacheClear,
			},
			{
				Name: "path", Usage: "print the directory of the store",
				UsageText: "halma-solve cache path [--cache DIR]", Flags: flags(), Action: cachePath,
			},
		},
	}
}

var journalsOption = cli.Switch("journals", cli.StoreCategory, "remove only what unfinished proofs have saved")

// someStoreDir returns the directory of the store for commands that cannot do without a store.
func someStoreDir(c *cli.Context) (string, error) {
	if err := cli.NoArguments(c); err != nil {
		return "", err
	}
	if cli.Store.Of(c) == "" {
		dir, err := cache.DefaultDir()
		if err != nil {
			err = cli.IOError("%v", err)
		}
		return dir, err
	}
	dir, err := cli.StoreDir(c)
	if err == nil && dir == "" {
		return "", cli.Refuse(c, "cache", errors.New("with none there is no store to look at"))
	}
	return dir, err
}

// inStore calls use with the store. If there is none yet, it is not made by looking: then
// none is printed, with the directory for %s.
func inStore(c *cli.Context, none string, use func(store *cache.Store) error) (err error) {
	dir, err := someStoreDir(c)
	if err != nil {
		return err
	}
	if _, missing := os.Stat(dir); errors.Is(missing, fs.ErrNotExist) {
		fmt.Fprint(c.App.Writer, strings.Replace(none, "%s", dir, 1))
		return nil
	}
	store, err := openStore(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := use(store); err != nil {
		return cli.IOError("%v", err)
	}
	return nil
}

func cacheStats(c *cli.Context) error {
	return inStore(c, "directory    %s\nresults      0\n", func(store *cache.Store) error {
		st, err := store.Stats()
		if err != nil {
			return err
		}
		journals, err := solver.Journals(store.Proofs())
		if err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "directory    %s\nformat       %d\nresults      %d\nbounds       %d\ngrades       %d\njournals     %d\ndamaged      %d\nsize         %s\n",
			st.Dir, st.Format, st.Entries[cache.KindResult], st.Entries[cache.KindBound],
			st.Entries[cache.KindGrade], len(journals), st.Damaged, reports.Bytes(st.Bytes))
		if len(journals) > 0 {
			fmt.Fprintf(c.App.Writer, "\nJournals, from which proofs go on:\n")
		}
		for _, j := range journals {
			fmt.Fprintf(c.App.Writer, "%10s  %-14s  %s\n", reports.Bytes(j.Bytes), humanize.Time(j.Changed), cmp.Or(j.Puzzle, "of an older version, or damaged: "+filepath.Base(j.Path)))
		}
		return nil
	})
}

func cacheRepair(c *cli.Context) error {
	return inStore(c, "there is no store in %s\n", func(store *cache.Store) error {
		r, err := store.Repair()
		if err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "whole        %d results, %d bounds, %d grades\nremoved      %d entries that were damaged\n",
			r.Kept[cache.KindResult], r.Kept[cache.KindBound], r.Kept[cache.KindGrade], r.Removed)
		return nil
	})
}

func cacheClear(c *cli.Context) error {
	if journalsOption.Of(c) {
		return clearJournals(c)
	}
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

// clearJournals removes what unfinished proofs have saved. The store is open
// meanwhile, so that no proof is under way.
func clearJournals(c *cli.Context) error {
	return inStore(c, "0 journals removed, 0 B\n", func(store *cache.Store) error {
		journals, err := solver.Journals(store.Proofs())
		if err == nil {
			err = solver.RemoveJournals(journals...)
		}
		if err != nil {
			return err
		}
		bytes := int64(0)
		for _, j := range journals {
			bytes += j.Bytes
		}
		fmt.Fprintf(c.App.Writer, "%d journals removed, %s\n", len(journals), reports.Bytes(bytes))
		return nil
	})
}

func cachePath(c *cli.Context) error {
	dir, err := someStoreDir(c)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.App.Writer, dir)
	return nil
}
