package cache

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// link makes a symbolic link. Where the system makes none, nothing is tested, and that is
// a failure.
func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// foreignFolder is a folder of somebody else, whose files have the names of those that a
// store removes or writes over.
func foreignFolder(t *testing.T) (dir string, unchanged func()) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"thesis.tmp", fmt.Sprintf("%016x", 7), "000001.sst", "00001.mem", "000001.vlog", "000002.vlog", "MANIFEST"} {
		writeFile(t, filepath.Join(dir, name), "years of work")
	}
	writeFile(t, filepath.Join(dir, "00002.mem"), "")
	before := contents(t, dir)
	return dir, func() {
		t.Helper()
		if now := contents(t, dir); !maps.Equal(before, now) {
			t.Errorf("files of somebody else were\n%v\nand are\n%v", before, now)
		}
	}
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		out[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// someStore is a store with an entry of each sort, closed.
func someStore(t *testing.T) *Store {
	t.Helper()
	s := openStore(t, t.TempDir())
	put(t, s, KindResult, puzzleA, "k", []byte("result"))
	put(t, s, KindBound, puzzleA, "k", []byte("bound"))
	put(t, s, KindGrade, puzzleA, "k", pattern(300<<10, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPartIsALink: a store with a link in place of a part is refused, and nothing behind the
// link is touched; Clear takes the link and no more.
func TestPartIsALink(t *testing.T) {
	for _, name := range parts() {
		t.Run(name, func(t *testing.T) {
			s := someStore(t)
			path := filepath.Join(s.dir, name)
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			foreign, unchanged := foreignFolder(t)
			if name == resultsNames[0] || name == resultsNames[1] {
				link(t, filepath.Join(foreign, "MANIFEST"), path)
			} else {
				link(t, foreign, path)
			}
			opened, err := Open(Options{Dir: s.dir})
			if err == nil {
				_, _, _ = opened.Get(KindBound, puzzleA, []byte("k"))
				_ = opened.Close()
				t.Error("the store was opened")
			} else {
				wantError(t, err, ErrForeign, path)
			}
			unchanged()
			if err := Clear(s.dir); err != nil {
				t.Error(err)
			}
			if got := fileNames(t, s.dir); got != "" {
				t.Errorf("left: %s", got)
			}
			unchanged()
		})
	}
}

// TestLinkInDatabase: the database does not open one, nor is it taken for damaged.
func TestLinkInDatabase(t *testing.T) {
	for _, name := range []string{"000099.sst", "00099.mem", "000099.vlog", "MANIFEST"} {
		s := someStore(t)
		foreign, unchanged := foreignFolder(t)
		path := filepath.Join(s.dir, databaseName, name)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		link(t, filepath.Join(foreign, "MANIFEST"), path)
		s = openStore(t, s.dir)
		wantValue(t, s, KindResult, puzzleA, "k", []byte("result"))
		_, _, err := s.Get(KindBound, puzzleA, []byte("k"))
		wantError(t, err, ErrForeign, path)
		_, err = s.Repair()
		wantError(t, err, ErrForeign, path)
		unchanged()
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("the link is gone: %v", err)
		}
	}
}

// TestLinksAmongFiles: where the store writes or removes single files a link is none of
// them.
func TestLinksAmongFiles(t *testing.T) {
	s := someStore(t)
	foreign, unchanged := foreignFolder(t)
	link(t, filepath.Join(foreign, "thesis.tmp"), filepath.Join(s.dir, resultsNames[0]+tempSuffix))
	link(t, filepath.Join(foreign, "thesis.tmp"), filepath.Join(s.dir, markerName+tempSuffix))
	kept := []string{fmt.Sprintf("%016x", 99), "thesis.tmp"}
	for _, name := range kept {
		link(t, filepath.Join(foreign, "thesis.tmp"), filepath.Join(s.dir, largeName, name))
	}
	writeFile(t, filepath.Join(s.dir, markerName), "")
	if err := os.Remove(filepath.Join(s.dir, resultsNames[0])); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, s.dir)
	wantValue(t, s, KindResult, puzzleA, "k", []byte("result"))
	wantValue(t, s, KindGrade, puzzleA, "k", pattern(300<<10, 1))
	unchanged()
	for _, name := range kept {
		if _, err := os.Lstat(filepath.Join(s.dir, largeName, name)); err != nil {
			t.Errorf("a link is gone: %v", err)
		}
	}
}

// TestStoreIsALink: the whole store may be on another disk.
func TestStoreIsALink(t *testing.T) {
	s := someStore(t)
	path := filepath.Join(t.TempDir(), "link")
	link(t, s.dir, path)
	s = openStore(t, path)
	wantValue(t, s, KindResult, puzzleA, "k", []byte("result"))
	wantValue(t, s, KindBound, puzzleA, "k", []byte("bound"))
	put(t, s, KindBound, puzzleA, "k", []byte("better"))
	s = reopen(t, s)
	wantValue(t, s, KindBound, puzzleA, "k", []byte("better"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Clear(path); err != nil {
		t.Fatal(err)
	}
	if got := fileNames(t, path); got != "" {
		t.Errorf("left: %s", got)
	}
}

// TestRunFollowsNoLink: as a store's files, a run is begun in a file of its own.
func TestRunFollowsNoLink(t *testing.T) {
	foreign, unchanged := foreignFolder(t)
	path := filepath.Join(t.TempDir(), "run")
	link(t, filepath.Join(foreign, "thesis.tmp"), path+tempSuffix)
	w, err := CreateRun[[1]uint64](path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	unchanged()
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the run: %v, %v", info, err)
	}
}
