// Package sample measures how long a small piece of work takes, here and now.
package sample

import "time"

// Items are picked until they have taken so long, in batches of so long at least. All
// batches are done so many times, and of each the fastest time counts, as other work may
// have the machine meanwhile. Between two times of a batch come all others, so that it
// does not find in the processor's caches what it left there.
const (
	whole = 7 * time.Millisecond
	batch = 300 * time.Microsecond
	times = 3
)

// Mean returns how long do takes in the mean for what pick makes, whose own time does not
// count.
func Mean[T any](pick func() T, do func(T)) time.Duration {
	var batches [][]T
	var took []time.Duration
	measure := func(items []T) time.Duration {
		began := time.Now()
		for _, item := range items {
			do(item)
		}
		return time.Since(began)
	}
	var all time.Duration
	for n := 1; all < whole; {
		items := make([]T, n)
		for i := range items {
			items[i] = pick()
		}
		t := measure(items)
		if batches, took, all = append(batches, items), append(took, t), all+t; t < batch {
			n *= 2
		}
	}
	for range times - 1 {
		for i, items := range batches {
			took[i] = min(took[i], measure(items))
		}
	}
	all = 0
	count := 0
	for i, items := range batches {
		all, count = all+took[i], count+len(items)
	}
	return all / time.Duration(count)
}
