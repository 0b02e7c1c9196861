//go:build !unix

package main

import (
	"os"
	"time"
)

var started = time.Now()

// processorTime is how long this process has run: nobody tells more.
func processorTime() time.Duration { return time.Since(started) }

// residentBytes is not known on this system.
func residentBytes(*os.ProcessState) int64 { return 0 }
