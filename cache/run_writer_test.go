package cache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

func TestRunRefusesDisorder(t *testing.T) {
	type key = [2]uint64
	one, two := key{5, 1}, key{4, 2}
	for name, c := range map[string]struct {
		fill func(w *RunWriter[key]) error
		want error
	}{
		"equal":          {func(w *RunWriter[key]) error { return w.Append(1, []key{one, one}) }, ErrRunOrder},
		"falling":        {func(w *RunWriter[key]) error { return w.Append(1, []key{two, one}) }, ErrRunOrder},
		"between calls":  {func(w *RunWriter[key]) error { return errors.Join(w.Append(1, []key{two}), w.Append(1, []key{one})) }, ErrRunOrder},
		"shards":         {func(w *RunWriter[key]) error { return errors.Join(w.Append(2, []key{one}), w.Append(1, []key{two})) }, ErrRunOrder},
		"shard too high": {func(w *RunWriter[key]) error { return w.Append(Shards, []key{one}) }, ErrRunShard},
		"shard too low":  {func(w *RunWriter[key]) error { return w.Append(-1, []key{one}) }, ErrRunShard},
		"between blocks": {func(w *RunWriter[key]) error {
			keys := make([]key, runBlockKeys)
			for i := range keys {
				keys[i][1] = uint64(i)
			}
			return errors.Join(w.Append(1, keys), w.Append(1, keys[runBlockKeys-1:]))
		}, ErrRunOrder},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			w, err := CreateRun[key](filepath.Join(dir, "run"), nil)
			if err != nil {
				t.Fatal(err)
			}
			wantError(t, c.fill(w), c.want, dir)
			wantError(t, w.Append(200, []key{one}), ErrRunClosed, dir)
			_, err = w.Close()
			wantError(t, err, ErrRunClosed, dir)
			wantNames(t, dir)
		})
	}
}

// TestRunAppears: the name appears with Close and not before, what was there
// stays until then, and neither an aborted nor a killed writer leaves anything
// that disturbs the next one.
func TestRunAppears(t *testing.T) {
	type key = [1]uint64
	dir := t.TempDir()
	path := filepath.Join(dir, "run")
	begin := func(k key) *RunWriter[key] {
		w, err := CreateRun[key](path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Append(0, []key{k}); err != nil {
			t.Fatal(err)
		}
		return w
	}
	want := func(k key) {
		t.Helper()
		got, err := openedRun[key](t, path).ReadShard(0, nil)
		if err != nil || !slices.Equal(got, []key{k}) {
			t.Errorf("read %v, %v, want %v", got, err, k)
		}
	}
	w := begin(key{1})
	wantNames(t, dir, "run.tmp")
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir)
	if err := w.Abort(); err != nil {
		t.Errorf("the second Abort: %v", err)
	}

	w = begin(key{2})
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, "run")
	want(key{2})
	if err := w.Abort(); err != nil {
		t.Errorf("Abort after Close: %v", err)
	}
	want(key{2})

	// What a killed writer leaves: longer than the next run, and not closed.
	writeFile(t, path+tempSuffix, string(make([]byte, 5000)))
	w = begin(key{3})
	want(key{2})
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, "run")
	want(key{3})
}

// fullFile is a disk with room for some bytes.
type fullFile struct {
	runFile
	room int
}

func (f *fullFile) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	}
	return f.runFile.Write(b)
}

func (f *fullFile) Sync() error {
	if f.room == 0 {
		return &os.PathError{Op: "sync", Path: "x", Err: syscall.ENOSPC}
	}
	return f.runFile.Sync()
}

func TestRunFullDisk(t *testing.T) {
	type key = [2]uint64
	shards := map[int][]key{0: {{1}, {2}}, 1: {{7}}}
	probe := createRun(t, filepath.Join(t.TempDir(), "run"), shards, 10)
	for room := range int(probe.Bytes) - runHeaderSize - len(testLabel) + 1 { // the last fails in Sync
		dir := t.TempDir()
		w, err := CreateRun[key](filepath.Join(dir, "run"), testLabel)
		if err != nil {
			t.Fatal(err)
		}
		w.file = &fullFile{w.file, room}
		err = errors.Join(w.Append(0, shards[0]), w.Append(1, shards[1]))
		if err == nil {
			_, err = w.Close()
		}
		wantError(t, err, ErrFull, dir)
		wantNames(t, dir)
	}
}

func TestRunInMissingDirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "run")
	if _, err := CreateRun[[1]uint64](path, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("CreateRun: %v", err)
	}
	if _, err := OpenRun[[1]uint64](path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("OpenRun: %v", err)
	}
}

// The label comes back as it was given, and one that is too long is refused.
func TestRunLabel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	for _, n := range []int{0, 1, 300, maxRunLabel} {
		label := bytes.Repeat([]byte{'x'}, n)
		w, err := CreateRun[[1]uint64](path, label)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Append(3, [][1]uint64{{5}, {9}}); err != nil {
			t.Fatal(err)
		}
		info, err := w.Close()
		if err != nil || info.Digest != sha256.Sum256(append(label, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9)) {
			t.Errorf("a label of %d bytes: %+v, %v", n, info, err)
		}
		r := openedRun[[1]uint64](t, path)
		if !bytes.Equal(r.Label(), label) || verified(r) != nil {
			t.Errorf("a label of %d bytes comes back as one of %d (%v)", n, len(r.Label()), verified(r))
		}
	}
	if _, err := CreateRun[[1]uint64](path, make([]byte, maxRunLabel+1)); err == nil {
		t.Error("a label that is too long is taken")
	}
}
