package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestReadme runs every command of the README, in its order and with an empty store:
// all end with 0.
func TestReadme(t *testing.T) {
	positiontest.Long(t)
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 150 {
		t.Errorf("the README has %d lines; 150 is the most", n)
	}
	var script strings.Builder
	commands := 0
	for _, block := range regexp.MustCompile("(?s)\n```\n(.*?)```\n").FindAllStringSubmatch(string(text), -1) {
		for line := range strings.Lines(block[1]) {
			commands++
			script.WriteString("exits 0 " + strings.Replace(line, "go run ./cmd/halma-solve", "halma-solve", 1))
			if commands == 1 {
				script.WriteString("stdout '27 moves, proven optimal'\n")
			}
		}
	}
	if commands < 12 {
		t.Fatalf("only %d commands:\n%s", commands, script.String())
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "readme.txtar"), []byte(script.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HALMA_CACHE", e.WorkDir+"/cache")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}
