package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// testApp is a program with commands and options like those of the real one.
func testApp() App {
	board := Text("board", PuzzleCategory, "`NAME`a board", "star")
	size := Number("size", PuzzleCategory, "`N`a size", "4", 1, 4)
	hello := func(c *Context) error {
		_, err := io.WriteString(c.App.Writer, board.Of(c)+"\n")
		return err
	}
	cacheFlags := Flags(Store)
	return App{Arguments: map[string][]string{"GAME": {"tippy"}}, Commands: []*Command{
		{Name: "boards", Action: hello},
		{Name: "play", UsageText: "play GAME", Action: hello},
		{Name: "highscore", Flags: Flags(board, size, Men, Rules, OutFile, Quiet, Time, Prove), Action: func(c *Context) error {
			if err := NoArguments(c); err != nil {
				return err
			}
			return hello(c)
		}},
		{Name: "show", Flags: Flags(board, Text("move", "", "`N`a move", ""), Switch("all", "", "all")), Action: hello},
		{Name: "cache", Flags: cacheFlags, Action: Group, Subcommands: []*Command{
			{Name: "stats", Flags: Flags(Store), Action: hello}, {Name: "clear", Flags: Flags(Store), Action: hello},
		}},
	}}
}

func TestPanicIsOneLine(t *testing.T) {
	t.Setenv("HALMA_DEBUG", "")
	var stderr bytes.Buffer
	code := testApp().Run([]string{"halma-solve", "boards"}, panicking{}, &stderr)
	if code != ExitInternal || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), "internal error: no; way") {
		t.Errorf("code %d, stderr %q", code, stderr.String())
	}
	t.Setenv("HALMA_DEBUG", "1")
	stderr.Reset()
	if code := testApp().Run([]string{"halma-solve", "boards"}, panicking{}, &stderr); code != ExitInternal || !strings.Contains(stderr.String(), "goroutine") {
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
		settle int // the code if the question was to be settled
	}{
		{solver.Optimal, "", ExitSolved, ExitSolved},
		{solver.Optimal, "interrupt", ExitSolved, ExitSolved},
		{solver.Impossible, "", ExitNo, ExitNo},
		{solver.Bounded, "time", ExitSolved, ExitLimit},
		{solver.Bounded, "memory", ExitSolved, ExitLimit},
		{solver.Unknown, "time", ExitLimit, ExitLimit},
		{solver.Bounded, "interrupt", ExitInterrupted, ExitInterrupted},
		{solver.Unknown, "interrupt", ExitInterrupted, ExitInterrupted},
	} {
		r := &solver.Result{Status: c.status, Interrupted: c.limit}
		if c.status == solver.Optimal || c.status == solver.Bounded {
			r.Line = puzzles.Line{{0, 1}}
		}
		for settle, want := range map[bool]int{false: c.code, true: c.settle} {
			err := Outcome(r, settle)
			if got := exitCode(err); got != want || messageOf(err) != "" {
				t.Errorf("%s stopped by %q, to be settled: %t: code %d, message %q, want code %d and no message", c.status, c.limit, settle, got, messageOf(err), want)
			}
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
		{UsageError("bad %d", 7), 2, "bad 7"},
		{InputError("f", errors.New("empty")), 3, "f: line 1, column 1: empty"},
		{IOError("disk"), 4, "disk"},
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
	if got := OneLine("a\nb\r\n\nc\n"); got != "a; b; c" {
		t.Errorf("got %q", got)
	}
	if got := OneLine("a\x1b[31mb\u202ec\x9b é"); got != "a?[31mb?c\uFFFD é" {
		t.Errorf("got %q", got)
	}
}

func TestArrange(t *testing.T) {
	app := testApp().build(io.Discard, io.Discard)
	for given, want := range map[string]string{
		"":                              "",
		"show FILE --move 3":            "show --move 3 FILE",
		"show FILE --move=3 --all":      "show --move=3 --all FILE",
		"show --all FILE":               "show --all FILE",
		"show - --all":                  "show --all -",
		"show -- --all":                 "show -- --all",
		"show FILE --all -- x":          "show --all -- FILE x",
		"--board star highscore":        "highscore --board star",
		"cache --cache stats stats":     "cache stats --cache stats",
		"cache clear --cache dir":       "cache clear --cache dir",
		"highscore -q --men 15 x":       "highscore -q --men 15 x",
		"highscore x --size -3":         "highscore --size -3 x",
		"highscore --unknown x -o FILE": "highscore --unknown -o FILE x",
		"highscore --board":             "highscore --board",
		"help cache stats":              "help cache stats",
		"show FILE --help":              "show --help",
		"show -h --move 3 FILE":         "show --help",
		"highscore --size -h x":         "highscore --size -h x",
		"cache clear x --help":          "cache clear --help",
		"shwo --help":                   "shwo",
		"play --help x":                 "play --help",
		"play tippy --help":             "help tippy",
		"show tippy --help":             "show --help",
		"play -- --help":                "play -- --help",
	} {
		args := append([]string{"halma-solve"}, strings.Fields(given)...)
		if got := strings.Join(testApp().arrange(app, args)[1:], " "); got != want {
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
		if got := DidYouMean(c.given, c.candidates); got != want {
			t.Errorf("DidYouMean(%q) = %q, want %q", c.given, got, want)
		}
	}
}
