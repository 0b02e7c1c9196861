package main

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver"
)

func benchCommand() *cli.Command {
	return &cli.Command{
		Name:     "bench",
		Usage:    "run fixed instances and compare answers and node counts with pinned ones",
		Category: "About",
		Description: `Each instance runs from nothing (no store) until it is solved, or until a line
of the wanted length is found, and is checked three times: the answer, the
number of positions expanded, which is the same on every machine and with any
number of workers, and, where the instance says so, the distance that a plain
breadth-first search finds. Others check a batch of submissions, which must be
solved or illegal as pinned, or make a batch of puzzles: of these the candidates
are counted, the answer is how many puzzles there are and a digest of all, and
the memory is that of the whole program. Times are printed, not judged.

Suites
  quick      instances of a second or less
  targets    searches that shall take no longer than they do: minutes
  reference  small boards against plain breadth-first search: minutes
  generate   batches of a thousand puzzles: minutes
  serve      a server under load, in a process of its own: answers must be
             right, rates are printed beside those that are wanted; and its
             memory with hostile clients for --time
  cluster    a server and two workers, processes of this machine: what a task
             costs, and commands compared with themselves in one process
  all        all of these
  peers      other programs that do the same, and their commands: those in
             --peers DIR run in turn with this one, medians of their processor
             times are compared

--format json keeps the times of every run; --compare sets them beside those of
an earlier file: medians, by the processor where only this program works, how
far the other runs are from them at the most, and how likely as great a
difference is by chance, by the rules of benchstat. Instances take turns. A
median that is 5 % greater, hardly by chance, is called slower; answers and
counts must be the same. --compare baseline takes the times of the suite that
are a part of the program; times of another machine are not judged.

The exit code is 0 if all answers and counts are as pinned and nothing is
slower, 10 if not.`,
		UsageText: "halma-solve bench [options]",
		ArgsUsage: cli.Examples("halma-solve bench\nhalma-solve bench --suite targets --run star\nhalma-solve bench --repeat 6 --format json -o before.json\nhalma-solve bench --compare before.json\nhalma-solve bench --workers 1 --compare baseline\nhalma-solve bench --suite peers --peers bin"),
		Flags:     cli.Flags(suiteOption, runOption, repeatOption, compareOption, peersOption, cli.Format.With("of the file of measured times", ""), cli.OutFile.With("write the times to FILE, with --format json", ""), cli.Force, cli.Time.With("of the mixed load of the suite serve", "1m"), cli.Memory, cli.Workers),
		Action:    runBench,
	}
}

var (
	suiteOption = func() cli.Option[string] {
		o := cli.Text("suite", "", "`SUITE`which to run: quick, targets, reference, generate, serve, cluster, all or peers", "")
		o.Default = "quick"
		return o.CommandLineOnly()
	}()
	repeatOption  = cli.Number("repeat", "", "`N`how often each instance runs", "once, with --compare 6 times", 1, 1000).CommandLineOnly()
	compareOption = func() cli.Option[string] {
		o := cli.Text("compare", "", "`FILE`compare with the times that --format json wrote to FILE, or with the baseline", "none").CommandLineOnly()
		o.File = true
		return o
	}()
	runOption = cli.Text("run", "", "`TEXT`only instances whose name contains it", "all").CommandLineOnly()
)

func runBench(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	suite := suiteOption.Of(c)
	if suite == "peers" {
		ctx, stop := cli.Interruptible(c.Context, nil)
		defer stop()
		return runPeers(ctx, c.App.Writer, peersOption.Of(c), runOption.Of(c), repeatOption.Of(c))
	}
	var chosen []benchmark
	known := suite == "all"
	for _, b := range benchmarks(cmp.Or(cli.Time.Of(c), time.Minute)) {
		in, name := b.about()
		known = known || in == suite
		if (suite == "all" || in == suite) && strings.Contains(name, runOption.Of(c)) {
			chosen = append(chosen, b)
		}
	}
	switch {
	case !known:
		return cli.UsageError("--suite: no such suite: %q (quick, targets, reference, generate, serve, cluster, all, peers)", suite)
	case len(chosen) == 0:
		return cli.UsageError("--run: no instance of the suite %s has %q in its name", suite, runOption.Of(c))
	}
	ctx, stop := cli.Interruptible(c.Context, nil)
	defer stop()
	t := &benchTask{chosen: chosen, limits: cli.MachineOf(c), told: c.App.Writer, repeat: repeatOption.Of(c)}
	asJSON := cli.Format.Of(c) == "json"
	if asJSON {
		t.told = c.App.ErrWriter
	}
	if !asJSON && cli.OutFile.IsSet(c) {
		return cli.UsageError("--output: only the times that --format json writes go to a file")
	}
	file, err := cli.OutputOf(c)
	if err != nil {
		return err
	}
	if path := compareOption.Of(c); path != "" {
		if t.old, err = oldTimes(path, suite); err != nil {
			return err
		}
		t.repeat = cmp.Or(t.repeat, comparedRuns)
	}
	t.repeat = cmp.Or(t.repeat, 1)
	if err := t.run(ctx); err != nil {
		return err
	}
	if asJSON {
		text, err := t.json(suite)
		if err == nil {
			err = file.Save(c.App.Writer, text)
		}
		if err != nil {
			return err
		}
	}
	return t.end()
}

// benchmark is one line of the table.
type benchmark interface {
	about() (suite, name string)
	// run runs the instance once.
	run(ctx context.Context, o solver.Options) (benchResult, error)
}

// benchResult is what a run of an instance came to.
type benchResult struct {
	answer  string
	counted int64 // positions, submissions, candidates …; 0: not counted
	bytes   int64 // of memory; 0: not measured
	took    time.Duration
	check   string // what comparing it with what is pinned came to
	right   bool
	outside bool // other processes did the work
}

// judgedResult completes a result with what is wrong about it.
func judgedResult(r benchResult, wrong []string) benchResult {
	if r.right = len(wrong) == 0; !r.right {
		r.check = "WRONG: " + strings.Join(wrong, "; ")
	}
	return r
}

// benchmarks lists all instances. mixed is how long a server is under mixed load.
func benchmarks(mixed time.Duration) []benchmark {
	var out []benchmark
	for _, i := range benchInstances() {
		out = append(out, i)
	}
	for _, i := range slices.Concat(soloBenchmarks(), figureBenchmarks(), generateBenchmarks()) {
		out = append(out, i)
	}
	for _, i := range verifyBenchmarks() {
		out = append(out, i)
	}
	for _, i := range serveBenchmarks(mixed) {
		out = append(out, i)
	}
	for _, i := range clusterBenchmarks() {
		out = append(out, i)
	}
	return out
}
