package sample

import "testing"

// Every item is done equally often, and nothing takes no time.
func TestMean(t *testing.T) {
	picked, sum := 0, 0
	done := map[int]int{}
	mean := Mean(func() int { picked++; return picked }, func(n int) {
		done[n]++
		for i := range 10_000 {
			sum += i * n
		}
	})
	if mean <= 0 || picked == 0 || len(done) != picked || sum == 0 {
		t.Errorf("%v for each of %d items, of which %d were done", mean, picked, len(done))
	}
	for n, k := range done {
		if k != times {
			t.Fatalf("item %d was done %d times", n, k)
		}
	}
}
