package cache

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/dgraph-io/badger/v4"
)

var damageCount = flag.Int("damages", 20, "single bytes that TestOneDamagedByte changes, each in a store of its own")

// salvageCase is a store with everything in it, and what was put there.
type salvageCase struct {
	dir     string
	results map[string][]byte
	others  map[string][]byte
	old     map[string][]byte // earlier values of others
}

// makeSalvageCase fills a store as makeDamageCase does, with results and a saved
// proof besides.
func makeSalvageCase(t *testing.T, closed bool) salvageCase {
	t.Helper()
	base := makeDamageCase(t, closed)
	c := salvageCase{dir: base.dir, results: map[string][]byte{}, others: base.now, old: base.old}
	if !closed { // the log of the database has entries that no table has
		if logs, err := filepath.Glob(filepath.Join(c.dir, databaseName, "*.mem")); err != nil || len(logs) == 0 {
			t.Fatalf("no log, %v", err)
		}
	}
	// The database is not opened for results, and stays as it is.
	s := openStore(t, c.dir)
	for round := range 2 {
		for i := range 40 {
			key := fmt.Sprint(i)
			c.results[key] = pattern(100+i*30, byte(i+round))
			if i == 7 {
				c.results[key] = pattern(inlineLimit+1, byte(round))
			}
			put(t, s, KindResult, puzzleA, key, c.results[key])
		}
	}
	if err := os.MkdirAll(s.Proofs(), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(s.Proofs(), "layer"), "hours of work")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return c
}

// check opens the store, wants every result, of the rest nothing that was not put
// there, and a store that is whole the next time. It returns how much of the rest
// was there, and the lines for the user.
func (c salvageCase) check(t *testing.T, what string) (kept int, notices []string) {
	t.Helper()
	for round := range 2 {
		count := 0
		s, err := Open(Options{Dir: c.dir, Notice: func(line string) {
			if round > 0 {
				t.Errorf("%s: said again when it was opened again: %s", what, line)
			}
			notices = append(notices, line)
		}})
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return 0, notices
		}
		for key, want := range c.results {
			got, ok, err := s.Get(KindResult, puzzleA, []byte(key))
			if err != nil || !ok || !bytes.Equal(got, want) {
				t.Errorf("%s: result %s is lost: ok %v, %d bytes, %v", what, key, ok, len(got), err)
			}
		}
		for key, want := range c.others {
			got, ok, err := s.Get(KindBound, puzzleA, []byte(key))
			switch {
			case err != nil:
				t.Errorf("%s: get: %v", what, err)
			case ok && !bytes.Equal(got, want) && (c.old[key] == nil || !bytes.Equal(got, c.old[key])):
				t.Errorf("%s: wrong value for %s", what, key)
			case ok:
				count++
			}
		}
		if round == 0 {
			kept = count
			if _, err := s.Repair(); err != nil {
				t.Errorf("%s: repair: %v", what, err)
			}
		} else if count < kept {
			t.Errorf("%s: %d entries are left of %d", what, count, kept)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: close: %v", what, err)
		}
	}
	return kept, notices
}

// TestOneDamagedByte changes one byte anywhere in a store, over and over: no result
// is lost, nothing that is read was not put there, and what proofs have saved stays.
func TestOneDamagedByte(t *testing.T) {
	positiontest.Long(t)
	rng := rand.New(rand.NewPCG(14, 7))
	noticed, whole := map[string]int{}, 0
	for n := 0; n < *damageCount; {
		c := makeSalvageCase(t, n%2 == 0)
		if kept, notices := c.copy(t).check(t, "undamaged"); kept != len(c.others) || notices != nil {
			t.Fatalf("undamaged: %d of %d entries, said %q", kept, len(c.others), notices)
		}
		names := treeFiles(t, c.dir)
		for range min(30, *damageCount-n) {
			n++
			d := c.copy(t)
			name := names[rng.IntN(len(names))]
			what := fmt.Sprintf("damage %d, %s", n, name)
			if !damageByte(t, filepath.Join(d.dir, name), rng) {
				n--
				continue
			}
			kept, notices := d.check(t, what)
			if kept == len(c.others) {
				whole++
			}
			if len(notices) > 0 {
				noticed[filepath.Base(name)]++
			}
			data, err := os.ReadFile(filepath.Join(d.dir, proofsName, "layer"))
			if err != nil || filepath.Base(name) != "layer" && string(data) != "hours of work" {
				t.Errorf("%s: the saved proof has %q, %v", what, data, err)
			}
			if err := os.RemoveAll(d.dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d damages: in %d all other entries were there, too; noticed: %v", *damageCount, whole, noticed)
}

func (c salvageCase) copy(t *testing.T) salvageCase {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	copyTree(t, c.dir, to)
	c.dir = to
	return c
}

// damageByte changes one byte of a file, not among the zeros at its end; false if
// there is none.
func damageByte(t *testing.T, path string, rng *rand.Rand) bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	length := len(bytes.TrimRight(data, "\x00"))
	if length == 0 {
		return false
	}
	data[rng.IntN(length)] ^= byte(1 + rng.IntN(255))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return true
}

// TestBothCopiesDamaged: what one file of results has lost the other one has.
func TestBothCopiesDamaged(t *testing.T) {
	c := makeSalvageCase(t, true)
	for i, name := range resultsNames {
		path := filepath.Join(c.dir, name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		frames, state := decodeFrames(data)
		if len(frames) != 80 || state != sound {
			t.Fatalf("%d frames, state %d", len(frames), state)
		}
		for j, f := range frames {
			if j%2 == i { // every other frame, from the first or the second
				data[int(f.offset)+f.size/2] ^= 1
			}
		}
		writeFile(t, path, string(data))
	}
	_, notices := c.check(t, "every other frame damaged in each")
	if len(notices) != 1 || !strings.Contains(notices[0], "40 results are kept") || strings.Contains(notices[0], "\n") {
		t.Errorf("said %q", notices)
	}
	aside, err := os.ReadDir(filepath.Join(c.dir, asideName))
	if err != nil || len(aside) != 2 {
		t.Errorf("set aside: %v, %v", aside, err)
	}
}

// TestRepair: a large value and an entry that do not check are removed, and all
// else is kept.
func TestRepair(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindResult, puzzleA, "k", []byte("result"))
	put(t, s, KindBound, puzzleA, "good", []byte("v"))
	put(t, s, KindBound, puzzleA, "large", pattern(inlineLimit+1, 1))
	put(t, s, KindGrade, puzzleA, "large", pattern(inlineLimit+1, 2))
	name := entryKey(KindBound, puzzleA, []byte("bad"))
	if err := s.db.Update(func(txn *badger.Txn) error { return txn.Set(name, []byte("no envelope")) }); err != nil {
		t.Fatal(err)
	}
	if !flip(t, s.large.path(1), rand.New(rand.NewPCG(1, 1)), func(int64) int64 { return 1000 }) {
		t.Fatal("no large file")
	}
	for _, want := range []int{2, 0} {
		r, err := s.Repair()
		if err != nil || r.Removed != want || r.Kept[KindResult] != 1 || r.Kept[KindBound] != 1 || r.Kept[KindGrade] != 1 {
			t.Errorf("repaired %+v, %v, want %d removed", r, err, want)
		}
	}
	if got := fileNames(t, filepath.Join(s.dir, asideName)); got != "large-1" {
		t.Errorf("set aside: %s", got)
	}
	if st, err := s.Stats(); err != nil || st.Damaged != 0 {
		t.Errorf("stats %+v, %v", st, err)
	}
	wantValue(t, s, KindGrade, puzzleA, "large", pattern(inlineLimit+1, 2))
}

// TestDamagedMarker: with files of results of this format beside it, it is no
// marker of another format.
func TestDamagedMarker(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindResult, puzzleA, "k", []byte("result"))
	for _, text := range []string{"format 3\n", "", "gormat 1\n"} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(s.dir, markerName), text)
		said := 0
		var err error
		s, err = Open(Options{Dir: s.dir, Notice: func(string) { said++ }})
		if err != nil || said != 1 {
			t.Fatalf("marker %q: %v, said %d lines", text, err, said)
		}
		wantValue(t, s, KindResult, puzzleA, "k", []byte("result"))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestCloseOnAFullDisk: nothing is written through memory maps any more, and what
// was put is there the next time.
func TestCloseOnAFullDisk(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindBound, puzzleA, "k", []byte("v"))
	put(t, s, KindResult, puzzleA, "k", []byte("result"))
	s.free = func(string) (uint64, error) { return 0, nil }
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(s.dir, databaseName, "*.sst"))
	if err != nil || tables != nil {
		t.Errorf("tables were written: %v, %v", tables, err)
	}
	// Another process, for which this one has ended.
	dir := filepath.Join(t.TempDir(), "copy")
	copyTree(t, s.dir, dir)
	s = openStore(t, dir)
	wantValue(t, s, KindBound, puzzleA, "k", []byte("v"))
	wantValue(t, s, KindResult, puzzleA, "k", []byte("result"))
}
