package cache

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// TestDamagedEntry writes what a fault of the disk or another version of the
// program could have left, past the store's own methods.
func TestDamagedEntry(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindBound, puzzleA, "k", nil)
	name := entryKey(KindBound, puzzleA, []byte("k"))
	good := seal(formValue, name, []byte("27"))
	flipped := bytes.Clone(good)
	flipped[envelopeHeader] ^= 1
	otherSchema := bytes.Clone(good)
	otherSchema[0]++
	reads := 0
	for what, data := range map[string][]byte{
		"flipped bit":     flipped,
		"other schema":    otherSchema,
		"cut short":       good[:len(good)-1],
		"empty":           {},
		"of another key":  seal(formValue, entryKey(KindBound, puzzleB, []byte("k")), []byte("27")),
		"of another kind": seal(formValue, entryKey(KindResult, puzzleA, []byte("k")), []byte("27")),
		"missing file":    seal(formLarge, name, []byte{0, 0, 0, 0, 0, 0, 0, 99}),
		"short number":    seal(formLarge, name, []byte{1}),
	} {
		txn := s.db.NewTransaction(true)
		if err := txn.Set(name, data); err != nil {
			t.Fatal(err)
		}
		if err := txn.Commit(); err != nil {
			t.Fatal(err)
		}
		wantMiss(t, s, KindBound, puzzleA, "k")
		reads++
		st, err := s.Stats()
		if err != nil || st.Damaged != 1 || st.DamagedReads != reads || st.Entries[KindBound] != 0 {
			t.Errorf("%s: stats %+v, %v", what, st, err)
		}
		err = s.Update(KindBound, puzzleA, []byte("k"), func(old []byte) ([]byte, error) {
			if old != nil {
				t.Errorf("%s: update got %q", what, old)
			}
			return []byte("28"), nil
		})
		reads++
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		wantValue(t, s, KindBound, puzzleA, "k", []byte("28"))
	}
}

// damageCase is a store with entries in every kind of file: tables, the log of
// a run that was never closed, and large values.
type damageCase struct {
	dir string
	old map[string][]byte // earlier values, which a damaged store may fall back to
	now map[string][]byte
}

// makeDamageCase fills a store; closed says whether it is closed or left as a
// crash leaves it.
func makeDamageCase(t *testing.T, closed bool) damageCase {
	t.Helper()
	c := damageCase{dir: filepath.Join(t.TempDir(), "store"), old: map[string][]byte{}, now: map[string][]byte{}}
	live := filepath.Join(t.TempDir(), "live")
	s := openStore(t, live)
	for round := range 2 {
		for i := range 60 {
			key := fmt.Sprint(i)
			size := 300
			if i%20 == 7 {
				size = inlineLimit + i
			}
			if round == 1 && i%2 == 0 {
				continue
			}
			if old, ok := c.now[key]; ok {
				c.old[key] = old
			}
			c.now[key] = pattern(size, byte(i+100*round))
			put(t, s, KindBound, puzzleA, key, c.now[key])
		}
		if round == 0 {
			s = reopen(t, s)
		}
	}
	if closed {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	} else if err := s.Sync(); err != nil {
		t.Fatal(err)
	}
	copyTree(t, live, c.dir)
	return c
}

// read opens the store and reads and writes everything. The store must open
// and give right values, earlier values or misses, or say that it is damaged.
func (c damageCase) read(t *testing.T, what string) (hits int) {
	t.Helper()
	s, err := Open(Options{Dir: c.dir})
	if err != nil {
		if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrVersion) {
			t.Errorf("%s: %v", what, err)
		}
		if err := Clear(c.dir); err != nil {
			t.Errorf("%s: clear: %v", what, err)
		}
		return 0
	}
	for key, want := range c.now {
		got, ok, err := s.Get(KindBound, puzzleA, []byte(key))
		switch {
		case err != nil && !errors.Is(err, ErrCorrupt):
			t.Errorf("%s: get: %v", what, err)
		case ok && !bytes.Equal(got, want) && (c.old[key] == nil || !bytes.Equal(got, c.old[key])):
			t.Errorf("%s: wrong value of %d bytes for %s", what, len(got), key)
		case ok:
			hits++
		}
	}
	if err := s.Put(KindBound, puzzleA, []byte("new"), []byte("v")); err != nil && !errors.Is(err, ErrCorrupt) {
		t.Errorf("%s: put: %v", what, err)
	}
	if err := s.Close(); err != nil && !errors.Is(err, ErrCorrupt) {
		t.Errorf("%s: close: %v", what, err)
	}
	return hits
}

// TestDamagedFiles flips bits in and truncates every file of a store, closed
// and crashed. A panic in one of the database's goroutines or a log.Fatal of
// its assertions would end the test binary. (Run 400 times a file in 2026-11,
// in child processes: no process died.)
func TestDamagedFiles(t *testing.T) {
	positiontest.Long(t)
	for _, closed := range []bool{true, false} {
		original := makeDamageCase(t, closed)
		if hits := undamagedCopy(t, original).read(t, "undamaged"); hits != len(original.now) {
			t.Fatalf("closed %v: %d of %d entries without any damage", closed, hits, len(original.now))
		}
		rng := rand.New(rand.NewPCG(2026, 11))
		for _, name := range treeFiles(t, original.dir) {
			for i, d := range damages {
				if !closed && i%3 != 0 {
					continue // the crashed store has the same files and one more log
				}
				c := undamagedCopy(t, original)
				what := fmt.Sprintf("closed %v, %s, %s", closed, name, d.name)
				if d.apply(t, filepath.Join(c.dir, name), rng) {
					c.read(t, what)
				}
				if err := os.RemoveAll(c.dir); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// damages are done to one file; apply returns false when the file is empty.
var damages = []struct {
	name  string
	apply func(t *testing.T, path string, rng *rand.Rand) bool
}{
	{"bit flipped near the start", func(t *testing.T, path string, rng *rand.Rand) bool {
		return flip(t, path, rng, func(size int64) int64 { return rng.Int64N(min(size, 64)) })
	}},
	{"bit flipped anywhere", func(t *testing.T, path string, rng *rand.Rand) bool {
		return flip(t, path, rng, rng.Int64N)
	}},
	{"bit flipped near the end", func(t *testing.T, path string, rng *rand.Rand) bool {
		return flip(t, path, rng, func(size int64) int64 { return size - 1 - rng.Int64N(min(size, 64)) })
	}},
	{"cut short", func(t *testing.T, path string, rng *rand.Rand) bool {
		return truncate(t, path, rng.Int64N)
	}},
	{"emptied", func(t *testing.T, path string, _ *rand.Rand) bool {
		return truncate(t, path, func(int64) int64 { return 0 })
	}},
	{"removed", func(t *testing.T, path string, _ *rand.Rand) bool {
		if filepath.Base(path) == markerName {
			return false // then it is a foreign directory: TestForeignDirectory
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		return true
	}},
}

func flip(t *testing.T, path string, rng *rand.Rand, place func(size int64) int64) bool {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() == 0 {
		return false
	}
	var b [1]byte
	at := place(min(info.Size(), 1<<20)) // sparse files are larger than what they hold
	if _, err := f.ReadAt(b[:], at); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 1 << rng.IntN(8)
	if _, err := f.WriteAt(b[:], at); err != nil {
		t.Fatal(err)
	}
	return true
}

func truncate(t *testing.T, path string, place func(size int64) int64) bool {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() == 0 {
		return false
	}
	if err := os.Truncate(path, place(min(info.Size(), 1<<20))); err != nil {
		t.Fatal(err)
	}
	return true
}

// TestTableCutShortWhileOpen: a mapped file that loses its pages gives a fault
// of memory, not an error, when it is read.
func TestTableCutShortWhileOpen(t *testing.T) {
	c := makeDamageCase(t, true)
	s := openStore(t, c.dir)
	tables, err := filepath.Glob(filepath.Join(c.dir, databaseName, "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatalf("tables %v, %v", tables, err)
	}
	wantMiss(t, s, KindBound, puzzleA, "opens the database")
	for _, table := range tables {
		if err := os.Truncate(table, 0); err != nil {
			t.Fatal(err)
		}
	}
	for key := range c.now {
		if _, ok, err := s.Get(KindBound, puzzleA, []byte(key)); ok || !errors.Is(err, ErrCorrupt) {
			t.Fatalf("get from a table that is gone: ok %v, error %v", ok, err)
		}
	}
}

func undamagedCopy(t *testing.T, c damageCase) damageCase {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	copyTree(t, c.dir, to)
	c.dir = to
	return c
}

func treeFiles(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) < 5 {
		t.Fatalf("files %v, %v", names, err)
	}
	return names
}

// copyTree copies a store as a crash would leave it; runs of zeros become
// holes, else the database's logs would cost their full size each time.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	for _, name := range treeFiles(t, from) {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, string(bytes.TrimRight(data, "\x00")))
		if err := os.Truncate(path, int64(len(data))); err != nil {
			t.Fatal(err)
		}
	}
}
