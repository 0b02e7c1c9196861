package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
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
  targets    the figures of the README: minutes
  reference  small boards against plain breadth-first search: minutes
  generate   batches of a thousand puzzles: minutes
  serve      a server under load, in a process of its own: answers must be
             right, rates are printed beside those that are wanted; and its
             memory with hostile clients for --time
  cluster    a server and two workers, processes of this machine: what a task
             costs, and commands compared with themselves in one process
  all        all of these

The exit code is 0 if all answers and counts are as pinned, 10 if not.`,
		UsageText: "halma-solve bench [options]",
		ArgsUsage: cli.Examples("halma-solve bench\nhalma-solve bench --suite targets --run star"),
		Flags:     cli.Flags(suiteOption, runOption, cli.Time.With("of the mixed load of the suite serve", "1m"), cli.Memory, cli.Workers),
		Action:    runBench,
	}
}

var (
	suiteOption = func() cli.Option[string] {
		o := cli.Text("suite", "", "`SUITE`which to run: quick, targets, reference, generate, serve, cluster or all", "")
		o.Default = "quick"
		return o.CommandLineOnly()
	}()
	runOption = cli.Text("run", "", "`TEXT`only instances whose name contains it", "all").CommandLineOnly()
)

func runBench(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	suite := suiteOption.Of(c)
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
		return cli.UsageError("--suite: no such suite: %q (quick, targets, reference, generate, serve, cluster, all)", suite)
	case len(chosen) == 0:
		return cli.UsageError("--run: no instance of the suite %s has %q in its name", suite, runOption.Of(c))
	}
	limits := cli.MachineOf(c)
	ctx, stop := cli.Interruptible(c.Context, nil)
	defer stop()
	out := c.App.Writer
	fmt.Fprintf(out, "%-34s %-12s %11s %9s %10s  %s\n", "instance", "answer", "expanded", "time", "tables", "check")
	failed := 0
	for _, i := range chosen {
		ok, err := i.run(ctx, out, limits)
		if ctx.Err() != nil {
			return cli.Stop(cli.ExitInterrupted, "") // a line that says wrong is none
		}
		if err != nil {
			return err
		}
		if !ok {
			failed++
		}
	}
	fmt.Fprintf(out, "%d of %d instances as pinned\n", len(chosen)-failed, len(chosen))
	if failed > 0 {
		return cli.Stop(cli.ExitNo, "")
	}
	return nil
}

// benchmark is one line of the table.
type benchmark interface {
	about() (suite, name string)
	// run runs the instance, prints its line and reports whether all is as pinned.
	run(ctx context.Context, out io.Writer, o solver.Options) (bool, error)
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
