//go:build darwin || freebsd || linux

package cache

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCloseOfRemovedDirectory: somebody removed the folder while it was open. Close
// ends and says so; what is in RAM could be written nowhere. (Other systems do not
// let anybody remove it.)
func TestCloseOfRemovedDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	s, err := Open(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, KindBound, puzzleA, "k", []byte("v"))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("closing it: %v", err)
	}
}
