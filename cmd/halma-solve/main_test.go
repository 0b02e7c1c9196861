package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
)

// TestFlagsAreDocumented keeps the help texts complete.
func TestFlagsAreDocumented(t *testing.T) {
	names := 0
	for _, c := range app().Commands {
		if c.Usage == "" || c.UsageText == "" || c.Action == nil {
			t.Errorf("command %s is not complete", c.Name)
		}
		for _, f := range c.Flags {
			names++
			f := f.(interface {
				TakesValue() bool
				GetUsage() string
				GetDefaultText() string
				Names() []string
			})
			name := f.Names()[0]
			if f.GetUsage() == "" || f.TakesValue() != strings.HasPrefix(f.GetUsage(), "`") {
				t.Errorf("--%s: usage %q must begin with a placeholder just if it takes a value", name, f.GetUsage())
			}
			if f.TakesValue() && f.GetDefaultText() == "" && name != "move" {
				t.Errorf("--%s has no default text", name)
			}
		}
		var out bytes.Buffer
		if code := app().Run([]string{"halma-solve", "help", c.Name}, &out, io.Discard); code != cli.ExitSolved {
			t.Errorf("help %s: code %d", c.Name, code)
		}
		for line := range strings.SplitSeq(out.String(), "\n") {
			if n := len([]rune(line)); n > 80 {
				t.Errorf("help %s: a line of %d characters: %q", c.Name, n, line)
			}
		}
	}
	if names < 20 {
		t.Errorf("%d flags", names)
	}
}
