package main

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// background is a program that a script has started.
type background struct {
	command *exec.Cmd
	said    *watcher
	ended   chan error
}

// programs are those of a script, by name.
type programs map[string]*background

// programsKey is where a script keeps them.
const programsKey = "programs"

func programsOf(ts *testscript.TestScript) programs {
	p, ok := ts.Value(programsKey).(programs)
	if !ok {
		ts.Fatalf("the script has no place for programs")
	}
	return p
}

// startTime is how long a program may take to say what is waited for: as long as it
// likes, unless it hangs.
const startTime = 5 * time.Minute

func starts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: starts NAME PATTERN PROGRAM ARGUMENT...")
	}
	name, pattern := args[0], regexp.MustCompile(args[1])
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	b := &background{command: exec.Command(path, args[3:]...), said: &watcher{pattern: pattern, seen: make(chan struct{})}, ended: make(chan error, 1)}
	b.command.Dir = ts.MkAbs(".")
	b.command.Env = append(os.Environ(), "HALMA_CACHE=none", "HALMA_TEST_NO_ATLAS=1", "HALMA_TEST_LIAR="+ts.Getenv("HALMA_TEST_LIAR"),
		"HALMA_TEST_SMALL_TASKS="+ts.Getenv("HALMA_TEST_SMALL_TASKS"), "HALMA_TEST_SPREAD="+ts.Getenv("HALMA_TEST_SPREAD"))
	b.command.Stdout, b.command.Stderr = b.said, b.said
	ts.Check(b.command.Start())
	go func() { b.ended <- b.command.Wait() }()
	programsOf(ts)[name] = b
	ts.Defer(b.kill)
	select {
	case <-b.said.seen:
	case err := <-b.ended:
		ts.Fatalf("ended (%v) before it said %s:\n%s", err, args[1], b.said.text())
	case <-time.After(startTime):
		ts.Fatalf("never said %s:\n%s", args[1], b.said.text())
	}
	if found := pattern.FindStringSubmatch(b.said.text()); len(found) > 1 {
		ts.Setenv(name, found[1])
	}
}

// kill kills the program if it goes on, and waits for its end.
func (b *background) kill() {
	if b.command.Process.Kill() == nil {
		<-b.ended
	}
}

func ends(ts *testscript.TestScript, neg bool, args []string) {
	var stop os.Signal = os.Interrupt
	code := ""
	switch {
	case len(args) == 2 && args[0] == "-kill":
		stop, args = os.Kill, args[1:]
	case len(args) == 2:
		code = args[1]
	default:
		ts.Fatalf("usage: ends NAME CODE, or ends -kill NAME")
	}
	all := programsOf(ts)
	b := all[args[0]]
	if neg || b == nil {
		ts.Fatalf("there is no program %s", args[0])
	}
	delete(all, args[0])
	if err := b.command.Process.Signal(stop); stop != os.Kill || !errors.Is(err, os.ErrProcessDone) {
		ts.Check(err)
	}
	err := <-b.ended
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".out"), []byte(b.said.text()), 0o600))
	if code != "" {
		checkCode(ts, code, exitCode(ts, err))
	}
}
