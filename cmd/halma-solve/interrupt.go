package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// stopSignals ask the program to come to an end: Ctrl-C, kill, and a terminal or
// a connection that is gone.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// interruptible returns a context that ends with the first of stopSignals, as
// show, which may be nil, then tells. The second one finds no handler any more and
// ends the program at once, but for a hang-up: who is gone cannot mean to press the
// point, and shells and kernel send it once each. Under nohup, which has hang-ups
// ignored from the beginning, they stay so. All commands that can be stopped do it
// here.
func interruptible(parent context.Context, show *progress) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	for _, s := range stopSignals {
		if s != syscall.SIGHUP || !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		select {
		case s := <-signals:
			if s == syscall.SIGHUP {
				signal.Ignore(s)
			}
			signal.Stop(signals)
			if show != nil {
				show.interrupted()
			}
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel()
	}
}
