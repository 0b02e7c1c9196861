package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"
)

// Of a script's 20 commands most are done in no time, and beginning a process takes
// longer than they do. So one process runs them one after the other, each with
// arguments, environment, directory and output of its own: that takes two fifths
// less processor time. HALMA_TEST_PROCESSES=1 gives each a process.

// commandsVariable makes the program one that runs the commands of a script.
const commandsVariable = "HALMA_TEST_COMMANDS"

// A scriptCommand is what one of them is told.
type scriptCommand struct {
	Args     []string
	Env      []string
	Dir      string
	Out, Err string // files that are written
}

// runCommands runs what comes on standard input and answers with exit codes, until
// there is no more. What a command leaves behind in the process, its goroutines and
// open files, is said at the end.
func runCommands() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	told := os.Stderr
	os.Stdin = must(os.Open(os.DevNull))
	before := openFiles()
	for {
		var c scriptCommand
		if err := in.Decode(&c); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			panic(err)
		}
		if err := out.Encode(runCommand(c)); err != nil {
			panic(err)
		}
	}
	failed := goleak.Find()
	if left := openFiles(); len(left) > len(before) {
		failed = errors.Join(failed, fmt.Errorf("files left open: %q, before %q", left, before))
	}
	if failed != nil {
		fmt.Fprintln(told, failed)
		os.Exit(1)
	}
}

// openFiles lists the files that the process has open, where the system tells.
func openFiles() (names []string) {
	const dir = "/proc/self/fd"
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name, _ := os.Readlink(filepath.Join(dir, e.Name()))
		names = append(names, name)
	}
	return names
}

func runCommand(c scriptCommand) int {
	os.Clearenv()
	for _, v := range c.Env {
		name, value, _ := strings.Cut(v, "=")
		try(os.Setenv(name, value))
	}
	try(os.Chdir(c.Dir))
	os.Args = c.Args
	os.Stdout, os.Stderr = must(os.Create(c.Out)), must(os.Create(c.Err))
	defer os.Stdout.Close()
	defer os.Stderr.Close()
	settings()
	return app().Run(os.Args, os.Stdout, os.Stderr)
}

func try(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	try(err)
	return value
}

// A commandRunner is the process that runs the commands of a script.
type commandRunner struct {
	t       testing.TB // of the script
	process *exec.Cmd
	in      *json.Encoder
	out     *json.Decoder
	told    bytes.Buffer // what the process says of itself
	dir     string       // of the output
}

// commandRunnerKey is where a script keeps it.
type commandRunnerKey struct{}

// start starts the process, with the script's first command.
func (r *commandRunner) start(ts *testscript.TestScript) {
	path, err := exec.LookPath("halma-solve")
	ts.Check(err)
	r.dir, err = os.MkdirTemp("", "halma-solve-script")
	ts.Check(err)
	r.process = exec.Command(path)
	r.process.Env = append(os.Environ(), commandsVariable+"=1")
	r.process.Stderr = &r.told
	in, err := r.process.StdinPipe()
	ts.Check(err)
	out, err := r.process.StdoutPipe()
	ts.Check(err)
	r.in, r.out = json.NewEncoder(in), json.NewDecoder(out)
	ts.Check(r.process.Start())
	ts.Defer(func() {
		_ = in.Close()
		err := r.process.Wait()
		_ = os.RemoveAll(r.dir)
		if err != nil {
			r.t.Errorf("what ran the commands ended with %v:\n%s", err, &r.told)
		}
	})
}

// run runs a command as the script would in a process of its own, and returns its
// exit code.
func (r *commandRunner) run(ts *testscript.TestScript, args []string) (code int) {
	if r.process == nil {
		r.start(ts)
	}
	c := scriptCommand{
		Args: args, Env: environment(ts), Dir: ts.MkAbs("."),
		Out: filepath.Join(r.dir, "out"), Err: filepath.Join(r.dir, "err"),
	}
	ts.Check(r.in.Encode(c))
	err := r.out.Decode(&code)
	for path, w := range map[string]io.Writer{c.Out: ts.Stdout(), c.Err: ts.Stderr()} {
		text, readErr := os.ReadFile(path)
		ts.Check(readErr)
		_, _ = w.Write(text)
	}
	if err != nil {
		ts.Fatalf("the program broke off: %s", &r.told)
	}
	return code
}

// environment is what the script has set. What it is asked for by name are the
// variables that it begins with, and those that one of its lines sets.
func environment(ts *testscript.TestScript) (env []string) {
	script, err := os.ReadFile(filepath.Join(scripts, ts.Name()+".txtar"))
	ts.Check(err)
	names := slices.Clone(ts.Value(variablesKey{}).([]string))
	for _, set := range settingOf.FindAllSubmatch(script, -1) {
		names = append(names, string(set[1]))
	}
	for _, name := range names {
		env = append(env, name+"="+ts.Getenv(name))
	}
	return env
}

var settingOf = regexp.MustCompile(`(?m)^(?:\[.*\] )?env ([A-Z_]+)=`)

// variablesKey is where a script keeps the names of the variables that it begins with.
type variablesKey struct{}
