package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var (
	puzzleA = [32]byte{1, 2, 3}
	puzzleB = [32]byte{31: 1}
)

func openStore(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func reopen(t *testing.T, s *Store) *Store {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return openStore(t, s.dir)
}

func put(t *testing.T, s *Store, kind Kind, fingerprint [32]byte, key string, value []byte) {
	t.Helper()
	if err := s.Put(kind, fingerprint, []byte(key), value); err != nil {
		t.Fatal(err)
	}
}

func wantValue(t *testing.T, s *Store, kind Kind, fingerprint [32]byte, key string, want []byte) {
	t.Helper()
	got, ok, err := s.Get(kind, fingerprint, []byte(key))
	if err != nil || !ok {
		t.Fatalf("%c %q: ok %v, error %v", kind, key, ok, err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%c %q: got %d bytes %.20q, want %d bytes %.20q", kind, key, len(got), got, len(want), want)
	}
}

func wantMiss(t *testing.T, s *Store, kind Kind, fingerprint [32]byte, key string) {
	t.Helper()
	got, ok, err := s.Get(kind, fingerprint, []byte(key))
	if err != nil || ok || got != nil {
		t.Fatalf("%c %q: want a miss, got %.20q, ok %v, error %v", kind, key, got, ok, err)
	}
}

func largeFileCount(t *testing.T, s *Store) int {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.dir, largeName))
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// pattern is a value that differs from its neighbours everywhere.
func pattern(size int, seed byte) []byte {
	value := make([]byte, size)
	for i := range value {
		value[i] = byte(i*7+i>>8) + seed
	}
	return value
}

func TestEntriesAreSeparate(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindResult, puzzleA, "k", []byte("result"))
	put(t, s, KindBound, puzzleA, "k", []byte("bound"))
	put(t, s, KindBound, puzzleB, "k", []byte("other puzzle"))
	put(t, s, KindBound, puzzleA, "", []byte("no key"))
	put(t, s, KindGrade, puzzleA, "k", []byte{})
	for range 2 {
		wantValue(t, s, KindResult, puzzleA, "k", []byte("result"))
		wantValue(t, s, KindBound, puzzleA, "k", []byte("bound"))
		wantValue(t, s, KindBound, puzzleB, "k", []byte("other puzzle"))
		wantValue(t, s, KindBound, puzzleA, "", []byte("no key"))
		wantValue(t, s, KindGrade, puzzleA, "k", []byte{})
		wantMiss(t, s, KindResult, puzzleB, "k")
		wantMiss(t, s, KindBound, puzzleA, "k2")
		s = reopen(t, s)
	}
	put(t, s, KindBound, puzzleA, "k", []byte("better"))
	if err := s.Delete(KindResult, puzzleA, []byte("k")); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(KindResult, puzzleA, []byte("never there")); err != nil {
		t.Fatal(err)
	}
	s = reopen(t, s)
	wantValue(t, s, KindBound, puzzleA, "k", []byte("better"))
	wantMiss(t, s, KindResult, puzzleA, "k")
	st, err := s.Stats()
	if err != nil {
		t.Fatal(err)
	}
	if st.Entries[KindResult] != 0 || st.Entries[KindBound] != 3 || st.Entries[KindGrade] != 1 ||
		st.Damaged != 0 || st.DamagedReads != 0 || st.Dir != s.dir || st.Format != Format || st.Bytes <= 0 {
		t.Errorf("stats: %+v", st)
	}
}

// TestValueIsACopy: neither side sees what the other does to its bytes.
func TestValueIsACopy(t *testing.T) {
	s := openStore(t, t.TempDir())
	value := []byte("value")
	put(t, s, KindBound, puzzleA, "k", value)
	value[0] = 'X'
	got, _, _ := s.Get(KindBound, puzzleA, []byte("k"))
	got[1] = 'X'
	wantValue(t, s, KindBound, puzzleA, "k", []byte("value"))
}

func TestValuesOfAllSizes(t *testing.T) {
	s := openStore(t, t.TempDir())
	sizes := []int{0, 1, inlineLimit - 1, inlineLimit, inlineLimit + 1, 5 << 20, MaxValue}
	for i, size := range sizes {
		put(t, s, KindGrade, puzzleA, fmt.Sprint(size), pattern(size, byte(i)))
	}
	if got := largeFileCount(t, s); got != 3 {
		t.Errorf("%d large files, want 3", got)
	}
	s = reopen(t, s)
	for i, size := range sizes {
		wantValue(t, s, KindGrade, puzzleA, fmt.Sprint(size), pattern(size, byte(i)))
	}
	st, err := s.Stats()
	if err != nil || st.Entries[KindGrade] != len(sizes) || st.Damaged != 0 || st.Bytes < MaxValue+5<<20 {
		t.Errorf("stats: %+v, %v", st, err)
	}
	err = s.Put(KindGrade, puzzleA, []byte("k"), make([]byte, MaxValue+1))
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("value over the limit: %v", err)
	}
	wantMiss(t, s, KindGrade, puzzleA, "k")
	if err := s.Put(KindBound, puzzleA, make([]byte, MaxKey+1), nil); !errors.Is(err, ErrTooLarge) {
		t.Errorf("key over the limit: %v", err)
	}
	longest := strings.Repeat("k", MaxKey)
	put(t, s, KindBound, puzzleA, longest, []byte("v"))
	wantValue(t, s, KindBound, puzzleA, longest, []byte("v"))
}

// TestLargeValuesGiveTheirRoomBack goes from large to large, to small, to
// large, and to nothing.
func TestLargeValuesGiveTheirRoomBack(t *testing.T) {
	s := openStore(t, t.TempDir())
	for step, size := range []int{300 << 10, 400 << 10, 10, 300 << 10} {
		put(t, s, KindGrade, puzzleA, "k", pattern(size, byte(step)))
		wantValue(t, s, KindGrade, puzzleA, "k", pattern(size, byte(step)))
		want := 0
		if size > inlineLimit {
			want = 1
		}
		if got := largeFileCount(t, s); got != want {
			t.Errorf("step %d: %d large files, want %d", step, got, want)
		}
	}
	err := s.Update(KindGrade, puzzleA, []byte("k"), func(old []byte) ([]byte, error) {
		if !bytes.Equal(old, pattern(300<<10, 3)) {
			t.Errorf("update got %d bytes", len(old))
		}
		return pattern(500<<10, 9), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wantValue(t, s, KindGrade, puzzleA, "k", pattern(500<<10, 9))
	if err := s.Delete(KindGrade, puzzleA, []byte("k")); err != nil {
		t.Fatal(err)
	}
	wantMiss(t, s, KindGrade, puzzleA, "k")
	if got := largeFileCount(t, s); got != 0 {
		t.Errorf("%d large files after delete", got)
	}
}

// TestSweep: files that no entry names, and half-written ones, go when the
// store is opened; files of others stay; new numbers never meet old ones.
func TestSweep(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindGrade, puzzleA, "k", pattern(300<<10, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(s.dir, largeName)
	for _, name := range []string{"00000000000000ff", "0000000000000100.tmp", "notes.txt", "1"} {
		if err := os.WriteFile(filepath.Join(large, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s = openStore(t, s.dir)
	put(t, s, KindGrade, puzzleA, "k2", pattern(300<<10, 2))
	if got, want := fileNames(t, large), "0000000000000001 0000000000000100 1 notes.txt"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	wantValue(t, s, KindGrade, puzzleA, "k", pattern(300<<10, 1))
}

func TestUpdateKeepsTheBetterBound(t *testing.T) {
	s := openStore(t, t.TempDir())
	raise := func(to byte) {
		t.Helper()
		err := s.Update(KindBound, puzzleA, []byte("lower"), func(old []byte) ([]byte, error) {
			if old != nil && old[0] >= to {
				return nil, nil
			}
			return []byte{to}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	raise(20)
	wantValue(t, s, KindBound, puzzleA, "lower", []byte{20})
	raise(27)
	raise(25)
	wantValue(t, s, KindBound, puzzleA, "lower", []byte{27})

	wrong := errors.New("wrong")
	err := s.Update(KindBound, puzzleA, []byte("lower"), func([]byte) ([]byte, error) { return []byte{99}, wrong })
	if err != wrong {
		t.Errorf("error of merge: got %v", err)
	}
	err = s.Update(KindBound, puzzleA, []byte("lower"), func([]byte) ([]byte, error) { return make([]byte, MaxValue+1), nil })
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: got %v", err)
	}
	wantValue(t, s, KindBound, puzzleA, "lower", []byte{27})

	err = s.Update(KindBound, puzzleA, []byte("new"), func(old []byte) ([]byte, error) {
		if old != nil {
			t.Errorf("old value of nothing: %q", old)
		}
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wantMiss(t, s, KindBound, puzzleA, "new")
	// An empty value is a value.
	put(t, s, KindBound, puzzleA, "empty", nil)
	err = s.Update(KindBound, puzzleA, []byte("empty"), func(old []byte) ([]byte, error) {
		if old == nil {
			t.Error("an empty value came as none")
		}
		return []byte{}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wantValue(t, s, KindBound, puzzleA, "empty", []byte{})
}

// TestUpdateLetsPanicsOfMergeThrough: they are the caller's bugs, not damage.
func TestUpdateLetsPanicsOfMergeThrough(t *testing.T) {
	s := openStore(t, t.TempDir())
	func() {
		defer func() {
			if r := recover(); r != "bug" {
				t.Errorf("recovered %v", r)
			}
		}()
		err := s.Update(KindBound, puzzleA, nil, func([]byte) ([]byte, error) { panic("bug") })
		t.Errorf("update returned %v", err)
	}()
	put(t, s, KindBound, puzzleA, "", []byte("still works"))
	wantValue(t, s, KindBound, puzzleA, "", []byte("still works"))
}

// TestConcurrentUpdates counts up one entry from many goroutines: not one step
// may be lost. Every tenth value is large.
func TestConcurrentUpdates(t *testing.T) {
	s := openStore(t, t.TempDir())
	const workers, steps = 8, 40
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for range steps {
				err := s.Update(KindBound, puzzleA, []byte("n"), func(old []byte) ([]byte, error) {
					n := uint64(1)
					if old != nil {
						n += binary.BigEndian.Uint64(old)
					}
					size := 8
					if n%10 == 0 {
						size = inlineLimit + 1
					}
					return append(binary.BigEndian.AppendUint64(nil, n), make([]byte, size-8)...), nil
				})
				if err != nil {
					t.Error(err)
				}
				if value, ok, err := s.Get(KindBound, puzzleA, []byte("n")); err != nil || !ok || len(value) < 8 {
					t.Errorf("get meanwhile: %d bytes, %v, %v", len(value), ok, err)
				}
			}
		})
	}
	group.Wait()
	value, ok, err := s.Get(KindBound, puzzleA, []byte("n"))
	if err != nil || !ok || binary.BigEndian.Uint64(value) != workers*steps {
		t.Errorf("got %v %v %v, want %d", value[:8], ok, err, workers*steps)
	}
	if got := largeFileCount(t, s); got != 1 {
		t.Errorf("%d large files, want 1", got)
	}
	if st, err := s.Stats(); err != nil || st.DamagedReads != 0 {
		t.Errorf("stats: %+v, %v", st, err)
	}
}

func TestClosedStore(t *testing.T) {
	s := openStore(t, t.TempDir())
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	_, ok, getErr := s.Get(KindBound, puzzleA, nil)
	_, statsErr := s.Stats()
	for name, err := range map[string]error{
		"get":    getErr,
		"put":    s.Put(KindBound, puzzleA, nil, nil),
		"update": s.Update(KindBound, puzzleA, nil, func([]byte) ([]byte, error) { return []byte{1}, nil }),
		"delete": s.Delete(KindBound, puzzleA, nil),
		"sync":   s.Sync(),
		"stats":  statsErr,
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if ok {
		t.Error("a closed store answered")
	}
}

// TestFullDisk: nothing is written when the room runs out, and reading goes on.
func TestFullDisk(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindBound, puzzleA, "k", []byte("v"))
	s.free = func(string) (uint64, error) { return reservedBytes + 100, nil }
	put(t, s, KindBound, puzzleA, "fits", make([]byte, 100))
	err := s.Put(KindBound, puzzleA, []byte("k"), make([]byte, 101))
	if !errors.Is(err, ErrFull) {
		t.Errorf("put on a full disk: %v", err)
	}
	s.free = func(string) (uint64, error) { return reservedBytes - 1, nil }
	if err := s.Delete(KindBound, puzzleA, []byte("k")); !errors.Is(err, ErrFull) {
		t.Errorf("delete on a full disk: %v", err)
	}
	if err := s.Sync(); !errors.Is(err, ErrFull) {
		t.Errorf("sync on a full disk: %v", err)
	}
	wantValue(t, s, KindBound, puzzleA, "k", []byte("v"))
}
