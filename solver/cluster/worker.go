package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker does tasks.
type Worker struct {
	Client   *Client
	Kinds    map[string]Kind
	Parallel int // tasks at once

	mu   sync.Mutex
	jobs map[string]Record // that are known
}

// Distort is for tests of what is done against workers that lie: it may change what a
// task makes. Nobody else sets it.
var Distort func(kind string, output []byte) []byte

// Run does tasks until ctx ends; then those in hand are given back, and it returns
// nil.
func (w *Worker) Run(ctx context.Context) error {
	c := w.Client
	w.jobs = make(map[string]Record)
	consumer, err := c.consumer(ctx)
	if err != nil {
		return ended(ctx, err)
	}
	answers, err := c.conn.Subscribe(askWorkers+"."+c.pool(), func(m *nats.Msg) {
		_ = m.Respond(fmt.Appendf(nil, "%s %d", c.Name, w.Parallel)) // who does not hear it asks again
	})
	if err != nil {
		return c.explain(err)
	}
	defer func() { _ = answers.Unsubscribe() }()
	if err := w.others(ctx); err != nil {
		return ended(ctx, err)
	}
	c.Log.Info("ready", "worker", c.Name, "cluster", c.where(), "tasks_at_once", w.Parallel)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var running sync.WaitGroup
	for range w.Parallel {
		running.Go(func() {
			if err := w.loop(ctx, consumer); err != nil {
				cancel(err)
			}
		})
	}
	running.Wait()
	return ended(ctx, context.Cause(ctx))
}

// ended is nil for an error that comes from the end of a context by its owner.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)) {
		return nil
	}
	return err
}

// others tells of jobs that this worker cannot help with.
func (w *Worker) others(ctx context.Context) error {
	list, err := w.Client.Jobs(ctx)
	for _, r := range list {
		if r.State == Running && r.Pool != w.Client.pool() {
			w.Client.once("a job is not for this worker: it needs the build of the program that began it, and --shared as there", "job", r.ID, "command", r.Spec.Command)
		}
	}
	return err
}

// silence is how long a server that has no task may say nothing, half of what is put up
// with: on a busy machine it may be late, and a task that comes for a request that was
// given up waits for AckWait.
const silence = 4 * time.Second

// loop does one task after the other.
func (w *Worker) loop(ctx context.Context, consumer jetstream.Consumer) error {
	for try := 0; ; {
		call, cancel := context.WithTimeout(ctx, callTime)
		stop := context.AfterFunc(w.Client.connected(), cancel)
		batch, err := consumer.Fetch(1, jetstream.FetchContext(call), jetstream.FetchHeartbeat(silence))
		if err == nil {
			for m := range batch.Messages() {
				try = 0
				if err := w.deliver(ctx, m); err != nil {
					stop()
					cancel()
					return err
				}
			}
			err = batch.Error()
		}
		stop()
		over := call.Err() != nil
		cancel()
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil || over || errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, jetstream.ErrNoHeartbeat):
			continue
		case errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, nats.ErrNoResponders):
			if consumer, err = w.Client.consumer(ctx); err != nil {
				return err
			}
		case refusal(err):
			return w.Client.explain(err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause(try)):
			try++
		}
	}
}

// deliver does the task of a message, or gives it back. An error ends the worker.
func (w *Worker) deliver(ctx context.Context, m jetstream.Msg) error {
	about, err := m.Metadata()
	part := strings.Split(m.Subject(), ".")
	if err != nil || len(part) != 5 {
		return m.TermWithReason("no task of halma-solve")
	}
	job, name := part[3], part[4]
	var t taskMessage
	r := report{Worker: w.Client.Name, Deliveries: int(about.NumDelivered)}
	err = json.Unmarshal(m.Data(), &t)
	switch {
	case err != nil:
		r.Failed = "the task cannot be read: " + err.Error()
	case t.Not == w.Client.Name:
		return ignored(m.NakWithDelay(pause(1))) // another one has to do it
	case t.For != "" && t.For != w.Client.Name && r.Deliveries <= mostPassed:
		return ignored(m.NakWithDelay(time.Duration(r.Deliveries) * time.Millisecond))
	case t.For != "":
		r.Deliveries = max(1, r.Deliveries-mostPassed)
	}
	switch {
	case r.Failed != "":
	case r.Deliveries > w.Client.Settings.Deliveries && t.Not == "":
		r.Failed = fmt.Sprintf("%d workers took it and gave no answer", r.Deliveries-1)
	default:
		if t.Not != "" {
			r.Deliveries = 1 // the others were to who may not do it
		}
		if !w.do(ctx, m, job, t.Payload, &r) {
			give, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = m.Nak() // else it comes back after AckWait
			_ = w.Client.conn.FlushWithContext(give)
			return nil
		}
	}
	if err := w.report(ctx, job, name, m, r); err != nil {
		return ended(ctx, err)
	}
	return nil
}

// ignored takes the error of a message to the server that may be lost: the server
// gives the task to somebody again after some time.
func ignored(error) error { return nil }

// do does a task and reports whether it came to an end. While it works, it says so.
func (w *Worker) do(ctx context.Context, m jetstream.Msg, job string, payload []byte, r *report) bool {
	ctx, cancel := context.WithCancel(ctx)
	var beating sync.WaitGroup
	defer beating.Wait()
	defer cancel()
	beating.Go(func() {
		beat := time.NewTicker(w.Client.Settings.AckWait / 3)
		defer beat.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-beat.C:
				_ = m.InProgress() // the next one may come through
			}
		}
	})
	var output []byte
	known, err := w.job(ctx, job)
	if err == nil {
		began := time.Now()
		output, err = w.Kinds[known.Spec.Kind].call(ctx, &Task{Job: job, Spec: known.Spec, Payload: payload, Client: w.Client})
		r.Seconds = time.Since(began).Seconds()
	}
	switch {
	case ctx.Err() != nil:
		return false
	case err != nil:
		r.Failed = err.Error()
		return true
	}
	if Distort != nil {
		output = Distort(known.Spec.Kind, output)
	}
	r.Size = len(output)
	if r.Sum = Sum(output); len(output) <= mostInline {
		r.Inline = output
		return true
	}
	if _, err = w.Client.putPatiently(ctx, job, output); err != nil && ctx.Err() == nil {
		r.Failed = err.Error()
	}
	return ctx.Err() == nil
}

// call calls a kind. A panic is the end of the task, not of the worker.
func (k Kind) call(ctx context.Context, t *Task) (output []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r)
		}
	}()
	if k == nil {
		return nil, fmt.Errorf("no worker knows the kind %q", t.Spec.Kind)
	}
	return k(ctx, t)
}

// job returns a job by its ID.
func (w *Worker) job(ctx context.Context, id string) (Record, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if r, ok := w.jobs[id]; ok {
		return r, nil
	}
	r, err := w.Client.record(ctx, id)
	if err == nil {
		w.jobs[id] = r
	}
	return r, err
}

// putPatiently waits for room, and tells the coordinator that it does.
func (c *Client) putPatiently(ctx context.Context, job string, data []byte) (sum string, err error) {
	for try := 0; ; try++ {
		if sum, err = c.Put(ctx, data); !errors.Is(err, ErrFull) {
			return sum, err
		}
		c.once("no room for what a task made; waiting", "reason", err)
		_ = c.conn.Publish(noteSubjects+job, []byte(c.Name+": "+err.Error()+"; it waits for room")) // told again with the next try
		select {
		case <-ctx.Done():
			return sum, ctx.Err()
		case <-time.After(pause(try)):
		}
	}
}

// report tells what became of a task, first as a dead letter if it failed, and then
// acknowledges it, which takes it out of the queue.
func (w *Worker) report(ctx context.Context, job, name string, m jetstream.Msg, r report) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	subjects := []string{reportSubjects}
	if r.Failed != "" {
		w.Client.Log.Error("a task failed", "job", job, "task", name, "reason", r.Failed)
		subjects = []string{deadSubjects, reportSubjects}
	}
	for _, subject := range subjects {
		if err := w.Client.publish(ctx, subject+job+"."+name, data); err != nil {
			return err
		}
	}
	call, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return ignored(m.DoubleAck(call)) // should it be lost, the task is done twice
}

// publish sends a message to a stream.
func (c *Client) publish(ctx context.Context, subject string, data []byte) error {
	return c.retry(ctx, func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, subject, data)
		return err
	})
}
