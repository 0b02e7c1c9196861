package cluster

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Output is what came of a task.
type Output struct {
	Data   []byte
	Worker string // who made it
	// Seconds is how long that took.
	Seconds float64
	name    string
}

// Do has a task done by some worker and returns what came of it. Any number of
// goroutines may wait. Errors wrap [ErrJob] if the job has to end: nobody could do the
// task, or two workers disagree.
func (r *Run) Do(ctx context.Context, payload []byte) (Output, error) {
	return r.DoNear(ctx, payload, "")
}

// DoNear is Do where a worker has at hand what others would have to fetch first. It gets
// the task if it is free within about a second, then anybody does; what comes of it is
// the same. near is its name, or "".
func (r *Run) DoNear(ctx context.Context, payload []byte, near string) (Output, error) {
	if r.gone(near) {
		near = ""
	}
	name := nameOf(r.record.ID, payload)
	wake := make(chan struct{}, 1)
	r.mu.Lock()
	r.waiting[name] = wake
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.waiting, name)
		for i := range r.heard[name] {
			r.heard[name][i].Inline = nil // who needs it once more may ask
		}
	}()
	lost := 0
	for {
		first, err := r.await(ctx, name, taskMessage{Payload: payload, For: near}, wake)
		if err != nil {
			return Output{}, err
		}
		if r.audited(name) {
			if err := r.compare(ctx, name, payload, first, wake); err != nil {
				return Output{}, err
			}
		}
		data, err := r.fetch(ctx, name, first)
		if !errors.Is(err, ErrMissing) {
			return Output{data, first.Worker, first.Seconds, name}, err
		}
		// What was reported is gone, or never was there: it is made again.
		if lost++; lost > r.client.Settings.Deliveries {
			return Output{}, r.fail(name, "%v", err)
		}
		r.forget(ctx, name)
	}
}

// Refuse is the error for an output that is no good, whatever worker made it.
func (r *Run) Refuse(o Output, reason error) error {
	return r.fail(o.name, "what worker %s handed in is refused: %v", o.Worker, reason)
}

// Reject drops what was reported of a task, so that it is done again when it is asked for:
// what its output names is gone.
func (r *Run) Reject(ctx context.Context, o Output) { r.forget(ctx, o.name) }

// await returns a report of a task, by another worker than its Not. It puts the task into
// the queue if there is none yet.
func (r *Run) await(ctx context.Context, name string, task taskMessage, wake chan struct{}) (report, error) {
	for put := false; ; {
		r.mu.Lock()
		known := r.heard[name]
		r.mu.Unlock()
		for _, got := range known {
			switch {
			case got.Worker == task.Not:
			case got.Failed != "":
				return got, r.fail(name, "%s (by worker %s; the letter is in the stream %s)", got.Failed, got.Worker, deadStream)
			default:
				return got, nil
			}
		}
		if !put {
			put = true
			data, err := json.Marshal(task)
			if err != nil {
				return report{}, err
			}
			q := queued{taskSubjects + r.record.Pool + "." + r.record.ID + "." + name, data}
			if err := r.enqueue(ctx, q); err != nil {
				return report{}, err
			}
			r.mu.Lock()
			if len(r.heard[name]) == len(known) { // not reported meanwhile
				r.sets[name] = q
			}
			r.mu.Unlock()
			continue
		}
		select {
		case <-ctx.Done():
			return report{}, ctx.Err()
		case <-wake:
		}
	}
}

// audited reports whether a task is one of those that are done twice. Which these are
// depends on their names alone, which no worker chooses.
func (r *Run) audited(name string) bool {
	raw, err := hex.DecodeString(name[:16])
	return err == nil && float64(binary.BigEndian.Uint64(raw)) < r.audit*math.MaxUint64
}

// compare has a task done again by another worker, or here if there is no other, and
// compares.
func (r *Run) compare(ctx context.Context, name string, payload []byte, first report, wake chan struct{}) error {
	second, data, err := r.second(ctx, name, payload, first, wake)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.stats.Audited++
	r.mu.Unlock()
	if second.Sum == first.Sum {
		return nil
	}
	if r.Same != nil {
		one, err := r.fetch(ctx, name, first)
		if err == nil && data == nil {
			data, err = r.fetch(ctx, name, second)
		}
		if err != nil || r.Same(one, data) {
			return err
		}
	}
	return r.fail(name, "two workers made different things of it: %s made %.16s, %s made %.16s", first.Worker, first.Sum, second.Worker, second.Sum)
}

// patience is how long the coordinator waits for a second worker before it looks again
// whether there is one.
const patience = 20 * time.Second

// second returns a report of a task by another worker than the first; or by the
// coordinator as long as there is none, with what it made.
func (r *Run) second(ctx context.Context, name string, payload []byte, first report, wake chan struct{}) (report, []byte, error) {
	for {
		if workers := r.present(ctx); len(workers) == 0 || len(workers) == 1 && workers[first.Worker] > 0 {
			data, err := r.local.call(ctx, &Task{Job: r.record.ID, Spec: r.record.Spec, Payload: payload, Client: r.client})
			return report{Worker: "the coordinator", Sum: Sum(data)}, data, err
		}
		// The first answer is acknowledged a moment after it is reported; until then the
		// queue would take the second task for the first.
		if err := r.settled(ctx, name); err != nil {
			return report{}, nil, err
		}
		call, cancel := context.WithTimeout(ctx, patience)
		got, err := r.await(call, name, taskMessage{Payload: payload, Not: first.Worker}, wake)
		cancel()
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return got, nil, err
		}
	}
}

// settled waits until a task is no longer in the queue.
func (r *Run) settled(ctx context.Context, name string) error {
	subject := taskSubjects + r.record.Pool + "." + r.record.ID + "." + name
	for try := 0; ; try++ {
		err := r.client.retry(ctx, func(ctx context.Context) error {
			_, err := r.client.tasks.GetLastMsgForSubject(ctx, subject)
			return err
		})
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return nil
		case err != nil:
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause(try)):
		}
	}
}

// fetch returns the output of a task.
func (r *Run) fetch(ctx context.Context, name string, got report) ([]byte, error) {
	switch {
	case got.Size > mostInline:
		return r.client.Get(ctx, got.Sum)
	case len(got.Inline) != got.Size:
		var again report
		err := r.client.retry(ctx, func(ctx context.Context) error {
			m, err := r.client.reports.GetLastMsgForSubject(ctx, reportSubjects+r.record.ID+"."+name)
			if err != nil {
				return err
			}
			return json.Unmarshal(m.Data, &again)
		})
		if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil, err
		}
		got.Inline = again.Inline
	}
	if Sum(got.Inline) != got.Sum {
		return nil, ErrMissing
	}
	return bytes.Clone(got.Inline), nil
}

// forget drops what was reported of a task, so that it is done again.
func (r *Run) forget(ctx context.Context, name string) {
	_ = r.client.retry(ctx, func(ctx context.Context) error { // else the same is found missing again
		return r.client.reports.Purge(ctx, jetstream.WithPurgeSubject(reportSubjects+r.record.ID+"."+name))
	})
	r.mu.Lock()
	delete(r.heard, name)
	r.mu.Unlock()
}
