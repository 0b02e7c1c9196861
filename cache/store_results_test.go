package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/dgraph-io/badger/v4"
)

// TestTornResults cuts one or both files of results short: what a crash leaves.
// The frames before the cut are all there, and nothing is called damaged.
func TestTornResults(t *testing.T) {
	var whole []byte
	var ends []int
	dir := t.TempDir()
	s := openStore(t, dir)
	for i := range 4 {
		put(t, s, KindResult, puzzleA, fmt.Sprint(i), pattern(20, byte(i)))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, resultsNames[0]))
	if err != nil {
		t.Fatal(err)
	}
	frames, _ := decodeFrames(whole)
	for _, f := range frames {
		ends = append(ends, int(f.offset)+f.size)
	}
	for length := len(whole); length >= len(resultsHead); length -= 1 + length%7 {
		both := length%3 == 0
		for i, name := range resultsNames {
			cut := whole
			if i == 0 || both {
				cut = whole[:length]
			}
			writeFile(t, filepath.Join(dir, name), string(cut))
		}
		want := 4
		if both {
			want = 0
			for _, end := range ends {
				if end <= length {
					want++
				}
			}
		}
		s, err := Open(Options{Dir: dir, Notice: func(line string) { t.Errorf("cut after %d bytes: %s", length, line) }})
		if err != nil {
			t.Fatalf("cut after %d bytes: %v", length, err)
		}
		if got := s.results.count(); got != want {
			t.Errorf("cut after %d bytes: %d results, want %d", length, got, want)
		}
		for i := range want {
			wantValue(t, s, KindResult, puzzleA, fmt.Sprint(i), pattern(20, byte(i)))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNewerFrameWins: a result that was replaced or removed does not come back from
// the file that a crash has left behind.
func TestNewerFrameWins(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindResult, puzzleA, "a", []byte("old"))
	put(t, s, KindResult, puzzleA, "b", []byte("gone"))
	before, err := os.ReadFile(filepath.Join(s.dir, resultsNames[1]))
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, KindResult, puzzleA, "a", []byte("new"))
	if err := s.Delete(KindResult, puzzleA, []byte("b")); err != nil {
		t.Fatal(err)
	}
	for _, name := range resultsNames {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(s.dir, name), string(before))
		s = openStore(t, s.dir)
		wantValue(t, s, KindResult, puzzleA, "a", []byte("new"))
		wantMiss(t, s, KindResult, puzzleA, "b")
		// Written anew, the files have no trace of b: go on with one that has.
		put(t, s, KindResult, puzzleA, "b", []byte("gone"))
		if before, err = os.ReadFile(filepath.Join(s.dir, resultsNames[0])); err != nil {
			t.Fatal(err)
		}
		if err := s.Delete(KindResult, puzzleA, []byte("b")); err != nil {
			t.Fatal(err)
		}
		put(t, s, KindResult, puzzleA, "a", []byte("new"))
	}
}

// TestResultsShrink: frames that no longer count go when the store is opened.
func TestResultsShrink(t *testing.T) {
	s := openStore(t, t.TempDir())
	for i := range 40 {
		put(t, s, KindResult, puzzleA, "k", pattern(64<<10, byte(i)))
	}
	s = reopen(t, s)
	wantValue(t, s, KindResult, puzzleA, "k", pattern(64<<10, 39))
	if info, err := os.Stat(filepath.Join(s.dir, resultsNames[0])); err != nil || info.Size() > 70<<10 {
		t.Errorf("%d bytes for one result of 64 KiB, %v", info.Size(), err)
	}
}

// TestResultsOfOlderVersions: they were in the database.
func TestResultsOfOlderVersions(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindBound, puzzleA, "k", []byte("bound"))
	large := pattern(inlineLimit+5, 1)
	values := map[string][]byte{"small": []byte("27"), "large": large}
	for key, value := range values {
		name := entryKey(KindResult, puzzleA, []byte(key))
		data := seal(formValue, name, value)
		if len(value) > inlineLimit {
			payload, err := s.large.write(name, value)
			if err != nil {
				t.Fatal(err)
			}
			data = seal(formLarge, name, payload)
		}
		if err := s.db.Update(func(txn *badger.Txn) error { return txn.Set(name, data) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range resultsNames {
		if err := os.Remove(filepath.Join(s.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	s = openStore(t, s.dir)
	for range 2 {
		for key, value := range values {
			wantValue(t, s, KindResult, puzzleA, key, value)
		}
		if st, err := s.Stats(); err != nil || st.Entries[KindResult] != 2 || st.Entries[KindBound] != 1 {
			t.Errorf("stats %+v, %v", st, err)
		}
		s = reopen(t, s)
	}
}

// TestResultsWithoutDatabase: where there is no room for the database, results can
// be read and kept all the same.
func TestResultsWithoutDatabase(t *testing.T) {
	s := openStore(t, t.TempDir())
	s.free = func(string) (uint64, error) { return reservedBytes - 1, nil }
	put(t, s, KindResult, puzzleA, "k", []byte("result"))
	wantValue(t, s, KindResult, puzzleA, "k", []byte("result"))
	wantMiss(t, s, KindBound, puzzleA, "k") // there is no database yet
	if err := s.Put(KindBound, puzzleA, nil, []byte("v")); !errors.Is(err, ErrFull) {
		t.Errorf("put: %v", err)
	}
	if err := s.Sync(); err != nil {
		t.Errorf("sync: %v", err)
	}
	if _, err := os.Stat(filepath.Join(s.dir, databaseName)); err == nil {
		t.Error("a database was made")
	}
}
