package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/google/go-cmp/cmp"
)

// A crash case is a command that keeps something on the disk. It is killed, kill
// -9, at random moments of its work and run again until it comes to its end; what
// it then writes must be what it writes without a break.
type crashCase struct {
	name  string
	args  string   // files stand for themselves, CACHE for the store
	files []string // that are compared
	input string   // of the file input.txt
	times int      // the input is written, 0 for once
	code  int      // of the end
	long  bool     // takes long: only in whole tests
}

// How most of them end, and the files of those.
const (
	asJSON    = " --format json -o out.json"
	withProof = asJSON + " --certificate proof.json"
)

var (
	resultFile     = []string{"out.json"}
	resultAndProof = []string{"out.json", "proof.json"}
)

var crashCases = []crashCase{
	{name: "highscore", args: "highscore --board rhombus --size 5 --men 10 --prove" + withProof, files: resultAndProof},
	{name: "highscore with wide layers", args: "highscore --board square --size 6 --men 10 --prove" + withProof, files: resultAndProof, long: true},
	{name: "highscore with wider layers", args: "highscore --board star --size 3 --men 10 --prove" + withProof, files: resultAndProof, long: true},
	{name: "highscore of hops", args: "highscore --board square --size 5 --men 6 --count hops --prove" + withProof, files: resultAndProof},
	{name: "highscore in little memory", args: "highscore --board rhombus --size 6 --men 6 --prove --memory 64MiB" + withProof, files: resultAndProof},
	{name: "treffhalma", args: "treffhalma --board square --size 5 --men 6 --prove" + withProof, files: resultAndProof},
	{name: "connection", args: "connection --size 2 --prove" + asJSON, files: resultFile},
	{name: "connection by deepening", args: "connection --size 2 --prove --search ida" + asJSON, files: resultFile},
	{name: "treffpunkt", args: "treffpunkt --board square --size 8 --men 10 --target triangle --prove" + asJSON, files: resultFile},
	{name: "solo", args: "solo --board triangle --size 6 --prove" + asJSON, files: resultFile},
	{name: "solo of the cross", args: "solo --prove" + asJSON, files: resultFile, long: true},
	{
		name:  "solve",
		args:  "solve input.txt --prove" + asJSON,
		files: resultFile,
		input: `{"schema": "halma-solve/puzzle/1", "game": "other", "board": "square", "size": 4, "rules": "free",
 "start": {"diagram": ["....", "....", "oo..", "Xo.."]},
 "goals": [{"men": {"diagram": [".oXo", "...o", "....", "...."]}}]}`,
	},
	{name: "generate", args: "generate --kind transfer --size 6 --men 4 --count 40 --format jsonl -o out.jsonl", files: []string{"out.jsonl"}},
	{name: "generate with the table of solo", args: "generate --kind solo --board triangle --size 5 --count 8 --format jsonl -o out.jsonl", files: []string{"out.jsonl"}},
	{
		name:  "verify",
		args:  "verify input.txt --board star --size 1 --format json -o out.jsonl",
		files: []string{"out.jsonl"},
		input: "a1-c3, b2-d2-c4, c2-d4-b4, c3-a5\n---\n",
		times: 20_000,
	},
	{name: "prove", args: "prove --size 4 --men 3 --tablebase out.tb" + asJSON, files: []string{"out.json", "out.tb"}},
	{name: "prove with tables in a file", args: "prove --size 5 --men 3 --rules paper --values --memory 2MiB --workers 2 --tablebase out.tb" + asJSON, files: []string{"out.json", "out.tb"}},
	{name: "prove of levels with cycles", args: "prove topsecret --tablebase out.tb" + asJSON, files: []string{"out.json", "out.tb"}},
	{name: "prove of levels without", args: "prove dutch --size 3x4 --tablebase out.tb" + asJSON, files: []string{"out.json", "out.tb"}},
	{name: "prove with dice", args: "prove rakado --size 3x3 --faces 2 --tablebase out.tb" + asJSON, files: []string{"out.json", "out.tb"}},
	{name: "table of games", args: "prove --table --board rhombus --size 3-4 --men 1,2 --rules booklet,paper" + asJSON, files: resultFile},
	{name: "table", args: "table --board square --sizes 3-5 --armies 3,6 --time 1h" + asJSON, files: resultFile},
	{name: "analyze", args: "analyze input.txt --board square --size 4 --prove" + asJSON, files: resultFile, input: "a2-b2\nb2-a2\na2-b2\na1-c3\nb1-b3-d3\nb2-d4\nc3-c4\n"},
}

// usualKills is how often each command is killed, HALMA_CRASH_KILLS another number.
const usualKills = 2

// leastKills is how many must hit a program at work, in all.
const leastKills = 20

func TestCrash(t *testing.T) {
	positiontest.Long(t)
	kills := usualKills
	if text := os.Getenv("HALMA_CRASH_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	var all, cases atomic.Int64
	t.Run("commands", func(t *testing.T) {
		for i, c := range crashCases {
			t.Run(c.name, func(t *testing.T) {
				if c.long && !positiontest.Whole() {
					t.Skip("only in whole tests")
				}
				t.Parallel()
				random := rand.New(rand.NewPCG(uint64(i), uint64(kills)))
				all.Add(int64(c.survives(t, random, kills)))
				cases.Add(1)
			})
		}
	})
	if n := all.Load(); n < leastKills && int(cases.Load()) > len(crashCases)*2/3 {
		t.Errorf("%d kills hit a program at work, not %d", n, leastKills)
	}
	t.Logf("%d kills in %d commands", all.Load(), cases.Load())
}

// survives runs the command without a break and with kills, compares what is
// written, and returns how many kills hit it at work.
func (c crashCase) survives(t *testing.T, random *rand.Rand, kills int) int {
	whole := t.TempDir()
	events := 0
	for _, dir := range []string{whole, t.TempDir()} {
		r := c.begin(t, dir, dir != whole)
		if dir == whole {
			<-r.ended
		} else {
			r.killAt(never)
			events = max(r.events, 1)
		}
		if r.code() != c.code {
			t.Fatalf("without a break: exit code %d\n%s", r.code(), r.said.String())
		}
		if dir != whole {
			c.compare(t, "saving all the time", whole, dir)
		}
	}
	hit, saved := 0, 0
	// A run that ends before it is killed is none; then all begins anew, and the
	// next kill comes earlier.
	for tries := 0; hit < kills && tries < 10*kills; tries++ {
		dir := t.TempDir()
		for done := false; !done; {
			r := c.begin(t, dir, true)
			if hit == kills {
				<-r.ended
			} else if r.killAt(1 + random.IntN(events)) {
				hit++
				if r.saved() {
					saved++
				}
				continue
			}
			done = true
			if r.code() != c.code {
				t.Fatalf("after %d kills: exit code %d\n%s", hit, r.code(), r.said.String())
			}
			events = max(events*3/4, 1)
		}
		c.compare(t, fmt.Sprintf("after %d kills", hit), whole, dir)
		if t.Failed() {
			break
		}
	}
	t.Logf("%d kills, %d of them with a proof half done on the disk; %d changes", hit, saved, events)
	return hit
}

// compare compares what two runs have written.
func (c crashCase) compare(t *testing.T, when, whole, other string) {
	t.Helper()
	for _, name := range c.files {
		want, got := canonical(t, filepath.Join(whole, name)), canonical(t, filepath.Join(other, name))
		if want == got {
			continue
		}
		diff := "no text"
		if !strings.HasSuffix(name, ".tb") {
			diff = cmp.Diff(want, got)
		}
		t.Errorf("%s %s is another one (-whole +other):\n%.4000s", when, name, diff)
	}
}

// crashRun is a process and what can be seen of its work.
type crashRun struct {
	command *exec.Cmd
	dir     string
	said    bytes.Buffer // stderr
	ended   chan struct{}
	events  int // changes of its directory that were seen
}

// begin starts the command in a directory; always saves all it can at every
// occasion.
func (c crashCase) begin(t *testing.T, dir string, always bool) *crashRun {
	t.Helper()
	if c.input != "" {
		if err := os.WriteFile(filepath.Join(dir, "input.txt"), []byte(strings.Repeat(c.input, max(c.times, 1))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path, err := exec.LookPath("halma-solve")
	if err != nil {
		t.Fatal(err)
	}
	r := &crashRun{command: exec.Command(path, append(strings.Fields(c.args), "--workers", "2", "--quiet")...), dir: dir, ended: make(chan struct{})}
	r.command.Dir = dir
	r.command.Env = append(os.Environ(), "HALMA_CACHE="+filepath.Join(dir, "cache"), "HALMA_TEST_NO_ATLAS=1")
	if always {
		r.command.Env = append(r.command.Env, "HALMA_TEST_SAVE_ALWAYS=1")
	}
	r.command.Stderr = &r.said
	if err := r.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = r.command.Wait() // how it ended is asked later
		close(r.ended)
	}()
	return r
}

func (r *crashRun) code() int { return r.command.ProcessState.ExitCode() }

// never is a number of changes that are not seen.
const never = 0

// killAt kills the process when so many changes of its directory have been seen
// and waits for its end. It reports whether the kill hit it. When that is,
// the machine decides; what comes of it must not depend on it.
func (r *crashRun) killAt(n int) bool {
	const look = time.Millisecond
	for before := r.look(); ; {
		select {
		case <-r.ended:
			return r.code() == -1
		case <-time.After(look):
		}
		if now := r.look(); now != before {
			before = now
			if r.events++; r.events == n {
				_ = r.command.Process.Kill() // it may have ended
			}
		}
	}
}

// saved reports whether layers or a checkpoint of a proof are on the disk.
func (r *crashRun) saved() bool {
	for _, pattern := range []string{"cache/*/*/*.run", "cache/*/*/*/*.run", "*.part"} {
		if found, _ := filepath.Glob(filepath.Join(r.dir, pattern)); len(found) > 0 {
			return true
		}
	}
	return false
}

var lookSeed = maphash.MakeSeed()

// look is a number that changes when a file in the directory comes, goes or grows.
func (r *crashRun) look() uint64 {
	var h maphash.Hash
	h.SetSeed(lookSeed)
	_ = filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it is gone, and so is what it says
		}
		if info, err := d.Info(); err == nil {
			fmt.Fprintln(&h, path, info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return h.Sum64()
}

// canonical is the content of a file without what may differ from run to run:
// times and counters.
func canonical(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
		return ""
	}
	var value any
	if !strings.HasSuffix(path, ".json") || json.Unmarshal(text, &value) != nil {
		return string(text)
	}
	text, err = json.MarshalIndent(withoutCounters(value), "", " ")
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

func withoutCounters(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range []string{"expanded", "seconds", "bytes"} {
			delete(v, name)
		}
		for name := range v {
			v[name] = withoutCounters(v[name])
		}
	case []any:
		for i := range v {
			v[i] = withoutCounters(v[i])
		}
	}
	return value
}
