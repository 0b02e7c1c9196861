package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/cluster"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"halma-solve": func() {
		if os.Getenv(commandsVariable) != "" {
			runCommands()
			return
		}
		settings()
		main()
	}})
}

// scripts is where they are.
const scripts = "testdata/script"

// usual is what settings are without a test.
var usual = struct {
	logInterval                               time.Duration
	elsewhereGrain, splitGrain, elsewhereWide int
}{cli.LogInterval, elsewhereGrain, splitGrain, elsewhereWide}

// settings are those of a test, from the environment.
func settings() {
	files.WithoutSync = true // kills are tried here, power cuts are not
	cli.SaveAlways = os.Getenv("HALMA_TEST_SAVE_ALWAYS") != ""
	cli.LogInterval = usual.logInterval
	if os.Getenv("HALMA_TEST_LOG_ALWAYS") != "" {
		cli.LogInterval = 0
	}
	elsewhereGrain, splitGrain, elsewhereWide = usual.elsewhereGrain, usual.splitGrain, usual.elsewhereWide
	if os.Getenv("HALMA_TEST_SMALL_TASKS") != "" {
		elsewhereGrain, splitGrain = 100, 5000
	}
	if os.Getenv("HALMA_TEST_SPREAD") != "" {
		elsewhereWide = 100
	}
	cluster.Distort = lies[os.Getenv("HALMA_TEST_LIAR")]
	withoutAtlas = os.Getenv("HALMA_TEST_NO_ATLAS") != ""
}

// lies are what workers do that are not to be believed, by the value of
// HALMA_TEST_LIAR.
var lies = map[string]func(kind string, output []byte) []byte{
	// A line that is not legal.
	"line": func(_ string, output []byte) []byte {
		return bytes.Replace(output, []byte(`"line":[["`), []byte(`"line":[["c3","`), 1)
	},
	// A bit of a layer.
	"bit": func(_ string, output []byte) []byte {
		output = bytes.Clone(output)
		output[len(output)/2] ^= 1
		return output
	},
	// A bit of a position, in a run that is whole.
	"flip": func(_ string, output []byte) []byte {
		return distorted(output, func(keys [][1]uint64) [][1]uint64 {
			keys[0][0] ^= 1 // the first cell: a man more, or less
			return keys
		})
	},
	// A position that is kept back, which nobody can see.
	"lose": func(_ string, output []byte) []byte {
		return distorted(output, func(keys [][1]uint64) [][1]uint64 { return keys[1:] })
	},
	// Mail that is kept back, likewise.
	"mail": func(kind string, output []byte) []byte {
		if kind != splitKindName || bytes.Contains(output, []byte(`"table"`)) {
			return output
		}
		return []byte("{}")
	},
	// None: the worker is killed at its tenth part of a game.
	"dies": func(kind string, output []byte) []byte {
		if kind == splitKindName && splitsDone.Add(1) == 10 {
			fmt.Fprintln(os.Stderr, "killed")
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return output
	},
	// A puzzle that is kept back, likewise.
	"drop": func(_ string, output []byte) []byte {
		begin := bytes.Index(output, []byte(`{"schema"`))
		if begin < 0 {
			return output
		}
		end := begin + bytes.IndexByte(output[begin:], '\n')
		return slices.Concat(output[:begin], []byte(`{"why":"not unique"}`), output[end:])
	},
}

// splitsDone counts parts of games.
var splitsDone atomic.Int64

// distorted changes the first shard of a run that has a position; what is no run stays.
func distorted(output []byte, change func(keys [][1]uint64) [][1]uint64) []byte {
	run, err := cache.DecodeRun[[1]uint64](output)
	if err != nil {
		return output
	}
	done := false
	other, err := cache.EncodeRun(run.Label(), func(i int) ([][1]uint64, error) {
		keys, err := run.ReadShard(i, nil)
		if err == nil && len(keys) > 0 && !done {
			done, keys = true, change(keys)
		}
		return keys, err
	})
	if err != nil {
		return output
	}
	return other
}

// TestScripts runs the usage scripts of testdata/script. Beside the usual
// commands they have
//
//	exits [-alone] CODE PROGRAM ARGUMENT...
//	    run a program that must end with exactly that code; halma-solve is run by the
//	    script's process for commands, or in one of its own, which "stdin" needs
//	interrupts [-hup|-term] CODE PATTERN PROGRAM ARGUMENT...
//	    run a program, send it SIGINT, or the signal named, once its stderr matches
//	    the pattern, and check its code; its output goes to interrupt.out and
//	    interrupt.err; progress is told all the time
//	starts NAME PATTERN PROGRAM ARGUMENT...
//	    start a program that goes on, and wait until what it says matches the
//	    pattern; the environment variable NAME gets the first group
//	ends NAME CODE
//	    stop that program with SIGINT and check its code
//	ends -kill NAME
//	    kill -9 that program, if it goes on; in either case what it has said goes to NAME.out
//	oneline FILE|stdout|stderr
//	    the text is exactly one line
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                scripts,
		RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HALMA_CACHE", e.WorkDir+"/cache")
			e.Setenv("HALMA_TIME", "10m") // nothing here comes near it, however busy the machine is
			e.Setenv("NO_COLOR", "")
			e.Setenv("GOGC", os.Getenv("GOGC")) // scripts know no other variables than these
			e.Values[programsKey] = programs{}
			e.Values[commandRunnerKey{}] = &commandRunner{t: e.T().(testing.TB)}
			e.Setenv("HALMA_TEST_NO_ATLAS", "1") // what is tested here is the search; TestAtlas has the atlas
			var names []string
			for _, v := range e.Vars {
				name, _, _ := strings.Cut(v, "=")
				names = append(names, name)
			}
			e.Values[variablesKey{}] = names
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":      exits,
			"interrupts": interrupts,
			"oneline":    oneLineCommand,
			"starts":     starts,
			"ends":       ends,
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	alone := len(args) > 0 && args[0] == "-alone"
	if alone {
		args = args[1:]
	}
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits [-alone] CODE PROGRAM ARGUMENT...")
	}
	runner, ok := ts.Value(commandRunnerKey{}).(*commandRunner)
	if !ok || alone || args[1] != "halma-solve" || os.Getenv("HALMA_TEST_PROCESSES") != "" {
		checkCode(ts, args[0], exitCode(ts, ts.Exec(args[1], args[2:]...)))
	} else {
		checkCode(ts, args[0], runner.run(ts, args[1:]))
	}
}

// exitCode is that of a program that has ended.
func exitCode(ts *testscript.TestScript, err error) int {
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return failed.ExitCode()
	}
	ts.Check(err)
	return 0
}

func checkCode(ts *testscript.TestScript, want string, code int) {
	if strconv.Itoa(code) != want {
		ts.Fatalf("exit code %d, want %s", code, want)
	}
}

func interrupts(ts *testscript.TestScript, neg bool, args []string) {
	stop := os.Interrupt
	if len(args) > 0 {
		if s, ok := map[string]os.Signal{"-hup": syscall.SIGHUP, "-term": syscall.SIGTERM}[args[0]]; ok {
			stop, args = s, args[1:]
		}
	}
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupts [-hup|-term] CODE PATTERN PROGRAM ARGUMENT...")
	}
	// What this process ignores, as under nohup, a program that it starts would ignore, too.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, stop)
	defer signal.Stop(heard)
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute) // should it hang
	defer cancel()
	command := exec.CommandContext(ctx, path, args[3:]...)
	command.Dir = ts.MkAbs(".")
	command.Env = append(os.Environ(), "HALMA_CACHE="+ts.Getenv("HALMA_CACHE"), "HALMA_TEST_LOG_ALWAYS=1", "HALMA_TEST_NO_ATLAS=1",
		"HALMA_TEST_SMALL_TASKS="+ts.Getenv("HALMA_TEST_SMALL_TASKS"))
	var out bytes.Buffer
	watched := &watcher{pattern: regexp.MustCompile(args[1]), seen: make(chan struct{})}
	command.Stdout, command.Stderr = &out, watched
	ts.Check(command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case <-watched.seen:
		ts.Check(command.Process.Signal(stop))
		err = <-ended
	case err = <-ended:
		ts.Fatalf("ended (%v) before stderr matched %s:\n%s", err, args[1], watched.text())
	}
	ts.Check(os.WriteFile(ts.MkAbs("interrupt.out"), out.Bytes(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("interrupt.err"), []byte(watched.text()), 0o600))
	ts.Logf("[interrupted]\n%s%s", out.String(), watched.text())
	checkCode(ts, args[0], exitCode(ts, err))
}

// watcher keeps what is written and tells when it matches a pattern.
type watcher struct {
	mu      sync.Mutex
	pattern *regexp.Regexp
	buffer  bytes.Buffer
	seen    chan struct{}
	told    bool
}

var _ io.Writer = (*watcher)(nil)

func (w *watcher) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buffer.Write(p)
	if !w.told && w.pattern.Match(w.buffer.Bytes()) {
		w.told = true
		close(w.seen)
	}
	return len(p), nil
}

func (w *watcher) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buffer.String()
}

func oneLineCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: oneline FILE")
	}
	text := ts.ReadFile(args[0])
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") {
		ts.Fatalf("%s is not one line:\n%s", args[0], text)
	}
}
