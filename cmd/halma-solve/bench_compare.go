package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver"
)

// benchSchema is the name and version of the JSON form of measured times.
const benchSchema = "halma-solve/bench/1"

// How runs are compared, as benchstat does it: medians, and the probability of as
// great a difference by chance (the test of Mann and Whitney, exact for so few runs).
// Fewer runs than comparedRuns on each side show hardly anything.
const (
	confidence   = 0.95
	comparedRuns = 6
	// slowerBy is how much slower a median is, at the least, that is called slower:
	// what a machine does beside makes smaller differences, too.
	slowerBy = 0.05
)

// benchTimes are the times of an instance, one for each run.
type benchTimes struct {
	Name      string    `json:"name"`
	Answer    string    `json:"answer"`
	Counted   int64     `json:"counted"`
	Bytes     int64     `json:"bytes"`
	Right     bool      `json:"right"`
	Seconds   []float64 `json:"seconds"`             // on the wall
	Processor []float64 `json:"processor,omitempty"` // not where other processes did the work
}

// of returns the times that are compared: of the processor if there are any.
func (b *benchTimes) of() []float64 {
	if len(b.Processor) > 0 {
		return b.Processor
	}
	return b.Seconds
}

// benchFile is what --format json writes and --compare reads.
type benchFile struct {
	Schema    string        `json:"schema"`
	Program   string        `json:"program"`
	Suite     string        `json:"suite"`
	Workers   int           `json:"workers"`
	Machine   *benchMachine `json:"machine,omitempty"` // older files do not say
	Instances []*benchTimes `json:"instances"`
}

// readBenchFile reads and checks a file that bench has written.
func readBenchFile(path string) (*benchFile, error) {
	name, text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return parseBenchFile(name, text)
}

func parseBenchFile(name string, text []byte) (*benchFile, error) {
	var f benchFile
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, cli.InputError(name, err)
	}
	if f.Schema != benchSchema {
		return nil, cli.InputError(name, fmt.Errorf("its schema is %q, not %s, which bench --format json writes", cli.Clip(f.Schema), benchSchema))
	}
	for _, i := range f.Instances {
		if i == nil || len(i.Seconds) == 0 || len(i.Processor) > 0 && len(i.Processor) != len(i.Seconds) {
			return nil, cli.InputError(name, errors.New("an instance has no times, or not one for each run"))
		}
		for _, s := range i.of() {
			if !(s >= 0) || math.IsInf(s, 0) {
				return nil, cli.InputError(name, fmt.Errorf("%q has a time of %v seconds", cli.Clip(i.Name), s))
			}
		}
	}
	return &f, nil
}

// benchTask is a call of bench.
type benchTask struct {
	chosen []benchmark
	limits solver.Options
	repeat int
	told   io.Writer // gets the tables
	file   benchFile
	old    *benchFile // to compare with; nil: with nothing
	wrong  int
}

// run runs all instances once, then all again, so that what the machine does beside
// meets all of them.
func (t *benchTask) run(ctx context.Context) error {
	fmt.Fprintf(t.told, "%-34s %-12s %11s %9s %10s  %s\n", "instance", "answer", "expanded", "time", "tables", "check")
	for round := range t.repeat {
		for n, i := range t.chosen {
			began := processorTime()
			r, err := i.run(ctx, t.limits)
			processor := processorTime() - began
			if ctx.Err() != nil {
				return cli.Stop(cli.ExitInterrupted, "") // a line that says wrong is none
			}
			if err != nil {
				return err
			}
			_, name := i.about()
			if round == 0 {
				t.file.Instances = append(t.file.Instances, &benchTimes{Name: name, Answer: r.answer, Counted: r.counted, Bytes: r.bytes, Right: true})
			}
			at := t.file.Instances[n]
			if at.Seconds = append(at.Seconds, r.took.Seconds()); !r.outside {
				at.Processor = append(at.Processor, processor.Seconds())
			}
			if at.Right && !r.right {
				at.Right = false
				t.wrong++
			}
			if round == 0 || !r.right {
				t.tell(name, r)
			}
		}
	}
	return nil
}

// tell writes the line of an instance.
func (t *benchTask) tell(name string, r benchResult) {
	counted, bytes := "", ""
	if r.counted > 0 {
		counted = fmt.Sprint(r.counted)
	}
	if r.bytes > 0 {
		bytes = fmt.Sprintf("%d MiB", r.bytes>>20)
	}
	fmt.Fprintf(t.told, "%-34s %-12s %11s %8.2fs %10s  %s\n", name, r.answer, counted, r.took.Seconds(), bytes, r.check)
}

// json is the file of what was measured.
func (t *benchTask) json(suite string) ([]byte, error) {
	t.file.Schema, t.file.Program, t.file.Suite = benchSchema, "halma-solve "+version(), suite
	t.file.Workers, t.file.Machine = cli.AllWorkers(t.limits.Workers), thisMachine()
	text, err := json.MarshalIndent(t.file, "", "  ")
	return append(text, '\n'), err
}

// medians writes the medians of what was run more than once.
func (t *benchTask) medians() {
	if t.repeat == 1 || t.old != nil {
		return
	}
	fmt.Fprintf(t.told, "\n%-34s %-12s %s\n", "instance", "answer", fmt.Sprintf("median of %d runs", t.repeat))
	for _, i := range t.file.Instances {
		fmt.Fprintf(t.told, "%-34s %-12s %s\n", i.Name, i.Answer, median(i.of()))
	}
}

// median writes the median of times, and how far the others are from it at the most.
func median(times []float64) string {
	center := medianOf(times)
	text := fmt.Sprintf("%.3fs", center)
	if center > 0 && len(times) > 1 {
		text += fmt.Sprintf(" ± %.0f %%", 100*max(slices.Max(times)-center, center-slices.Min(times))/center)
	}
	return text
}

func medianOf(times []float64) float64 { return stats.Sample{Xs: times}.Quantile(0.5) }

// compare writes what was measured beside the old times and returns how many
// instances are slower, or have another answer or another count: those are the same on
// every machine. Times of another machine are not judged.
func (t *benchTask) compare() (worse int) {
	if t.old == nil {
		return 0
	}
	old, names := make(map[[2]string]*benchTimes), make(map[string]string)
	for _, i := range t.old.Instances {
		old[[2]string{i.Name, i.Answer}], names[i.Name] = i, i.Answer
	}
	fmt.Fprintf(t.told, "\nCompared with %s, %d workers; processor times where they are known.\n", t.old.Program, t.old.Workers)
	if now := cli.AllWorkers(t.limits.Workers); now != t.old.Workers {
		fmt.Fprintf(t.told, "Now there are %d workers.\n", now)
	}
	elsewhere := t.old.Machine != nil && !t.old.Machine.like(thisMachine())
	if elsewhere {
		fmt.Fprintf(t.told, "That was on another machine (%s), so times are not judged; this is %s.\n", t.old.Machine, thisMachine())
	}
	fmt.Fprintf(t.told, "%-34s %-12s %14s %14s %8s  %s\n", "instance", "answer", "old", "new", "change", "")
	for _, i := range t.file.Instances {
		before := old[[2]string{i.Name, i.Answer}]
		if before == nil {
			word := ""
			if answer, ok := names[i.Name]; ok && len(i.Processor) > 0 {
				worse++
				word = "ANSWER: it was " + answer
			}
			fmt.Fprintf(t.told, "%-34s %-12s %14s %14s %8s  %s\n", i.Name, i.Answer, "none", median(i.of()), "", word)
			continue
		}
		change, word := i.against(before)
		switch {
		case before.Counted != i.Counted && len(before.Processor) > 0 && len(i.Processor) > 0:
			worse++
			word = fmt.Sprintf("COUNT: %d, it was %d", i.Counted, before.Counted)
		case elsewhere:
			word = ""
		case word == "slower":
			worse++
		}
		fmt.Fprintf(t.told, "%-34s %-12s %14s %14s %+7.1f%%  %s\n", i.Name, i.Answer, median(before.of()), median(i.of()), 100*change, word)
	}
	return worse
}

// against compares the times of an instance with earlier ones, as [judgeTimes] does.
func (b *benchTimes) against(before *benchTimes) (change float64, word string) {
	if len(before.Processor) == 0 || len(b.Processor) == 0 {
		return judgeTimes(before.Seconds, b.Seconds)
	}
	return judgeTimes(before.Processor, b.Processor)
}

// judgeTimes returns by which part the median of times has changed, and what that
// is worth: "slower", "faster", or how likely it is by chance.
func judgeTimes(old, now []float64) (change float64, word string) {
	if was := medianOf(old); was > 0 {
		change = medianOf(now)/was - 1
	}
	p := 1.0 // where all times are equal nothing can be told
	if test, err := stats.MannWhitneyUTest(old, now, stats.LocationDiffers); err == nil {
		p = test.P
	}
	switch {
	case p >= 1-confidence:
		return change, fmt.Sprintf("~ (p=%.2f)", p)
	case change > slowerBy:
		return change, "slower"
	case change < -slowerBy:
		return change, "faster"
	}
	return change, fmt.Sprintf("p=%.2f", p)
}

// end says how the call ends.
func (t *benchTask) end() error {
	t.medians()
	worse := t.compare()
	fmt.Fprintf(t.told, "%d of %d instances as pinned\n", len(t.chosen)-t.wrong, len(t.chosen))
	if worse > 0 {
		fmt.Fprintf(t.told, "%d of %d instances are slower, or answer or count otherwise\n", worse, len(t.chosen))
	}
	if t.wrong > 0 || worse > 0 {
		return cli.Stop(cli.ExitNo, "")
	}
	return nil
}
