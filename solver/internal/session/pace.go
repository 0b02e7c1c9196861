package session

import (
	"math"
	"time"
)

// Pace says how often a search saves what it has.
type Pace struct {
	// From is how long a search runs before it saves anything: what took less is
	// done again as fast as it is read.
	From time.Duration
	// every is how much work a kill can undo, but for one group of shards, of a
	// search that is young. Of one that is older it is a tenth of its age, but no
	// more than most: the longer a search takes, the fewer files it needs.
	Every, most time.Duration
	// share of the time, one part in so many, is what saving takes at most, however
	// slow the disk is; 0 is no limit.
	share int
	// Group is about how many positions are expanded between looks at the clock
	// and the memory.
	Group int
}

var UsualPace = Pace{From: time.Second, Every: 2 * time.Second, most: 20 * time.Second, share: 10, Group: 100_000}

// Saver tells a search when to save.
type Saver struct {
	Pace
	began, last time.Time
	cost        time.Duration // of the last time
}

func NewSaver(p Pace) Saver {
	now := time.Now()
	return Saver{Pace: p, began: now, last: now}
}

// Checkpointer returns a [Saver] of what another run may go on from, if there can be one.
func (r *Run) Checkpointer() Saver {
	s := NewSaver(r.Pace)
	if r.Options.Scratch {
		s.From = math.MaxInt64
	}
	return s
}

// Worth reports whether the search has run so long that anything is worth a file.
func (s *Saver) Worth() bool { return time.Since(s.began) >= s.From }

// Due reports whether it is time to save.
func (s *Saver) Due() bool {
	now := time.Now()
	wait := max(min(max(s.Every, now.Sub(s.began)/10), s.most), time.Duration(s.share)*s.cost)
	return s.Worth() && now.Sub(s.last) >= wait
}

// Save calls f, which saves, and begins to wait anew.
func (s *Saver) Save(f func() error) error {
	began := time.Now()
	err := f()
	s.last = time.Now()
	s.cost = s.last.Sub(began)
	return err
}
