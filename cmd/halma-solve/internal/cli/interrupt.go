package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Watch shows the progress of a command within a time limit, 0 for none, and
// returns a context that ends with the first Ctrl-C. The caller ends both.
func Watch(c *Context, limit time.Duration) (ctx context.Context, show *Progress, end func()) {
	show = NewProgress(os.Stderr, limit, Quiet.Of(c))
	ctx, stop := Interruptible(c.Context, show)
	return ctx, show, func() {
		stop()
		show.Done()
	}
}

// stopSignals ask the program to come to an end: Ctrl-C, kill, and a terminal or
// a connection that is gone.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// echo is how long after a stop signal another one belongs to it: timeout(1) and other
// programs that start this one send the signal to it and then to its process group.
var echo = 300 * time.Millisecond

// Interruptible returns a context that ends with the first of stopSignals, as
// show, which may be nil, then tells. One that comes later than its echo finds no
// handler any more and ends the program at once, but for a hang-up: who is gone cannot
// mean to press the point, and shells and kernel send it once each. Under nohup, which
// has hang-ups ignored from the beginning, they stay so. All commands that can be
// stopped do it here.
func Interruptible(parent context.Context, show *Progress) (context.Context, context.CancelFunc) {
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
			time.AfterFunc(echo, func() { signal.Stop(signals) })
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
