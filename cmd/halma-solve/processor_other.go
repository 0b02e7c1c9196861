//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime is how long this process has run: nobody tells more.
func processorTime() time.Duration { return time.Since(started) }
