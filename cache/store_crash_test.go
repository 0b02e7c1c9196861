package cache

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// The test binary runs itself as a child with one of these variables set to
// the directory of a store.
const (
	writerVariable = "HALMA_SOLVE_TEST_STORE_WRITER"
	holderVariable = "HALMA_SOLVE_TEST_STORE_HOLDER"
)

// children are what the test binary does as a child.
var children = map[string]func(dir string){writerVariable: writeForever, holderVariable: holdStore}

func TestMain(m *testing.M) {
	for variable, act := range children {
		if dir := os.Getenv(variable); dir != "" {
			act(dir)
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

func child(variable, dir string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), variable+"="+dir)
	c.Stderr = os.Stderr
	return c
}

// crashValue is the value of entry i: mostly some KiB, so that tables in RAM
// fill up and are flushed meanwhile, at times large.
func crashValue(i int) []byte {
	size := 1000 + i%9*4000
	if i%50 == 3 {
		size = inlineLimit + i%1000 + 1
	}
	return pattern(size, byte(i))
}

// writeForever is the child that gets killed. It finds where the last one
// stopped, goes on from there, and prints each number once all entries up to
// it are synced.
func writeForever(dir string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "writer:", err)
			os.Exit(1)
		}
	}
	s, err := Open(Options{Dir: dir})
	fail(err)
	i := 0
	value, ok, err := s.Get(KindGrade, puzzleA, []byte("next"))
	fail(err)
	fmt.Println("open")
	if ok {
		i, err = strconv.Atoi(string(value))
		fail(err)
	}
	for ; ; i++ {
		fail(s.Put(KindBound, puzzleA, fmt.Append(nil, i), crashValue(i)))
		fail(s.Put(KindBound, puzzleB, []byte("the same"), crashValue(i)))
		if i%5 == 0 { // before next says that it is there
			fail(s.Put(KindResult, puzzleA, fmt.Append(nil, i), crashValue(i)))
		}
		fail(s.Put(KindGrade, puzzleA, []byte("next"), fmt.Append(nil, i+1)))
		if i%5 == 0 {
			fail(s.Sync())
			fmt.Println(i)
		}
		if i%30 == 29 { // to be killed in Close and Open as well
			fail(s.Close())
			s, err = Open(Options{Dir: dir})
			fail(err)
		}
	}
}

// started starts a process and returns the lines that it writes.
func started(t *testing.T, c *exec.Cmd) *bufio.Scanner {
	t.Helper()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return bufio.NewScanner(out)
}

// TestKill kills the writer at random times, sometimes before it has opened
// the store. Whatever it said was synced must be there afterwards.
func TestKill(t *testing.T) {
	positiontest.Long(t)
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	synced := -1
	const leastRounds, mostRounds, leastSynced = 10, 300, 50 // a busy disk syncs little in a round
	for round := 0; round < leastRounds || synced < leastSynced && round < mostRounds; round++ {
		c := child(writerVariable, dir)
		lines := started(t, c)
		if round%3 != 0 && !lines.Scan() { // wait for "open", then kill later
			t.Fatal("the writer said nothing")
		}
		timer := time.AfterFunc(time.Duration(rng.IntN(120))*time.Millisecond, func() { _ = c.Process.Kill() })
		for lines.Scan() {
			if n, err := strconv.Atoi(lines.Text()); err == nil {
				synced = max(synced, n)
			} else if lines.Text() != "open" {
				t.Errorf("the writer said %q", lines.Text())
			}
		}
		timer.Stop()
		if err := c.Wait(); err == nil || c.ProcessState.ExitCode() == 1 {
			t.Fatalf("the writer ended by itself: %v", err)
		}
		if round%3 == 2 { // else the next writer recovers
			checkSynced(t, dir, synced)
		}
	}
	checkSynced(t, dir, synced)
	if synced < leastSynced {
		t.Errorf("only %d entries in all rounds: the test shows little", synced+1)
	}
}

func checkSynced(t *testing.T, dir string, synced int) {
	t.Helper()
	s, err := Open(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for i := range synced + 1 {
		wantValue(t, s, KindBound, puzzleA, strconv.Itoa(i), crashValue(i))
		if i%5 == 0 {
			wantValue(t, s, KindResult, puzzleA, strconv.Itoa(i), crashValue(i))
		}
	}
	st, err := s.Stats()
	if err != nil || st.Damaged != 0 {
		t.Errorf("stats after %d entries: %+v, %v", synced+1, st, err)
	}
	large := 0
	for i := range st.Entries[KindBound] - 1 {
		if len(crashValue(i)) > inlineLimit {
			large++
		}
	}
	if got := largeFileCount(t, s); synced >= 0 && (got < large || got > large+1) {
		t.Errorf("%d large files for %d or %d large entries", got, large, large+1)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestEmptyLogs: a kill can leave logs of no length.
func TestEmptyLogs(t *testing.T) {
	s := openStore(t, t.TempDir())
	put(t, s, KindBound, puzzleA, "k", []byte("v"))
	for _, name := range []string{"000099.vlog", "00099.mem"} {
		s = reopen(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(s.dir, databaseName, name), "")
		s = openStore(t, s.dir)
		wantValue(t, s, KindBound, puzzleA, "k", []byte("v"))
	}
}

// holdStore is the child that holds a store until its input ends.
func holdStore(dir string) {
	s, err := Open(Options{Dir: dir})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("open")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	if err := s.Close(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func TestOtherProcessHoldsTheStore(t *testing.T) {
	dir := t.TempDir()
	c := child(holderVariable, dir)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if lines := started(t, c); !lines.Scan() || lines.Text() != "open" {
		t.Fatalf("the holder said %q, %v", lines.Text(), lines.Err())
	}
	_, err = Open(Options{Dir: dir})
	wantError(t, err, ErrLocked, dir)
	if !strings.Contains(err.Error(), "--cache none") {
		t.Errorf("no way out in %q", err)
	}
	wantError(t, Clear(dir), ErrLocked, dir)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	openStore(t, dir)
}
