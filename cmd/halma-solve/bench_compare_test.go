package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
)

// Times that differ by more than chance are called slower or faster, others not.
func TestJudgeTimes(t *testing.T) {
	old := []float64{1.00, 1.02, 0.99, 1.01, 1.03, 0.98}
	scaled := func(by float64) (out []float64) {
		for _, s := range old {
			out = append(out, by*s)
		}
		return out
	}
	for _, c := range []struct {
		now  []float64
		word string
	}{
		{scaled(1.3), "slower"},
		{scaled(0.7), "faster"},
		{scaled(1.04), "p="}, // less than slowerBy
		{old, "~"},
		{[]float64{0.5, 1.5, 0.7, 1.4, 0.9, 1.1}, "~"},
		{[]float64{9}, "~"}, // one run shows nothing
	} {
		if _, word := judgeTimes(old, c.now); !strings.HasPrefix(word, c.word) {
			t.Errorf("%v: %s, want %s", c.now, word, c.word)
		}
	}
	if change, _ := judgeTimes([]float64{0, 0}, old); change != 0 {
		t.Errorf("from nothing by %v", change)
	}
}

func TestReadBenchFileRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.json")
	for text, want := range map[string]string{
		`{"schema": "halma-solve/result/2"}`:                                                                 "its schema is",
		`{"schema": "halma-solve/bench/1", "instances": [null]}`:                                             "no times",
		`{"schema": "halma-solve/bench/1", "instances": [{"seconds": []}]}`:                                  "no times",
		`{"schema": "halma-solve/bench/1", "instances": [{"seconds": [1, 2], "processor": [1]}]}`:            "one for each run",
		`{"schema": "halma-solve/bench/1", "instances": [{"name": "a", "seconds": [-1]}]}`:                   `"a" has a time of -1 seconds`,
		`{"schema": "halma-solve/bench/1", "instances": [{"name": "a", "seconds": [1], "processor": ["x"]}]`: "unexpected end",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := readBenchFile(path)
		var exit *cli.Exit
		if !errors.As(err, &exit) || exit.Code != cli.ExitInput || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
