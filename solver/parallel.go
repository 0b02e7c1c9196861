package solver

import (
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// parallel runs f on so many goroutines and returns the first error. A panic in
// one of them, which nobody else could catch, becomes an error.
func parallel(workers int, f func(worker int) error) error {
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

// inParts calls f for ranges of the given length that cover 0 … n−1, on several
// goroutines, until it returns an error.
func inParts(workers, n, length int, f func(from, to int) error) error {
	var next atomic.Int64
	return parallel(workers, func(int) error {
		for {
			from := int(next.Add(int64(length))) - length
			if from >= n {
				return nil
			}
			if err := f(from, min(n, from+length)); err != nil {
				return err
			}
		}
	})
}
