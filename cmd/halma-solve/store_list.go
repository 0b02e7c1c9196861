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
	"unicode/utf8"

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
	var rows []storeRow
	for _, p := range list {
		r := solver.Recall(p, records)
		row := storeRow{id: storeID(p), known: inShort(r), name: nameInStore(p)}
		if st := r.Stats; cli.Stats.Of(c) && st.Expanded > 0 {
			row.stats = fmt.Sprintf("%s, %s positions expanded, %s at the most", reports.Clock(st.Elapsed), humanize.Comma(st.Expanded), reports.Bytes(st.PeakBytes))
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b storeRow) int { return cmp.Compare(a.name, b.name) })
	for _, fingerprint := range unnamed {
		rec, _ := records.Get(fingerprint)
		what := fmt.Sprintf("at least %d", rec.Lower)
		if rec.Line != nil {
			what = fmt.Sprintf("%d, at least %d", rec.Cost, rec.Lower)
		}
		rows = append(rows, storeRow{id: hex.EncodeToString(fingerprint[:]), known: what, name: "of an older version, which did not keep the puzzle; the same puzzle finds it"})
	}
	_, err = c.App.Writer.Write(storeTable(rows, cli.ScreenOf(c, true)))
	return err
}

// storeRow is a puzzle in the list of a store.
type storeRow struct{ id, known, name, stats string }

// storeTable writes rows below each other: in a terminal names are broken under
// themselves, in files and pipes every puzzle has one line.
func storeTable(rows []storeRow, screen cli.Screen) []byte {
	const gap = 2
	known := 0
	for _, row := range rows {
		known = max(known, utf8.RuneCountInString(row.known))
	}
	column := storeIDLength + gap + known + gap
	var out bytes.Buffer
	for _, row := range rows {
		lines := []string{row.name}
		if screen.Terminal {
			lines = reports.Wrap(row.name, max(screen.Width-column, 20))
		}
		fmt.Fprintf(&out, "%s%*s%-*s%*s%s\n", row.id[:storeIDLength], gap, "", known, row.known, gap, "", lines[0])
		for _, line := range lines[1:] {
			fmt.Fprintf(&out, "%*s%s\n", column, "", line)
		}
		if row.stats != "" {
			fmt.Fprintf(&out, "%*s%s\n", storeIDLength+gap, "", row.stats)
		}
	}
	return out.Bytes()
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
