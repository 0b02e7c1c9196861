package statefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/halma-solve/halma-solve/cache/files/withoutsync" // no test here cuts the power
)

type head struct{ Work string }

// read reads a state of ten numbers.
func readTen(path string) (numbers []uint16, found bool, err error) {
	numbers = make([]uint16, 10)
	var h head
	found, err = Read(path, &h, func(r Reader) error {
		if h.Work != "ten" {
			return Wrong("it is of another work")
		}
		return ReadNumbers(r, numbers)
	})
	return numbers, found, err
}

// TestWrittenIsRead, and not one altered, cut or longer file.
func TestWrittenIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	if _, found, err := readTen(path); found || err != nil {
		t.Errorf("no file: %v, %v", found, err)
	}
	want := []uint16{3, 1, 4, 1, 5, 9, 2, 6, 5, 0x1234}
	if err := Write(path, head{"ten"}, func(w io.Writer) error { return WriteNumbers(w, want) }); err != nil {
		t.Fatal(err)
	}
	if got, found, err := readTen(path); !found || err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, %v", got, found, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		altered := slices.Clone(text)
		altered[i] ^= 1
		for _, bad := range [][]byte{altered, text[:i], append(slices.Clone(text), 0)} {
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, found, err := readTen(path); found || !errors.Is(err, Err) || !strings.Contains(err.Error(), path) {
				t.Fatalf("%d of %d bytes, at byte %d: %v, %v", len(bad), len(text), i, found, err)
			}
		}
	}
}

// TestFailedWriteLeavesTheOldState: there is always a whole one.
func TestFailedWriteLeavesTheOldState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	full := errors.New("full")
	for _, fails := range []error{nil, full} {
		err := Write(path, head{"ten"}, func(w io.Writer) error {
			return errors.Join(WriteNumbers(w, make([]uint16, 10)), fails)
		})
		if !errors.Is(err, fails) {
			t.Errorf("%v instead of %v", err, fails)
		}
		if _, found, err := readTen(path); !found || err != nil {
			t.Errorf("%v, %v", found, err)
		}
		if names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(names) != 1 {
			t.Errorf("left: %v", names)
		}
	}
}

// TestPace: the first part of a run is done whatever the reason to end; then a state is
// saved before it ends.
func TestPace(t *testing.T) {
	stop, full := errors.New("stop"), errors.New("full")
	saved := 0
	save := func(path string) error {
		if saved++; path != "state" {
			t.Errorf("saved as %q", path)
		}
		return nil
	}
	p := NewPace("", true)
	if err := p.Pause(stop, save); !errors.Is(err, stop) || p.Keeps() || p.Due() {
		t.Errorf("without a file: %v", err)
	}
	p = NewPace("state", false)
	for i, want := range []error{nil, stop} {
		if err := p.Pause(stop, save); !errors.Is(err, want) || saved != i || p.Due() {
			t.Errorf("pause %d: %v, saved %d times", i, err, saved)
		}
	}
	if err := p.Pause(nil, save); err != nil || saved != 1 {
		t.Errorf("before it is time: %v, saved %d times", err, saved)
	}
	p = NewPace("state", true)
	for i := range 3 {
		if err := p.Pause(nil, save); err != nil || saved != 1+i || !p.Due() {
			t.Errorf("always: %v, saved %d times", err, saved)
		}
	}
	if err := p.Pause(nil, func(string) error { return full }); !errors.Is(err, full) {
		t.Errorf("saving fails: %v", err)
	}
}
