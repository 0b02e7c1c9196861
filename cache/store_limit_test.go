//go:build darwin || freebsd || linux

package cache

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// limitedVariable makes the test binary fill the store that it names with a limit
// on the size of files.
const limitedVariable = "HALMA_SOLVE_TEST_STORE_LIMITED"

func init() { children[limitedVariable] = fillLimited }

// fillLimited puts results until a file may not grow any more, and one into the
// database, whose files are larger than that. It prints what came of both.
func fillLimited(dir string) {
	limit := syscall.Rlimit{Cur: 64 << 10, Max: 64 << 10}
	err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	var s *Store
	if err == nil {
		s, err = Open(Options{Dir: dir})
	}
	if err != nil {
		fmt.Println("open:", err)
		os.Exit(1)
	}
	n := 0
	for err == nil {
		if err = s.Put(KindResult, puzzleA, fmt.Append(nil, n), pattern(10<<10, byte(n))); err == nil {
			n++
		}
	}
	fmt.Println(n, errors.Is(err, ErrFull), err)
	err = s.Put(KindBound, puzzleA, nil, []byte("v"))
	fmt.Println(errors.Is(err, ErrFull), err)
	fmt.Println(s.Close())
}

// TestLimitOnFiles: a file that may not grow is no damage, and what was kept before
// stays.
func TestLimitOnFiles(t *testing.T) {
	dir := t.TempDir()
	out, err := child(limitedVariable, dir).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "6 true ") || !strings.HasPrefix(lines[1], "true ") || lines[2] != "<nil>" {
		t.Fatalf("the child said:\n%s", out)
	}
	for _, line := range lines[:2] {
		if !strings.Contains(line, "ulimit -f") || strings.Contains(line, "damaged") {
			t.Errorf("the message is %q", line)
		}
	}
	s, err := Open(Options{Dir: dir, Notice: func(line string) { t.Error(line) }})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		wantValue(t, s, KindResult, puzzleA, fmt.Sprint(i), pattern(10<<10, byte(i)))
	}
	put(t, s, KindResult, puzzleA, "6", []byte("v"))
	put(t, s, KindBound, puzzleA, "", []byte("v"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
