package main

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// storePrefix begins the name of a result in the store where that of a file may
// stand: "store:1a2b3c4d".
const storePrefix = "store:"

// storeIDLength is how many digits of an ID are shown; as many as make it one will do.
const storeIDLength = 8

// storeID names a puzzle: its fingerprint in hexadecimal digits.
func storeID(p *puzzles.Puzzle) string {
	f := p.Fingerprint()
	return hex.EncodeToString(f[:])
}

func cacheList(c *cli.Context) (err error) {
	dir, err := someStoreDir(c)
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	store, err := openStore(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	records := solver.NewRecords(store)
	list, unnamed, err := namedPuzzles(records)
	if err != nil {
		return cli.IOError("%v", err)
	}
	slices.SortStableFunc(list, func(a, b *puzzles.Puzzle) int { return cmp.Compare(a.String(), b.String()) })
	var out bytes.Buffer
	for _, p := range list {
		r := solver.Recall(p, records)
		fmt.Fprintf(&out, "%s  %-28s  %s\n", storeID(p)[:storeIDLength], reports.Headline(r), p)
		if st := r.Stats; cli.Stats.Of(c) && st.Expanded > 0 {
			fmt.Fprintf(&out, "          %s, %s positions expanded, %s at the most\n", reports.Clock(st.Elapsed), humanize.Comma(st.Expanded), reports.Bytes(st.PeakBytes))
		}
	}
	for _, fingerprint := range unnamed {
		rec, _ := records.Get(fingerprint)
		what := fmt.Sprintf("at least %d", rec.Lower)
		if rec.Line != nil {
			what = fmt.Sprintf("%d, at least %d", rec.Cost, rec.Lower)
		}
		fmt.Fprintf(&out, "%s  %-28s  of an older version, which did not keep the puzzle; the same puzzle finds it\n", hex.EncodeToString(fingerprint[:])[:storeIDLength], what)
	}
	_, err = c.App.Writer.Write(out.Bytes())
	return err
}

// namedPuzzles lists the puzzles of the store. Records of older versions do not say what
// they are of, but the atlas knows many puzzles by their fingerprints; those that it
// does not know are unnamed.
func namedPuzzles(records *solver.Records) (list []*puzzles.Puzzle, unnamed [][32]byte, err error) {
	list, rest, err := records.Puzzles()
	for _, fingerprint := range rest {
		if e := atlas.Find(fingerprint); e != nil {
			if p, err := e.Puzzle(); err == nil && p.Fingerprint() == fingerprint {
				list = append(list, p)
				continue
			}
		}
		unnamed = append(unnamed, fingerprint)
	}
	return list, unnamed, err
}

// readStored returns a result of the store, as a file of it would have it.
func readStored(c *cli.Context, name string) (text []byte, err error) {
	dir, err := cli.StoreDir(c)
	if err == nil && dir == "" {
		err = cli.UsageError("%s: there is no store", name)
	}
	if err != nil {
		return nil, err
	}
	store, err := openStore(dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	records := solver.NewRecords(store)
	list, _, err := namedPuzzles(records)
	if err != nil {
		return nil, cli.IOError("%v", err)
	}
	id := strings.ToLower(strings.TrimPrefix(name, storePrefix))
	list = slices.DeleteFunc(list, func(p *puzzles.Puzzle) bool { return id == "" || !strings.HasPrefix(storeID(p), id) })
	if len(list) != 1 {
		return nil, cli.UsageError("%s: the store has %d results with this ID; \"halma-solve cache list\" shows all", cli.Clip(name), len(list))
	}
	var out bytes.Buffer
	r := solver.Recall(list[0], records)
	err = reports.JSON(&out, r, reports.JSONOptions{Stats: r.Stats.Expanded > 0})
	return out.Bytes(), err
}
