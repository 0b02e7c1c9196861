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

// Interruptible returns a context that ends with the first Ctrl-C. The second
// one finds no handler any more and ends the program at once.
func Interruptible(parent context.Context, show *Progress) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			signal.Stop(signals)
			show.interrupted()
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel()
	}
}
