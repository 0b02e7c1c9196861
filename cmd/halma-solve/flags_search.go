package main

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// defaultTime is how long a search may take unless the user says otherwise.
const defaultTime = 2 * time.Minute

const maxWorkers = 1024

// runtimeReserve is memory for everything but tables and layers: the program,
// the store, buffers of the workers.
const runtimeReserve = 256 << 20

// searchFlags are the limits of a search.
func searchFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{
			Name: "time", Category: searchCategory, EnvVars: env("time"),
			Usage: "`LIMIT`how long to search, with a unit: 30s, 2m, 1h30m", DefaultText: "2m",
		},
		&cli.BoolFlag{
			Name: "prove", Category: searchCategory, EnvVars: env("prove"),
			Usage: "search without time limit until the answer is proven",
		},
	}, machineFlags()...)
}

// machineFlags say how much of the machine a search may use.
func machineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "memory", Category: searchCategory, EnvVars: env("memory"),
			Usage:       "`LIMIT`for tables and layers, with a unit: 500MB, 8GiB, 4G (G is GiB)",
			DefaultText: fmt.Sprintf("8GiB, at most 60 %% of the machine's; here %s", reports.Bytes(defaultMemory())),
		},
		&cli.StringFlag{
			Name: "workers", Category: searchCategory, EnvVars: env("workers"),
			Usage: "`N`how many threads, 1 to 1024", DefaultText: "all processors",
		},
	}
}

// limitsOf reads the flags of a search.
func limitsOf(c *cli.Context) (solver.Options, error) {
	limit, err := timeOf(c)
	if err != nil {
		return solver.Options{}, err
	}
	o, err := machineOf(c)
	o.Time = limit
	return o, err
}

// machineOf reads memory and workers. It also tells the Go runtime about the
// memory: near the limit garbage is collected early instead of late.
func machineOf(c *cli.Context) (solver.Options, error) {
	o := solver.Options{Memory: defaultMemory()}
	err := parseFlag(c, "memory", func(value string) (err error) {
		o.Memory, err = parseMemory(value)
		return err
	})
	if err != nil {
		return o, err
	}
	debug.SetMemoryLimit(o.Memory + o.Memory/8 + runtimeReserve)
	err = parseFlag(c, "workers", func(value string) (err error) {
		o.Workers, err = wholeNumber(value, 1, maxWorkers)
		return err
	})
	return o, err
}

// timeOf reads --time and --prove, which exclude each other; one on the command
// line beats one in the environment.
func timeOf(c *cli.Context) (time.Duration, error) {
	limit := defaultTime
	err := parseFlag(c, "time", func(value string) (err error) {
		limit, err = time.ParseDuration(value)
		if err != nil || limit < time.Millisecond {
			return fmt.Errorf("%q is no time limit: a number with a unit is needed, such as 30s, 2m or 1h30m; --prove searches without limit", clip(value))
		}
		return nil
	})
	if err != nil || !c.Bool("prove") {
		return limit, err
	}
	if c.IsSet("time") {
		hereTime, hereProve := fromCommandLine("time"), fromCommandLine("prove")
		if hereTime == hereProve {
			return 0, usageError("--time and --prove exclude each other: --prove searches without time limit; give one of the two")
		}
		if hereTime {
			return limit, nil
		}
	}
	return 0, nil
}
