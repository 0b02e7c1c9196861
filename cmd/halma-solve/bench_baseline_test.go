package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// Every baseline is of a suite of its name, with all of its instances and no other.
func TestBaselines(t *testing.T) {
	stored := positiontest.Must(t, baselines.ReadDir, "baselines")
	if len(stored) == 0 {
		t.Fatal("there are none")
	}
	for _, file := range stored {
		suite := strings.TrimSuffix(file.Name(), ".json")
		old, err := oldTimes(baselineWord, suite)
		if err != nil {
			t.Fatal(err)
		}
		var have, want []string
		for _, i := range old.Instances {
			have = append(have, i.Name)
			if !i.Right {
				t.Errorf("%s: %s was not as pinned", suite, i.Name)
			}
		}
		for _, b := range benchmarks(time.Minute) {
			if in, name := b.about(); in == suite {
				want = append(want, name)
			}
		}
		if old.Suite != suite || old.Machine == nil || !slices.Equal(have, want) {
			t.Errorf("%s: the baseline is of %s on %v, with\n%q\nin place of\n%q", suite, old.Suite, old.Machine, have, want)
		}
	}
	if _, err := oldTimes(baselineWord, "nonsense"); err == nil {
		t.Error("a suite that there is not has a baseline")
	}
}

// A count that differs is told of whatever the machine; times are judged on the same one
// only.
func TestCompareStrictly(t *testing.T) {
	times := func(name, answer string, counted int64, second float64) *benchTimes {
		all := []float64{second, 1.01 * second, 0.99 * second, 1.02 * second, 0.98 * second, second}
		return &benchTimes{Name: name, Answer: answer, Counted: counted, Right: true, Seconds: all, Processor: all}
	}
	outside := times("outside", "a", 1, 1)
	outside.Processor = nil
	was := []*benchTimes{times("same", "a", 1, 1), times("slow", "a", 1, 1), times("count", "a", 1, 1), times("answer", "a", 1, 1), outside}
	now := []*benchTimes{times("same", "a", 1, 1), times("slow", "a", 1, 2), times("count", "a", 2, 1), times("answer", "b", 1, 1), times("new", "a", 1, 1)}
	changed := *outside
	changed.Counted = 7
	now = append(now, &changed)
	other := *thisMachine()
	other.Processors++
	for _, c := range []struct {
		machine *benchMachine
		worse   int
		words   []string
	}{
		{thisMachine(), 3, []string{"slower", "COUNT: 2, it was 1", "ANSWER: it was a"}},
		{nil, 3, []string{"slower"}},
		{&other, 2, []string{"COUNT: 2, it was 1", "ANSWER: it was a", "times are not judged"}},
	} {
		var told bytes.Buffer
		task := benchTask{told: &told, file: benchFile{Instances: now}, old: &benchFile{Instances: was, Machine: c.machine, Workers: 1}}
		if worse := task.compare(); worse != c.worse {
			t.Errorf("on %v %d instances are worse, not %d:\n%s", c.machine, worse, c.worse, told.String())
		}
		for _, word := range c.words {
			if !strings.Contains(told.String(), word) {
				t.Errorf("on %v there is no %q in\n%s", c.machine, word, told.String())
			}
		}
	}
}
