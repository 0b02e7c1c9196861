package cache

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// wantError checks the sentinel, that the message is one line for users, and
// that it names the directory.
func wantError(t *testing.T, err, sentinel error, dir string) {
	t.Helper()
	if !errors.Is(err, sentinel) {
		t.Fatalf("got error %v, want %v", err, sentinel)
	}
	if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, dir) {
		t.Errorf("message %q", text)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func fileNames(t testing.TB, dir string) string {
	t.Helper()
	names, err := fs.Glob(os.DirFS(dir), "*")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

func TestOpenMakesDirectories(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := openStore(t, dir)
	put(t, s, KindBound, puzzleA, "k", []byte("v"))
	text, err := os.ReadFile(filepath.Join(dir, markerName))
	if err != nil || string(text) != "format 1\n" {
		t.Errorf("marker %q, %v", text, err)
	}
	if _, err := Open(Options{}); err == nil {
		t.Error("a store without a directory was opened")
	}
}

// TestOpenAfterUnfinishedMarker: a crash in the very first opening.
func TestOpenAfterUnfinishedMarker(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, markerName+tempSuffix), "form")
	s := openStore(t, dir)
	put(t, s, KindBound, puzzleA, "k", []byte("v"))
}

func TestForeignDirectory(t *testing.T) {
	foreign := t.TempDir()
	writeFile(t, filepath.Join(foreign, "thesis.txt"), "years of work")
	_, err := Open(Options{Dir: foreign})
	wantError(t, err, ErrForeign, foreign)
	wantError(t, Clear(foreign), ErrForeign, foreign)
	if got := fileNames(t, foreign); got != "thesis.txt" {
		t.Errorf("the foreign directory now has: %s", got)
	}

	// Neither a folder nor a link that bears the marker's name is a marker.
	if err := os.Mkdir(filepath.Join(foreign, markerName), 0o700); err != nil {
		t.Fatal(err)
	}
	wantError(t, Clear(foreign), ErrForeign, foreign)

	file := filepath.Join(foreign, "thesis.txt")
	_, err = Open(Options{Dir: file})
	wantError(t, err, ErrForeign, file)
	wantError(t, Clear(file), ErrForeign, file)
}

func TestClear(t *testing.T) {
	dir := t.TempDir()
	if err := Clear(filepath.Join(dir, "missing")); err != nil {
		t.Errorf("missing directory: %v", err)
	}
	if err := Clear(dir); err != nil {
		t.Errorf("empty directory: %v", err)
	}
	s := openStore(t, dir)
	put(t, s, KindBound, puzzleA, "k", pattern(300<<10, 1))
	wantError(t, Clear(dir), ErrLocked, dir)
	wantValue(t, s, KindBound, puzzleA, "k", pattern(300<<10, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "thesis.txt"), "years of work")
	if err := Clear(dir); err != nil {
		t.Fatal(err)
	}
	if got := fileNames(t, dir); got != "thesis.txt" {
		t.Errorf("left: %s", got)
	}
	if err := os.Remove(filepath.Join(dir, "thesis.txt")); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir)
	wantMiss(t, s, KindBound, puzzleA, "k")
}

func TestOtherFormat(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindBound, puzzleA, "k", []byte("v"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	marker := filepath.Join(s.dir, markerName)
	kept := map[string][]byte{}
	for _, name := range resultsNames { // of another format, too
		path := filepath.Join(s.dir, name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		kept[path] = data
		writeFile(t, path, "results of another format")
	}
	for text, sentinel := range map[string]error{
		"format 2\n":  ErrVersion,
		"format 0\n":  ErrVersion,
		"format 01\n": ErrVersion,
	} {
		writeFile(t, marker, text)
		_, err := Open(Options{Dir: s.dir})
		wantError(t, err, sentinel, s.dir)
	}
	writeFile(t, marker, "format 1\n")
	for path, data := range kept {
		writeFile(t, path, string(data))
	}
	s = openStore(t, s.dir)
	wantValue(t, s, KindBound, puzzleA, "k", []byte("v"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, marker, "format 2\n")
	if err := Clear(s.dir); err != nil {
		t.Fatal(err)
	}
	if got := fileNames(t, s.dir); got != "" {
		t.Errorf("left: %s", got)
	}
}

func TestSecondOpenInOneProcess(t *testing.T) {
	s := openStore(t, t.TempDir())
	_, err := Open(Options{Dir: s.dir})
	wantError(t, err, ErrLocked, s.dir)
	if want := "another halma-solve uses the store " + s.dir + "; wait for it, or use --cache none"; err.Error() != want {
		t.Errorf("message %q, want %q", err, want)
	}
	reopen(t, s)
}

// TestNotWritable puts a regular file where a directory is needed: it stops
// the superuser too, whom permissions do not.
func TestNotWritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "")
	_, err := Open(Options{Dir: filepath.Join(file, "store")})
	wantError(t, err, ErrReadOnly, file)

	// A folder in the marker's temporary place stops the first writing.
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, markerName+tempSuffix), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Dir: dir}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	// The failed opening has left no lock.
	if err := os.Remove(filepath.Join(dir, markerName+tempSuffix)); err != nil {
		t.Fatal(err)
	}
	openStore(t, dir)
}

// TestSystemErrors: Badger passes on most causes as text only.
func TestSystemErrors(t *testing.T) {
	for _, c := range []struct {
		cause    error
		sentinel error
	}{
		{&os.PathError{Op: "write", Path: "f", Err: syscall.ENOSPC}, ErrFull},
		{fmt.Errorf("while writing: %v\nstack", syscall.ENOSPC), ErrFull},
		{fmt.Errorf("while writing: %v", syscall.EDQUOT), ErrFull},
		{&os.PathError{Op: "open", Path: "f", Err: syscall.EACCES}, ErrReadOnly},
		{fmt.Errorf("cannot write pid file: %v", syscall.EROFS), ErrReadOnly},
		{errors.New("manifest has bad magic"), ErrCorrupt},
		{fmt.Errorf("%w: assert", errPanic), ErrCorrupt},
	} {
		s := &Store{dir: "/some/dir"}
		err := s.databaseError(c.cause)
		wantError(t, err, c.sentinel, "/some/dir")
		if !errors.Is(err, c.cause) {
			t.Errorf("%v does not wrap %v", err, c.cause)
		}
	}
	s := &Store{dir: "/some/dir"}
	err := s.databaseError(fmt.Errorf("open: %v", syscall.EMFILE))
	for _, sentinel := range []error{ErrCorrupt, ErrFull, ErrReadOnly} {
		if errors.Is(err, sentinel) {
			t.Errorf("too many open files is %v", sentinel)
		}
	}
}

func TestLogGoesToDebug(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s, err := Open(Options{Dir: t.TempDir(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, KindBound, puzzleA, "k", []byte("v"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		t.Error("nothing was logged")
	}
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(line, "level=DEBUG") || !strings.Contains(line, "store: ") {
			t.Errorf("line %q", line)
		}
	}
}

func TestDefaultDir(t *testing.T) {
	base := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, base)
	}
	dir, err := DefaultDir()
	if err != nil || !strings.HasPrefix(dir, base) || filepath.Base(dir) != "halma-solve" {
		t.Errorf("got %q, %v", dir, err)
	}
}

// A store that has lost its marker is one, and a file of results that is a pipe is as good as
// none.
func TestLostMarker(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	if err := s.Put(KindResult, [32]byte{1}, []byte("key"), []byte("value")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{markerName, resultsNames[0], resultsNames[1]} {
		path := filepath.Join(dir, name)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if name != markerName && runtime.GOOS != "windows" { // which has no such files
			if err := exec.Command("mkfifo", path).Run(); err != nil {
				t.Fatal(err)
			}
		}
		s := openStore(t, dir)
		if value, ok, err := s.Get(KindResult, [32]byte{1}, []byte("key")); !ok || err != nil || string(value) != "value" {
			t.Errorf("without %s: %q, %t, %v", name, value, ok, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, resultsNames[0]), []byte("results of the match\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(Options{Dir: foreign})
	wantError(t, err, ErrForeign, foreign)
}
