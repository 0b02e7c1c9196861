package main

import (
	"bufio"
	"embed"
	"fmt"
	"os"
	"path"
	"runtime"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
)

// baselines are the times of suites that are a part of the program, by suite. Whoever
// makes an instance faster or changes its count measures them anew:
//
//	halma-solve bench --suite quick --workers 1 --repeat 6 --format json -o baselines/quick.json
//
//go:embed baselines/*.json
var baselines embed.FS

// baselineWord is the value of --compare that stands for the suite's baseline.
const baselineWord = "baseline"

// oldTimes reads the file that --compare names, or the baseline of a suite; those of
// all suites for all.
func oldTimes(name, suite string) (*benchFile, error) {
	if name != baselineWord {
		return readBenchFile(name)
	}
	stored, err := baselines.ReadDir("baselines")
	if err != nil {
		return nil, err
	}
	var old *benchFile
	var suites []string
	for _, file := range stored {
		of := strings.TrimSuffix(file.Name(), ".json")
		suites = append(suites, of)
		if suite != of && suite != "all" {
			continue
		}
		text, err := baselines.ReadFile(path.Join("baselines", file.Name()))
		if err != nil {
			return nil, err
		}
		more, err := parseBenchFile(file.Name(), text)
		if err != nil {
			return nil, err
		}
		if old != nil {
			more.Instances = append(old.Instances, more.Instances...)
		}
		old = more
	}
	if old == nil {
		return nil, cli.UsageError("--compare: the suite %s has no baseline (%s)", suite, strings.Join(suites, ", "))
	}
	return old, nil
}

// benchMachine is where times were measured. Those of another one say nothing.
type benchMachine struct {
	Processor  string `json:"processor"`
	Processors int    `json:"processors"`
	System     string `json:"system"`
	Go         string `json:"go"`
}

func (m *benchMachine) String() string {
	return fmt.Sprintf("%d × %s, %s, %s", m.Processors, m.Processor, m.System, m.Go)
}

// like reports whether times of both machines can be compared.
func (m *benchMachine) like(o *benchMachine) bool {
	return m.Processor == o.Processor && m.Processors == o.Processors && m.System == o.System
}

// thisMachine describes the machine that the program runs on.
func thisMachine() *benchMachine {
	return &benchMachine{processorName(), runtime.NumCPU(), runtime.GOOS + "/" + runtime.GOARCH, runtime.Version()}
}

// processorName is what the system calls the processor, its architecture where it does
// not say.
func processorName() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
