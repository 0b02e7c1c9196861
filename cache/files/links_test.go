package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestOwnFollowsNoLink: the other name may be taken by a link to somebody's file.
func TestOwnFollowsNoLink(t *testing.T) {
	dir, foreign := t.TempDir(), filepath.Join(t.TempDir(), "thesis")
	if err := os.WriteFile(foreign, []byte("years of work"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file")
	for name, make := range map[string]func(from, to string) error{"symbolic": os.Symlink, "hard": os.Link} {
		if err := make(foreign, path+TempSuffix); err != nil {
			t.Logf("no %s links: %v", name, err)
			continue
		}
		if err := Write(path, 0o600, []byte(name)); err != nil {
			t.Error(err)
		}
		want(t, path, name)
		want(t, foreign, "years of work")
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if err := os.Mkdir(path+TempSuffix, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, 0o600, nil); err == nil {
		t.Error("a folder was written over")
	}
}

func TestNoLinks(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(below, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "missing")} {
		if err := NoLinks(path); err != nil {
			t.Error(err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(below, "link")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(below, "link")} {
		if err := NoLinks(path); !errors.Is(err, ErrLink) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
