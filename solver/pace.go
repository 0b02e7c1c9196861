package solver

import "time"

// pace says how often a search saves what it has.
type pace struct {
	// from is how long a search runs before it saves anything: what took less is
	// done again as fast as it is read.
	from time.Duration
	// every is how much work a kill can undo, but for one group of shards, of a
	// search that is young. Of one that is older it is a tenth of its age, but no
	// more than most: the longer a search takes, the fewer files it needs.
	every, most time.Duration
	// share of the time, one part in so many, is what saving takes at most, however
	// slow the disk is; 0 is no limit.
	share int
	// group is about how many positions are expanded between looks at the clock
	// and the memory.
	group int
}

var usualPace = pace{from: time.Second, every: 2 * time.Second, most: 20 * time.Second, share: 10, group: 100_000}

// saver tells a search when to save.
type saver struct {
	pace
	began, last time.Time
	cost        time.Duration // of the last time
}

func newSaver(p pace) saver {
	now := time.Now()
	return saver{pace: p, began: now, last: now}
}

// worth reports whether the search has run so long that anything is worth a file.
func (s *saver) worth() bool { return time.Since(s.began) >= s.from }

// due reports whether it is time to save.
func (s *saver) due() bool {
	now := time.Now()
	wait := max(min(max(s.every, now.Sub(s.began)/10), s.most), time.Duration(s.share)*s.cost)
	return s.worth() && now.Sub(s.last) >= wait
}

// save calls f, which saves, and begins to wait anew.
func (s *saver) save(f func() error) error {
	began := time.Now()
	err := f()
	s.last = time.Now()
	s.cost = s.last.Sub(began)
	return err
}
