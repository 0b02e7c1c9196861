package statefile

import "time"

// interval is the time between two states, if writing one takes less than a tenth of it.
const interval = 30 * time.Second

// Pace says when a state is written: every half minute, less often where writing takes
// long, and when the work is stopped.
type Pace struct {
	path   string // "" for no file
	always bool
	every  time.Duration
	saved  time.Time // when the state was written or the work began
	begun  bool      // a part is done in this run
}

// NewPace begins the time for a file; "" is for none. With always a state is written
// whenever one can be.
func NewPace(path string, always bool) Pace {
	return Pace{path: path, always: always, every: interval, saved: time.Now()}
}

// Keeps reports whether there is a file.
func (p *Pace) Keeps() bool { return p.path != "" }

// Due reports whether it is time for a state to be written. Goroutines may ask at the same
// time.
func (p *Pace) Due() bool { return p.Keeps() && (p.always || time.Since(p.saved) >= p.every) }

// Pause is called between two parts of the work, stop being the reason why it is to end, or
// nil. It has the state saved if that is due, and returns stop or the error of saving. With
// a file it lets the first part of a run be done whatever the reason, so that runs of any
// length get on.
func (p *Pace) Pause(stop error, save func(path string) error) error {
	switch {
	case !p.Keeps():
		return stop
	case !p.begun:
		p.begun = true
		return nil
	case stop == nil && !p.Due():
		return nil
	}
	began := time.Now()
	if err := save(p.path); err != nil {
		return err
	}
	p.saved = time.Now()
	p.every = max(p.every, 10*p.saved.Sub(began)) // a large state shall not cost more than a tenth of the time
	return stop
}
