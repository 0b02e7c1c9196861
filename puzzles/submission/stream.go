package submission

import (
	"context"
	"io"
	"runtime"
	"sync"
)

// Summary counts the submissions of an input.
type Summary struct {
	Submissions int64 // in all
	Solved      int64
	Unfinished  int64
	Illegal     int64
	Unreadable  int64
	Assumed     int64 // of all, those whose puzzle nobody has named
	Bytes       int64 // of the input that they take
}

// Valid reports whether there are submissions and all are solved.
func (s Summary) Valid() bool { return s.Submissions > 0 && s.Solved == s.Submissions }

// Count counts a verdict.
func (s *Summary) Count(v *Verdict) {
	s.Submissions++
	if v.Assumed {
		s.Assumed++
	}
	switch v.Status {
	case Solved:
		s.Solved++
	case Unfinished:
		s.Unfinished++
	case Illegal:
		s.Illegal++
	case Unreadable:
		s.Unreadable++
	}
}

func (s *Summary) add(o Summary) {
	s.Submissions += o.Submissions
	s.Solved += o.Solved
	s.Unfinished += o.Unfinished
	s.Illegal += o.Illegal
	s.Unreadable += o.Unreadable
	s.Assumed += o.Assumed
}

// StreamOptions say how [Each] goes about its work.
type StreamOptions struct {
	Options
	Form    Form
	Workers int // goroutines that check; 0: one for each processor
	// Append appends what is to be written of a verdict to dst. It is called by
	// many goroutines at once.
	Append func(dst []byte, v *Verdict) []byte
	// Progress is told now and then what has been written; may be nil.
	Progress func(Summary)
	// Elsewhere checks items in place of this machine: it returns what Append makes of
	// the verdicts, and their number. It is called by Workers goroutines at once. nil:
	// they are checked here.
	Elsewhere func(ctx context.Context, items []Item) (out []byte, sum Summary, err error)
}

// Each checks all submissions of in and writes what Append makes of the verdicts
// to out, in the order of the input and as soon as they are known. It goes on
// until the input ends, however bad submissions are, and returns how many there
// were of each kind also with an error: one of [Reader.Next], of writing, of
// ctx. Memory is bounded by the limits and the number of workers.
//
//	reader ──▶ checker ──▶ writer
//	       ├─▶ checker ──▶        batches of up to 2048 items,
//	       └─▶ checker ──▶        written in the order they were read
//
// When ctx ends while in waits for input, one goroutine stays behind until in
// returns.
func Each(ctx context.Context, in io.Reader, out io.Writer, o StreamOptions) (Summary, error) {
	var sum Summary
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	checks := make([]func(*job), workers)
	for i := range checks {
		c, err := NewChecker(o.Options)
		if err != nil {
			return sum, err
		}
		checks[i] = func(j *job) { j.out, j.sum = c.CheckAll(j.out[:0], j.Items, o.Append) }
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newStream(ctx, workers)
	go s.read(NewReader(in, o.Form, o.Limits))
	var running sync.WaitGroup
	for _, check := range checks {
		if o.Elsewhere != nil {
			check = func(j *job) { j.out, j.sum, j.err = o.Elsewhere(ctx, j.Items) }
		}
		running.Go(func() { s.check(check) })
	}
	err := s.write(out, &sum, o.Progress)
	if err != nil {
		cancel()
	}
	running.Wait()
	return sum, err
}

// stream is what the goroutines of one call of Each share.
type stream struct {
	ctx   context.Context
	free  chan *job // to be filled
	todo  chan *job // to be checked
	order chan *job // to be written, first read first
	err   error     // why reading ended; set before order is closed
}

// job is a batch with what came of it.
type job struct {
	Batch
	sum  Summary
	out  []byte
	err  error
	done chan struct{}
}

func newStream(ctx context.Context, workers int) *stream {
	jobs := 2*workers + 1
	s := &stream{ctx: ctx, free: make(chan *job, jobs), todo: make(chan *job, jobs), order: make(chan *job, jobs)}
	for range jobs {
		s.free <- &job{done: make(chan struct{}, 1)}
	}
	return s
}

// read fills free batches until the input ends.
func (s *stream) read(r *Reader) {
	defer close(s.order)
	defer close(s.todo)
	for {
		select {
		case <-s.ctx.Done():
			return
		case j := <-s.free:
			if err := r.Next(&j.Batch); err != nil {
				if err != io.EOF {
					s.err = err
				}
				return
			}
			s.order <- j // never blocks: there is room for all
			s.todo <- j
		}
	}
}

// check checks batches.
func (s *stream) check(check func(*job)) {
	for {
		select {
		case <-s.ctx.Done():
			return
		case j, ok := <-s.todo:
			if !ok {
				return
			}
			check(j)
			j.done <- struct{}{}
		}
	}
}

// CheckAll checks items, one after the other, and appends to dst what appendTo, which
// may be nil, makes of the verdicts.
func (c *Checker) CheckAll(dst []byte, items []Item, appendTo func([]byte, *Verdict) []byte) ([]byte, Summary) {
	var sum Summary
	for _, item := range items {
		v := c.Check(item)
		sum.Count(v)
		if appendTo != nil {
			dst = appendTo(dst, v)
		}
	}
	return dst, sum
}

// write writes what came of the batches in their order.
func (s *stream) write(out io.Writer, sum *Summary, progress func(Summary)) error {
	for {
		var j *job
		var ok bool
		select {
		case <-s.ctx.Done():
			return s.ctx.Err()
		case j, ok = <-s.order:
		}
		if !ok {
			if s.ctx.Err() != nil {
				return s.ctx.Err()
			}
			return s.err
		}
		select {
		case <-s.ctx.Done():
			return s.ctx.Err()
		case <-j.done:
		}
		if j.err != nil {
			return j.err
		}
		if _, err := out.Write(j.out); err != nil {
			return err
		}
		sum.add(j.sum)
		sum.Bytes = j.Read
		if progress != nil {
			progress(*sum)
		}
		s.free <- j
	}
}
