package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/solver"
)

func TestPanicIsOneLine(t *testing.T) {
	t.Setenv("HALMA_DEBUG", "")
	var stderr bytes.Buffer
	code := run([]string{"halma-solve", "version"}, panicking{}, &stderr)
	if code != exitInternal || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), "internal error: no; way") {
		t.Errorf("code %d, stderr %q", code, stderr.String())
	}
	t.Setenv("HALMA_DEBUG", "1")
	stderr.Reset()
	if code := run([]string{"halma-solve", "version"}, panicking{}, &stderr); code != exitInternal || !strings.Contains(stderr.String(), "goroutine") {
		t.Errorf("code %d, stderr with HALMA_DEBUG=1 %q", code, stderr.String())
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("no\nway") }

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		status solver.Status
		limit  string
		code   int
	}{
		{solver.Optimal, "", exitSolved},
		{solver.Optimal, "interrupt", exitSolved},
		{solver.Impossible, "", exitNo},
		{solver.Bounded, "time", exitLimit},
		{solver.Bounded, "memory", exitLimit},
		{solver.Unknown, "time", exitLimit},
		{solver.Bounded, "interrupt", exitInterrupted},
		{solver.Unknown, "interrupt", exitInterrupted},
	} {
		err := outcome(&solver.Result{Status: c.status, Interrupted: c.limit})
		if got := exitCode(err); got != c.code || messageOf(err) != "" {
			t.Errorf("%s stopped by %q: code %d, message %q, want code %d and no message", c.status, c.limit, got, messageOf(err), c.code)
		}
	}
}

func TestExitCode(t *testing.T) {
	for _, c := range []struct {
		err     error
		code    int
		message string
	}{
		{nil, 0, ""},
		{usageError("bad %d", 7), 2, "bad 7"},
		{inputError("f", errors.New("empty")), 3, "f: line 1, column 1: empty"},
		{ioError("disk"), 4, "disk"},
		{fmt.Errorf("keep: %w", cache.ErrFull), 4, "keep: disk is full"},
		{errors.Join(nil, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}), 4, "open x: permission denied"},
		{errors.New("the line does not hold"), 70, "internal error: the line does not hold; please report it"},
	} {
		if code, message := exitCode(c.err), messageOf(c.err); code != c.code || message != c.message {
			t.Errorf("%v: code %d, message %q, want %d, %q", c.err, code, message, c.code, c.message)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := oneLine("a\nb\r\n\nc\n"); got != "a; b; c" {
		t.Errorf("got %q", got)
	}
	if got := oneLine("a\x1b[31mb\u202ec\x9b é"); got != "a?[31mb?c\uFFFD é" {
		t.Errorf("got %q", got)
	}
}

func TestArrange(t *testing.T) {
	app := newApp(io.Discard, io.Discard)
	for given, want := range map[string]string{
		"":                                        "",
		"show FILE --move 3":                      "show --move 3 FILE",
		"show FILE --move=3 --all":                "show --move=3 --all FILE",
		"show --all FILE":                         "show --all FILE",
		"show - --all":                            "show --all -",
		"show -- --all":                           "show -- --all",
		"show FILE --all -- x":                    "show --all -- FILE x",
		"--board star highscore":                  "highscore --board star",
		"cache --cache stats stats":               "cache stats --cache stats",
		"cache clear --cache dir":                 "cache clear --cache dir",
		"highscore -q --men 15 x":                 "highscore -q --men 15 x",
		"highscore x --size -3":                   "highscore --size -3 x",
		"highscore --unknown x -o FILE":           "highscore --unknown -o FILE x",
		"highscore --board":                       "highscore --board",
		"help cache stats":                        "help cache stats",
		"show --board --generate-bash-completion": "show --board --generate-bash-completion",
	} {
		args := append([]string{"halma-solve"}, strings.Fields(given)...)
		if got := strings.Join(arrange(app, args)[1:], " "); got != want {
			t.Errorf("arrange(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	commands := []string{"highscore", "boards", "show", "cache", "version", "completion", "help"}
	flags := []string{"--board", "--men", "--memory", "--time", "-q", "--quiet"}
	for _, c := range []struct {
		given      string
		candidates []string
		want       string
	}{
		{"hihgscore", commands, "highscore"},
		{"board", commands, "boards"},
		{"caches", commands, "cache"},
		{"Version", commands, "version"},
		{"comple", commands, "completion"},
		{"solve", commands, ""},
		{"xyzzy", commands, ""},
		{"", commands, ""},
		{"--bord", flags, "--board"},
		{"--mem", flags, "--memory"},
		{"--tiem", flags, "--time"},
		{"--colour", flags, ""},
	} {
		want := ""
		if c.want != "" {
			want = " (did you mean " + c.want + "?)"
		}
		if got := didYouMean(c.given, c.candidates); got != want {
			t.Errorf("didYouMean(%q) = %q, want %q", c.given, got, want)
		}
	}
}

// TestFlagsAreDocumented keeps the help texts complete.
func TestFlagsAreDocumented(t *testing.T) {
	app := newApp(io.Discard, io.Discard)
	names := 0
	eachFlag(app.Commands, func(f cli.DocGenerationFlag) {
		name := f.Names()[0]
		names++
		if f.GetUsage() == "" || f.TakesValue() != strings.HasPrefix(f.GetUsage(), "`") {
			t.Errorf("--%s: usage %q must begin with a placeholder just if it takes a value", name, f.GetUsage())
		}
		if f.TakesValue() && f.GetDefaultText() == "" && name != "move" {
			t.Errorf("--%s has no default text", name)
		}
	})
	if names < 20 {
		t.Errorf("%d flags", names)
	}
	for _, c := range app.Commands {
		if c.Usage == "" || c.UsageText == "" || c.OnUsageError == nil || c.Action == nil {
			t.Errorf("command %s is not complete", c.Name)
		}
		var out bytes.Buffer
		printHelp(&out, "", c)
		for line := range strings.SplitSeq(out.String(), "\n") {
			if n := len([]rune(line)); n > 80 {
				t.Errorf("help %s: a line of %d characters: %q", c.Name, n, line)
			}
		}
	}
}
