package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

const serveToken = "0123456789abcdef-token"

// servedProcess is "halma-solve serve" in a process of its own.
type servedProcess struct {
	command *exec.Cmd
	url     string
	said    bytes.Buffer
}

func serveIn(t *testing.T, dir string) *servedProcess {
	t.Helper()
	path, err := exec.LookPath("halma-solve")
	if err != nil {
		t.Fatal(err)
	}
	token := filepath.Join(dir, "token")
	if err := os.WriteFile(token, []byte(serveToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &servedProcess{command: exec.Command(path, "serve", "--listen", "127.0.0.1:0", "--rate", "0", "--token", token, "--store", filepath.Join(dir, "store"))}
	s.command.Stderr = &s.said
	out, err := s.command.StdoutPipe()
	if err == nil {
		err = s.command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.command.Process.Kill() // it may have ended
		_ = s.command.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v\n%s", err, s.said.String())
	}
	s.url = strings.TrimSpace(line)
	return s
}

// backup returns all lines that the server has.
func (s *servedProcess) backup(t *testing.T) []byte {
	t.Helper()
	r, err := http.NewRequest("GET", s.url+"api/backup", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+serveToken)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil || w.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v\n%.200s", w.Status, err, text)
	}
	return text
}

// TestServeKill kills a server, kill -9, while many hand in lines: whatever was
// answered as kept is there when it is started again. HALMA_CRASH_KILLS is how often.
func TestServeKill(t *testing.T) {
	positiontest.Long(t)
	kills := 2
	if text := os.Getenv("HALMA_CRASH_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	var answered []string
	random := rand.New(rand.NewPCG(1, uint64(kills)))
	for n := range kills {
		s := serveIn(t, dir)
		answered = append(answered, s.handedIn(t, n, 1+random.IntN(300))...)
		_ = s.command.Wait() // it was killed
	}
	s := serveIn(t, dir)
	backup := s.backup(t)
	for _, name := range answered {
		if !bytes.Contains(backup, fmt.Appendf(nil, "{\"nickname\":%q,", name)) {
			t.Errorf("the line of %s was answered as kept and is lost", name)
		}
	}
	if strings.Contains(s.said.String(), "is not shown") {
		t.Errorf("broken lines are in the store:\n%s", s.said.String())
	}
	t.Logf("%d kills, %d lines answered, %d found", kills, len(answered), bytes.Count(backup, []byte("\n")))
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.command.Wait(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, s.said.String())
	}
}

// handedIn hands in lines of new names, several at a time, kills the server when so
// many have been answered, and returns the names that were.
func (s *servedProcess) handedIn(t *testing.T, round, until int) (names []string) {
	t.Helper()
	const together = 8
	var all sync.WaitGroup
	var one sync.Mutex
	var count atomic.Int64
	for c := range together {
		all.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for i := 0; ; i++ {
				name := fmt.Sprintf("player %d-%d-%d", round, c, i)
				body := fmt.Sprintf(`{"nickname":%q,"line":"a1-c3 b2-d2-c4 c2-d4-b4 c3-a5"}`, name)
				w, err := client.Post(s.url+"api/puzzles/highscore-star1-3-free-moves-short/submissions", "application/json", strings.NewReader(body))
				if err != nil {
					return // it is dead
				}
				_ = w.Body.Close()
				if w.StatusCode != http.StatusCreated {
					t.Errorf("%s: %s", name, w.Status)
					return
				}
				one.Lock()
				names = append(names, name)
				one.Unlock()
				if count.Add(1) == int64(until) {
					if err := s.command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
	return names
}
