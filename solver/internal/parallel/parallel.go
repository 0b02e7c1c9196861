// Package parallel runs the parts of a computation on several goroutines, which have
// all ended when its functions return.
package parallel

import (
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Run calls f on so many goroutines and returns the first error. A panic in
// one of them, which nobody else could catch, becomes an error.
func Run(workers int, f func(worker int) error) error {
	var group errgroup.Group
	for i := range workers {
		group.Go(func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("solver: %v\n%s", r, debug.Stack())
				}
			}()
			return f(i)
		})
	}
	return group.Wait()
}

// InParts calls f for ranges of the given length that cover 0 … n−1, on several
// goroutines. Once it returns an error for one of them, or panics, none of the
// goroutines begins another.
func InParts(workers, n, length int, f func(from, to int) error) error {
	var next atomic.Int64
	return Run(workers, func(int) error {
		whole := false
		defer func() {
			if !whole {
				next.Store(int64(n)) // nothing is left to begin
			}
		}()
		for {
			from := int(next.Add(int64(length))) - length
			if from >= n {
				whole = true
				return nil
			}
			if err := f(from, min(n, from+length)); err != nil {
				return err
			}
		}
	})
}

// Meanwhile calls f again and again, on a goroutine of its own, until stop is
// called. When stop returns the goroutine has ended.
func Meanwhile(every time.Duration, f func()) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				f()
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
