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

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
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
	list, more, err := records.Puzzles()
	if err != nil {
		return cli.IOError("%v", err)
	}
	slices.SortStableFunc(list, func(a, b *puzzles.Puzzle) int { return cmp.Compare(a.String(), b.String()) })
	var out bytes.Buffer
	for _, p := range list {
		r := solver.Recall(p, records)
		fmt.Fprintf(&out, "%s  %-28s  %s\n", storeID(p)[:storeIDLength], reports.Headline(r), p)
	}
	if more > 0 {
		fmt.Fprintf(&out, "%d results of older versions, whose puzzles are known by those who ask for them\n", more)
	}
	_, err = c.App.Writer.Write(out.Bytes())
	return err
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
	list, _, err := records.Puzzles()
	if err != nil {
		return nil, cli.IOError("%v", err)
	}
	id := strings.ToLower(strings.TrimPrefix(name, storePrefix))
	list = slices.DeleteFunc(list, func(p *puzzles.Puzzle) bool { return id == "" || !strings.HasPrefix(storeID(p), id) })
	if len(list) != 1 {
		return nil, cli.UsageError("%s: the store has %d results with this ID; \"halma-solve cache list\" shows all", cli.Clip(name), len(list))
	}
	var out bytes.Buffer
	err = reports.JSON(&out, solver.Recall(list[0], records), reports.JSONOptions{})
	return out.Bytes(), err
}
