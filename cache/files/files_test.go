package files

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// holderVariable makes the test binary hold the lock on the file it names.
const holderVariable = "HALMA_SOLVE_TEST_LOCK_HOLDER"

func TestMain(m *testing.M) {
	if path := os.Getenv(holderVariable); path != "" {
		_, err := Lock(path)
		fmt.Println(err)
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n') // until it is killed
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func names(t *testing.T, dir string) string {
	t.Helper()
	names, err := fs.Glob(os.DirFS(dir), "*")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

func want(t *testing.T, path, text string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("%s has %q, %v, want %q", path, got, err, text)
	}
}

// TestCommitAndDiscard: until Commit the old file is there, after it the new one,
// and no other file is left.
func TestCommitAndDiscard(t *testing.T) {
	for name, begin := range map[string]func(string, fs.FileMode) (*Pending, error){"Create": Create, "Own": Own} {
		dir := t.TempDir()
		path := filepath.Join(dir, "file")
		for round, keep := range []bool{true, false, true} {
			before := fmt.Sprint(round - 1)
			p, err := begin(path, 0o640)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.WriteString(fmt.Sprint(round)); err != nil {
				t.Fatal(err)
			}
			if round > 0 {
				want(t, path, map[string]string{"0": "0", "1": "0"}[before])
			}
			if keep {
				if err := p.Commit(); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			p.Discard()
			if got := names(t, dir); got != "file" {
				t.Errorf("%s, round %d: left %s", name, round, got)
			}
		}
		want(t, path, "2")
	}
}

// TestModeStays: a file that is replaced keeps its mode, whatever the umask.
func TestModeStays(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such modes")
	}
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := Create(path, 0o600)
	if err == nil {
		err = p.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o666 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestCommitFails: a folder with something in it is in the way.
func TestCommitFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, write := range []func() error{
		func() error { return Write(path, 0o600, []byte("a"), []byte("b")) },
		func() error {
			p, err := Create(path, 0o600)
			if err != nil {
				return err
			}
			return p.Commit()
		},
	} {
		if err := write(); err == nil {
			t.Error("a folder was replaced")
		}
		if got := names(t, dir); got != "file" {
			t.Errorf("left %s", got)
		}
	}
}

// TestOwnWritesOverLeftovers: a crash leaves a file under the other name.
func TestOwnWritesOverLeftovers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path+TempSuffix, []byte("left by a crash"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, 0o600, []byte("a"), []byte("b")); err != nil {
		t.Fatal(err)
	}
	want(t, path, "ab")
	if got := names(t, dir); got != "file" {
		t.Errorf("left %s", got)
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, file} {
		release, err := Lock(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Lock(path); !errors.Is(err, ErrLocked) {
			t.Errorf("a second lock: %v", err)
		}
		if err := release(); err != nil {
			t.Fatal(err)
		}
		release, err = Lock(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := release(); err != nil {
			t.Fatal(err)
		}
	}
	want(t, file, "kept")
	if got := names(t, dir); got != "file" {
		t.Errorf("left %s", got)
	}
	_, err := Lock(filepath.Join(dir, "missing"))
	if err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("lock of nothing: %v", err)
	}
}

// TestLockEndsWithTheProcess kills a process that holds a lock.
func TestLockEndsWithTheProcess(t *testing.T) {
	dir := t.TempDir()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), holderVariable+"="+dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "<nil>\n" {
		t.Fatalf("the holder said %q, %v", line, err)
	}
	if _, err := Lock(dir); !errors.Is(err, ErrLocked) {
		t.Errorf("while another process has it: %v", err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it was killed
	release, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
}
