package cache

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// runVariable makes the test below, in a child, write runs at the path it is set
// to, one after another, until it is killed.
const runVariable = "HALMA_SOLVE_TEST_RUN_WRITER"

// killedKeys are the keys of the n-th run of the child.
func killedKeys(n int) [][2]uint64 {
	keys := manyKeys[[2]uint64](3000, uint64(n))
	keys[0] = [2]uint64{uint64(n), 0}
	return append(keys[:1], keys[len(keys)-1000:]...)
}

func writeRunsForever(t *testing.T, path string) {
	for n := 0; ; n++ {
		w, err := CreateRun[[2]uint64](path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for shard := range Shards {
			if err := w.Append(shard, killedKeys(n%8)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		_, _ = os.Stdout.WriteString("closed\n")
	}
}

// TestRunKill kills a writer at random times: whatever it leaves under the path
// is a whole run, and the next writer is not disturbed by the rest.
func TestRunKill(t *testing.T) {
	if path := os.Getenv(runVariable); path != "" {
		writeRunsForever(t, path)
	}
	path := filepath.Join(t.TempDir(), "run")
	left := 0
	for round := range 4 {
		c := exec.Command(os.Args[0], "-test.run=^TestRunKill$")
		c.Env = append(os.Environ(), runVariable+"="+path)
		c.Stderr = os.Stderr
		lines := started(t, c)
		if !lines.Scan() || lines.Text() != "closed" {
			t.Fatalf("the writer said %q", lines.Text())
		}
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() { // to the end, so that nothing is left open
		}
		_ = c.Wait()
		if _, err := os.Stat(path + tempSuffix); err == nil {
			left++
		} else if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		r, err := OpenRun[[2]uint64](path)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		err = verified(r)
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if want := int64(Shards * 1001); r.Len() != want {
			t.Fatalf("round %d: %d keys, want %d", round, r.Len(), want)
		}
	}
	t.Logf("%d of 4 kills left a temporary file", left)
	createRun(t, path, map[int][][2]uint64{0: {{1}}}, 1)
	wantNames(t, filepath.Dir(path), "run")
}
