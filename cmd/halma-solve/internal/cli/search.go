package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// usualTime is how long a search may take unless the user says otherwise: the star with
// 15 men, which is the default of highscore, is proven within it on two slow processors.
const usualTime = 15 * time.Minute

// MaxWorkers is the greatest number of threads.
const MaxWorkers = 1024

// The options that limit a search.
var (
	Time = Option[time.Duration]{
		Name: "time", Category: SearchCategory, Usage: "`LIMIT`how long to search, with a unit: 30s, 2m, 1h30m", Shown: strings.TrimSuffix(usualTime.String(), "0s"),
		Words: []string{"30s", "2m", "15m", "1h"}, Open: true, Parse: parseTime,
	}
	Prove  = Switch("prove", SearchCategory, "search without time limit until the answer is proven")
	Strict = Switch("strict", SearchCategory, "end with exit code 12 unless the answer is proven, whatever the limit")
	Memory = memory()
	// Positions is a limit of effort that is the same on any machine.
	Positions = Option[int64]{
		Name: "positions", Category: SearchCategory, Usage: "`N`how many positions to expand at the most, instead of a time limit: the same answer on any machine",
		Shown: "no limit", Words: []string{"1000000", "10000000"}, Open: true, Parse: parsePositions,
	}
	// Beam is the width of beams that are all of the search.
	Beam = Number("beam", SearchCategory, "`N`only look for shorter lines, in beams that look at the best N positions of each depth, as long as they find some: nothing is refuted, and there is no time limit unless --time sets one",
		"none", 1, mostBeam)
	Workers = Number("workers", SearchCategory, "`N`how many threads, 1 to 1024", "all processors", 1, MaxWorkers)
)

// mostBeam is the greatest width of a beam: more positions fit into no memory.
const mostBeam = 1_000_000_000

func memory() Option[int64] {
	return Option[int64]{
		Name: "memory", Category: SearchCategory, Usage: "`LIMIT`for the whole program, at least 64MiB for a search, with a unit: 500MB, 8GiB, 4G (G is GiB)",
		Shown: fmt.Sprintf("8GiB, at most 60 %% of the machine's; here %s", reports.Bytes(DefaultMemory())),
		Words: []string{"1GiB", "4GiB", "8GiB"}, Open: true, Parse: ParseMemory,
	}
}

// SearchFlags are the limits of a search; shown is the usual time where it is not
// that of other commands.
func SearchFlags(shown string) []Flag {
	limit := Time.With("", shown).(Option[time.Duration])
	limit.Parse = func(text string) (time.Duration, error) {
		t, err := parseTime(text)
		if err != nil {
			err = fmt.Errorf("%w; --prove searches without limit", err)
		}
		return t, err
	}
	return Flags(limit, Prove, Memory, Workers)
}

// LimitsOf reads [SearchFlags].
func LimitsOf(c *Context) (solver.Options, error) {
	o := MachineOf(c)
	if o.Memory < solver.LeastMemory {
		return o, UsageError("--memory %s is too little for a search: %s is the least, half of which the program takes itself",
			reports.Bytes(o.Memory), reports.Bytes(solver.LeastMemory))
	}
	var err error
	o.Positions, o.Beam = Positions.Of(c), Beam.Of(c)
	o.Time, err = timeOf(c)
	return o, err
}

// MachineOf reads [Memory] and [Workers]. It also tells the Go runtime about the memory:
// near the limit garbage is collected early instead of late. Where it is nowhere near, the first
// of it is asked for in huge pages.
func MachineOf(c *Context) solver.Options {
	o := solver.Options{Memory: Memory.Of(c), Workers: Workers.Of(c), SaveAlways: SaveAlways}
	if o.Memory == 0 {
		o.Memory = DefaultMemory()
	}
	debug.SetMemoryLimit(max(o.Memory, solver.LeastMemory) - solver.BesideHeap)
	if o.Memory >= 8*hugeHeap {
		hugeOnce.Do(func() { cache.HugeHeap(hugeHeap) })
	}
	return o
}

// hugeHeap is how much of the heap is to be in huge pages, in bytes.
const hugeHeap = 128 << 20

var hugeOnce sync.Once

// SaveAlways is [solver.Options.SaveAlways] of all searches. Tests set it.
var SaveAlways bool

// AllWorkers returns a number of workers, that of the processors for 0.
func AllWorkers(n int) int {
	if n == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// timeOf reads --time and --prove, which exclude each other; one on the command
// line beats one in the environment. No limit is 0.
func timeOf(c *Context) (time.Duration, error) {
	limit, set, prove := Time.Of(c), c.IsSet(Time.Name), Prove.Of(c)
	switch {
	case prove && set && Given(c, Time.Name) == Given(c, Prove.Name):
		return 0, UsageError("--time and --prove exclude each other: --prove searches without time limit; give one of the two")
	case prove && Beam.Of(c) > 0:
		return 0, UsageError("--prove and --beam exclude each other: beams prove nothing; give one of the two")
	case prove && !Given(c, Time.Name):
		return 0, nil
	case !set && (Positions.Of(c) > 0 || Beam.Of(c) > 0):
		return 0, nil
	case !set:
		return usualTime, nil
	}
	return limit, nil
}

func parsePositions(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is no number of positions: a whole number of at least 1 is needed", Clip(text))
	}
	return n, nil
}

func parseTime(text string) (time.Duration, error) {
	t, err := time.ParseDuration(text)
	if err != nil || t < time.Millisecond {
		return 0, fmt.Errorf("%q is no time limit: a number with a unit is needed, such as 30s, 2m or 1h30m", Clip(text))
	}
	return t, nil
}
