package solver

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
)

// The environment of TestKilledRunsGoOnWhereTheyWere: how long a process lives
// (unset: the test is not run, since it takes minutes), and the directory of a child.
const (
	killEvery = "HALMA_TEST_KILL_EVERY"
	killedDir = "HALMA_TEST_KILLED"
)

// TestKilledRunsGoOnWhereTheyWere is TestStoppedRunsGoOnWhereTheyWere with kill −9,
// the usual pace, and a search that takes a minute: all runs together look at no more
// than 1.3 times the positions, and for each kill as many as take two seconds.
//
//	HALMA_TEST_KILL_EVERY=20s go test ./solver -run TestKilledRuns -timeout 1h -v
func TestKilledRunsGoOnWhereTheyWere(t *testing.T) {
	if dir := os.Getenv(killedDir); dir != "" {
		killedChild(t, dir)
		return
	}
	if os.Getenv(killEvery) == "" {
		t.Skip(killEvery + " is not set")
	}
	every, err := time.ParseDuration(os.Getenv(killEvery))
	if err != nil {
		t.Fatal(err)
	}
	whole, began := t.TempDir(), time.Now()
	through, _ := runChild(t, whole, time.Hour)
	perSecond := through / int64(max(time.Since(began)/time.Second, 1))
	dir := t.TempDir()
	total, kills := int64(0), 0
	for {
		expanded, killed := runChild(t, dir, every)
		total += expanded
		if !killed {
			break
		}
		kills++
	}
	most := through*13/10 + int64(kills)*2*perSecond
	t.Logf("%d positions expanded with %d kills, %d without; at most %d", total, kills, through, most)
	if kills == 0 || total > most {
		t.Errorf("%d kills", kills)
	}
	want := positiontest.Must(t, os.ReadFile, filepath.Join(whole, "answer"))
	if got, err := os.ReadFile(filepath.Join(dir, "answer")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
}

// runChild runs the search in a process that is killed after a while. It returns how
// many positions that process had expanded when it last told.
func runChild(t *testing.T, dir string, life time.Duration) (expanded int64, killed bool) {
	t.Helper()
	_ = os.Remove(filepath.Join(dir, "expanded"))
	child := exec.Command(os.Args[0], "-test.run=^TestKilledRunsGoOnWhereTheyWere$", "-test.timeout=2h")
	child.Env = append(os.Environ(), killedDir+"="+dir)
	var output bytes.Buffer
	child.Stdout, child.Stderr = &output, &output
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(life, func() { _ = child.Process.Kill() })
	err := child.Wait()
	timer.Stop()
	var exit *exec.ExitError
	if killed = errors.As(err, &exit) && exit.ExitCode() == -1; err != nil && !killed {
		t.Fatalf("%v: %s", err, output.Bytes())
	}
	if data, err := os.ReadFile(filepath.Join(dir, "expanded")); err == nil && len(data) == 8 {
		expanded = int64(binary.BigEndian.Uint64(data))
	}
	return expanded, killed
}

// killedChild runs the search, tells all the time how far it is, and writes what it
// has found.
func killedChild(t *testing.T, dir string) {
	t.Helper()
	store, err := cache.Open(cache.Options{Dir: filepath.Join(dir, "store")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	tell, err := os.Create(filepath.Join(dir, "expanded"))
	if err != nil {
		t.Fatal(err)
	}
	defer tell.Close()
	told := func(n int64) {
		if _, err := tell.WriteAt(binary.BigEndian.AppendUint64(nil, uint64(n)), 0); err != nil {
			t.Error(err)
		}
	}
	p := cases.On(t, puzzles.Highscore, positions.Rhombus, 7, "15", positions.Booklet)
	r, err := Solve(context.Background(), p, Options{
		Workers: 1, Memory: 128 << 20, Store: NewRecords(store), Checkpoints: filepath.Join(dir, "proofs"),
		Progress: func(e Event) { told(e.Expanded) },
	})
	if err != nil {
		t.Fatal(err)
	}
	told(r.Stats.Expanded)
	answer, err := json.Marshal(Record{Lower: r.Lower, Proof: r.Proof, Line: r.Line, Cost: r.Moves, Other: r.Hops})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "answer"), answer, 0o600); err != nil {
		t.Fatal(err)
	}
}
